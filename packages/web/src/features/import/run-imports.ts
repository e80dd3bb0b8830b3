import type { Result } from "@snart/calendar/result.ts";
import type { ImportJob, ImportTarget } from "../../api/import-api.ts";
import type { ApiProblem } from "../../api/problem.ts";
import { wordedCode } from "../../api/problem.ts";
import { nextTarget } from "./model.ts";
import type { FileProgress, ImportingFile } from "./model.ts";

/** What an import needs from outside. */
export interface ImportCalls {
  readonly upload: (file: Blob, onProgress: (share: number) => void) => Promise<Result<string, ApiProblem>>;
  readonly start: (blobId: string, target: ImportTarget) => Promise<Result<ImportJob, ApiProblem>>;
  readonly get: (id: string) => Promise<Result<ImportJob, ApiProblem>>;
  /** waits some milliseconds */
  readonly wait: (ms: number) => Promise<void>;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;
/** So many unanswered questions in a row, and the import is left to itself. */
const MAX_SILENT = 20;

/**
 * Sends the files one after the other and follows each to its end; tells every step. Never throws for a refusal.
 * @param target one for all of them, or one for each
 */
export async function runImports(
  files: readonly File[],
  target: ImportTarget | readonly ImportTarget[],
  calls: ImportCalls,
  onChange: (files: readonly ImportingFile[]) => void,
): Promise<readonly ImportingFile[]> {
  let state: readonly ImportingFile[] = files.map(({ name }) => ({ name, progress: { kind: "waiting" } }));
  const [first, ...others] = [target].flat();
  let into = first;
  onChange(state);
  for (const [index, file] of files.entries()) {
    const tell = (progress: FileProgress): void => {
      state = state.map((each, at) => (at === index ? { ...each, progress } : each));
      onChange(state);
      if ("job" in progress && into && others.length === 0) into = nextTarget(into, progress.job);
    };
    if (into) await runOne(file, into, calls, tell);
    if (others.length > 0) into = others[index];
  }
  return state;
}

async function runOne(
  file: File,
  target: ImportTarget,
  calls: ImportCalls,
  tell: (progress: FileProgress) => void,
): Promise<void> {
  tell({ kind: "uploading", share: 0 });
  const blob = await calls.upload(file, (share) => tell({ kind: "uploading", share }));
  if (!blob.ok) return tell({ kind: "failed", code: wordedCode(blob.problem) });
  const started = await calls.start(blob.value, target);
  if (!started.ok) return tell({ kind: "failed", code: wordedCode(started.problem) });
  await follow(started.value, calls, tell);
}

async function follow(
  started: ImportJob,
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
