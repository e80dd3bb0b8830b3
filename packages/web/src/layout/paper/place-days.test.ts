import { expect, test } from "vitest";
import { placeDays, type PaperItem } from "./place-days.ts";

const MONDAY = 20_780;
const week = { fromDay: MONDAY, columns: 7 };
const single = (key: string, day: number, lines = 1, order = 0): PaperItem => ({
  key,
  startDay: MONDAY + day,
  endDay: MONDAY + day + 1,
  lines,
  order,
});
const bar = (key: string, from: number, to: number): PaperItem => ({
  key,
  startDay: MONDAY + from,
  endDay: MONDAY + to,
  lines: 1,
  order: 0,
});

test("a day's items are in order below the bars, each as tall as its words", () => {
  const { bars, singles, rows, hiddenKeys } = placeDays(
    [single("late", 1, 1, 2), single("early", 1, 3, 1), bar("trip", 0, 3)],
    week,
  );
  expect(bars).toMatchObject([{ key: "trip", row: 0, fromColumn: 0, toColumn: 3 }]);
  expect(singles).toEqual([
    { key: "early", column: 1, row: 1, lines: 3 },
    { key: "late", column: 1, row: 4, lines: 1 },
  ]);
  expect(rows).toBe(5);
  expect(hiddenKeys.size).toBe(0);
});

test("surplus items are counted on their day, in the row left for that, and none comes before an omitted one", () => {
  const placed = placeDays(
    [single("a", 0, 2, 1), single("b", 0, 2, 2), single("c", 0, 1, 3), single("other day", 4, 3, 1)],
    week,
    3,
  );
  expect(placed.singles.map(({ key }) => key)).toEqual(["a", "other day"]);
  expect(placed.hidden).toEqual([2, 0, 0, 0, 0, 0, 0]);
  expect([...placed.hiddenKeys]).toEqual(["b", "c"]);
  expect(
    Math.max(...placed.singles.filter(({ column }) => column === 0).map((it) => it.row + it.lines)),
  ).toBe(2);
});

test("a bar without room is counted on every day that it touches, and everything is either drawn or named", () => {
  const items = [bar("one", 0, 5), bar("two", 1, 4), bar("three", 2, 6), single("x", 3), single("y", 6)];
  const placed = placeDays(items, week, 2);
  const drawn = new Set([...placed.bars, ...placed.singles].map(({ key }) => key));
  for (const { key } of items) expect(drawn.has(key)).toBe(!placed.hiddenKeys.has(key));
  expect(placed.hidden[3]).toBe(3);
  expect(placed.hidden[6]).toBe(0);
});

test("items of other days are neither drawn nor counted", () => {
  const placed = placeDays([single("before", -1), single("after", 7), bar("long before", -9, 0)], week, 1);
  expect(placed).toMatchObject({ bars: [], singles: [], rows: 0, hidden: [0, 0, 0, 0, 0, 0, 0] });
});
