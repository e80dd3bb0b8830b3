import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar } from "../grants.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { removeStored } from "../write/delete-object.ts";
import { belongsTo, stateOf } from "./import-job.ts";

/** Objects removed per transaction, so that others only wait milliseconds. */
const UNDO_BATCH = 250;

/** Removes the objects that an import added, unless somebody has changed them since. */
export async function undoImport(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
): Promise<Result<{ readonly removed: number }, Problem>> {
  const found = await app.storage.read(async (tx) => {
    const job = await tx.queues.job(id);
    if (!job || !belongsTo(job, accountId)) return failed({ code: "not-found" } as const);
    const { calendarId, report } = stateOf(job);
    const grant = await grantCalendar(tx, actor, calendarId, "mayWriteOwn");
    if (!grant.ok) return grant;
    const batches = new Set(report.modseqs);
    const heads = await tx.objects.heads({ calendarIds: [calendarId] });
    const added = heads.filter((head) => batches.has(head.createdModseq)).map((head) => head.id);
    return ok({ calendarId, added });
  });
  if (!found.ok) return found;
  const { calendarId, added } = found.value;
  let removed = 0;
  for (let at = 0; at < added.length; at += UNDO_BATCH) {
    const ids = added.slice(at, at + UNDO_BATCH);
    removed += await writeAccount(app, actor, accountId, (scope) => removeUntouched(scope, calendarId, ids));
  }
  await writeAccount(app, actor, accountId, ({ tx }) => rememberUndone(tx, id));
  return ok({ removed });
}

/** What is undone is listed no more. One that runs still goes on, and is not. */
async function rememberUndone(tx: WriteTransaction, id: string): Promise<void> {
  const job = await tx.queues.job(id);
  if (job?.state !== "done" && job?.state !== "dead") return;
  await tx.queues.updateJob(id, job.attempts, { progress: { ...(job.progress as object), isUndone: true } });
}

/** @returns how many it removed */
async function removeUntouched(
  scope: WriteScope,
  calendarId: CalendarId,
  ids: readonly ObjectId[],
): Promise<number> {
  const grant = await grantCalendar(scope.tx, scope.actor, calendarId, "mayWriteOwn");
  if (!grant.ok) return 0;
  let removed = 0;
  for (const stored of await scope.tx.objects.byIds(ids)) {
    const untouched = stored.modseq === stored.createdModseq && stored.calendarId === calendarId;
    if (untouched && (await removeStored(scope, grant.value, new ReadObject(stored))).ok) removed++;
  }
  return removed;
}
