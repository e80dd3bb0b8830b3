import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  backUpTo,
  bytesOfFile,
  listBackups,
  snapshotOf,
  type BackupOptions,
} from "../../backup/backup-file.ts";
import { readArchive } from "../../backup/read-archive.ts";
import { restoreInto, verifyArchive } from "../../backup/restore-place.ts";
import { writeArchive } from "../../backup/write-archive.ts";
import { sharedBackends, type TestPlace } from "../../storage/contract/backends.ts";
import { household, put } from "../../storage/contract/fixtures.ts";
import { LEFT_OUT } from "../../storage/sql/archive/describe-tables.ts";
import { NEWEST_SCHEMA, readSnapshot } from "../../storage/sql/archive/open-archive.ts";
import { openStorage, type StorageTarget } from "../../storage/sql/open.ts";
import { everyRow, fillEveryTable } from "./filled-database.ts";

const NOW = Date.UTC(2026, 10, 29, 3);
const MADE = { version: "0.1.0", now: NOW };
const OPTIONS: BackupOptions = { ...MADE, kind: "manual", recipients: [], verify: true };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "snart-backup-"))));
afterEach(() => rmSync(folder, { recursive: true }));

const emptyFile = (): StorageTarget => ({ kind: "sqlite", path: join(folder, "restored", "snart.sqlite") });
const piece = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
};
const bytesOf = async (target: StorageTarget): Promise<Buffer> => {
  const pieces: Uint8Array[] = [];
  await readSnapshot(target, async (snapshot) => {
    for await (const bytes of writeArchive(snapshot, MADE)) pieces.push(bytes);
  });
  return Buffer.concat(pieces);
};

/** What restoring changes on purpose: see `after-restore.ts`. */
const LEAPING: Readonly<Record<string, readonly string[]>> = {
  principal: ["modseq", "forgotten_modseq"],
  calendar: ["content_modseq"],
  inbox_item: ["modseq"],
};

describe.each(sharedBackends)("a backup of $name", (backend) => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await backend.makeEmpty();
  });
  afterEach(() => place.drop());

  it.each(sharedBackends)("restores every row of every table into $name", async (other) => {
    await fillEveryTable(place.target);
    const made = await backUpTo(folder, snapshotOf(place.target), OPTIONS);
    const target = await other.makeEmpty();
    try {
      await restoreInto(target.target, bytesOfFile(made.path), {});
      const [before, after] = [await everyRow(place.target), await everyRow(target.target)];
      const leaping = await columnsThatLeap(place.target);
      expect(stripped(after, leaping)).toEqual(stripped(before, leaping));
      expect(after.get("object")).toHaveLength(3);
      const storage = await openStorage(target.target);
      expect(await storage.health()).toMatchObject({ ok: true, schemaVersion: NEWEST_SCHEMA });
      expect(await storage.examine()).toEqual([]);
      await storage.close();
    } finally {
      await target.drop();
    }
  });

  it("is of one moment, while writers run", async () => {
    const storage = await place.open();
    const { owner, home } = await household(storage);
    let isWriting = true;
    let written = 0;
    const writing = (async () => {
      while (isWriting) {
        await put(storage, home, { icalendar: `text ${written}` });
        written += 1;
      }
    })();
    const target = emptyFile();
    try {
      while (written < 20) await new Promise(setImmediate);
      const before = written;
      const made = await backUpTo(folder, snapshotOf(place.target), OPTIONS);
      const after = written;
      expect(after).toBeGreaterThan(before);
      await restoreInto(target, bytesOfFile(made.path), {});
      const rows = await everyRow(target);
      const objects = rows.get("object") ?? [];
      // Each object has a modseq of its own, and the account the last one: a moment in between two is none.
      const modseqs = await column(target, "object", "modseq");
      expect(modseqs.map(Number).toSorted((a, b) => a - b)).toEqual(objects.map((_, i) => i + 2));
      expect(objects.length).toBeGreaterThanOrEqual(before);
      expect(objects.length).toBeLessThanOrEqual(after + 1);
      expect(made.verified?.contents.tables["object"]?.rows).toBe(objects.length);
    } finally {
      isWriting = false;
      await writing;
      await storage.close();
    }
    const restored = await openStorage(target);
    // Who knew a state of before has to start over, and can from then on.
    expect(await restored.read((tx) => tx.changes.inCalendar(home.id, 5, 10))).toBe("too-old");
    const fresh = await restored.read((tx) => tx.changes.inCalendar(home.id, 0, 100_000));
    if (fresh === "too-old") throw new Error(fresh);
    const next = fresh.newModseq;
    expect(await restored.read((tx) => tx.changes.inCalendar(home.id, next, 10))).toMatchObject({
      changed: [],
    });
    const added = await put(restored, home);
    expect(await restored.read((tx) => tx.changes.inCalendar(home.id, next, 10))).toMatchObject({
      changed: [{ id: added.id }],
    });
    expect(owner.id).toBe(home.accountId);
    await restored.close();
  });

  it("is not restored over anything", async () => {
    await fillEveryTable(place.target);
    const made = await backUpTo(folder, snapshotOf(place.target), OPTIONS);
    const before = await everyRow(place.target);
    await expect(restoreInto(place.target, bytesOfFile(made.path), {})).rejects.toThrow(
      /exists already|is not empty/,
    );
    expect(await everyRow(place.target)).toEqual(before);
  });

  it("that is damaged leaves nothing where it should be restored", async () => {
    const source: StorageTarget = { kind: "sqlite", path: join(folder, "source.sqlite") };
    await fillEveryTable(source);
    const bytes = await bytesOf(source);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await expect(restoreInto(place.target, piece(bytes), {})).rejects.toThrow("damaged or was cut off");
    await restoreInto(place.target, piece(await bytesOf(source)), {});
    expect((await everyRow(place.target)).get("object")).toHaveLength(3);
  });
});

