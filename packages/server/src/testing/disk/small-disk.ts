import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, rmdirSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk of its own, in memory, that a test can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all the room that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  empty(): void;
  remove(): void;
}

const run = (command: string, ...words: readonly string[]): boolean =>
  spawnSync(command, words, { stdio: "ignore" }).status === 0;

/** @returns undefined where mounting is not permitted */
export function mountSmallDisk(mebibytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "snart-disk-"));
  if (!run("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "snart-test", folder)) {
    rmdirSync(folder);
    return undefined;
  }
  const junk = join(folder, "junk");
  return {
    folder,
    fill: () => {
      writeFileSync(junk, "");
      for (const size of [1024 * 1024, 4_096])
        for (;;)
          try {
            appendFileSync(junk, Buffer.alloc(size));
          } catch {
            break;
          }
    },
    empty: () => rmSync(junk, { force: true }),
    remove: () => {
      if (!run("umount", folder)) run("umount", "-l", folder);
      rmdirSync(folder);
    },
  };
}
