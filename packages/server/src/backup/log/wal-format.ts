// The write-ahead log of SQLite (https://www.sqlite.org/fileformat.html §4): a header, then frames, each a page with its checksum over
// everything before it.

const MAGIC = 0x377f0682;
export const LOG_HEADER = 32;
const FRAME_HEADER = 24;

/** The running checksum: two numbers of 32 bits. */
export type Checksum = readonly [number, number];

export interface LogHeader {
  readonly pageSize: number;
  /** Whether checksums read numbers from the front. */
  readonly isBigEndian: boolean;
  /** Other ones whenever the log is begun anew: the first is one more then. */
  readonly salt: readonly [number, number];
  readonly checksum: Checksum;
}

/** @returns undefined if it is none, or is damaged */
export function readLogHeader(bytes: Buffer): LogHeader | undefined {
  if (bytes.length < LOG_HEADER) return undefined;
  const magic = bytes.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC) return undefined;
  const isBigEndian = (magic & 1) === 1;
  const checksum = addTo([0, 0], bytes.subarray(0, 24), isBigEndian);
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return undefined;
  const salt = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return { pageSize: bytes.readUInt32BE(8), isBigEndian, salt, checksum };
}

/** The checksum after more bytes, a multiple of eight. */
function addTo([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  let [a, b] = [first, second];
  for (let at = 0; at < bytes.length; at += 8) {
    a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0;
    b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0;
  }
  return [a, b];
}

export const frameSize = ({ pageSize }: Pick<LogHeader, "pageSize">): number => FRAME_HEADER + pageSize;

/** One page as a transaction left it. */
export interface Frame {
  /** From 1. */
  readonly page: number;
  /** The pages of the database after the transaction that ends here; 0: it goes on. */
  readonly pagesAfter: number;
  readonly content: Buffer;
}
/** Frames up to the end of a transaction. */
export interface WholeFrames {
  readonly frames: readonly Frame[];
  readonly bytes: number;
  /** After the last of them. */
  readonly checksum: Checksum;
}

/**
 * The frames of whole transactions at the beginning of some bytes: as far as salt and checksums are what they must be.
 * @param before the checksum before the first
 */
export function wholeFrames(
  bytes: Buffer,
  header: Pick<LogHeader, "pageSize" | "isBigEndian" | "salt">,
  before: Checksum,
): WholeFrames {
  const size = frameSize(header);
  const frames: Frame[] = [];
  let whole = { count: 0, checksum: before };
  let checksum = before;
  for (let at = 0; at + size <= bytes.length; at += size) {
    const frame = bytes.subarray(at, at + size);
    if (frame.readUInt32BE(8) !== header.salt[0] || frame.readUInt32BE(12) !== header.salt[1]) break;
    checksum = addTo(checksum, frame.subarray(0, 8), header.isBigEndian);
    checksum = addTo(checksum, frame.subarray(FRAME_HEADER), header.isBigEndian);
    if (checksum[0] !== frame.readUInt32BE(16) || checksum[1] !== frame.readUInt32BE(20)) break;
    const pagesAfter = frame.readUInt32BE(4);
    frames.push({ page: frame.readUInt32BE(0), pagesAfter, content: frame.subarray(FRAME_HEADER) });
    if (pagesAfter > 0) whole = { count: frames.length, checksum };
  }
  return { frames: frames.slice(0, whole.count), bytes: whole.count * size, checksum: whole.checksum };
}
