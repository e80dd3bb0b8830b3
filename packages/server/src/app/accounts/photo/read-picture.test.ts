import { describe, expect, it } from "vitest";
import { jpegOf, jpegSegment, pngOf } from "../../../testing/people/pictures.ts";
import { readPicture } from "./read-picture.ts";

describe("reading of which kind a picture is", () => {
  it("finds the size in a PNG, and in a JPEG behind what cameras write before it", () => {
    expect(readPicture(pngOf(300, 200))).toEqual({ type: "image/png", width: 300, height: 200 });
    expect(readPicture(jpegOf(256, 255))).toEqual({ type: "image/jpeg", width: 256, height: 255 });
    expect(readPicture(jpegOf(256, 255, jpegSegment(0xe1, new Uint8Array(5_000))))).toEqual({
      type: "image/jpeg",
      width: 256,
      height: 255,
    });
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["a page", new TextEncoder().encode("<html><script>alert(1)</script></html>")],
    ["a picture with scripts", new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["the beginning of a PNG", pngOf(300, 200).subarray(0, 20)],
    ["a PNG without a size", pngOf(0, 200)],
    ["a JPEG of segments without an end", jpegOf(1, 1, [], 60_000).subarray(0, 60_000)],
    [
      "a JPEG whose segment goes nowhere",
      new Uint8Array([255, 216, 255, 224, 0, 0, 255, 224, 0, 0, 0, 0, 0]),
    ],
    [
      "a JPEG with a page in it",
      new Uint8Array([255, 216, 255, ...new TextEncoder().encode("<script>alert(1)")]),
    ],
  ])("refuses %s", (_what, bytes) => {
    expect(readPicture(bytes)).toBeUndefined();
  });

  it("ends, whatever the bytes are", () => {
    let seed = 7;
    for (let round = 0; round < 2_000; round++) {
      const bytes = Uint8Array.from(
        { length: 64 },
        () => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16,
      );
      bytes.set(round % 2 === 0 ? [255, 216, 255] : pngOf(1, 1).subarray(0, 16));
      const read = readPicture(bytes);
      expect(read === undefined || read.width > 0).toBe(true);
    }
  });
});
