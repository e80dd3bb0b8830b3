import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migratedImage, migratedMemory } from "./migrated-image.ts";
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from "./postgres.ts";
import type { Storage } from "../port.ts";
import { openStorage, type StorageTarget } from "../sql/open.ts";

/** A database for one test file: it can be opened as often as a test needs processes. */
export interface TestPlace {
  readonly target: StorageTarget;
  open(): Promise<Storage>;
  drop(): Promise<void>;
}

interface Backend {
  readonly name: "SQLite file" | "SQLite memory" | "PostgreSQL";
  /** Whether it can be opened again after closing, and by two at once. */
  readonly isShared: boolean;
  /** Makes one that has every migration and nothing else. */
  make(): Promise<TestPlace>;
  /** Makes one without any table. */
  makeEmpty(): Promise<TestPlace>;
}

const sqliteFile: Backend = {
  name: "SQLite file",
  isShared: true,
  make: async () => sqliteIn(await migratedImage()),
  makeEmpty: async () => sqliteIn(undefined),
};

function sqliteIn(image: Uint8Array | undefined): TestPlace {
  const folder = mkdtempSync(join(tmpdir(), "snart-storage-"));
  const path = join(folder, "snart.sqlite");
  if (image) writeFileSync(path, image);
  const target: StorageTarget = { kind: "sqlite", path, pollMs: 10 };
  return {
    target,
    open: () => openStorage(target),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

const sqliteMemory: Backend = {
  name: "SQLite memory",
  isShared: false,
  make: async () => placeIn(await migratedMemory()),
  makeEmpty: async () => placeIn({ kind: "sqlite", path: ":memory:" }),
};

const placeIn = (target: StorageTarget): TestPlace => ({
  target,
  open: () => openStorage(target),
  drop: async () => undefined,
});

const postgres: Backend = {
  name: "PostgreSQL",
  isShared: true,
  make: async () => placeAt(await openTestDatabase()),
  makeEmpty: async () => placeAt(await openEmptyDatabase()),
};

function placeAt(database: TestDatabase): TestPlace {
  const target: StorageTarget = { kind: "postgres", url: database.url, pollMs: 100 };
  return { target, open: () => openStorage(target), drop: () => database.drop() };
}

/** Every database that the suite runs on; one that cannot start fails its tests. */
export const backends: readonly Backend[] = [sqliteFile, sqliteMemory, postgres];
export const sharedBackends = backends.filter((backend) => backend.isShared);
