import { link, mkdir, mkdtemp, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isEmptyPlace } from "../storage/sql/archive/open-archive.ts";
import type { StorageTarget } from "../storage/sql/open.ts";
import { BackupProblem } from "./backup-problem.ts";
import { restoreArchive, type Restored, type RestoreOptions } from "./restore-archive.ts";

/**
 * Restores a backup where there is nothing yet. A file appears under its name when it is complete and on disk; a database of PostgreSQL
 * is filled in one transaction. So there is everything or nothing, whenever the process ends.
 * @throws BackupProblem if anything is there, or the backup can't be restored whole
 */
export async function restoreInto(
  target: StorageTarget,
  source: AsyncIterable<Uint8Array>,
  options: RestoreOptions,
): Promise<Restored> {
  if (!(await isEmptyPlace(target))) throw taken(target);
  if (target.kind === "postgres") return await restoreArchive(source, target, options);
  return await fillNewFile(target.path, async (path) => {
    await (await open(path, "wx", 0o600)).close();
    return await restoreArchive(source, { kind: "sqlite", path }, options);
  });
}

/**
 * Makes a database's file where none with anything in it is: beside its place, and there only when it is whole and on disk.
 * @param fill writes it to the path that it is given
 * @throws what `fill` throws; then nothing stays of it
 */
export async function fillNewFile<T>(place: string, fill: (path: string) => Promise<T>): Promise<T> {
  const path = `${place}.restoring`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await removeDatabase(path);
  try {
    const filled = await fill(path);
    await rm(place, { force: true });
    await syncPath(path);
    await putInPlace(path, place);
    await syncPath(dirname(path));
    return filled;
  } finally {
    await removeDatabase(path);
  }
}

/** Nothing is restored over anything. */
export const taken = (target: StorageTarget): BackupProblem =>
  new BackupProblem(
    target.kind === "sqlite"
      ? `${target.path} exists already. Restore into another folder (SNART_DATA), or move that file away first.`
      : "The database is not empty. Restore into a new one (SNART_DATABASE_URL).",
  );

/**
 * Restores a backup to a temporary place and takes that away again.
 * @param folder where there is room for it
 * @throws BackupProblem if the backup can't be restored whole
 */
export async function verifyArchive(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  options: RestoreOptions,
): Promise<Restored> {
  const place = await mkdtemp(join(folder, ".verifying-"));
  try {
    return await restoreArchive(source, { kind: "sqlite", path: join(place, "snart.sqlite") }, options);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** Unlike renaming, a link fails if somebody has made the file meanwhile; some disks have none. */
async function putInPlace(path: string, place: string): Promise<void> {
  try {
    await link(path, place);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST") throw new BackupProblem(`${place} was made by somebody else meanwhile.`);
    await rename(path, place);
  }
}

/** A database's file with all that SQLite puts beside it. */
async function removeDatabase(path: string): Promise<void> {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) await rm(path + suffix, { force: true });
}

/** Makes a file, or the names in a folder, survive a loss of power. */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
