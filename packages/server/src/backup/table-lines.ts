import { createHash } from "node:crypto";
import type { ArchivedRow, ArchivedValue, TableShape } from "../storage/port/archive.ts";
import { damaged } from "./backup-problem.ts";

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash("sha256").update(bytes).digest("hex");

/** A row as a line of JSON: its values, where bytes are named by their SHA-256 and come as files. */
export function lineOf(row: ArchivedRow, onBytes: (hash: string, bytes: Uint8Array) => void): string {
  const values = row.map((value) => {
    if (!(value instanceof Uint8Array)) return value;
    const file = sha256Of(value);
    onBytes(file, value);
    return { file };
  });
  return `${JSON.stringify(values)}\n`;
}

/**
 * The rows of a part.
 * @throws BackupProblem if a line is no row of the table, or names a file that did not come before it
 */
export function rowsOf(
  part: string,
  content: Buffer,
  table: TableShape,
  files: ReadonlyMap<string, Uint8Array>,
): ArchivedRow[] {
  const lines = content.toString("utf8").split("\n");
  if (lines.pop() !== "") throw damaged(part);
  return lines.map((line) => rowOf(part, line, table, files));
}

function rowOf(
  part: string,
  line: string,
  { columns }: TableShape,
  files: ReadonlyMap<string, Uint8Array>,
): ArchivedRow {
  const values = jsonOf(line);
  if (!Array.isArray(values) || values.length !== columns.length) throw damaged(part);
  return columns.map(({ kind }, i) => {
    const value = valueOf(values[i], kind, files);
    if (value === undefined) throw damaged(part);
    return value;
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function valueOf(
  value: unknown,
  kind: TableShape["columns"][number]["kind"],
  files: ReadonlyMap<string, Uint8Array>,
): ArchivedValue | undefined {
  if (value === null) return null;
  if (kind === "text") return typeof value === "string" ? value : undefined;
  if (kind === "integer") return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
  const named = typeof value === "object" && "file" in value ? value.file : undefined;
  return typeof named === "string" ? files.get(named) : undefined;
}

/** SHA-256 and number of a table's lines, as they come. */
export class TableSum {
  readonly #hash = createHash("sha256");
  rows = 0;

  add(lines: Uint8Array | string, rows: number): void {
    this.#hash.update(lines);
    this.rows += rows;
  }

  end(): { readonly rows: number; readonly sha256: string } {
    return { rows: this.rows, sha256: this.#hash.digest("hex") };
  }
}
