import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { damaged } from "../backup-problem.ts";

// A line: a copy of the database, and all that was written to its log since, in pieces. Below a folder of its own:
// `20261129T030000000Z/base.sqlite`, `000001-20261129T030100000Z.log` …, `through.json`; encrypted ones end with `.age`.

/** The folder of all lines, below that of the backups. */
export const LINES = "point-in-time";
const AGE = ".age";

/** Milliseconds UTC as `20261129T030100000Z`: by name is by time. */
export const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:.]/g, "");

/** @returns undefined if it is none */
export function readStamp(text: string): number | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, millis] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}Z`);
  return Number.isNaN(at) ? undefined : at;
}

export const baseName = (isEncrypted: boolean): string => `base.sqlite${isEncrypted ? AGE : ""}`;
export const pieceName = (number: number, at: number, isEncrypted: boolean): string =>
  `${String(number).padStart(6, "0")}-${stampOf(at)}.log${isEncrypted ? AGE : ""}`;

/** A piece of a line's log: what was written up to a moment. */
export interface Piece {
  /** From 1, without a gap. */
  readonly number: number;
  readonly at: number;
  readonly path: string;
}

export function readPieceName(file: string): Omit<Piece, "path"> | undefined {
  const [, number, stamp = ""] = /^(\d{6})-(\w+)\.log(?:\.age)?$/.exec(file) ?? [];
  const at = readStamp(stamp);
  return number === undefined || at === undefined ? undefined : { number: Number(number), at };
}

const pair = v.tuple([v.number(), v.number()]);
const through = v.strictObject({
  /** Everything up to this moment is in the pieces, milliseconds UTC. */
  at: v.number(),
  /** The last piece. */
  piece: v.number(),
  /** Where its end is in the log: after so many frames, with that checksum. */
  salt: pair,
  frames: v.number(),
  checksum: pair,
});
/** How far a line reaches. */
export type Through = v.InferOutput<typeof through>;
export const THROUGH = "through.json";

export interface Line {
  readonly folder: string;
  /** When its first state was. */
  readonly from: number;
  readonly through: Through;
  readonly pieces: readonly Piece[];
}

/** The lines below the folder of the backups, oldest first; those that were never complete are none. */
export async function listLines(backups: string): Promise<Line[]> {
  const all = join(backups, LINES);
  const names = await namesIn(all);
  const lines = await Promise.all(names.toSorted().map((name) => readLine(join(all, name))));
  return lines.filter((line) => line !== undefined);
}

/** @returns undefined if it is none, or isn't complete */
export async function readLine(folder: string): Promise<Line | undefined> {
  const names = await namesIn(folder);
  if (!names.includes(THROUGH)) return undefined;
  const path = join(folder, THROUGH);
  const read = v.safeParse(through, jsonOf(await readFile(path, "utf8")));
  if (!read.success) throw damaged(path);
  const found = names.flatMap((name) => {
    const piece = readPieceName(name);
    return piece ? { ...piece, path: join(folder, name) } : [];
  });
  // One that was being written when its process ended is copied again.
  const pieces = found.filter(({ number }) => number <= read.output.piece);
  const ordered = pieces.toSorted((a, b) => a.number - b.number);
  return { folder, from: ordered[0]?.at ?? read.output.at, through: read.output, pieces: ordered };
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
