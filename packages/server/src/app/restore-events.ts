import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { ObjectId, PrincipalId } from "../storage/records.ts";
import type { Actor } from "./actor.ts";
import type { App } from "./app.ts";
import { grantCalendar, reachesAccount } from "./grants.ts";
import { mayReadObject } from "./object-rights.ts";
import { prepareObject } from "./prepare-object.ts";
import type { Problem } from "./problems.ts";
import { writeAccount } from "./scope.ts";
import type { WriteScope } from "./scope.ts";
import { storeObject } from "./store-object.ts";

/** Brings deleted events back where they were, with the same id and the same text. Each is judged by itself. */
export function restoreEvents(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  ids: readonly ObjectId[],
): Promise<Result<{ restored: readonly ObjectId[]; notRestored: ReadonlyMap<ObjectId, Problem> }, Problem>> {
  return writeAccount(app, actor, accountId, async (scope) => {
    if (!(await reachesAccount(scope.tx, actor, accountId))) return failed({ code: "not-found" });
    const restored: ObjectId[] = [];
    const notRestored = new Map<ObjectId, Problem>();
    for (const id of ids) {
      const result = await restoreOne(scope, id);
      if (result.ok) restored.push(id);
      else notRestored.set(id, result.problem);
    }
    return ok({ restored, notRestored });
  });
}

async function restoreOne(scope: WriteScope, id: ObjectId): Promise<Result<unknown, Problem>> {
  const grave = await scope.tx.objects.removed(id);
  if (!grave || grave.accountId !== scope.accountId) return failed({ code: "not-found" });
  const grant = await grantCalendar(scope.tx, scope.actor, grave.calendarId, "mayWriteOwn");
  if (!grant.ok) return grant;
  const prepared = prepareObject(scope.app, grave.icalendar);
  if (!prepared.ok) return prepared;
  if (!mayReadObject(grant.value, prepared.value.object)) return failed({ code: "not-found" });
  return storeObject(scope, grant.value, { uri: grave.uri, id, current: undefined }, prepared.value);
}
