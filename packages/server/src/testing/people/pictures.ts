/** The start of a PNG of this size: its signature and IHDR, as far as anybody reads it to know what it is. */
export function pngOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 2, 0, 0, 0], 24);
  return bytes;
}

/**
 * The start of a JPEG of this size.
 * @param before bytes of what a camera writes in front
 * @param rest bytes of empty segments in front: with many there is no frame within reach
 */
export function jpegOf(width: number, height: number, before = 0, rest = 0): Uint8Array<ArrayBuffer> {
  const segment = (marker: number, length: number): number[] => [
    0xff,
    marker,
    (length + 2) >> 8,
    (length + 2) & 255,
    ...Array.from({ length }, () => 0),
  ];
  const frame = [0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3, 0, 0, 0];
  const empty = Array.from({ length: Math.ceil(rest / 4) }, () => segment(0xe0, 0)).flat();
  return new Uint8Array([0xff, 0xd8, ...segment(0xe0, 14), ...segment(0xe1, before), ...empty, ...frame]);
}
