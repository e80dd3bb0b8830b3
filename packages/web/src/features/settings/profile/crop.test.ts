import { describe, expect, it } from "vitest";
import { fitted, middle, MOST_ZOOM, squareOf, zoomed, zoomOf } from "./crop.ts";

const WIDE = { width: 800, height: 400 };
const VIEW = 200;

describe("cropping a picture to a square", () => {
  it("begins with the largest square in the middle", () => {
    expect(squareOf(VIEW, middle(WIDE, VIEW))).toEqual({ left: 200, top: 0, side: 400 });
    expect(squareOf(VIEW, middle({ width: 400, height: 800 }, VIEW))).toEqual({
      left: 0,
      top: 200,
      side: 400,
    });
    // A small picture is drawn larger.
    expect(squareOf(VIEW, middle({ width: 20, height: 20 }, VIEW))).toEqual({ left: 0, top: 0, side: 20 });
  });

  it("goes nearer about the middle, and no farther than four times", () => {
    const near = zoomed(WIDE, VIEW, middle(WIDE, VIEW), 2);
    expect(squareOf(VIEW, near)).toEqual({ left: 300, top: 100, side: 200 });
    expect(zoomOf(WIDE, VIEW, zoomed(WIDE, VIEW, near, 99))).toBe(MOST_ZOOM);
    expect(squareOf(VIEW, zoomed(WIDE, VIEW, near, 0))).toEqual({ left: 200, top: 0, side: 400 });
  });

  it("never leaves a part of the square empty, wherever it is pulled", () => {
    for (const [x, y] of [
      [9_999, 9_999],
      [-9_999, -9_999],
      [9_999, -9_999],
    ] as const) {
      const { left, top, side } = squareOf(VIEW, fitted(WIDE, VIEW, { ...middle(WIDE, VIEW), x, y }));
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + side).toBeLessThanOrEqual(WIDE.width);
      expect(top + side).toBeLessThanOrEqual(WIDE.height);
    }
  });
});
