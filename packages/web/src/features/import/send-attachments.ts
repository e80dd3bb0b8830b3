import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { wordedCode, type ApiProblem } from "../../api/problem.ts";
import type { ArchiveEntry } from "./read-archive.ts";
import type { ArchivedFiles } from "./unpack-archive.ts";

/** The outcome of each file by MANAGED-ID: its blob, or the reason why it has none. */
export type SentFiles = Map<string, Result<string, string>>;

export interface SendingCalls {
  readonly upload: (file: Blob, onProgress: (share: number) => void) => Promise<Result<string, ApiProblem>>;
  /** the most bytes of one upload */
  readonly mostBytes: number;
  /** the most files that may come with one calendar */
  readonly mostFiles: number;
}

/** Returns the ids by which a calendar names its attached files (RFC 8607 §4), in the order of its text, each once. */
export function idsNamedIn(text: string, archived: ArchivedFiles): readonly string[] {
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, "");
  const named = unfolded.matchAll(/;MANAGED-ID=(?:"([^"\r\n]*)"|([^";:,\r\n]+))/gi);
  const ids = new Set<string>();
  for (const [, quoted, plain] of named) ids.add(quoted ?? plain ?? "");
  return [...ids].filter((id) => archived.has(id));
}

/**
 * Uploads the files that a calendar names, one after the other, without those already sent for another calendar.
 * @param sent the files sent before, which is extended
 * @param onSent gets the number of bytes processed
 * @returns a problem only if the server could not be reached: a refused file is recorded in `sent`
 */
export async function sendAttachments(
  files: readonly (readonly [id: string, file: ArchiveEntry])[],
  { upload, mostBytes }: SendingCalls,
  sent: SentFiles,
  onSent: (bytes: number) => void,
): Promise<Result<void, ApiProblem>> {
  let before = 0;
  for (const [id, file] of files) {
    if (!sent.has(id)) {
      const content = file.size > mostBytes ? undefined : await file.read();
      const given = content && (await upload(content, (share) => onSent(before + share * file.size)));
      if (given && !given.ok && given.problem.kind === "unreachable") return given;
      if (given) sent.set(id, given.ok ? given : failed(wordedCode(given.problem)));
      else sent.set(id, failed(file.size > mostBytes ? "attachment-too-large" : "unreadable"));
    }
    before += file.size;
    onSent(before);
  }
  return ok(undefined);
}
