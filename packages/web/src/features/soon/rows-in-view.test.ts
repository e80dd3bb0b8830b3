import { expect, it } from "vitest";
import { piecesOf, rowsBetween, topsOf } from "./rows-in-view.ts";

const tops = topsOf([10, 20, 30, 40, 50]);

it("says where each row begins and where the list ends", () => {
  expect(tops).toEqual([0, 10, 30, 60, 100, 150]);
  expect(topsOf([])).toEqual([0]);
});

it.each([
  [0, 10, { from: 0, to: 2 }],
  [15, 16, { from: 1, to: 2 }],
  [30, 99, { from: 2, to: 4 }],
  [-50, 5, { from: 0, to: 1 }],
  [140, 900, { from: 4, to: 5 }],
  [900, 1_000, { from: 5, to: 5 }],
  [70, 20, { from: 3, to: 4 }],
])("finds the rows between %d and %d", (from, to, rows) => {
  expect(rowsBetween(tops, from, to)).toEqual(rows);
});

it("has none in an empty list", () => {
  expect(rowsBetween(topsOf([]), 0, 500)).toEqual({ from: 0, to: 0 });
  expect(piecesOf(topsOf([]), { from: 0, to: 0 }, [0, -1])).toEqual([]);
});

it("leaves the room of all that is not drawn, and keeps pinned rows at their places", () => {
  const room = (from: number, height: number) => ({ kind: "room", from, height });
  const row = (index: number) => ({ kind: "row", index });
  expect(piecesOf(tops, { from: 1, to: 3 }, [])).toEqual([room(0, 10), row(1), row(2), room(3, 90)]);
  expect(piecesOf(tops, { from: 0, to: 1 }, [4, 4, 0, 9])).toEqual([row(0), room(1, 90), row(4)]);
  expect(piecesOf(tops, { from: 3, to: 5 }, [0])).toEqual([row(0), room(1, 50), row(3), row(4)]);
  const heights = piecesOf(tops, { from: 2, to: 3 }, [0]).map((it) => (it.kind === "room" ? it.height : 0));
  expect(heights.reduce((sum, height) => sum + height, 0)).toBe(150 - 10 - 30);
});
