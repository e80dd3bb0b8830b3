import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantManagement } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { restoreEvents } from "../write/restore-events.ts";
import { changeShares } from "../calendars/share-calendar.ts";
import { writeAccount, type WriteScope } from "../scope.ts";

/** Objects restored in one transaction, so that others only wait milliseconds. */
const BATCH = 250;

interface RestoredCalendar {
  readonly restored: number;
  readonly notRestored: ReadonlyMap<ObjectId, Problem>;
  /** See `PutBack.isApart`. */
  readonly apart: readonly ObjectId[];
}

/**
 * Restores a whole deleted calendar: itself with its id, shares, links and views, then its objects, in batches. After
 * an interruption a second call continues. Others are notified only with `sendSchedulingMessages`.
 */
export async function restoreCalendar(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: CalendarId,
  options: { readonly sendSchedulingMessages?: boolean } = {},
): Promise<Result<RestoredCalendar, Problem>> {
  const back = await writeAccount(app, actor, accountId, (scope) => bringBack(scope, id));
  if (!back.ok) return back;
  const notRestored = new Map<ObjectId, Problem>();
  const apart: ObjectId[] = [];
  let restored = 0;
  for (;;) {
    const ids = await app.storage.read(async (tx) => {
      const trashed = await tx.history.trashedCalendar(id);
      return trashed ? tx.history.objectsOfTrashed(trashed, BATCH + notRestored.size) : [];
    });
    const left = ids.filter((one) => !notRestored.has(one));
    if (left.length === 0) break;
    const done = await restoreEvents(app, actor, accountId, left, options);
    if (!done.ok) return done;
    restored += done.value.restored.length;
    apart.push(...done.value.apart);
    for (const [one, problem] of done.value.notRestored) notRestored.set(one, problem);
  }
  await app.storage.write((tx) => tx.history.forgetCalendar(id, false));
  return ok({ restored, notRestored, apart });
}

async function bringBack(scope: WriteScope, id: CalendarId): Promise<Result<void, Problem>> {
  const { app, tx, actor, accountId, modseq } = scope;
  const trashed = await tx.history.trashedCalendar(id);
  const own = await grantManagement(tx, actor, accountId);
  if (trashed?.calendar.accountId !== accountId || !own.ok) return failed({ code: "not-found" });
  if (await tx.calendars.byId(id)) return ok(undefined);
  const existing = await tx.calendars.ofAccount(accountId);
  if (existing.length >= app.limits.calendarsPerAccount)
    return failed({ code: "too-many-calendars", limit: app.limits.calendarsPerAccount });
  const { calendar, shares, links, views } = trashed;
  const isTaken = existing.some(({ uri }) => uri === calendar.uri);
  const back = {
    ...calendar,
    uri: isTaken ? id : calendar.uri,
    createdModseq: modseq,
    modseq,
    contentModseq: modseq,
  };
  if ((await tx.calendars.insert(back)) === "duplicate") return failed({ code: "uri-taken", uri: back.uri });
  await recordChange(scope, "Calendar", id, id, "created");
  const levels = new Map(shares.map(({ principalId, level }) => [principalId, level]));
  for (const { principalId } of shares)
    if ((await tx.principals.byId(principalId))?.status !== "active") levels.delete(principalId);
  await changeShares(scope, back, levels);
  for (const link of links) await tx.publicLinks.insert(link);
  for (const { principalId, view } of views) await tx.calendars.setView(id, principalId, view);
  return ok(undefined);
}
