import type { CommandContext, Flag } from "./command.ts";
import { printable } from "./printable.ts";

/** The flag of every command that prints something for programs as well. */
export const JSON_FLAG: { readonly json: Flag } = { json: { says: "Prints it as JSON, for programs." } };

/** Prints a value as one line of JSON with `--json`, and otherwise as its lines. @returns the exit code 0 */
export function print(
  { values, stdout }: Pick<CommandContext, "values" | "stdout">,
  value: unknown,
  lines: readonly string[],
): number {
  if (values["json"] === true) stdout(`${JSON.stringify(value)}\n`);
  else for (const line of lines) stdout(`${line}\n`);
  return 0;
}

/** Prints records, a line each with its cells between tabs; as JSON with `--json`. */
export const printRows = <T>(
  context: Pick<CommandContext, "values" | "stdout">,
  rows: readonly T[],
  cells: (row: T) => readonly (string | number | null)[],
): number =>
  print(
    context,
    rows,
    rows.map((row) => lineOf(cells(row))),
  );

/** The same for one record: as an object with `--json`. */
export const printRow = <T>(
  context: Pick<CommandContext, "values" | "stdout">,
  row: T,
  cells: (row: T) => readonly (string | number | null)[],
): number => print(context, row, [lineOf(cells(row))]);

/** One line of cells between tabs; nothing that was typed by people breaks it. */
export const lineOf = (cells: readonly (string | number | null)[]): string =>
  cells.map((cell) => printable(cell === null ? "-" : String(cell))).join("\t");

/** An instant for people and programs alike; null: never. */
export const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
