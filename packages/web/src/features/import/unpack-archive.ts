import { Unzip, UnzipInflate } from "fflate";

/** Bytes that are unpacked at most: a small archive may hold an endless one. */
const MOST_BYTES = 200 * 1024 * 1024;
const MOST_FILES = 200;

class TooMuch extends Error {}

/**
 * The calendar files of a ZIP archive, such as Snart's own or Google's.
 * @param mostBytes that they may hold together
 * @returns undefined for what is no archive, is damaged, holds too much, or holds no calendar
 */
export async function unpackArchive(
  archive: Blob,
  mostBytes = MOST_BYTES,
): Promise<readonly File[] | undefined> {
  const files: File[] = [];
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    const name = entry.name.split("/").at(-1) ?? "";
    if (!/\.(?:ics|ical|icalendar|ifb)$/i.test(name) || entry.name.startsWith("__MACOSX/")) return;
    if (files.length >= MOST_FILES) throw new TooMuch();
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    entry.ondata = (error, piece, isLast) => {
      if (error) throw error;
      unpacked += piece.byteLength;
      if (unpacked > mostBytes) throw new TooMuch();
      // What is given is used again for the next piece.
      pieces.push(piece.slice());
      if (isLast) files.push(new File(pieces, name, { type: "text/calendar" }));
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for await (const piece of piecesOf(archive)) unzip.push(piece, false);
    unzip.push(new Uint8Array(), true);
  } catch {
    return undefined;
  }
  return files.length > 0 ? files : undefined;
}

async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}
