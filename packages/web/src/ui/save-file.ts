/** A name for a file that every system takes, with the ending after a dot. */
export function fileName(title: string, otherwise: string, ending: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 80);
  return `${name || otherwise}.${ending}`;
}

/** Has the browser save a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

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

/** Has the browser save a table. */
export const saveCsv = (name: string, text: string): void => saveFile(name, text, "text/csv;charset=utf-8");
