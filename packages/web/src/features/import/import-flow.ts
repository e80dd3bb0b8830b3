import { useSyncExternalStore } from "react";
import { fetchImport, startImport, undoImport, type ImportTarget } from "../../api/calendars/import-api.ts";
import { wordedCode } from "../../api/problem.ts";
import { upload } from "../../api/upload.ts";
import { Observable } from "../../store/sync/observable.ts";
import { undoableImports, type Candidate, type ImportingFile, type PassedOver } from "./import-files.ts";
import { lookAtFiles } from "./look-at-files.ts";
import { runImports, type ImportCalls } from "./run-imports.ts";

/** Whether the import has been undone. */
export type UndoState =
  | { readonly kind: "possible" | "busy" | "done" }
  | { readonly kind: "failed"; readonly code: string };

/** The state of the page's one import. It lives outside the screens, so that it continues when they change. */
export type ImportFlow =
  | { readonly kind: "idle" }
  | { readonly kind: "reading" }
  /** limit: the most bytes of one file; mostFiles: the most files that may come with one calendar */
  | {
      readonly kind: "choosing";
      readonly candidates: readonly Candidate[];
      readonly passedOver: readonly PassedOver[];
      readonly limit: number;
      readonly mostFiles: number;
    }
  | {
      readonly kind: "running";
      readonly files: readonly ImportingFile[];
      readonly passedOver: readonly PassedOver[];
      readonly hidden: boolean;
    }
  | {
      readonly kind: "finished";
      readonly files: readonly ImportingFile[];
      readonly passedOver: readonly PassedOver[];
      readonly hidden: boolean;
      readonly undo: UndoState;
    };

const flow = new Observable<ImportFlow>({ kind: "idle" });

/** Returns the state of the import. */
export const useImportFlow = (): ImportFlow => useSyncExternalStore(flow.subscribe, flow.get);

/** Starts an import with chosen or dropped files; does nothing while another import runs. */
export async function offerFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0 || flow.get().kind === "running") return;
  flow.set({ kind: "reading" });
  const looked = await lookAtFiles(files);
  if (flow.get().kind === "reading") flow.set({ kind: "choosing", ...looked });
}

/** Imports the files without a problem into one calendar, or each into a new calendar with the name that the file states. */
export async function beginImport(accountId: string, target: ImportTarget | "each"): Promise<void> {
  const at = flow.get();
  if (at.kind !== "choosing") return;
  const good = at.candidates.filter(({ problem }) => problem === undefined);
  const into = target === "each" ? good.map(({ calendarName }) => newCalendar(calendarName)) : target;
  const hidden = (): boolean => {
    const now = flow.get();
    return "hidden" in now && now.hidden;
  };
  const { passedOver } = at;
  const limits = { mostBytes: at.limit, mostFiles: at.mostFiles };
  const end = await runImports(good, into, { ...callsOf(accountId), ...limits }, (progress) =>
    flow.set({ kind: "running", files: progress, passedOver, hidden: hidden() }),
  );
  flow.set({ kind: "finished", files: end, passedOver, hidden: hidden(), undo: { kind: "possible" } });
}

const newCalendar = (name: string): ImportTarget => ({ kind: "new", name });

const callsOf = (accountId: string): Omit<ImportCalls, "mostBytes" | "mostFiles"> => ({
  upload: (file: Blob, onProgress: (share: number) => void) => upload(accountId, file, { onProgress }),
  start: (blobId, target, attachments) => startImport(accountId, blobId, target, attachments),
  get: (id: string) => fetchImport(accountId, id),
  wait: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
});

/** Removes everything that the import added and nobody has changed since. */
export async function takeBack(accountId: string): Promise<void> {
  const at = flow.get();
  if (at.kind !== "finished" || at.undo.kind === "busy" || at.undo.kind === "done") return;
  flow.set({ ...at, hidden: false, undo: { kind: "busy" } });
  for (const id of undoableImports(at.files)) {
    const answer = await undoImport(accountId, id);
    if (!answer.ok)
      return flow.set({ ...at, hidden: false, undo: { kind: "failed", code: wordedCode(answer.problem) } });
  }
  flow.set({ ...at, hidden: false, undo: { kind: "done" } });
}

/** Closes the dialog; a running import goes on out of sight. */
export function closeImport(): void {
  const at = flow.get();
  flow.set(at.kind === "running" ? { ...at, hidden: true } : { kind: "idle" });
}
