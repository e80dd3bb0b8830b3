import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "../../storage/port.ts";
import { finishCopy, isEmptyPlace } from "../../storage/sql/archive/open-archive.ts";
import { openStorage, type StorageTarget } from "../../storage/sql/open.ts";
import { BackupProblem } from "../backup-problem.ts";
import type { Identities } from "../encryption.ts";
import { fillNewFile, taken } from "../restore-place.ts";
import { rebuildAt } from "./rebuild.ts";

/** A moment of the lines in the folder of the backups. */
export interface MomentOf {
  readonly backups: string;
  /** Milliseconds UTC. */
  readonly at: number;
  readonly identities: Identities;
}

/**
 * Restores the database as it was at a moment, where there is nothing yet; everything or nothing.
 * @returns the moment of the last piece up to then
 * @throws BackupProblem if anything is there, or the moment can't be restored
 */
export async function restoreAsOf(
  target: StorageTarget,
  moment: MomentOf,
): Promise<{ readonly stateOf: number }> {
  if (target.kind !== "sqlite")
    throw new BackupProblem(
      "Moments are kept of SQLite, and restored into a data folder (SNART_DATA); a backup of that goes into PostgreSQL.",
    );
  if (!(await isEmptyPlace(target))) throw taken(target);
  return await fillNewFile(target.path, (path) => rebuild(path, moment));
}

/** The database of a moment in a temporary place, to read from. @throws BackupProblem */
export async function openAsOf(
  folder: string,
  moment: MomentOf,
): Promise<{ readonly stateOf: number; readonly storage: Storage; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await mkdtemp(join(folder, ".verifying-"));
  try {
    const path = join(place, "snart.sqlite");
    const { stateOf } = await rebuild(path, moment);
    const storage = await openStorage({ kind: "sqlite", path });
    const close = async (): Promise<void> => {
      await storage.close();
      await rm(place, { recursive: true, force: true });
    };
    return { stateOf, storage, close };
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  }
}

async function rebuild(
  path: string,
  { backups, at, identities }: MomentOf,
): Promise<{ readonly stateOf: number }> {
  const rebuilt = await rebuildAt(backups, at, path, identities);
  const problems = await finishCopy(path).catch((error: unknown) => {
    throw new BackupProblem(
      `What was copied is no database: ${error instanceof Error ? error.message : String(error)}.`,
    );
  });
  if (problems.length > 0)
    throw new BackupProblem(`What was restored is not in order: ${problems.join("; ")}.`);
  return rebuilt;
}
