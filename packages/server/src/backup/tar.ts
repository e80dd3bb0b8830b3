import { damaged } from "./backup-problem.ts";

// The plainest form of POSIX.1-1988 ustar, which every tar reads: files with short names. A seal at the end (`seal.ts`) stands for every
// byte, so the reader need not tolerate what others write.

const BLOCK = 512;
/** Of one entry: rows are written in pieces of a mebibyte, but one upload may be one piece. */
const LARGEST = 256 * 1024 * 1024;

export interface TarEntry {
  readonly name: string;
  readonly content: Buffer;
}

/** The bytes of an entry: its header, its content, and zeros up to whole blocks. */
export function* tarEntry(name: string, content: Uint8Array, at: number): Generator<Uint8Array> {
  yield tarHeader(name, content.byteLength, at);
  if (content.byteLength > 0) yield content;
  const rest = content.byteLength % BLOCK;
  if (rest > 0) yield Buffer.alloc(BLOCK - rest);
}

/** What ends a tar file. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** @param at milliseconds UTC */
function tarHeader(name: string, size: number, at: number): Buffer {
  if (Buffer.byteLength(name) > 99) throw new Error(`the name ${name} is too long for tar`);
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(Math.max(0, Math.floor(at / 1000)), 11), 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\u000000", 257);
  header.write(`${checksumOf(header).toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** The sum of all bytes, where the sum itself counts as spaces. */
function checksumOf(header: Buffer): number {
  let sum = 0;
  for (let i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? 0x20 : (header[i] ?? 0);
  return sum;
}

/**
 * The entries of a tar file that ends without its end: the seal takes that away.
 * @throws BackupProblem where it is none
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = new ByteReader(source);
  for (;;) {
    const header = await bytes.take(BLOCK, "its frame");
    if (header === undefined) return;
    const { name, size } = readHeader(header);
    const content = (await bytes.take(size, name)) ?? Buffer.alloc(0);
    const rest = size % BLOCK;
    if (rest > 0) await bytes.take(BLOCK - rest, name);
    yield { name, content };
  }
}

function readHeader(header: Buffer): { readonly name: string; readonly size: number } {
  const text = (from: number, length: number): string => header.toString("latin1", from, from + length);
  const name = /^[^\0]*/.exec(text(0, 100))?.[0] ?? "";
  const [sum, size] = [Number.parseInt(text(148, 6), 8), Number.parseInt(text(124, 11), 8)];
  if (text(257, 5) !== "ustar" || sum !== checksumOf(header) || !(size >= 0 && size <= LARGEST))
    throw damaged("its frame");
  return { name, size };
}

/** Takes pieces of given lengths from a stream. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array[] = [];
  #length = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns undefined if nothing at all is left; none is left of a piece of no length */
  async take(length: number, where: string): Promise<Buffer | undefined> {
    while (this.#length < length) {
      const { done, value } = await this.#source.next();
      if (done === true) {
        if (this.#length === 0) break;
        throw damaged(where);
      }
      this.#held.push(value);
      this.#length += value.byteLength;
    }
    if (this.#length === 0) return length === 0 ? Buffer.alloc(0) : this.#nothing(where);
    const whole = this.#held.length === 1 ? (this.#held[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#held);
    this.#held = [whole.subarray(length)];
    this.#length = whole.byteLength - length;
    return Buffer.from(whole.buffer, whole.byteOffset, length);
  }

  /** Only between two entries may a stream end. */
  #nothing(where: string): undefined {
    if (where !== "its frame") throw damaged(where);
    return undefined;
  }
}
