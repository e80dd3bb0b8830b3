import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { readSnapshot } from "../storage/sql/archive/open-archive.ts";
import type { Snapshot } from "../storage/port/archive.ts";
import type { StorageTarget } from "../storage/sql/open.ts";
import { backupFileName, readBackupName, type BackupKind, type BackupName } from "./backup-names.ts";
import { BackupProblem } from "./backup-problem.ts";
import {
  encrypted,
  isEncryptedFor,
  isPassphrase,
  passingKey,
  type Identities,
  type Recipients,
} from "./encryption.ts";
import type { Contents, Manifest } from "./manifest.ts";
import { syncPath, verifyArchive } from "./restore-place.ts";
import { type ArchiveOptions, type OnProgress, writeArchive } from "./write-archive.ts";

export interface BackupOptions extends Omit<ArchiveOptions, "onProgress"> {
  readonly kind: BackupKind;
  readonly recipients: Recipients;
  /** Whether it is restored to a temporary place before it gets its name. */
  readonly verify: boolean;
  readonly onProgress?: ((step: "copy" | "verify", ...progress: Parameters<OnProgress>) => void) | undefined;
}

/** A backup in a folder. */
export interface BackupFile extends BackupName {
  readonly path: string;
  readonly bytes: number;
}
export interface MadeBackup extends BackupFile {
  /** What it was found to hold; undefined: it was not verified. */
  readonly verified: { readonly manifest: Manifest; readonly contents: Contents } | undefined;
}

/** The bytes of a file, which is opened when they are asked for. */
export async function* bytesOfFile(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>;
}

/** Runs with the database as it is at one moment. */
export type WithSnapshot = (work: (snapshot: Snapshot) => Promise<void>) => Promise<void>;
export const snapshotOf =
  (target: StorageTarget): WithSnapshot =>
  (work) => {
    if (target.kind === "sqlite" && !existsSync(target.path))
      throw new BackupProblem(`There is nothing to back up: no file ${target.path}.`);
    return readSnapshot(target, work);
  };

/**
 * Makes a backup in a folder: under a temporary name until it is complete, on disk and restored as a test.
 * @throws BackupProblem if it can't be made; then nothing of it stays
 */
export async function backUpTo(
  folder: string,
  withSnapshot: WithSnapshot,
  options: BackupOptions,
): Promise<MadeBackup> {
  const { now, kind, recipients, verify, onProgress } = options;
  const name = { madeAt: now, kind, isTested: verify, isEncrypted: isEncryptedFor(recipients) };
  const file = backupFileName(name);
  const path = join(folder, file);
  // Several processes may back up the same database before they upgrade it.
  const part = `${path}.${process.pid}.part`;
  const { to, identities } = verify ? await openable(recipients) : { to: recipients, identities: [] };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await withSnapshot(async (snapshot) => {
      const copied = (...progress: Parameters<OnProgress>): void => onProgress?.("copy", ...progress);
      const bytes = await encrypted(writeArchive(snapshot, { ...options, onProgress: copied }), to);
      await pipeline(bytes, createWriteStream(part, { mode: 0o600, flags: "wx", flush: true }));
    });
    const verified = verify
      ? await verifyArchive(bytesOfFile(part), folder, {
          identities,
          onProgress: (...progress) => onProgress?.("verify", ...progress),
        })
      : undefined;
    await rename(part, path);
    await syncPath(folder);
    return { ...name, file, path, bytes: (await stat(path)).size, verified };
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw inWords(error, folder);
  }
}

/**
 * The server can't open what it encrypts for others, so what it verifies is also encrypted for a key that is gone when it has.
 */
async function openable(
  recipients: Recipients,
): Promise<{ readonly to: Recipients; readonly identities: Identities }> {
  if (isPassphrase(recipients)) return { to: recipients, identities: [recipients] };
  if (recipients.length === 0) return { to: recipients, identities: [] };
  const { identity, recipient } = await passingKey();
  return { to: [...recipients, recipient], identities: [identity] };
}

/** An error of the file system as a problem of a folder; any other one as it is. */
export function inWords(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new BackupProblem(`There is no room left in ${folder}.`, "no-room");
  if (/^E[A-Z]+$/.test(code))
    return new BackupProblem(`${folder} cannot be written to (${code}).`, "not-writable");
  return error;
}

/** The backups of a folder, newest first; none if there is no such folder. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw inWords(error, folder);
  });
  const found: BackupFile[] = [];
  for (const name of names.flatMap((file) => readBackupName(file) ?? [])) {
    const path = join(folder, name.file);
    const size = await stat(path)
      .then((facts) => facts.size)
      .catch(() => undefined);
    if (size !== undefined) found.push({ ...name, path, bytes: size });
  }
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}
