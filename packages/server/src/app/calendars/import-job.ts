import { rarestColour, type SnartColour } from "@snart/calendar/jscalendar/snart-colours.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Job } from "../../storage/records/queues.ts";
import { mintActor, type Actor } from "../actor.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import type { App } from "../app.ts";
import { downloadBlob, type DownloadedBlob } from "../blobs.ts";
import { insertCalendar } from "./create-calendar.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { removeStored } from "../write/delete-object.ts";
import { grantAccount, grantCalendar } from "../grants.ts";
import { EMPTY_REPORT, importObjects, type ImportReport } from "./import-calendar.ts";
import type { Problem } from "../problems.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { blobsOf, knownUids, textOfBlobs } from "./rehearse-import.ts";

/** An import as its owner sees it. */
export interface ImportState {
  readonly id: string;
  readonly state: Job["state"];
  readonly calendarId: CalendarId;
  readonly calendarName: string;
  readonly report: ImportReport;
  readonly isStopped: boolean;
}

/** The job's stored state from beginning to end. */
interface ImportPayload {
  readonly accountId: PrincipalId;
  readonly actorId: PrincipalId;
  readonly actorLogin: string;
  readonly blobId: string;
  /** the rest of it, where it came in several uploads */
  readonly moreBlobIds?: readonly string[];
  /** what is in a calendar of the account already stays as it is */
  readonly onlyNew?: boolean;
  readonly calendarId: CalendarId;
  readonly calendarName: string;
  /** uploads by the MANAGED-ID under which the file names them */
  readonly attachments?: Readonly<Record<string, string>>;
  readonly origin?: string;
}

export const IMPORT_JOB = "import";

interface ImportRequest {
  readonly blobId: string;
  /** The rest of the calendar, where it came in several uploads. */
  readonly moreBlobIds?: readonly string[];
  /** Leaves alone what has the UID of something in any calendar of the account. */
  readonly onlyNew?: boolean;
  /** Into this calendar, or into a new one with this name. */
  readonly calendarId: CalendarId | null;
  readonly newCalendarName: string | null;
  /** The uploaded files of the calendar's file, by the MANAGED-ID that it uses for each. */
  readonly attachments?: Readonly<Record<string, string>>;
  /** Where people reach the server, for the URLs of these. */
  readonly origin?: string;
}

/** Begins an import of an uploaded file; {@link runImport} does it and {@link importStates} reports its progress. */
export async function startImport(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  request: ImportRequest,
): Promise<Result<ImportState, Problem>> {
  const blob = await downloadBlob(app, actor, accountId, request.blobId);
  if (!blob.ok) return blob;
  const refusal = (await fileProblem(blob.value)) ?? attachmentsProblem(app, request);
  if (refusal) return failed(refusal);
  return writeAccount(app, actor, accountId, async (scope) => {
    const account = await grantAccount(scope.tx, actor, accountId);
    if (!account.ok) return account;
    const target =
      request.calendarId === null
        ? await insertCalendar(scope, { name: request.newCalendarName ?? "", color: await freeColour(scope) })
        : await grantCalendar(scope.tx, actor, request.calendarId, "mayWriteOwn");
    if (!target.ok) return target;
    // An import is in one account: its file, its calendar, and the people who may see its progress.
    if (target.value.calendar.accountId !== accountId) return failed({ code: "not-found" });
    const payload = payloadOf(actor, target.value.calendar, request);
    const job: Job = {
      ...queuedJob({ id: app.newId(), kind: IMPORT_JOB, payload, runAt: scope.now }),
      progress: EMPTY_REPORT,
    };
    await scope.tx.queues.schedule(job);
    return ok(stateOf(job));
  });
}

/** The named uploads are kept with the job until it ends. */
function attachmentsProblem({ limits }: App, { attachments = {} }: ImportRequest): Problem | undefined {
  const limit = limits.attachmentsPerImport;
  return Object.keys(attachments).length > limit ? { code: "too-many-attachments", limit } : undefined;
}

function payloadOf(
  actor: Actor,
  calendar: Calendar,
  { blobId, moreBlobIds, onlyNew, attachments, origin }: ImportRequest,
): ImportPayload {
  const { id, accountId, name } = calendar;
  return {
    accountId,
    actorId: actor.principalId,
    actorLogin: actor.login,
    blobId,
    ...(moreBlobIds && { moreBlobIds }),
    ...(onlyNew && { onlyNew }),
    calendarId: id,
    calendarName: name,
    ...(attachments && { attachments }),
    ...(origin !== undefined && { origin }),
  };
}

