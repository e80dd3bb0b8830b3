import type { ArchivedRow, Filling, TableShape } from "../../storage/port/archive.ts";
import { fillDatabase, NEWEST_SCHEMA, readSnapshot } from "../../storage/sql/archive/open-archive.ts";
import type { StorageTarget } from "../../storage/sql/open.ts";

/** What a text column may hold that a text is likely to be damaged by. */
const ODD = 'å ä ö \u{1F6B2} \u0000 \u0001 \u202E "quoted" \\ \n\r\n {"json": [1]} \u2028';
const TEXTS = new Set(["icalendar", "summary", "display_name", "description", "last_error"]);
const ROWS = 3;

/**
 * A database with rows in every table of a schema, whatever tables there are: row 1 of each refers to row 1 of the others.
 * @param schema the version that the rows are written in; later steps are taken afterwards
 */
export async function fillEveryTable(target: StorageTarget, schema = NEWEST_SCHEMA): Promise<void> {
  const fill = async (filling: Filling): Promise<void> => {
    for (const table of filling.tables) await filling.insert(table, rowsFor(table));
  };
  await fillDatabase(target, { schemaVersion: schema, fill });
}

/**
 * Rows that fit into a table, whatever it is.
 * @param first the number of the first row, for more than one lot
 */
export const rowsFor = (table: TableShape, first = 0): ArchivedRow[] =>
  Array.from({ length: ROWS }, (_, i) =>
    table.columns.map(({ name, kind }) => {
      if (name === "removed_modseq") return null;
      if (kind === "integer") return name === "expires_at" && i === 0 ? Number.MAX_SAFE_INTEGER : first + i;
      if (kind === "bytes") return Buffer.alloc(i * 70_000, i);
      return TEXTS.has(name) && !table.key.includes(name) ? `${ODD}${first + i}` : `key-${first + i}`;
    }),
  );

/** Every row of every table, by table. */
export async function everyRow(target: StorageTarget): Promise<Map<string, ArchivedRow[]>> {
  const all = new Map<string, ArchivedRow[]>();
  await readSnapshot(target, async (snapshot) => {
    for (const table of snapshot.tables) {
      const rows: ArchivedRow[] = [];
      for await (const page of snapshot.pages(table)) rows.push(...page.map((row) => row.map(plain)));
      all.set(table.name, rows);
    }
  });
  return all;
}

/** Bytes of the two databases are of different classes. */
export const plain = (value: ArchivedRow[number]): ArchivedRow[number] =>
  value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString("base64")}` : value;