async function columnsThatLeap(target: StorageTarget): Promise<ReadonlyMap<string, readonly number[]>> {
  return await readSnapshot(
    target,
    async ({ tables }) =>
      new Map(
        tables.map(({ name, columns }) => [
          name,
          columns.flatMap((c, i) => (LEAPING[name]?.includes(c.name) ? i : [])),
        ]),
      ),
  );
}

function stripped(
  rows: Awaited<ReturnType<typeof everyRow>>,
  leaping: ReadonlyMap<string, readonly number[]>,
): Record<string, unknown> {
  return Object.fromEntries(
    [...rows].map(([name, all]) => [
      name,
      all.map((row) => row.map((value, i) => (leaping.get(name)?.includes(i) ? "leaps" : value))),
    ]),
  );
}

async function column(target: StorageTarget, table: string, name: string): Promise<unknown[]> {
  const place = await readSnapshot(target, async ({ tables }) =>
    tables.find((shape) => shape.name === table)?.columns.findIndex((c) => c.name === name),
  );
  return ((await everyRow(target)).get(table) ?? []).map((row) => row[place ?? -1]);
}

describe("an archive", () => {
  let bytes: Buffer;
  let source: string;
  beforeAll(async () => {
    source = mkdtempSync(join(tmpdir(), "snart-source-"));
    const target: StorageTarget = { kind: "sqlite", path: join(source, "snart.sqlite") };
    await fillEveryTable(target);
    bytes = await bytesOf(target);
  });
  afterAll(() => rmSync(source, { recursive: true }));

  const read = async (changed: Uint8Array): Promise<unknown> =>
    (await readArchive(piece(changed), NEWEST_SCHEMA)).rows(async () => undefined);

  it("holds every table that is not left out with a reason", async () => {
    const { manifest } = await readArchive(piece(bytes), NEWEST_SCHEMA);
    const declared = [
      ...readFileSync(join(import.meta.dirname, "../../storage/sql/database.ts"), "utf8").matchAll(
        /^ {2}(\w+): /gm,
      ),
    ].map(([, name = ""]) => name);
    expect(declared.length).toBeGreaterThan(50);
    const held = manifest.tables.map(({ name }) => name);
    expect([...held, ...Object.keys(LEFT_OUT)].toSorted()).toEqual(
      [...declared, "schema_version"].toSorted(),
    );
    expect(manifest.tables.filter(({ rows }) => rows !== 3)).toEqual([]);
  });

  it("is a tar file without SQL that begins with what it is", () => {
    expect(bytes.toString("latin1", 0, 13)).toBe("manifest.json");
    expect(bytes.length % 512).toBe(0);
    expect(bytes.toString("latin1")).not.toMatch(/insert into|create table/i);
  });

  it("of which any byte was changed is refused", { timeout: 240_000 }, async () => {
    await read(bytes);
    const step = Math.max(1, Math.floor(bytes.length / 200));
    const edges = [
      0,
      124,
      511,
      512,
      bytes.length - 1,
      bytes.length - 1024,
      bytes.length - 1025,
      bytes.length - 2048,
    ];
    const places = [...edges, ...Array.from({ length: 200 }, (_, i) => i * step + (i % step))];
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed[place] = (changed[place] ?? 0) ^ (1 << (place % 8));
      await expect(read(changed), `byte ${place}`).rejects.toMatchObject({ name: "BackupProblem" });
    }
  });

  it("that was cut off, or is longer, is refused", { timeout: 240_000 }, async () => {
    for (let i = 0; i < 200; i++) {
      const length = Math.floor((bytes.length * i) / 200);
      await expect(read(bytes.subarray(0, length)), `${length} bytes`).rejects.toMatchObject({
        name: "BackupProblem",
      });
    }
    await expect(read(bytes.subarray(0, -1))).rejects.toThrow("cut off");
    await expect(read(Buffer.concat([bytes, Buffer.alloc(1)]))).rejects.toThrow("damaged");
  });

  it("whose restoration ends anywhere leaves nothing", { timeout: 240_000 }, async () => {
    const target = emptyFile();
    for (const part of [0.01, 0.3, 0.9, 0.999]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part));
      await expect(restoreInto(target, piece(cut), {})).rejects.toMatchObject({ name: "BackupProblem" });
      const torn = (async function* () {
        yield cut;
        throw Object.assign(new Error("read failed"), { code: "EIO" });
      })();
      await expect(restoreInto(target, torn, {})).rejects.toThrow();
      expect(readdirSync(join(folder, "restored"))).toEqual([]);
    }
    await restoreInto(target, piece(bytes), {});
    expect(readdirSync(join(folder, "restored"))).toEqual(["snart.sqlite"]);
  });

  it("of a newer Snart is refused by name", async () => {
    await expect(readArchive(piece(bytes), NEWEST_SCHEMA - 1)).rejects.toThrow(
      `made by a newer Snart (0.1.0, schema ${NEWEST_SCHEMA})`,
    );
    await expect(readArchive(piece(Buffer.from("not a tar file")), NEWEST_SCHEMA)).rejects.toThrow();
    await expect(readArchive(piece(Buffer.alloc(4096)), NEWEST_SCHEMA)).rejects.toThrow();
  });

  it("of every earlier schema is restored and brought to this one", { timeout: 240_000 }, async () => {
    for (const version of [1, 7, 14, 27, 30, NEWEST_SCHEMA - 1]) {
      const pieces: Uint8Array[] = [];
      const old: StorageTarget = { kind: "sqlite", path: join(folder, `old-${version}.sqlite`) };
      await fillEveryTable(old, version);
      await readSnapshot(old, async (snapshot) => {
        for await (const some of writeArchive(snapshot, MADE)) pieces.push(some);
      });
      const target: StorageTarget = { kind: "sqlite", path: join(folder, `new-${version}`, "snart.sqlite") };
      await restoreInto(target, piece(Buffer.concat(pieces)), {});
      expect((await everyRow(target)).get("object"), `schema ${version}`).toHaveLength(3);
    }
  });
});

