import { describe, expect, it } from "vitest";
import { jpegOf, jpegSegment, pngChunk, pngOf } from "../../../testing/people/pictures.ts";
import { readPicture } from "./read-picture.ts";
import { withoutMetadata } from "./without-metadata.ts";

const latin = (text: string): number[] => [...Buffer.from(text, "latin1")];
/** EXIF with the camera, which way up it was held, and the place. */
const exifOf = (turned: number, isLittle: boolean): number[] => {
  const short = (value: number): number[] =>
    isLittle ? [value & 255, value >> 8] : [value >> 8, value & 255];
  const long = (value: number): number[] => (isLittle ? [...short(value), 0, 0] : [0, 0, ...short(value)]);
  return jpegSegment(0xe1, [
    ...latin("Exif\0\0"),
    ...latin(isLittle ? "II" : "MM"),
    ...short(42),
    ...long(8),
    ...short(3),
    ...short(0x010f),
    ...short(2),
    ...long(4),
    ...latin("Cam\0"),
    ...short(0x0112),
    ...short(3),
    ...long(1),
    ...short(turned),
    0,
    0,
    ...short(0x8825),
    ...short(4),
    ...long(1),
    ...long(50),
    ...long(0),
    ...latin("59.3293 N"),
  ]);
};
const ICC = jpegSegment(0xe2, latin("ICC_PROFILE\0\u0001\u0001colours"));
const ADOBE = jpegSegment(0xee, latin("Adobe\0d"));

describe("a photo without what was written beside it", () => {
  it("keeps of a JPEG its picture, its colours and which way up it is", () => {
    const bytes = jpegOf(20, 30, [
      ...jpegSegment(0xe0, latin("JFIF\0")),
      ...exifOf(6, true),
      ...jpegSegment(0xe1, latin("http://ns.adobe.com/xap/1.0/\0<x:place/>")),
      ...jpegSegment(0xed, latin("Photoshop 3.0\0the cottage")),
      ...jpegSegment(0xfe, latin("a comment")),
      ...jpegSegment(0xe2, latin("MPF\0another picture")),
      ...ICC,
      ...ADOBE,
    ]);
    const trailer = latin("SEFT what a phone adds behind the end");
    const shown = withoutMetadata(new Uint8Array([...bytes, ...trailer])) ?? expect.fail("refused");
    const exif = jpegSegment(0xe1, [
      ...latin("Exif\0\0MM\0*"),
      0,
      0,
      0,
      8,
      0,
      1,
      0x01,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      6,
      0,
      0,
      0,
      0,
      0,
      0,
    ]);
    expect([...shown]).toEqual([...jpegOf(20, 30, [...exif, ...ICC, ...ADOBE])]);
    expect(readPicture(shown)).toEqual({ type: "image/jpeg", width: 20, height: 30 });
    // What is left has nothing to take away.
    expect(withoutMetadata(shown)).toEqual(shown);
  });

  it.each([
    [1, false],
    [8, false],
    [0, true],
    [9, true],
  ])("reads that it is turned by %i, the great byte last: %s", (turned, isLittle) => {
    const shown = withoutMetadata(jpegOf(20, 30, exifOf(turned, isLittle)));
    const isTurned = turned > 1 && turned < 9;
    expect(shown?.includes(0xe1)).toBe(isTurned);
    expect(shown?.length).toBe(jpegOf(20, 30).length + (isTurned ? 36 : 0));
  });

  it("keeps of a PNG its picture and its colours, and nothing behind its end", () => {
    const colours = [...pngChunk("gAMA", [0, 0, 1, 2]), ...pngChunk("tRNS", [0])];
    const beside = ["tEXt", "zTXt", "iTXt", "eXIf", "tIME", "caBX"].flatMap((name) =>
      pngChunk(name, latin("place")),
    );
    const bytes = new Uint8Array([...pngOf(20, 30, [...beside, ...colours]), ...latin("and more")]);
    expect(withoutMetadata(bytes)).toEqual(pngOf(20, 30, colours));
  });

  it("takes a JPEG that breaks off within its picture, and no picture that breaks off before it", () => {
    const whole = jpegOf(20, 30);
    expect(withoutMetadata(whole.subarray(0, -2))).toEqual(whole);
    expect(withoutMetadata(whole.subarray(0, 20))).toBeUndefined();
    expect(withoutMetadata(pngOf(20, 30).subarray(0, -12))).toBeUndefined();
    expect(withoutMetadata(new Uint8Array([0xff, 0xd8, 0xff, 0xd9]))).toBeUndefined();
  });

  it("ends, whatever the bytes are", () => {
    let seed = 11;
    for (let round = 0; round < 4_000; round++) {
      const bytes = Uint8Array.from(
        { length: 200 },
        () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16,
      );
      const start = [jpegOf(9, 9, exifOf(3, round % 4 < 2)), pngOf(9, 9)][round % 2] ?? new Uint8Array();
      bytes.set(start.subarray(0, 20 + (round % 90)));
      expect(withoutMetadata(bytes)?.length ?? 0).toBeLessThan(240);
    }
  });
});
