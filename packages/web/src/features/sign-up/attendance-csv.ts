import type { SignUpEntryRecord } from "@snart/calendar/jmap/sign-up.ts";
import { csvText } from "../../ui/save-file.ts";

/** The words of the file, in the reader's language. */
interface CsvWords {
  readonly head: readonly string[];
  readonly status: (entry: SignUpEntryRecord) => string;
  readonly time: (at: number) => string;
  readonly attended: (hasAttended: boolean) => string;
}

/**
 * The list of those who come, as a file: RFC 4180, with the mark by which spreadsheets know UTF-8.
 * @returns one row for each answer, in the order of the list
 */
export function attendanceCsv(list: readonly SignUpEntryRecord[], words: CsvWords): string {
  const rows = list.map((entry) => [
    entry.name,
    String(entry.people),
    words.status(entry),
    entry.position === null ? "" : String(entry.position),
    entry.note,
    entry.email ?? "",
    entry.answeredAt === null ? "" : words.time(Date.parse(entry.answeredAt)),
    entry.place === "placed" ? words.attended(entry.hasAttended) : "",
  ]);
  return csvText([words.head, ...rows]);
}
