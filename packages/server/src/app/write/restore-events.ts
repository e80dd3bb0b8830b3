import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { mayReadWhole, mayRestoreObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, reachesAccount } from "../grants.ts";
import { putBack, type PutBack } from "./put-back.ts";
import type { Problem } from "../problems.ts";
import { SENDS, writeAccount, type WriteScope } from "../scope.ts";

interface Restored {
  readonly restored: readonly ObjectId[];
  readonly notRestored: ReadonlyMap<ObjectId, Problem>;
  /** See `PutBack.isApart`. */
  readonly apart: readonly ObjectId[];
}

/**
 * Restores deleted events to their places, with the same id and text. Each is handled separately. With
 * `sendSchedulingMessages` guests are asked again, and an organizer gets the answer again; the SEQUENCE then
 * increases.
 */
export function restoreEvents(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  ids: readonly ObjectId[],
  options: { readonly sendSchedulingMessages?: boolean } = {},
): Promise<Result<Restored, Problem>> {
  const scheduling = options.sendSchedulingMessages ? SENDS : {};
  const work = async (scope: WriteScope): Promise<Result<Restored, Problem>> => {
    if (!(await reachesAccount(scope.tx, actor, accountId))) return failed({ code: "not-found" });
    const restored: ObjectId[] = [];
    const apart: ObjectId[] = [];
    const notRestored = new Map<ObjectId, Problem>();
    for (const id of ids) {
      const result = await restoreOne(scope, id);
      if (result.ok) restored.push(id);
      else notRestored.set(id, result.problem);
      if (result.ok && result.value.isApart) apart.push(id);
    }
    return ok({ restored, notRestored, apart });
  };
  return writeAccount(app, actor, accountId, work, scheduling);
}

async function restoreOne(scope: WriteScope, id: ObjectId): Promise<Result<PutBack, Problem>> {
  const grave = await scope.tx.objects.removed(id);
  if (!grave || grave.accountId !== scope.accountId) return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, scope.actor, grave.calendarId, "mayWriteOwn");
  if (!grant.ok) return grant;
  const object = readStored(grave);
  // What the actor can't see is refused as if it were not there.
  if (
    mayReadWhole(grant.value, object, grave.removedBy) &&
    !mayRestoreObject(grant.value, object, grave.removedBy)
  )
    return failed({ code: "forbidden", right: "mayWriteAll" });
  return putBack(scope, grant.value, { id, uri: grave.uri, current: undefined }, grave.icalendar);
}
