import * as v from "valibot";
import { BackupProblem, damaged } from "./backup-problem.ts";

/** Grows when a reader of before could not read what is written. */
export const FORMAT = 1;
export const MANIFEST = "manifest.json";
export const CONTENTS = "contents.json";

const table = v.strictObject({
  name: v.string(),
  columns: v.array(v.strictObject({ name: v.string(), kind: v.picklist(["text", "integer", "bytes"]) })),
  key: v.array(v.string()),
  rows: v.number(),
});
const manifest = v.object({
  product: v.literal("Snart"),
  format: v.number(),
  version: v.string(),
  schemaVersion: v.number(),
  /** ISO 8601, UTC: the moment whose state this is, within the second */
  madeAt: v.string(),
  database: v.picklist(["sqlite", "postgres"]),
  /** In the order in which they are written, and must be restored. */
  tables: v.array(table),
});
/** The first entry of a backup: what it is. */
export type Manifest = v.InferOutput<typeof manifest>;

const sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const contents = v.strictObject({
  manifest: sha256,
  /** Of each table: its rows, and SHA-256 of all its lines. */
  tables: v.record(v.string(), v.strictObject({ rows: v.number(), sha256 })),
  /** SHA-256 of each part with rows; files have it in their names. */
  parts: v.record(v.string(), sha256),
  files: v.number(),
  bytes: v.number(),
});
/** The last entry before the seal: what must have come. */
export type Contents = v.InferOutput<typeof contents>;

/** @throws BackupProblem if it is not the first entry of a backup, or of one that only a newer Snart reads */
export function readManifest(content: Buffer, newest: number): Manifest {
  const read = parsed(manifest, content);
  if (read === undefined) throw new BackupProblem("This is no backup of Snart, or its beginning is damaged.");
  if (read.format > FORMAT || read.schemaVersion > newest)
    throw new BackupProblem(
      `This backup was made by a newer Snart (${read.version}, schema ${read.schemaVersion}); this one knows schemas up to ${newest}. Restore it with Snart ${read.version} or newer.`,
    );
  return read;
}

/** @throws BackupProblem */
export function readContents(content: Buffer): Contents {
  const read = parsed(contents, content);
  if (read === undefined) throw damaged(CONTENTS);
  return read;
}

function parsed<S extends v.GenericSchema>(schema: S, content: Buffer): v.InferOutput<S> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(content.toString("utf8")));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
