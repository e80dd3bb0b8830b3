import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { CalendarId, ObjectHead, StoredObject } from "../storage/records.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { removeStored } from "./delete-object.ts";
import { grantCalendar } from "./grants.ts";
import type { CalendarGrant } from "./grants.ts";
import { mayReadObject, mayWriteObject } from "./object-rights.ts";
import type { Problem } from "./problems.ts";
import { readStored } from "./read-stored.ts";
import { recordChange } from "./record-change.ts";
import { SENDS, writeWhole } from "./scope.ts";
import type { WriteScope } from "./scope.ts";
import { uidTaken } from "./store-object.ts";
import { conditionHolds } from "./write-condition.ts";
import type { WriteCondition } from "./write-condition.ts";

export interface ObjectPlace {
  readonly calendarId: CalendarId;
  readonly uri: string;
}
export interface MoveOptions {
  /** Replace what stands at the target (RFC 4918 §10.6). */
  readonly overwrite: boolean;
  readonly condition: WriteCondition;
}

export interface MoveOutcome {
  readonly created: boolean;
  readonly head: ObjectHead;
}

/**
 * Moves an object inside one account, keeping its id, and leaves a tombstone where it was (RFC 4918 §9.9).
 * @returns `etag-mismatch` when the target is taken and must not be overwritten; `invalid-value` for another account
 */
export async function moveObject(
  app: App,
  actor: Actor,
  from: ObjectPlace,
  to: ObjectPlace,
  options: MoveOptions,
): Promise<Result<MoveOutcome, Problem>> {
  const found = await app.storage.read((tx) => grantCalendar(tx, actor, from.calendarId, "mayWriteOwn"));
  if (!found.ok) return found;
  const work = async (scope: WriteScope): Promise<Result<MoveOutcome, Problem>> => {
    const source = await grantCalendar(scope.tx, actor, from.calendarId, "mayWriteOwn");
    if (!source.ok) return source;
    const target = await grantCalendar(scope.tx, actor, to.calendarId, "mayWriteOwn");
    if (!target.ok) return target;
    const current = await scope.tx.objects.byUri(from.calendarId, from.uri);
    if (!current) return failed({ code: "not-found" });
    if (!conditionHolds(options.condition, current.etag, current.scheduleTag))
      return failed({ code: "etag-mismatch" });
    const existing = await scope.tx.objects.byUri(to.calendarId, to.uri);
    if (existing && existing.id !== current.id) {
      if (!options.overwrite) return failed({ code: "etag-mismatch" });
      const removed = await removeStored(scope, target.value, existing);
      if (!removed.ok) return removed;
    }
    const moved = await moveStored(scope, source.value, target.value, current, to.uri);
    return moved.ok ? ok({ created: existing === undefined, head: moved.value }) : moved;
  };
  return writeWhole(app, actor, found.value.calendar.accountId, work, SENDS);
}

/** Moves an object that was read in this transaction, if both grants allow it. */
export async function moveStored(
  scope: WriteScope,
  source: CalendarGrant,
  target: CalendarGrant,
  current: StoredObject,
  uri: string,
): Promise<Result<ObjectHead, Problem>> {
  const object = readStored(current);
  const supported = target.calendar.components;
  if (!mayReadObject(source, object)) return failed({ code: "not-found" });
  if (!mayWriteObject(source, object) || !mayWriteObject(target, object))
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
  const outcome = await scope.tx.objects.move(current.id, place, removal);
  if (outcome === "uri-taken") return failed({ code: "uri-taken", uri });
  if (outcome === "uid-taken") return failed(await uidTaken(scope, target, { uid: current.uid, uri }));
  await recordChange(scope, "CalendarEvent", current.id, place.calendarId, "updated");
  return ok({ ...current, ...place, modseq: scope.modseq });
}
