import type { ReportRowRecord } from "@snart/calendar/jmap/booking.ts";

/** The columns that have numbers, in order. */
export const NUMBERS = ["booked", "used", "released", "cancelledLate", "refused"] as const;
export type Column = "name" | (typeof NUMBERS)[number];

/** Rows by a column: names from A, numbers the greatest first; equal ones by name. */
export function sorted(
  rows: readonly ReportRowRecord[],
  column: Column,
  compare: (a: string, b: string) => number,
): readonly ReportRowRecord[] {
  const byName = (a: ReportRowRecord, b: ReportRowRecord): number => compare(a.name ?? "", b.name ?? "");
  if (column === "name") return rows.toSorted(byName);
  return rows.toSorted((a, b) => b[column] - a[column] || byName(a, b));
}

/** How much all of them have together. */
export const totalOf = (rows: readonly ReportRowRecord[], column: (typeof NUMBERS)[number]): number =>
  rows.reduce((sum, row) => sum + row[column], 0);

/** `2026-10`, some months later. */
export function monthsLater(month: string, months: number): string {
  const [year = 1970, number = 1] = month.split("-").map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

/** A field of a CSV file (RFC 4180). What a spreadsheet would take for a formula is kept a text. */
export function csvField(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file of CSV with its heads; the mark at its beginning says that it is UTF-8 to programs that would not guess so. */
export function csvOf(heads: readonly string[], rows: readonly ReportRowRecord[], nobody: string): string {
  const lines = rows.map((row) => [row.name ?? nobody, ...NUMBERS.map((column) => row[column])]);
  return `\uFEFF${[heads, ...lines].map((line) => line.map(csvField).join(",")).join("\r\n")}\r\n`;
}