describe("an encrypted backup", () => {
  it("is opened by its key alone, and refused when any byte was changed", { timeout: 240_000 }, async () => {
    const { generateX25519Identity, identityToRecipient } = await import("age-encryption");
    const [own, other] = [await generateX25519Identity(), await generateX25519Identity()];
    const source: StorageTarget = { kind: "sqlite", path: join(folder, "snart.sqlite") };
    await fillEveryTable(source);
    const recipients = [await identityToRecipient(own)];
    const made = await backUpTo(folder, snapshotOf(source), { ...OPTIONS, recipients });
    expect(made.file).toBe("snart-2026-11-29T030000Z-manual.tar.age");
    const bytes = readFileSync(made.path);
    expect(bytes.includes("manifest.json")).toBe(false);
    await verifyArchive(bytesOfFile(made.path), folder, { identities: [other, own] });
    await expect(verifyArchive(piece(bytes), folder, {})).rejects.toThrow("--identity");
    await expect(verifyArchive(piece(bytes), folder, { identities: [other] })).rejects.toThrow("another key");
    await expect(verifyArchive(piece(bytes), folder, { identities: ["nonsense"] })).rejects.toThrow(
      "no key of age",
    );
    for (let i = 0; i < 20; i++) {
      const changed = Buffer.from(bytes);
      const place = Math.floor((bytes.length * i) / 20);
      changed[place] = (changed[place] ?? 0) ^ 1;
      await expect(
        verifyArchive(piece(changed), folder, { identities: [own] }),
        `byte ${place}`,
      ).rejects.toMatchObject({
        name: "BackupProblem",
      });
    }
    await expect(
      backUpTo(folder, snapshotOf(source), { ...OPTIONS, now: NOW + 1_000, recipients: ["age1nobody"] }),
    ).rejects.toThrow("no recipient");
    expect((await listBackups(folder)).map(({ file }) => file)).toEqual([made.file]);
    expect(readdirSync(folder).filter((name) => name.includes(".part") || name.startsWith("."))).toEqual([]);
  });
});

describe("a place for backups", () => {
  it("that can't be written to is named, and nothing half stays", async () => {
    const source: StorageTarget = { kind: "sqlite", path: join(folder, "snart.sqlite") };
    await fillEveryTable(source);
    writeFileSync(join(folder, "file"), "");
    await expect(backUpTo(join(folder, "file"), snapshotOf(source), OPTIONS)).rejects.toThrow(
      "cannot be written to",
    );
    await expect(
      backUpTo(folder, snapshotOf({ kind: "sqlite", path: join(folder, "none.sqlite") }), OPTIONS),
    ).rejects.toThrow("no file");
    expect(readdirSync(folder).toSorted()).toEqual(["file", "snart.sqlite"]);
  });
});
