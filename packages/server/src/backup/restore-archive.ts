import type { Filling, TableShape } from "../storage/port/archive.ts";
import { StorageFailure } from "../storage/port/failure.ts";
import { fillDatabase, NEWEST_SCHEMA } from "../storage/sql/archive/open-archive.ts";
import type { StorageTarget } from "../storage/sql/open.ts";
import { BackupProblem, damaged } from "./backup-problem.ts";
import { decrypted, type Identities } from "./encryption.ts";
import type { Contents, Manifest } from "./manifest.ts";
import { readArchive, type OpenArchive } from "./read-archive.ts";
import { lineOf, TableSum } from "./table-lines.ts";
import type { OnProgress } from "./write-archive.ts";

export interface RestoreOptions {
  readonly identities?: Identities | undefined;
  readonly onProgress?: OnProgress | undefined;
}
/** What was restored, and found to be all that the backup holds. */
export interface Restored {
  readonly manifest: Manifest;
  readonly contents: Contents;
}

/**
 * Fills an empty database with a backup, in one transaction, and reads everything again to compare it with what the backup says.
 * @param target a database without tables; a file that stays half written when this throws
 * @throws BackupProblem if the backup can't be restored whole
 */
export async function restoreArchive(
  source: AsyncIterable<Uint8Array>,
  target: StorageTarget,
  { identities = [], onProgress }: RestoreOptions,
): Promise<Restored> {
  const archive = await readArchive(await decrypted(source, identities), NEWEST_SCHEMA);
  const { manifest } = archive;
  let contents: Contents | undefined;
  const fill = async (filling: Filling): Promise<void> => {
    checkShapes(manifest, filling);
    contents = await take(archive, filling, onProgress);
    for (const table of manifest.tables) await compare(table, filling, contents);
  };
  const problems = await fillDatabase(target, { schemaVersion: manifest.schemaVersion, fill }).catch(
    (error: unknown) => {
      throw inWords(error);
    },
  );
  if (contents === undefined || problems.length > 0)
    throw new BackupProblem(`What was restored is not in order: ${problems.join("; ")}.`);
  return { manifest, contents };
}

function inWords(error: unknown): unknown {
  if (error instanceof StorageFailure && error.kind === "full")
    return new BackupProblem("There is no room left on the disk.", "no-room");
  return error;
}

/** Names come from the backup and go into statements: only those that the schema has. */
function checkShapes({ tables, schemaVersion }: Manifest, filling: Filling): void {
  const inWord = (shapes: readonly TableShape[]): string => shapes.map(shapeInWords).toSorted().join("\n");
  if (inWord(tables) !== inWord(filling.tables))
    throw new BackupProblem(`This backup has other tables than schema ${schemaVersion} had.`);
}
const shapeInWords = ({ name, columns, key }: TableShape): string => {
  const inOrder = columns.map((column) => `${column.name} ${column.kind}`).toSorted();
  return `${name} (${inOrder.join(", ")}) by ${key.join(", ")}`;
};

async function take(
  archive: OpenArchive,
  filling: Filling,
  onProgress: OnProgress | undefined,
): Promise<Contents> {
  const all = archive.manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  return await archive.rows(async (table, rows) => {
    await filling.insert(table, rows).catch((error: unknown) => {
      if (error instanceof StorageFailure) throw error;
      throw damaged(
        `a row of ${table.name} is refused: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    done += rows.length;
    onProgress?.({ done, all });
  });
}

async function compare(table: TableShape, filling: Filling, contents: Contents): Promise<void> {
  const sum = new TableSum();
  for await (const rows of filling.pages(table))
    sum.add(rows.map((row) => lineOf(row, () => undefined)).join(""), rows.length);
  const { rows, sha256 } = sum.end();
  const expected = contents.tables[table.name];
  if (expected?.rows !== rows || expected.sha256 !== sha256)
    throw new BackupProblem(
      `The database did not keep the table ${table.name} as the backup has it (${rows} rows of ${expected?.rows ?? 0}).`,
    );
}
