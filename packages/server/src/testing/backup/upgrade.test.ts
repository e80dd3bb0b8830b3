import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { bytesOfFile } from "../../backup/backup-file.ts";
import { restoreInto } from "../../backup/restore-place.ts";
import { loadConfig } from "../../config/load.ts";
import { openApp } from "../../open-app.ts";
import { NEWEST_SCHEMA } from "../../storage/sql/archive/open-archive.ts";
import { openSqlite } from "../../storage/sql/dialects/sqlite-engine.ts";
import { migrations } from "../../storage/sql/migrations/all.ts";
import { migrate, schemaVersion } from "../../storage/sql/run-migrations.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-upgrade-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const OLD = NEWEST_SCHEMA - 1;
async function oldDatabase(): Promise<void> {
  const engine = openSqlite(join(folder, "snart.sqlite"));
  await migrate(engine, migrations.slice(0, OLD));
  await engine.close();
}
async function presentVersion(path: string): Promise<number> {
  const engine = openSqlite(path);
  const version = await engine.read(schemaVersion);
  await engine.close();
  return version;
}
const configured = (env: Record<string, string> = {}) => {
  const loaded = loadConfig({ env: { SNART_DATA: folder, ...env }, folder }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join());
  return loaded.config;
};

it("data of an earlier schema are backed up before they are brought to this one", async () => {
  await oldDatabase();
  const said: { from: number; backup: string }[] = [];
  const opened = await openApp(configured(), { onUpgrade: (upgrade) => said.push(upgrade) });
  await opened.close();
  expect(await presentVersion(join(folder, "snart.sqlite"))).toBe(NEWEST_SCHEMA);
  const [upgrade] = said;
  expect(said).toHaveLength(1);
  expect(upgrade?.from).toBe(OLD);
  expect(upgrade?.backup).toMatch(/backups\/snart-[^/]+-upgrade\.tar$/);
  const target = { kind: "sqlite", path: join(folder, "again", "snart.sqlite") } as const;
  const { manifest } = await restoreInto(target, bytesOfFile(upgrade?.backup ?? ""), {});
  expect(manifest.schemaVersion).toBe(OLD);
  // Neither a new database nor one of this schema is backed up when it is opened.
  await (await openApp(configured(), { onUpgrade: (again) => said.push(again) })).close();
  await (await openApp(configured({ SNART_DATA: join(folder, "new") }))).close();
  expect(readdirSync(join(folder, "backups"))).toHaveLength(1);
  expect(readdirSync(join(folder, "new"))).not.toContain("backups");
});

it("data that can't be backed up stay as they are, and the server says why it doesn't start", async () => {
  await oldDatabase();
  writeFileSync(join(folder, "file"), "");
  await expect(openApp(configured({ SNART_BACKUPS: join(folder, "file") }))).rejects.toThrow(
    /schema \d+ could not be backed up before .* as they were: .*cannot be written to/,
  );
  expect(await presentVersion(join(folder, "snart.sqlite"))).toBe(OLD);
});
