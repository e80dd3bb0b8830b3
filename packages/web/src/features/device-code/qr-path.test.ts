import jsQR from "jsqr";
import { expect, it } from "vitest";
import { qrPath } from "./qr-path.ts";

/** Pixels to a module. */
const SCALE = 4;

/** The picture that a camera would see. */
function picture({ size, path }: ReturnType<typeof qrPath>): Uint8ClampedArray {
  const width = size * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let down = 0; down < SCALE; down++)
      for (let right = 0; right < SCALE; right++)
        pixels.fill(
          0,
          at(Number(x) * SCALE + right, Number(y) * SCALE + down),
          at(Number(x) * SCALE + right, Number(y) * SCALE + down) + 3,
        );
  function at(x: number, y: number): number {
    return (y * width + x) * 4;
  }
  return pixels;
}

it.each(["https://kalender.example/connect/Zk3-_x0123456789abcdefghijklmnopqrstuvwxyzABC", "å"])(
  "draws a picture that another library reads: %s",
  (text) => {
    const code = qrPath(text);
    const width = code.size * SCALE;
    expect(jsQR(picture(code), width, width)?.data).toBe(text);
    expect(/M[0-3] |M\d+ [0-3]h/.test(code.path), "the quiet edge is light").toBe(false);
  },
);
