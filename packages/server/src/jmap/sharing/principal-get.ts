import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
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

/** Principal/get (RFC 9670 §2.1), so far of the actor alone. */
export const principalGet = ownAccountMethod(
  PRINCIPALS,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, PRINCIPAL_PROPERTIES);
    if (!properties.ok) return properties;
    const own = await profile(app, actor);
    if (!own.ok) return failed(methodErrorOf(own.problem));
    const record = principalRecord(own.value);
    const state = shortHash(record);
    return ok(
      getAnswer({
        accountId: account.id,
        state,
        ids: ids.value,
        properties: properties.value,
        records: [record],
      }),
    );
  },
);

function principalRecord(principal: Principal): JmapRecord {
  const { id, displayName, email, preferences } = principal;
  const calendarAddress = addressOf(principal);
  const calendars = {
    accountId: id,
    mayGetAvailability: false,
    mayShareWith: false,
    ...(calendarAddress ? { calendarAddress } : {}),
  };
  return {
    id,
    type: "individual",
    name: displayName,
    description: null,
    email,
    timeZone: preferences.timeZone ?? null,
    capabilities: { [CALENDARS]: calendars },
    accounts: null,
  };
}
