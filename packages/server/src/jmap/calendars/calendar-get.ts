import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { getArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds, type JmapRecord } from "../standard/get.ts";
import { stateOf } from "../standard/state.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { CALENDAR_PROPERTIES } from "./calendar-record.ts";
import { visibleCalendars } from "./visible-calendars.ts";

/** Calendar/get (JMAP Calendars). */
export const calendarGet = accountMethod(
  CALENDARS,
  v.strictObject(getArguments),
  async (context, account, args) => {
    const { app, actor } = context;
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, CALENDAR_PROPERTIES);
    if (!properties.ok) return properties;
    // The state first: what changes in between is asked for again, and never missed.
    const state = await accountState(app, actor, account.id);
    if (!state.ok) return failed(accountErrorOf(state.problem));
    const calendars = await visibleCalendars(context, account);
    if (!calendars.ok) return calendars;
    return ok(
      getAnswer({
        accountId: account.id,
        state: stateOf(state.value),
        ids: ids.value,
        properties: properties.value,
        records: calendars.value.map(({ record }): JmapRecord => ({ ...record })),
      }),
    );
  },
);
