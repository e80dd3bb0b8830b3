import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { roleIn } from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { sequenceOf, withSequence } from "@snart/calendar/scheduling/itip-message.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import { prepareAdjusted, prepareObject, type PreparedObject } from "../objects/prepare-object.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";
import { storeObject } from "./store-object.ts";

/**
 * Stores a former text of an object again, as an ordinary change: what stands there now becomes a version. What is brought back has what
 * each sharee had of it for themselves. Guests of an event take
 * only what is above what they were told before, so the SEQUENCE of what its owner has arranged grows (RFC 5546 §2.1.4).
 * @param target the object's id and path; `current` is what stands there, read in this transaction
 */
export async function putBack(
  scope: WriteScope,
  grant: CalendarGrant,
  target: { readonly id: ObjectId; readonly uri: string; readonly current: StoredObject | undefined },
  icalendar: string,
): Promise<Result<unknown, Problem>> {
  if (target.current && saySame(target.current.icalendar, icalendar)) return ok(undefined);
  const prepared = prepareObject(scope.app, icalendar);
  if (!prepared.ok) return prepared;
  if (!mayReadWhole(grant, prepared.value.object)) return failed({ code: "not-found" });
  const text = await aboveWhatWasTold(scope, target.current, prepared.value);
  const stored = await storeObject(scope, grant, { ...target, isWhole: true }, text);
  if (stored.ok && !target.current) await scope.tx.objects.bringBackOwnParts(target.id);
  return stored;
}

/** Whether two texts say the same, however often guests were told of it. */
export const saySame = (a: string, b: string): boolean => withoutSequence(a) === withoutSequence(b);

const withoutSequence = (text: string): string => text.replaceAll(/^SEQUENCE:\d+\r?\n/gm, "");

async function aboveWhatWasTold(
  scope: WriteScope,
  current: StoredObject | undefined,
  prepared: PreparedObject,
): Promise<PreparedObject> {
  const owner = await scope.tx.principals.byId(scope.accountId);
  if (!owner || roleIn(prepared.object, isAddressOf(owner)) !== "organizer") return prepared;
  if (!current && !scope.scheduling?.sends) return prepared;
  const now = current && readStored(current);
  const told = Math.max(
    0,
    ...[now?.main, ...(now?.overrides ?? [])].map((one) => (one ? sequenceOf(one) : 0)),
  );
  // A cancellation was one above the event's.
  const least = current ? told + 1 : 0;
  const raise = current ? 1 : 2;
  const object = mapComponents(prepared.object, (it) =>
    withSequence(it, Math.max(least, sequenceOf(it) + raise)),
  );
  return prepareAdjusted(serialiseICalendar(object.calendar), object);
}
