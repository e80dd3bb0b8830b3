/** A chunk of a PNG; nobody here looks at its checksum. */
export const pngChunk = (name: string, body: readonly number[] = []): number[] => [
  ...[24, 16, 8, 0].map((shift) => (body.length >>> shift) & 255),
  ...Buffer.from(name, "latin1"),
  ...body,
  1,
  2,
  3,
  4,
];

/**
 * A PNG of this size as its structure goes: what it shows is in nobody's interest.
 * @param more chunks between its head and its picture
 */
export function pngOf(width: number, height: number, more: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const size = [width, height].flatMap((it) => [24, 16, 8, 0].map((shift) => (it >>> shift) & 255));
  return new Uint8Array([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    ...pngChunk("IHDR", [...size, 8, 2, 0, 0, 0]),
    ...more,
    ...pngChunk("IDAT", [1, 2, 3]),
    ...pngChunk("IEND"),
  ]);
}

/** A segment of a JPEG. */
export const jpegSegment = (marker: number, body: ArrayLike<number>): number[] => [
  0xff,
  marker,
  (body.length + 2) >> 8,
  (body.length + 2) & 255,
  ...Array.from(body),
];

/**
 * A JPEG of this size as its structure goes.
 * @param more segments in front of the picture
 * @param rest bytes of empty segments in front: with many there is no frame within reach
 */
export function jpegOf(
  width: number,
  height: number,
  more: readonly number[] = [],
  rest = 0,
): Uint8Array<ArrayBuffer> {
  const empty = Array.from({ length: Math.ceil(rest / 4) }, () => jpegSegment(0xdb, [])).flat();
  const frame = [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0];
  return new Uint8Array([
    0xff,
    0xd8,
    ...more,
    ...empty,
    ...jpegSegment(0xc0, frame),
    ...jpegSegment(0xda, [1, 1, 0, 0, 63, 0]),
    // A stuffed byte and a restart are parts of the picture.
    7,
    0xff,
    0,
    8,
    0xff,
    0xd0,
    9,
    0xff,
    0xd9,
  ]);
}
