import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { openSqlite } from "./sqlite-engine.ts";

const SALT = [16, 24] as const;

/** Writes more than SQLite leaves in a log, and one thing more. @returns whether the log was begun anew meanwhile */
async function isBegunAnew(isLogCopied: boolean): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "snart-log-"));
  const path = join(folder, "a.sqlite");
  const salt = (): string =>
    readFileSync(`${path}-wal`)
      .subarray(...SALT)
      .toString("hex");
  const engine = openSqlite(path, { isLogCopied });
  const run = (text: string): Promise<number> =>
    engine.write((connection) => connection.run(CompiledQuery.raw(text)));
  try {
    await run("create table t (v blob) strict");
    const first = salt();
    for (let n = 0; n < 8; n++) await run("insert into t values (zeroblob(1000000))");
    await run("insert into t values (zeroblob(1))");
    return salt() !== first;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a log that somebody copies is not begun anew by those who write, and any other is", async () => {
  expect(await isBegunAnew(true)).toBe(false);
  expect(await isBegunAnew(false)).toBe(true);
});
