import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ObjectHead } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantPlace, type CalendarGrant, type CalendarPlace } from "../grants.ts";
import { releaseClaims } from "../bookables/claim-times.ts";
import { notifyOfEvent } from "../notices/notify-of-event.ts";
import { mayReadObject, mayWriteObject, seesInPart } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { recordChange } from "../objects/record-change.ts";
import { deferAlarms } from "../alarms/alarm-index.ts";
import { SENDS, writeAccount, type Scheduling, type WriteScope } from "../scope.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { planEnd } from "./take-over.ts";
import { conditionHolds, type WriteCondition } from "../objects/write-condition.ts";

/** Deletes the object at a path; its text stays as a version, so that it can be restored. */
export async function deleteObject(
  app: App,
  actor: Actor,
  place: CalendarPlace,
  uri: string,
  condition: WriteCondition,
  scheduling: Scheduling = SENDS,
): Promise<Result<ObjectHead, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<ObjectHead, Problem>> => {
    const grant = await grantPlace(scope.tx, actor, place, "mayWriteOwn");
    if (!grant.ok) return grant;
    const stored = await scope.tx.objects.byUri(place.id, uri);
    if (!stored)
      return failed({ code: conditionHolds(condition, undefined) ? "not-found" : "etag-mismatch" });
    const current = new ReadObject(stored);
    if (seesInPart(grant.value, current)) return failed({ code: "forbidden", right: "mayWriteAll" });
    const seen = (await seenObject(scope.tx, grant.value, current)) ?? current;
    if (!conditionHolds(condition, seen.stored.etag, stored.scheduleTag))
      return failed({ code: "etag-mismatch" });
    return removeStored(scope, grant.value, current);
  };
  return writeAccount(app, actor, place.accountId, work, scheduling, "half");
}

/**
 * Removes an object that was read in this transaction, if the grant permits it, and notifies others as the scope
 * says.
 */
export async function removeStored(
  scope: WriteScope,
  grant: CalendarGrant,
  current: ReadObject,
): Promise<Result<ObjectHead, Problem>> {
  const { stored, object } = current;
  if (!mayReadObject(grant, object, stored.creatorId)) return failed({ code: "not-found" });
  if (!mayWriteObject(grant, current)) return failed({ code: "forbidden", right: "mayWriteAll" });
  const { removed } = await planEnd(scope, current);
  const removal = { modseq: scope.modseq, now: scope.now, actorId: scope.actor.principalId };
  if ((await scope.tx.objects.remove(stored.id, stored.etag, removal)) === "changed")
    return failed({ code: "etag-mismatch" });
  await releaseClaims(scope, grant, stored.id);
  await deferAlarms(scope, grant, stored);
  await recordChange(scope, "CalendarEvent", stored.id, stored.calendarId, "destroyed");
  await removed();
  await notifyOfEvent(scope, grant, { id: stored.id, before: () => object, after: undefined });
  return ok(stored);
}
