/** What begins a formula in a spreadsheet, where what others have typed would do something when the file is opened. */
const FORMULA = /^[\s\0]*[=+\-@\t\r＝＋－＠]/;

/** A cell as RFC 4180 has it, that no spreadsheet takes for a formula. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** A table as a file: RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;

/** A name for the file that every system takes. */
export function csvName(title: string, otherwise: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  return `${name || otherwise}.csv`;
}

/** Has the browser save a table. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
