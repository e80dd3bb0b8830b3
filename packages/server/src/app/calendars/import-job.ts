import { rarestColour, type SnartColour } from "@snart/calendar/jscalendar/snart-colours.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, Millis, PrincipalId } from "../../storage/records/ids.ts";
import type { Job, JobOwner } from "../../storage/records/queues.ts";
import { mintActor, type Actor } from "../actor.ts";
import { queuedJob } from "../outbox/queued-job.ts";
import type { App } from "../app.ts";
import { downloadBlob, type DownloadedBlob } from "../blobs.ts";
import { insertCalendar } from "./create-calendar.ts";
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
  readonly begunAt: Millis;
}

/** The job's stored state from beginning to end. It begins with whom it is for: by that they are found. */
interface ImportPayload extends JobOwner {
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
  /** absent in those of an earlier version */
  readonly begunAt?: Millis;
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
    const payload = payloadOf(actor, target.value.calendar, request, scope.now);
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
  begunAt: Millis,
): ImportPayload {
  const { id, accountId, name } = calendar;
  return {
    accountId,
    actorId: actor.principalId,
    actorLogin: actor.login,
    begunAt,
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

/** More than anybody looks through. */
const MOST_LISTED = 40;

/** The actor's own imports into an account, the latest first: those that can still be stopped or undone. */
export function ownImports(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly ImportState[], Problem>> {
  return app.storage.read(async (tx) => {
    const account = await grantAccount(tx, actor, accountId);
    if (!account.ok) return account;
    const owner = { accountId, actorId: actor.principalId };
    const states: ImportState[] = [];
    for (const job of await tx.queues.jobsOf(IMPORT_JOB, owner, MOST_LISTED)) {
      const grant = await grantCalendar(tx, actor, stateOf(job).calendarId, "mayWriteOwn");
      if (grant.ok && !isUndone(job)) states.push(stateOf(job));
    }
    return ok(states.toSorted((a, b) => b.begunAt - a.begunAt));
  });
}

/** Whether a job is an import into this account. */
export const belongsTo = (job: Job, accountId: PrincipalId): boolean =>
  job.kind === IMPORT_JOB && (job.payload as ImportPayload).accountId === accountId;

/** An import as its job says it. */
export function stateOf(job: Job): ImportState {
  const payload = job.payload as ImportPayload;
  const { calendarId, calendarName } = payload;
  const { id, state } = job;
  const [report, begunAt] = [reportOf(job), payload.begunAt ?? job.runAt];
  return { id, state, calendarId, calendarName, report, isStopped: isStopped(job), begunAt };
}

const isStopped = ({ progress }: Job): boolean =>
  (progress as { readonly isStopped?: boolean } | null)?.isStopped === true;

const isUndone = ({ progress }: Job): boolean =>
  (progress as { readonly isUndone?: boolean } | null)?.isUndone === true;

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
