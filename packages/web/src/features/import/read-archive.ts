import { Inflate } from "fflate";

/** One file of a ZIP archive, still packed. */
export interface ArchiveEntry {
  /** its unchanged path in the archive; the app never writes a file to it */
  readonly path: string;
  /** the unpacked size in bytes that the archive declares */
  readonly size: number;
  /**
   * @returns undefined for an entry that is damaged, encrypted, compressed in an unknown way, or larger than declared
   */
  readonly read: () => Promise<Blob | undefined>;
}

/** The fixed bytes of the records at the end of an archive, in its list and before each file (APPNOTE §4.3.7–16). */
const END = { signature: 0x06054b50, size: 22, longestComment: 0xffff };
const CENTRAL = { signature: 0x02014b50, size: 46 };
const LOCAL = { signature: 0x04034b50, size: 30 };
/** The most bytes of the list of files: what an archive without 64-bit extension needs for ordinary names. */
const LONGEST_LIST = 16 * 1024 * 1024;
/** The packed bytes that are unpacked at once: they may become a thousand times as many. */
const STEP = 16 * 1024;

/**
 * Reads the files of a ZIP archive from the list at its end (APPNOTE §4.3.12). The local headers do not reliably show
 * where a file ends: an attached document is often an archive itself.
 * @returns undefined for other files, and for damaged archives
 */
export async function readArchive(archive: Blob): Promise<readonly ArchiveEntry[] | undefined> {
  const tail = await viewOf(archive, archive.size - END.size - END.longestComment, archive.size);
  const end = endRecord(tail);
  if (end === undefined) return undefined;
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (size > LONGEST_LIST || start + size > archive.size) return undefined;
  return listed(archive, await viewOf(archive, start, start + size), count);
}

const viewOf = async (blob: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await blob.slice(Math.max(0, from), to).arrayBuffer());

function endRecord(tail: DataView): number | undefined {
  for (let at = tail.byteLength - END.size; at >= 0; at--)
    if (tail.getUint32(at, true) === END.signature) return at;
  return undefined;
}

function listed(
  archive: Blob,
  list: DataView<ArrayBuffer>,
  count: number,
): readonly ArchiveEntry[] | undefined {
  const entries: ArchiveEntry[] = [];
  const decoder = new TextDecoder();
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + CENTRAL.size > list.byteLength || list.getUint32(at, true) !== CENTRAL.signature)
      return undefined;
    const nameLength = list.getUint16(at + 28, true);
    const next =
      at + CENTRAL.size + nameLength + list.getUint16(at + 30, true) + list.getUint16(at + 32, true);
    if (next > list.byteLength) return undefined;
    const path = decoder.decode(new Uint8Array(list.buffer, at + CENTRAL.size, nameLength));
    const place: Place = {
      isLocked: (list.getUint16(at + 8, true) & 1) === 1,
      method: list.getUint16(at + 10, true),
      packed: list.getUint32(at + 20, true),
      size: list.getUint32(at + 24, true),
      start: list.getUint32(at + 42, true),
    };
    entries.push({ path, size: place.size, read: () => contentOf(archive, place) });
    at = next;
  }
  return entries;
}

interface Place {
  readonly isLocked: boolean;
  readonly method: number;
  /** the packed and the unpacked size in bytes */
  readonly packed: number;
  readonly size: number;
  /** the offset of the file's local header */
  readonly start: number;
}

async function contentOf(archive: Blob, place: Place): Promise<Blob | undefined> {
  const local = await viewOf(archive, place.start, place.start + LOCAL.size);
  if (place.isLocked || local.byteLength < LOCAL.size || local.getUint32(0, true) !== LOCAL.signature)
    return undefined;
  const start = place.start + LOCAL.size + local.getUint16(26, true) + local.getUint16(28, true);
  const content = archive.slice(start, start + place.packed);
  if (content.size !== place.packed) return undefined;
  if (place.method === 0) return place.packed === place.size ? content : undefined;
  return place.method === 8 ? inflated(content, place.size) : undefined;
}

class Damaged extends Error {}

async function inflated(packed: Blob, size: number): Promise<Blob | undefined> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let unpacked = 0;
  const inflate = new Inflate((piece) => {
    unpacked += piece.byteLength;
    if (unpacked > size) throw new Damaged();
    // The given buffer is reused for the next piece.
    pieces.push(piece.slice());
  });
  try {
    for (let at = 0; at < packed.size; at += STEP) {
      const step = new Uint8Array(await packed.slice(at, at + STEP).arrayBuffer());
      inflate.push(step, at + STEP >= packed.size);
    }
  } catch {
    return undefined;
  }
  return unpacked === size ? new Blob(pieces) : undefined;
}
