import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { copyIn } from "./copy-object.ts";
import { removeStored } from "./delete-object.ts";
import { grantPlace } from "../grants.ts";
import type { MoveOptions, MoveOutcome, ObjectPlace } from "../objects/object-place.ts";
import type { Problem } from "../problems.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { SENDS, writeBoth, writeWhole, type WriteScope } from "../scope.ts";
import { knownAt } from "./give-way.ts";
import { seenObject } from "../objects/seen-objects.ts";
import { moveStored } from "./move-stored.ts";
import { conditionHolds } from "../objects/write-condition.ts";

/**
 * Moves an object and leaves a tombstone in its old place (RFC 4918 §9.9). Inside one account it keeps its id and
 * nobody is notified; in another account it is a new object, and both places take part in scheduling: it is added
 * there and removed here, or neither.
 * @returns `etag-mismatch` if the target is taken and must not be overwritten; `uid-changed` if it has another UID
 */
export function moveObject(
  app: App,
  actor: Actor,
  from: ObjectPlace,
  to: ObjectPlace,
  options: MoveOptions,
): Promise<Result<MoveOutcome, Problem>> {
  const { accountId } = from.calendar;
  if (to.calendar.accountId !== accountId)
    return moveOver(app, actor, [accountId, to.calendar.accountId], { from, to, options });
  const work = async (scope: WriteScope): Promise<Result<MoveOutcome, Problem>> => {
    const source = await grantPlace(scope.tx, actor, from.calendar, "mayWriteOwn");
    if (!source.ok) return source;
    const target = await grantPlace(scope.tx, actor, to.calendar, "mayWriteOwn");
    if (!target.ok) return target;
    const stored = await scope.tx.objects.byUri(from.calendar.id, from.uri);
    if (!stored) return failed({ code: "not-found" });
    const current = new ReadObject(stored);
    const seen = await seenObject(scope.tx, source.value, current);
    if (!seen) return failed({ code: "not-found" });
    if (!conditionHolds(options.condition, seen.stored.etag, stored.scheduleTag))
      return failed({ code: "etag-mismatch" });
    const there = await scope.tx.objects.byUri(to.calendar.id, to.uri);
    const existing = await knownAt(scope, target.value, there);
    if (existing && existing.id !== stored.id) {
      if (!options.overwrite) return failed({ code: "etag-mismatch" });
      // RFC 4791 §5.3.2.1: another event must not be lost by a name.
      if (existing.uid !== stored.uid) return failed({ code: "uid-changed", expected: existing.uid });
      const removed = await removeStored(scope, target.value, new ReadObject(existing));
      if (!removed.ok) return removed;
    }
    const moved = await moveStored(scope, source.value, target.value, current, { uri: to.uri });
    return moved.ok ? ok({ created: existing === undefined, head: moved.value }) : moved;
  };
  return writeWhole(app, actor, accountId, work, SENDS);
}

interface Move {
  readonly from: ObjectPlace;
  readonly to: ObjectPlace;
  readonly options: MoveOptions;
}

/** Moves from one account to another. */
function moveOver(
  app: App,
  actor: Actor,
  accountIds: readonly [from: PrincipalId, to: PrincipalId],
  { from, to, options }: Move,
): Promise<Result<MoveOutcome, Problem>> {
  return writeBoth(
    app,
    actor,
    accountIds,
    async ([here, there]) => {
      const copied = await copyIn(there, from, to, options);
      if (!copied.ok) return copied;
      const grant = await grantPlace(here.tx, actor, from.calendar, "mayWriteOwn");
      if (!grant.ok) return grant;
      const current = await here.tx.objects.byUri(from.calendar.id, from.uri);
      if (!current) return failed({ code: "not-found" });
      // An object private to its owner is only partly visible: it can't be removed, so no part of it has been copied.
      const removed = await removeStored(here, grant.value, new ReadObject(current));
      return removed.ok ? copied : removed;
    },
    SENDS,
  );
}
