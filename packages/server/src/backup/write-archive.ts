import type { Snapshot, TableShape } from "../storage/port/archive.ts";
import { CONTENTS, FORMAT, MANIFEST, type Contents, type Manifest } from "./manifest.ts";
import { lineOf, sha256Of, TableSum } from "./table-lines.ts";
import { sealed } from "./seal.ts";
import { tarEntry } from "./tar.ts";

/** How far a backup or a restoration has come, in rows. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}
export type OnProgress = (progress: Progress) => void;

export interface ArchiveOptions {
  /** Of Snart. */
  readonly version: string;
  /** Milliseconds UTC. */
  readonly now: number;
  readonly onProgress?: OnProgress | undefined;
}

/**
 * A database as one tar file, piece by piece: the manifest, the rows of each table in order of their keys as lines of JSON, the files
 * that they name before them, sums of all that, and the seal. There is no SQL in it.
 */
export const writeArchive = (snapshot: Snapshot, options: ArchiveOptions): AsyncGenerator<Uint8Array> =>
  sealed(entries(snapshot, options));

async function* entries(snapshot: Snapshot, options: ArchiveOptions): AsyncGenerator<Uint8Array> {
  const { now, onProgress } = options;
  const manifest = await manifestOf(snapshot, options);
  const all = manifest.tables.reduce((sum, { rows }) => sum + rows, 0);
  const first = jsonOf(manifest);
  yield* tarEntry(MANIFEST, first, now);
  const sums: Contents = { manifest: sha256Of(first), tables: {}, parts: {}, files: 0, bytes: 0 };
  let done = 0;
  for (const table of snapshot.tables) {
    const sum = new TableSum();
    let number = 0;
    for await (const { lines, rows, files } of parts(snapshot, table)) {
      for (const [hash, bytes] of files) yield* tarEntry(`files/${hash}`, bytes, now);
      const name = `rows/${table.name}/${String(++number).padStart(6, "0")}.ndjson`;
      yield* tarEntry(name, lines, now);
      sum.add(lines, rows);
      sums.parts[name] = sha256Of(lines);
      sums.files += files.size;
      for (const bytes of [lines, ...files.values()]) sums.bytes += bytes.byteLength;
      done += rows;
      onProgress?.({ done, all });
    }
    sums.tables[table.name] = sum.end();
  }
  yield* tarEntry(CONTENTS, jsonOf(sums), now);
}

const jsonOf = (value: Manifest | Contents): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);

async function manifestOf(snapshot: Snapshot, { version, now }: ArchiveOptions): Promise<Manifest> {
  const tables: Manifest["tables"] = [];
  for (const table of snapshot.tables) {
    const { name, columns, key } = table;
    tables.push({ name, columns: [...columns], key: [...key], rows: await snapshot.count(table) });
  }
  const { schemaVersion, dialect: database } = snapshot;
  const madeAt = new Date(now).toISOString();
  return { product: "Snart", format: FORMAT, version, schemaVersion, madeAt, database, tables };
}

interface Part {
  readonly lines: Buffer;
  readonly rows: number;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

async function* parts(snapshot: Snapshot, table: TableShape): AsyncGenerator<Part> {
  for await (const page of snapshot.pages(table)) {
    const files = new Map<string, Uint8Array>();
    const lines = page.map((row) => lineOf(row, (hash, bytes) => void files.set(hash, bytes)));
    yield { lines: Buffer.from(lines.join("")), rows: page.length, files };
  }
}
