import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { reachableAccounts } from "../../app/list-calendars.ts";
import { profile } from "../../app/profile.ts";
import type { Principal } from "../../app/types.ts";
import { addressOf } from "../calendars/event-record.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { getArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import type { JmapRecord } from "../standard/get.ts";
import { CALENDARS, PRINCIPALS } from "../wire/capabilities.ts";
import { shortHash } from "../wire/session.ts";

const PRINCIPAL_PROPERTIES = [
  "id",
  "type",
  "name",
  "description",
  "email",
  "timeZone",
  "capabilities",
  "accounts",
];

/** Principal/get (RFC 9670 §2.1): the actor, and whoever lets the actor know at least when they are busy. */
export const principalGet = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(getArguments),
  async ({ app, actor, accounts }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PRINCIPAL_PROPERTIES);
    if (!properties.ok) return properties;
    const own = await profile(app, actor);
    if (!own.ok) return failed(methodErrorOf(own.problem));
    const reached = await reachableAccounts(app, actor);
    if (!reached.ok) return failed(methodErrorOf(reached.problem));
    const visible = new Set((await accounts()).map(({ id }) => id));
    const others = reached.value.filter(({ id, status }) => id !== own.value.id && status === "active");
    const records = [own.value, ...others].map((one) => principalRecord(one, visible.has(one.id)));
    const state = shortHash(records);
    return ok(
      getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
    );
  },
);

const TYPES = { person: "individual", group: "group", bookable: "resource" } as const;

/** Every level of sharing shows when somebody is busy, and without one there is no principal to see. */
function principalRecord(principal: Principal, isAccountVisible: boolean): JmapRecord {
  const { id, kind, displayName, email, preferences } = principal;
  const calendarAddress = addressOf(principal);
  const calendars = {
    accountId: isAccountVisible ? id : null,
    mayGetAvailability: true,
    mayShareWith: false,
    ...(calendarAddress ? { calendarAddress } : {}),
  };
  return {
    id,
    type: TYPES[kind],
    name: displayName,
    description: null,
    email,
    timeZone: preferences.timeZone ?? null,
    capabilities: { [CALENDARS]: calendars },
    accounts: null,
  };
}
