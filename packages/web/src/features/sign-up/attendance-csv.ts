import type { SignUpEntryRecord } from "@snart/calendar/jmap/sign-up.ts";

/** The words of the file, in the reader's language. */
interface CsvWords {
  readonly head: readonly string[];
  readonly status: (entry: SignUpEntryRecord) => string;
  readonly time: (at: number) => string;
  readonly attended: (hasAttended: boolean) => string;
}

/** What begins a formula in a spreadsheet, where what others have typed would do something when the file is opened. */
const FORMULA = /^[\s\0]*[=+\-@\t\r＝＋－＠]/;

/** A cell as RFC 4180 has it, that no spreadsheet takes for a formula. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
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
  return `\uFEFF${[words.head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A name for the file that every system takes. */
export function csvName(title: string, otherwise: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  return `${name || otherwise}.csv`;
}
