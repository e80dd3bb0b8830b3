import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { inWords } from "./backup-file.ts";
import { BackupProblem } from "./backup-problem.ts";
import { syncPath } from "./restore-place.ts";

/**
 * Copies a backup to a second folder: under a temporary name until it is on disk and was read again.
 * @returns where it is
 * @throws BackupProblem if it can't be copied, or is not the same there; then nothing of it stays
 */
export async function copyTo(path: string, folder: string): Promise<string> {
  const target = join(folder, basename(path));
  const part = `${target}.${process.pid}.part`;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const read = createReadStream(path, { highWaterMark: 1024 * 1024 });
    const hash = createHash("sha256");
    read.on("data", (bytes) => hash.update(bytes));
    await pipeline(read, createWriteStream(part, { mode: 0o600, flush: true }));
    if ((await sha256OfFile(part)) !== hash.digest("hex"))
      throw new BackupProblem(`What was copied to ${folder} is not the same there.`, "damaged");
    await rename(part, target);
    await syncPath(folder);
    return target;
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    throw inWords(error, folder);
  }
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest("hex");
}
