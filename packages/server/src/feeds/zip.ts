import type { ExportedFile } from "../app/accounts/exports/export-account.ts";

/** Bytes of text that are compressed at once: most pieces are a few lines. */
const PIECE = 64 * 1024;

/**
 * Files as one ZIP archive, piece by piece: only the piece being compressed is in memory.
 * @param now the time of every file, ms UTC
 */
export async function* zipOf(
  files: AsyncIterable<ExportedFile>,
  now: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // It makes its tables as it is loaded.
  const { Zip, ZipDeflate, ZipPassThrough } = await import("fflate");
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes as Uint8Array<ArrayBuffer>);
  });
  for await (const { name, isText, content } of files) {
    const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = now;
    zip.add(file);
    for await (const piece of inPieces(content)) {
      file.push(piece);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* ready.splice(0);
  }
  zip.end();
  yield* ready.splice(0);
}

async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    waiting.push(piece);
    size += piece.byteLength;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}
