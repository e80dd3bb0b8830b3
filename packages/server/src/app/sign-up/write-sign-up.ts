import {
  firstProperty,
  makeProperty,
  withProperty,
  type Component,
} from "@snart/calendar/icalendar/component.ts";
import { componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import { grantCalendar } from "../grants.ts";
import { addressOf } from "../principal-address.ts";
import { checkCalendar } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { storeObject } from "../write/store-object.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { withSpot, type SignUpSpot } from "./sign-up-spot.ts";

/** The calendar's owner, for recording another person's answer: that person's right to answer has been checked. */
/** @param client the person who answers; undefined: the history must not show it */
export const ownerActor = ({ id, login }: Principal, client?: string): Actor =>
  mintActor({
    principalId: id,
    login,
    isAdmin: false,
    via: "scheduling",
    ...(client !== undefined && { client }),
    proof: "sign-up",
  });

/**
 * Writes another component there: the organizer's own server records an answer, as it does for one by mail. Without
 * an organizer the calendar's owner becomes it: a list of participants belongs to somebody (RFC 5545 §3.8.4.1).
 */
export async function writeSpot(
  scope: WriteScope,
  stored: StoredObject,
  spot: SignUpSpot,
  component: Component,
): Promise<Result<StoredObject, Problem>> {
  const owner = await scope.tx.principals.byId(stored.accountId);
  if (!owner) return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, ownerActor(owner), stored.calendarId, "mayWriteAll");
  if (!grant.ok) return grant;
  const organized = componentsOf(spot.object).some((one) => firstProperty(one, "ORGANIZER"));
  const organizer = makeProperty("ORGANIZER", addressOf(owner), {
    ...(owner.displayName !== "" && { CN: owner.displayName }),
  });
  const changed = withSpot(spot, component);
  const object = organized ? changed : mapComponents(changed, (one) => withProperty(one, organizer));
  const checked = checkCalendar(scope.app, object.calendar);
  if (!checked.ok) return checked;
  const answering: WriteScope = { ...scope, scheduling: { delivery: { keepsTag: true } } };
  const target = { uri: stored.uri, current: new ReadObject(stored), isWhole: true } as const;
  const written = await storeObject(answering, grant.value, target, checked.value);
  return written.ok ? ok(written.value.now.stored) : written;
}
