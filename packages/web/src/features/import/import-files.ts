import type { ImportRecord } from "@snart/calendar/jmap/import.ts";
import type { ImportTarget } from "../../api/calendars/import-api.ts";
import type { ArchivedFiles } from "./unpack-archive.ts";

/** The reason why a file is not sent. */
const PROBLEMS = ["notCalendar", "archive", "empty", "unreadable", "tooLarge"] as const;
type FileProblem = (typeof PROBLEMS)[number];

/** Whether a code says why a file is not sent. */
export const isFileProblem = (code: string): code is FileProblem =>
  PROBLEMS.some((problem) => problem === code);

/** A calendar file, and its attachments if it came in an archive. */
export interface Importable {
  readonly file: File;
  readonly archived?: ArchivedFiles;
}

/** A file that was chosen or dropped, after a look at its beginning. */
export interface Candidate extends Importable {
  /** the calendar's own name in the file, or the file's without its ending */
  readonly calendarName: string;
  readonly problem: FileProblem | undefined;
}

/** A file of an archive that is not imported, such as Google's own list of tasks. */
export interface PassedOver {
  readonly name: string;
  readonly kind: "googleTasks" | "other";
}

/**
 * Returns the files of an archive that people may miss after an import, by their paths. Nobody misses a file that only
 * describes the archive, as some of Google's and Snart's do.
 */
export function passedOverFiles(paths: readonly string[]): readonly PassedOver[] {
  return paths.filter(isMissed).map((path) => ({
    name: path.split("/").at(-1) ?? path,
    kind: /(?:^|\/)Tasks\/[^/]+\.json$/i.test(path) ? "googleTasks" : "other",
  }));
}

const isMissed = (path: string): boolean =>
  !/\/$|(?:^|\/)(?:\.[^/]*|archive_browser\.html|README\.txt|profile\.json)$/i.test(path);

/** The progress of one file. */
export type FileProgress =
  | { readonly kind: "waiting" }
  /** share 0–1 */
  | { readonly kind: "uploading"; readonly share: number }
  | { readonly kind: "importing"; readonly job: ImportRecord }
  | { readonly kind: "done"; readonly job: ImportRecord }
  | { readonly kind: "dead"; readonly job: ImportRecord }
  /** the import goes on, but the page can no longer follow it */
  | { readonly kind: "lost"; readonly job: ImportRecord }
  | { readonly kind: "failed"; readonly code: string };

export interface ImportingFile {
  readonly name: string;
  readonly progress: FileProgress;
}

/** The bytes that are read of a file: enough to find the first component, and fast for a file of any size. */
export const HEAD_BYTES = 64 * 1024;

/** Reads from the beginning of a file whether it is a calendar, and its name. `limit` in bytes. */
export function judgeFile(
  name: string,
  size: number,
  head: string,
  limit: number,
): Omit<Candidate, keyof Importable> {
  const calendarName = ownName(head) ?? nameOfFile(name);
  return { calendarName, problem: problemOf(size, head, limit) };
}

function problemOf(size: number, head: string, limit: number): FileProblem | undefined {
  if (size === 0) return "empty";
  if (head.startsWith("PK\u0003\u0004") || head.startsWith("\u001f")) return "archive";
  if (!/^BEGIN:VCALENDAR\s*$/im.test(head)) return "notCalendar";
  return size > limit ? "tooLarge" : undefined;
}

/** Returns NAME (RFC 7986 §5.1), or the older X-WR-CALNAME. */
function ownName(head: string): string | undefined {
  const beforeFirst = head.split(/^BEGIN:V(?!CALENDAR)/im, 1)[0] ?? "";
  const found = /^(?:X-WR-CALNAME|NAME)(?:;[^:\r\n]*)?:(.*)$/im.exec(beforeFirst)?.[1];
  const name = found?.replaceAll(/\\([,;\\])/g, "$1").trim();
  return name ? shortened(name) : undefined;
}

const nameOfFile = (name: string): string => shortened(name.replace(/\.[a-z]{2,9}$/i, "").trim() || name);
const LONGEST_NAME = 100;
const shortened = (name: string): string => Array.from(name).slice(0, LONGEST_NAME).join("");

/** The numbers of several imports together. */
interface ImportTotals {
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: number;
  /** the number of events that were imported without a part */
  readonly mended: number;
  /** the number of attached files */
  readonly attachments: number;
  readonly missed: number;
}

/** Returns the number of events that were left out: the server shortens their list, but not the counts. */
const leftOut = ({ processed, added, updated, unchanged, skipped }: ImportRecord): number =>
  Math.max(skipped.length, processed - added - updated - unchanged);

/** Returns the combined results of all files. */
export function totalsOf(files: readonly ImportingFile[]): ImportTotals {
  return files.reduce<ImportTotals>(
    (sum, { progress }) => {
      if (!("job" in progress)) return sum;
      const { added, updated, unchanged, mendedCount, attachments, missedCount } = progress.job;
      return {
        added: sum.added + added,
        updated: sum.updated + updated,
        unchanged: sum.unchanged + unchanged,
        skipped: sum.skipped + leftOut(progress.job),
        mended: sum.mended + mendedCount,
        attachments: sum.attachments + attachments,
        missed: sum.missed + missedCount,
      };
    },
    { added: 0, updated: 0, unchanged: 0, skipped: 0, mended: 0, attachments: 0, missed: 0 },
  );
}

/** Returns whether all, some or nothing of the import was done. */
export function outcomeOf(files: readonly ImportingFile[]): "done" | "partly" | "failed" {
  const whole = files.filter(({ progress }) => progress.kind === "done" && isWhole(progress.job));
  if (whole.length === files.length) return "done";
  const { added, updated, unchanged } = totalsOf(files);
  return added + updated + unchanged > 0 ? "partly" : "failed";
}

const isWhole = ({ skipped, mendedCount, missedCount }: ImportRecord): boolean =>
  skipped.length === 0 && mendedCount === 0 && missedCount === 0;

/** Returns the imports that added something and can be undone. */
export const undoableImports = (files: readonly ImportingFile[]): readonly string[] =>
  files.flatMap(({ progress }) => ("job" in progress && progress.job.added > 0 ? [progress.job.id] : []));

/** Returns the target of the next file: once the first file has created the new calendar, the others go there. */
export const nextTarget = (target: ImportTarget, job: ImportRecord): ImportTarget =>
  target.kind === "new" && job.calendarId !== "" ? { kind: "calendar", calendarId: job.calendarId } : target;

/** Returns the progress of the present step of a file, 0–1; undefined if unknown. */
export function shareOf(progress: FileProgress): number | undefined {
  if (progress.kind === "uploading") return progress.share;
  if (progress.kind !== "importing") return progress.kind === "waiting" ? 0 : 1;
  const { processed, total } = progress.job;
  return total === null || total === 0 ? undefined : Math.min(1, processed / total);
}
