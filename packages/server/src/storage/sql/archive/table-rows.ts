import { CompiledQuery } from "kysely";
import type { ArchivedRow, ArchivedValue, TableShape } from "../../port/archive.ts";
import type { Connection, Dialect } from "../dialects/dialect.ts";

/** What is read at once is about so large, or one row. */
const PAGE_BYTES = 1024 * 1024;
const PAGE_ROWS = 1_000;
/** Of one row beside its texts. */
const ROW_BYTES = 200;
/** Parameters of one statement: far from the bounds of both databases. */
const MOST_PARAMETERS = 4_000;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const list = (names: readonly string[]): string => names.map(quoted).join(", ");

/** Numbers the parameters of a statement as its database wants them. */
const placeholders = (dialect: Dialect, from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => (dialect.name === "sqlite" ? "?" : `$${from + i}`)).join(", ");

/** See `Snapshot.count`. */
export async function countRows(connection: Connection, { name }: TableShape): Promise<number> {
  const text = `select count(*) as count from ${quoted(name)}`;
  const [row] = await connection.rows(CompiledQuery.raw(text) as CompiledQuery<{ count: number }>);
  return row?.count ?? 0;
}

/** See `Snapshot.pages`. How many rows make a page is asked first: one row may be as large as all others together. */
export async function* readPages(
  connection: Connection,
  dialect: Dialect,
  { name, columns, key }: TableShape,
): AsyncGenerator<readonly ArchivedRow[]> {
  const size = columns
    .filter(({ kind }) => kind !== "integer")
    .map((column) => `coalesce(octet_length(${quoted(column.name)}), 0)`)
    .join(" + ");
  const names = columns.map((column) => column.name);
  const keyPlaces = key.map((column) => names.indexOf(column));
  let last: ArchivedRow | undefined;
  for (;;) {
    const after =
      last === undefined ? "" : `where (${list(key)}) > (${placeholders(dialect, 1, key.length)})`;
    const parameters = last === undefined ? [] : keyPlaces.map((place) => last?.[place]);
    const rest = `from ${quoted(name)} ${after} order by ${list(key)}`;
    const ask = <V extends readonly unknown[]>(what: string, limit: number): Promise<V[]> =>
      connection.values<V>(CompiledQuery.raw(`select ${what} ${rest} limit ${limit}`, parameters));
    const sizes = await ask<[number]>(size === "" ? "0" : size, PAGE_ROWS);
    if (sizes.length === 0) return;
    const rows = await ask<ArchivedValue[]>(list(names), fitting(sizes));
    yield rows;
    last = rows.at(-1);
  }
}

function fitting(sizes: readonly (readonly [number])[]): number {
  let bytes = 0;
  for (const [i, [size]] of sizes.entries()) {
    bytes += size + ROW_BYTES;
    if (i > 0 && bytes > PAGE_BYTES) return i;
  }
  return sizes.length;
}

/** See `Filling.insert`. */
export async function insertRows(
  connection: Connection,
  dialect: Dialect,
  table: TableShape,
  rows: readonly ArchivedRow[],
): Promise<void> {
  const width = table.columns.length;
  const most = Math.max(1, Math.floor(MOST_PARAMETERS / width));
  for (let from = 0; from < rows.length; from += most) {
    const some = rows.slice(from, from + most);
    const text = insertion(dialect, table, some.length);
    await connection.run(CompiledQuery.raw(text, some.flat()));
  }
}

function insertion(dialect: Dialect, { name, columns }: TableShape, count: number): string {
  const width = columns.length;
  const rows = Array.from({ length: count }, (_, i) => `(${placeholders(dialect, i * width + 1, width)})`);
  return `insert into ${quoted(name)} (${list(columns.map((column) => column.name))}) values ${rows.join(", ")}`;
}