/** A quick look at the beginning, so that a picture or a spreadsheet is refused at once and in plain words. */
async function fileProblem({ content }: DownloadedBlob): Promise<Problem | undefined> {
  let start = "";
  for await (const first of content()) {
    start = new TextDecoder().decode(first.subarray(0, 64 * 1024));
    break;
  }
  return /BEGIN:VCALENDAR/i.test(start)
    ? undefined
    : { code: "not-a-calendar-file", detail: "BEGIN:VCALENDAR is missing" };
}

/** Does the import. Run by the job loop; an interrupted one continues after its last stored batch. */
export async function runImport(app: App, job: Job): Promise<void> {
  const payload = job.payload as ImportPayload;
  const actor = await ownerOf(app, payload);
  if (isStopped(job)) return;
  const { accountId, blobId, moreBlobIds = [] } = payload;
  const blobs = await blobsOf(app, actor, accountId, [blobId, ...moreBlobIds]);
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, payload.calendarId, "mayWriteOwn"));
  if (!blobs.ok || !grant.ok) throw new Error("the uploaded file or the calendar is gone");
  const { attachments, origin } = payload;
  const known = payload.onlyNew ? await app.storage.read((tx) => knownUids(tx, accountId)) : undefined;
  const work = importObjects(app, actor, grant.value.calendar, {
    chunks: textOfBlobs(blobs.value),
    resume: reportOf(job),
    ...(known && { known }),
    ...(attachments && { files: new Map(Object.entries(attachments)) }),
    ...(origin !== undefined && { origin }),
    async onProgress(progress, tx) {
      const current = await tx.queues.job(job.id);
      if (current && isStopped(current)) throw new Stopped();
      // Undoes the batch with it: two parallel imports would each count the other's objects.
      if (!(await tx.queues.updateJob(job.id, job.attempts, { progress })))
        throw new Error("another process has taken the import over");
    },
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
}

/** Ends a running import between two batches; is caught in this file. */
class Stopped extends Error {}

/**
 * Stops an import that is not over: what it has brought stays, and can be undone.
 * @returns it as it is then; one that is over is as it was
 */
export function stopImport(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
): Promise<Result<ImportState, Problem>> {
  // In the account's turn, so that no batch is written at the same time.
  return writeAccount(app, actor, accountId, async ({ tx }) => {
    const job = await tx.queues.job(id);
    if (!job || !belongsTo(job, accountId)) return failed({ code: "not-found" } as const);
    const grant = await grantCalendar(tx, actor, stateOf(job).calendarId, "mayWriteOwn");
    if (!grant.ok) return grant;
    if (job.state === "done" || job.state === "dead") return ok(stateOf(job));
    const progress = { ...reportOf(job), isStopped: true };
    await tx.queues.updateJob(id, job.attempts, { progress });
    return ok(stateOf({ ...job, progress }));
  });
}

/** The import acts for the person who began it, with that person's current rights. */
async function ownerOf(app: App, payload: ImportPayload): Promise<Actor> {
  const principal = await app.storage.read((tx) => tx.principals.byId(payload.actorId));
  if (principal?.status !== "active") throw new Error("whoever began the import has no account any more");
  const { id, login, isAdmin } = principal;
  return mintActor({ principalId: id, login, isAdmin, via: "session", proof: `job`, source: "import" });
}

/** The states of imports by id, without those of other accounts. */
export function importStates(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  ids: readonly string[],
): Promise<Result<readonly ImportState[], Problem>> {
  return app.storage.read(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok) return account;
    const states: ImportState[] = [];
    for (const id of ids) {
      const job = await tx.queues.job(id);
      if (job && belongsTo(job, accountId)) states.push(stateOf(job));
    }
    return ok(states);
  });
}

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
  return ok({ removed });
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

const belongsTo = (job: Job, accountId: PrincipalId): boolean =>
  job.kind === IMPORT_JOB && (job.payload as ImportPayload).accountId === accountId;

function stateOf(job: Job): ImportState {
  const { calendarId, calendarName } = job.payload as ImportPayload;
  const { id, state } = job;
  return { id, state, calendarId, calendarName, report: reportOf(job), isStopped: isStopped(job) };
}

const isStopped = ({ progress }: Job): boolean =>
  (progress as { readonly isStopped?: boolean } | null)?.isStopped === true;

/** An import begun by an earlier version has fewer fields. */
const reportOf = (job: Job): ImportReport => ({
  ...EMPTY_REPORT,
  ...(job.progress as Partial<ImportReport>),
});

/** A colour that the actor sees on no calendar yet. */
async function freeColour({ tx, actor }: WriteScope): Promise<SnartColour> {
  const seen = await tx.calendars.accessibleTo(actor.principalId);
  return rarestColour(seen.map(({ calendar, view }) => view.color ?? calendar.color));
}
