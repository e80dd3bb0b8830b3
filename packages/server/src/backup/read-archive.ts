import type { ArchivedRow, TableShape } from "../storage/port/archive.ts";
import { damaged } from "./backup-problem.ts";
import { CONTENTS, MANIFEST, readContents, readManifest, type Contents, type Manifest } from "./manifest.ts";
import { unsealed } from "./seal.ts";
import { rowsOf, sha256Of, TableSum } from "./table-lines.ts";
import { readTar, type TarEntry } from "./tar.ts";

/** A backup that is being read: first what it is, then its rows in the order in which they must be restored. */
export interface OpenArchive {
  readonly manifest: Manifest;
  /**
   * @returns what the backup says it holds, which is what came
   * @throws BackupProblem if anything is not as it was written; what was taken before must then be given up
   */
  rows(take: (table: TableShape, rows: readonly ArchivedRow[]) => Promise<void>): Promise<Contents>;
}

/**
 * @param newest the newest schema that can be restored
 * @throws BackupProblem if it is no backup, or a newer one
 */
export async function readArchive(source: AsyncIterable<Uint8Array>, newest: number): Promise<OpenArchive> {
  const entries = readTar(unsealed(source));
  const first = await entries.next();
  const entry = first.done === true ? undefined : first.value;
  const manifest = readManifest(entry?.name === MANIFEST ? entry.content : Buffer.alloc(0), newest);
  const hash = sha256Of(entry?.content ?? "");
  return { manifest, rows: (take) => readRows(entries, manifest, hash, take) };
}

async function readRows(
  entries: AsyncIterable<TarEntry>,
  manifest: Manifest,
  manifestHash: string,
  take: (table: TableShape, rows: readonly ArchivedRow[]) => Promise<void>,
): Promise<Contents> {
  const tables = new Map(manifest.tables.map((table) => [table.name, { table, sum: new TableSum() }]));
  const parts = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let contents: Contents | undefined;
  for await (const { name, content } of entries) {
    if (contents !== undefined) throw damaged(name);
    if (name === CONTENTS) {
      contents = readContents(content);
    } else if (name.startsWith("files/")) {
      if (sha256Of(content) !== name.slice("files/".length)) throw damaged(name);
      files.set(name.slice("files/".length), content);
    } else {
      const found = tables.get(/^rows\/(\w+)\/\d+\.ndjson$/.exec(name)?.[1] ?? "");
      if (found === undefined) throw damaged(name);
      const rows = rowsOf(name, content, found.table, files);
      files.clear();
      parts.set(name, sha256Of(content));
      found.sum.add(content, rows.length);
      await take(found.table, rows);
    }
  }
  const sums = Object.fromEntries([...tables].map(([name, { sum }]) => [name, sum.end()]));
  return agreed(contents, { manifest: manifestHash, tables: sums, parts: Object.fromEntries(parts) });
}

function agreed(
  contents: Contents | undefined,
  came: Pick<Contents, "manifest" | "tables" | "parts">,
): Contents {
  if (contents === undefined) throw damaged("its end");
  if (contents.manifest !== came.manifest) throw damaged(MANIFEST);
  for (const [name, hash] of Object.entries(contents.parts))
    if (came.parts[name] !== hash) throw damaged(name);
  for (const [name, { rows, sha256 }] of Object.entries(contents.tables)) {
    const sum = came.tables[name];
    if (sum?.rows !== rows || sum.sha256 !== sha256) throw damaged(`rows/${name}`);
  }
  return contents;
}
