import { describe, expect, it } from "vitest";
import { ranked, titleRank } from "./hit-rank.ts";
import type { ShownOccurrence } from "./occurrences.ts";

describe("how well a title fits", () => {
  it.each([
    ["Board", "board", 0],
    ["Café", " CAFE ", 0],
    ["Board meeting", "board", 1],
    ["Annual meeting, new board", "board", 2],
    ["Annual meeting", "meet ann", 2],
    ["Keyboard", "board", 3],
    ["Styrelsemöte", "möte", 3],
    ["Lunch", "board", 4],
  ] as const)("%j to %j", (title, words, rank) => {
    expect(titleRank(title, words)).toBe(rank);
  });
});

it("puts the title first, then what is ahead, then the nearest", () => {
  const hit = (title: string, start: number): ShownOccurrence =>
    ({ event: { title }, start, end: start + 1 }) as unknown as ShownOccurrence;
  const hits = [
    hit("Keyboard", 1),
    hit("New board", 3),
    hit("Board last month", -9),
    hit("Board of far", 90),
    hit("Board of near", 5),
    hit("Board", 900),
  ];
  expect(ranked(hits, "board", 0).map(({ event }) => event.title)).toEqual([
    "Board",
    "Board of near",
    "Board of far",
    "Board last month",
    "New board",
    "Keyboard",
  ]);
});
