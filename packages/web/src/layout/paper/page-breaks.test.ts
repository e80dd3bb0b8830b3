import { expect, test } from "vitest";
import { breakColumns } from "./page-breaks.ts";

test("rows continue in the next column under their repeated head", () => {
  const columns = breakColumns([{ head: 10, rows: [20, 20, 20] }], 55);
  expect(columns).toEqual([
    [{ group: 0, from: 0, to: 2, isContinued: false }],
    [{ group: 0, from: 2, to: 3, isContinued: true }],
  ]);
});

test("a head is never alone at the foot of a column", () => {
  const columns = breakColumns(
    [
      { head: 10, rows: [40] },
      { head: 10, rows: [20] },
    ],
    65,
  );
  expect(columns).toHaveLength(2);
  expect(columns[1]).toEqual([{ group: 1, from: 0, to: 1, isContinued: false }]);
});

test("a row taller than a column has one to itself, and no row is lost or repeated", () => {
  const groups = [
    { head: 5, rows: [10, 500, 10] },
    { head: 5, rows: [] },
    { head: 5, rows: [30, 30, 30, 30] },
  ];
  const columns = breakColumns(groups, 60);
  const told = columns
    .flat()
    .flatMap(({ group, from, to }) =>
      Array.from({ length: to - from }, (_, index) => `${group}.${from + index}`),
    );
  expect(told).toEqual(["0.0", "0.1", "0.2", "2.0", "2.1", "2.2", "2.3"]);
  expect(columns.every((runs) => runs.length > 0)).toBe(true);
});

test("no rows make no column", () => expect(breakColumns([], 100)).toEqual([]));
