import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { accountState } from "../../app/changes.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf } from "../problem.ts";
import { flag, queryArguments } from "../standard/arguments.ts";
import { queryWindow } from "../standard/query.ts";
import { stateOf } from "../standard/state.ts";
import { CALENDARS } from "../wire/capabilities.ts";
import { invalidArguments } from "../wire/errors.ts";
import type { MethodError } from "../wire/errors.ts";
import { parseEventFilter } from "./event-filter.ts";
import type { EventFilter } from "./event-filter.ts";
import { zoneName } from "./event-get.ts";
import { eventSort } from "./event-sort.ts";
import { searchEvents } from "./search-events.ts";
import { visibleCalendars } from "./visible-calendars.ts";

const schema = v.strictObject({
  ...queryArguments,
  expandRecurrences: flag(false),
  timeZone: v.nullish(zoneName),
});

/** CalendarEvent/query (JMAP Calendars). */
export const eventQuery = accountMethod(CALENDARS, schema, async (context, account, args) => {
  const { app, actor } = context;
  const zone = ianaZone(args.timeZone ?? "Etc/UTC") ?? UTC;
  const filter = parseEventFilter(args.filter);
  if (!filter.ok) return filter;
  const sort = eventSort(args.sort ?? [], zone);
  if (!sort.ok) return sort;
  const expandIn = args.expandRecurrences
    ? expandWindow(filter.value, zone, app.limits.queryRangeDays)
    : ok(null);
  if (!expandIn.ok) return expandIn;
  const state = await accountState(app, actor, account.id);
  if (!state.ok) return failed(accountErrorOf(state.problem));
  const calendars = await visibleCalendars(context, account);
  if (!calendars.ok) return calendars;
  const seen = calendars.value.map(({ record }) => record.id);
  const question = JSON.stringify([
    actor.principalId,
    account.id,
    seen,
    args.filter,
    args.sort,
    zone.id,
    args.expandRecurrences,
  ]);
  let ids = context.queries.get(question, state.value);
  if (!ids) {
    const found = await searchEvents(context, account, {
      filter: filter.value,
      zone,
      expandIn: expandIn.value,
    });
    if (!found.ok) return found;
    ids = sort.value(found.value).map(({ id }) => id);
    context.queries.set(question, state.value, ids);
  }
  const window = queryWindow(ids, args, app.limits.maxObjectsInGet);
  if (!window.ok) return window;
  return ok({
    accountId: account.id,
    queryState: stateOf(state.value),
    canCalculateChanges: false,
    ...window.value,
  });
});

/** Expanding needs both ends, in one plain condition, and not too far apart (CalendarEvent/query). */
function expandWindow(filter: EventFilter, zone: Zone, maxDays: number): Result<Window, MethodError> {
  const { after, before } = filter.kind === "condition" ? filter.condition : {};
  const from = typeof after === "string" ? parseLocalDateTime(after) : undefined;
  const to = typeof before === "string" ? parseLocalDateTime(before) : undefined;
  if (from === undefined || to === undefined) {
    return failed(invalidArguments("expandRecurrences needs a filter condition with after and before"));
  }
  if (to - from > maxDays * DAY)
    return failed({ type: "expandDurationTooLarge", code: "range-too-long", limitDays: maxDays });
  return ok({ from: zone.toInstant(from), to: zone.toInstant(to) });
}
