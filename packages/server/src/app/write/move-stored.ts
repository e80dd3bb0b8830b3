import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { CalendarGrant } from "../grants.ts";
import { mayMakeObject, mayReadObject, mayWriteObject } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored, type ReadObject } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import type { WriteScope } from "../scope.ts";

/** Where an object is moved to. */
interface NewPlace {
  readonly uri: string;
  /** The same write goes on to replace its text. */
  readonly replacesText?: boolean;
}

/**
 * Moves an object that was read in this transaction to another calendar of its account, if both grants permit it.
 * @returns the object in its new place, with its text unchanged
 */
export async function moveStored(
  scope: WriteScope,
  source: CalendarGrant,
  target: CalendarGrant,
  current: ReadObject,
  { uri, replacesText = false }: NewPlace,
): Promise<Result<StoredObject, Problem>> {
  const { stored, object } = current;
  const supported = target.calendar.components;
  if (!mayReadObject(source, object, stored.creatorId)) return failed({ code: "not-found" });
  if (!mayWriteObject(source, current) || !mayMakeObject(target, object))
    return failed({ code: "forbidden", right: "mayWriteAll" });
  if (!supported.includes(object.type))
    return failed({ code: "unsupported-component", component: object.type, supported });
  if (target.calendar.accountId !== scope.accountId) {
    return failed({
      code: "invalid-value",
      field: "calendarIds",
      detail: "the calendar belongs to another account",
    });
  }
  const removal = { modseq: scope.modseq, now: scope.now, actorId: scope.actor.principalId };
  const place = { calendarId: target.calendar.id, uri };
  const outcome = await scope.tx.objects.move(stored.id, { ...place, replacesText }, removal);
  if (outcome === "uri-taken") return failed({ code: "uri-taken", uri });
  if (outcome === "uid-taken") return failed(await uidTaken(scope, target, { uid: stored.uid, uri }));
  await scope.tx.reminders.defer(stored.id, scope.now);
  await recordChange(scope, "CalendarEvent", stored.id, place.calendarId, "updated");
  return ok({ ...stored, ...place, modseq: scope.modseq, updatedAt: scope.now });
}

/** Names the path of the object with the UID only to people who may read it. */
export async function uidTaken(
  scope: WriteScope,
  grant: CalendarGrant,
  { uid, uri }: Pick<StoredObject, "uid" | "uri">,
): Promise<Problem> {
  const other = await scope.tx.objects.byUid(grant.calendar.id, uid);
  const isSeen = other && mayReadObject(grant, readStored(other), other.creatorId);
  return { code: "uid-taken", uri: isSeen ? other.uri : uri };
}
