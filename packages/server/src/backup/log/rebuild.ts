import { createWriteStream, existsSync } from "node:fs";
import { open, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { bytesOfFile } from "../backup-file.ts";
import { BackupProblem, damaged } from "../backup-problem.ts";
import { decrypted, type Identities } from "../encryption.ts";
import { baseName, listLines, type Line, type Piece } from "./line-names.ts";
import { readPiece, type ReadPiece } from "./piece.ts";

const inWords = (at: number): string => new Date(at).toISOString();

/**
 * The pieces that make a database as it was at a moment.
 * @throws BackupProblem if nothing was copied that reaches it
 */
export async function piecesAt(
  backups: string,
  at: number,
): Promise<{ line: Line; pieces: readonly Piece[] }> {
  const lines = await listLines(backups);
  const [first] = lines;
  const place = lines.findLastIndex(({ from }) => from <= at);
  const line = lines[place];
  if (!first)
    throw new BackupProblem(
      `${backups} has no moments to go back to: they are kept where SNART_POINT_IN_TIME is set.`,
    );
  if (!line)
    throw new BackupProblem(
      `${inWords(at)} is before the first moment that is there, ${inWords(first.from)}.`,
    );
  if (at > line.through.at) {
    const next = lines[place + 1];
    throw new BackupProblem(
      next
        ? `Nothing was copied between ${inWords(line.through.at)} and ${inWords(next.from)}: name a moment before or after.`
        : `${inWords(at)} is after the last moment that is there, ${inWords(line.through.at)}.`,
    );
  }
  const pieces = line.pieces.filter((piece) => piece.at <= at);
  const missing = pieces.findIndex(({ number }, i) => number !== i + 1);
  if (missing >= 0 || pieces.length === 0)
    throw new BackupProblem(`Piece ${missing + 1} of ${line.folder} is missing.`);
  return { line, pieces };
}

/**
 * Makes a database's file as it was at a moment, from its copy and the pieces of its log up to then.
 * @param path of a file that isn't there; half written when this throws
 * @returns the moment of the last piece
 * @throws BackupProblem if a piece is missing or not as it was written, or no key opens it
 */
export async function rebuildAt(
  backups: string,
  at: number,
  path: string,
  identities: Identities,
): Promise<{ readonly stateOf: number }> {
  const { line, pieces } = await piecesAt(backups, at);
  const base = [true, false].map((isEncrypted) => join(line.folder, baseName(isEncrypted))).find(existsSync);
  if (base === undefined) throw new BackupProblem(`The copy of the database in ${line.folder} is missing.`);
  await pipeline(
    await decrypted(bytesOfFile(base), identities),
    createWriteStream(path, { mode: 0o600, flags: "wx" }),
  );
  const file = await open(path, "r+");
  let before: ReadPiece | undefined;
  let pages: { readonly count: number; readonly size: number } | undefined;
  try {
    for (const piece of pieces) {
      const content = await contentOf(piece, identities);
      const read = readPiece(content, piece.path);
      if (!follows(read, before)) throw damaged(piece.path);
      await write(file, read);
      before = read;
      const count = read.frames.at(-1)?.pagesAfter;
      if (count !== undefined) pages = { count, size: read.header.pageSize };
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (pages) await truncate(path, pages.count * pages.size);
  return { stateOf: pieces.at(-1)?.at ?? at };
}

async function contentOf({ path }: Piece, identities: Identities): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of await decrypted(bytesOfFile(path), identities)) parts.push(part);
  return Buffer.concat(parts);
}

/** Whether a piece begins where the one before it ended: in the same log, or in the next one. */
function follows({ header }: ReadPiece, before: ReadPiece | undefined): boolean {
  if (!before) return header.isBeginning;
  const { salt } = before.header;
  if (header.isBeginning && header.salt[0] === (salt[0] + 1) >>> 0) return true;
  const isSameLog = header.salt[0] === salt[0] && header.salt[1] === salt[1];
  return isSameLog && header.before[0] === before.checksum[0] && header.before[1] === before.checksum[1];
}

async function write(file: FileHandle, { frames, header: { pageSize } }: ReadPiece): Promise<void> {
  // Only the last state of each page is ever seen.
  const last = new Map(frames.map((frame) => [frame.page, frame.content]));
  for (const [page, content] of last) await file.write(content, 0, pageSize, (page - 1) * pageSize);
}
