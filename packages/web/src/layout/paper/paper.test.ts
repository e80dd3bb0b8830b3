import { expect, test } from "vitest";
import { hoursShown } from "./hours-shown.ts";
import { legibleFrom, paperSize, roomOn, UNITS } from "./paper-size.ts";
import { shareHeight } from "./share-height.ts";
import { wrappedLines } from "./wrapped-lines.ts";

const sum = (heights: readonly number[]): number => heights.reduce((total, height) => total + height, 0);
/** Every character has this width. */
const widthOf = (text: string): number => text.length * 5;

test("paper has the size of ISO 216, upright or on its side", () => {
  const mm = (px: number): number => Math.round((px * 25.4) / 96);
  const sizes = (["A4", "A3"] as const).map((paper) => {
    const { width, height } = paperSize({ paper, isLandscape: paper === "A3", unit: 1 });
    return [mm(width), mm(height)];
  });
  expect(sizes).toEqual([
    [210, 297],
    [420, 297],
  ]);
});

test("the first size for a notice board is legible from two metres, and no other is smaller than for the hand", () => {
  for (const { near, board } of Object.values(UNITS)) {
    expect(legibleFrom(board[0] ?? 0)).toBeGreaterThanOrEqual(2);
    expect(board.every((unit) => unit > near)).toBe(true);
    expect(board.toSorted((a, b) => b - a)).toEqual(board);
  }
});

test("larger words leave less room in units, and the margins stay free", () => {
  const small = roomOn(paperSize({ paper: "A4", isLandscape: false, unit: 1 }), 40, 20);
  const large = roomOn(paperSize({ paper: "A4", isLandscape: false, unit: 2 }), 40, 20);
  expect(small.width).toBeCloseTo((190 * 96) / 25.4);
  expect(large.width).toBeCloseTo(small.width / 2);
  expect(large.height + 60).toBeCloseTo((small.height + 60) / 2);
});

test("with enough room the small rows grow and all of it is used", () => {
  const heights = shareHeight([10, 80, 20], 200, 15);
  expect(sum(heights)).toBeCloseTo(200);
  expect(heights[1]).toBe(80);
  expect(heights[0]).toBeCloseTo(60);
});

test("with too little room the tall rows give way and the small ones keep what they need", () => {
  const heights = shareHeight([10, 180, 100], 120, 15);
  expect(sum(heights)).toBeCloseTo(120);
  expect(heights[0]).toBe(15);
  expect(heights[1]).toBeCloseTo(52.5);
});

test("lines are counted by words; a word that is too wide is broken, and line ends are kept", () => {
  expect(wrappedLines("one two", 100, widthOf)).toBe(1);
  expect(wrappedLines("one two three", 45, widthOf)).toBe(2);
  expect(wrappedLines("Bostadsrättsföreningen", 60, widthOf)).toBe(2);
  expect(wrappedLines("a\nb\n\nc", 100, widthOf)).toBe(4);
  expect(wrappedLines("", 100, widthOf)).toBe(1);
  expect(wrappedLines("x".repeat(10_000), 0, widthOf)).toBeGreaterThan(1_000);
});

test("the hours are the usual ones, and as many more as events need", () => {
  expect(hoursShown([])).toEqual({ from: 8, to: 17 });
  expect(hoursShown([{ from: 9 * 60, to: 10 * 60 }])).toEqual({ from: 8, to: 17 });
  expect(hoursShown([{ from: 421, to: 1_350 }])).toEqual({ from: 7, to: 23 });
  expect(
    hoursShown([
      { from: 0, to: 0 },
      { from: 1_435, to: 1_440 },
    ]),
  ).toEqual({ from: 0, to: 24 });
});
