import { expect, it } from "vitest";
import { placeLane } from "./all-day-lane.ts";

const week = { fromDay: 100, toDay: 107 };

it("puts red days first, then the longest, then the earliest", () => {
  const { bars, rows } = placeLane(
    [
      { key: "short", startDay: 106, endDay: 107 },
      { key: "red", startDay: 106, endDay: 107, isRed: true },
      { key: "long", startDay: 105, endDay: 109 },
      { key: "early", startDay: 101, endDay: 102 },
    ],
    week,
  );
  expect(bars.map((bar) => [bar.key, bar.row])).toEqual([
    ["red", 0],
    ["long", 1],
    ["early", 0],
    ["short", 2],
  ]);
  expect(rows).toBe(3);
});

it("cuts bars at the edges and marks them", () => {
  const { bars } = placeLane([{ key: "all", startDay: 90, endDay: 120 }], week);
  expect(bars).toEqual([
    { key: "all", row: 0, fromColumn: 0, toColumn: 7, continuesBefore: true, continuesAfter: true },
  ]);
});

it("leaves out items of other days and gives a day to items without length", () => {
  const { bars, rows } = placeLane(
    [
      { key: "before", startDay: 98, endDay: 100 },
      { key: "after", startDay: 107, endDay: 108 },
      { key: "none", startDay: 103, endDay: 103 },
    ],
    week,
  );
  expect(bars).toEqual([
    { key: "none", row: 0, fromColumn: 3, toColumn: 4, continuesBefore: false, continuesAfter: false },
  ]);
  expect(rows).toBe(1);
});

it("never lets two bars of a row overlap", () => {
  const items = Array.from({ length: 30 }, (_, i) => ({
    key: `e${i}`,
    startDay: 96 + ((i * 7) % 11),
    endDay: 99 + ((i * 5) % 13),
  }));
  const { bars } = placeLane(items, week);
  for (const [i, a] of bars.entries())
    for (const b of bars.slice(i + 1))
      expect(a.row === b.row && a.fromColumn < b.toColumn && b.fromColumn < a.toColumn).toBe(false);
});
