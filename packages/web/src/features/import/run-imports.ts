import { ok, type Result } from "@snart/calendar/result.ts";
import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import type { BlobIds, ImportTarget } from "../../api/calendars/import-api.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import { nextTarget, type FileProgress, type Importable, type ImportingFile } from "./import-files.ts";
import { idsNamedIn, sendAttachments, type SendingCalls, type SentFiles } from "./send-attachments.ts";
import type { ArchiveEntry } from "./read-archive.ts";
import type { ArchivedFiles } from "./unpack-archive.ts";

/** The outside functions of an import. */
export interface ImportCalls extends SendingCalls {
  readonly start: (
    blobId: string,
    target: ImportTarget,
    attachments: BlobIds | undefined,
  ) => Promise<Result<ImportRecord, ApiProblem>>;
  readonly get: (id: string) => Promise<Result<ImportRecord, ApiProblem>>;
  /** waits some milliseconds */
  readonly wait: (ms: number) => Promise<void>;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;
/** The failed requests in a row after which the import is no longer followed. */
const MAX_SILENT = 20;

/**
 * Sends the files one after the other, follows each to its end and reports every step. A refusal does not make it throw.
 * @param target one for all of them, or one for each
 */
export async function runImports(
  files: readonly Importable[],
  target: ImportTarget | readonly ImportTarget[],
  calls: ImportCalls,
  onChange: (files: readonly ImportingFile[]) => void,
): Promise<readonly ImportingFile[]> {
  let state: readonly ImportingFile[] = files.map(({ file }) => ({
    name: file.name,
    progress: { kind: "waiting" },
  }));
  const sent = new Map<Importable["archived"], SentFiles>();
  const [first, ...others] = [target].flat();
  let into = first;
  onChange(state);
  for (const [index, file] of files.entries()) {
    const tell = (progress: FileProgress): void => {
      state = state.map((each, at) => (at === index ? { ...each, progress } : each));
      onChange(state);
      if ("job" in progress && into && others.length === 0) into = nextTarget(into, progress.job);
    };
    const sentOfArchive = sent.get(file.archived) ?? new Map();
    sent.set(file.archived, sentOfArchive);
    if (into) await runOne({ ...file, sent: sentOfArchive }, into, calls, tell);
    if (others.length > 0) into = others[index];
  }
  return state;
}

async function runOne(
  importable: Importable & { readonly sent: SentFiles },
  target: ImportTarget,
  calls: ImportCalls,
  tell: (progress: FileProgress) => void,
): Promise<void> {
  const { file, archived, sent } = importable;
  tell({ kind: "uploading", share: 0 });
  const named = archived ? (await filesNamedIn(file, archived)).slice(0, calls.mostFiles) : [];
  const total = named.reduce((sum, [, { size }]) => sum + size, file.size);
  const blob = await calls.upload(file, (share) =>
    tell({ kind: "uploading", share: (share * file.size) / total }),
  );
  if (!blob.ok) return tell({ kind: "failed", code: wordedCode(blob.problem) });
  const attached = await sendAttachments(named, calls, sent, (bytes) =>
    tell({ kind: "uploading", share: (file.size + bytes) / total }),
  );
  if (!attached.ok) return tell({ kind: "failed", code: wordedCode(attached.problem) });
  const started = await calls.start(blob.value, target, archived && blobIdsOf(named, sent));
  if (!started.ok) return tell({ kind: "failed", code: wordedCode(started.problem) });
  await follow(started.value, calls, (progress) =>
    tell("job" in progress ? { ...progress, job: withReasons(progress.job, sent) } : progress),
  );
}

/**
 * Sends the files that came with a calendar in an archive.
 * @returns their blobs; undefined: it came without any, and its references stay unchanged
 */
export async function attachmentsFor(
  { file, archived }: Importable,
  calls: SendingCalls,
): Promise<Result<BlobIds | undefined, ApiProblem>> {
  if (!archived) return ok(undefined);
  const named = (await filesNamedIn(file, archived)).slice(0, calls.mostFiles);
  const sent: SentFiles = new Map();
  const attached = await sendAttachments(named, calls, sent, () => undefined);
  return attached.ok ? ok(blobIdsOf(named, sent)) : attached;
}

async function filesNamedIn(
  calendar: Blob,
  archived: ArchivedFiles,
): Promise<readonly (readonly [string, ArchiveEntry])[]> {
  if (archived.size === 0) return [];
  return idsNamedIn(await calendar.text(), archived).flatMap((id) => {
    const entry = archived.get(id);
    return entry ? [[id, entry] as const] : [];
  });
}

function blobIdsOf(named: readonly (readonly [string, ArchiveEntry])[], sent: SentFiles): BlobIds {
  const ids = named.flatMap(([id]) => {
    const file = sent.get(id);
    return file?.ok ? [[id, file.value] as const] : [];
  });
  return Object.fromEntries(ids);
}

/** Adds the reason why a file could not be sent: the server only knows that it is missing. */
const withReasons = (job: ImportRecord, sent: SentFiles): ImportRecord => ({
  ...job,
  missedAttachments: job.missedAttachments.map((missed) => {
    const file = sent.get(missed.managedId);
    return file && !file.ok ? { ...missed, code: file.problem } : missed;
  }),
});

async function follow(
  started: ImportRecord,
  calls: ImportCalls,
  tell: (progress: FileProgress) => void,
): Promise<void> {
  let job = started;
  let pause = FIRST_PAUSE;
  let silent = 0;
  while (job.state !== "done" && job.state !== "dead") {
    tell({ kind: "importing", job });
    await calls.wait(pause);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE);
    const asked = await calls.get(job.id);
    if (asked.ok) {
      silent = 0;
      job = asked.value;
    } else if (asked.problem.kind !== "unreachable") {
      return tell({ kind: "failed", code: wordedCode(asked.problem) });
    } else if (++silent >= MAX_SILENT) {
      return tell({ kind: "lost", job });
    }
  }
  tell({ kind: job.state, job });
}
