import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "../storage/port.ts";
import { openStorage } from "../storage/sql/open.ts";
import { restoreArchive, type Restored, type RestoreOptions } from "./restore-archive.ts";

/** A backup that can be read as a database of the present schema. */
export interface OpenBackup extends Restored {
  readonly storage: Storage;
  /** Takes it away again. */
  close(): Promise<void>;
}

/**
 * Restores a backup to a temporary place, verifies it there, and opens it.
 * @param folder where there is room for it; what a process that was ended leaves there goes with the next backups
 * @throws BackupProblem if the backup can't be restored whole
 */
export async function openBackup(
  source: AsyncIterable<Uint8Array>,
  folder: string,
  options: RestoreOptions,
): Promise<OpenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const place = await mkdtemp(join(folder, ".verifying-"));
  const remove = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const target = { kind: "sqlite", path: join(place, "snart.sqlite") } as const;
    const restored = await restoreArchive(source, target, options);
    const storage = await openStorage(target);
    const close = async (): Promise<void> => {
      await storage.close();
      await remove();
    };
    return { ...restored, storage, close };
  } catch (error) {
    await remove();
    throw error;
  }
}
