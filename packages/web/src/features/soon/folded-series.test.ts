import { expect, it } from "vitest";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { foldedFrom } from "./folded-series.ts";

const at = (key: string, start: number, recurrenceId: string | null, overrides: object = {}) =>
  ({
    key: `${key} ${start}`,
    start,
    recurrenceId,
    entry: { key, event: { recurrenceOverrides: overrides } },
  }) as unknown as ShownOccurrence;
const keys = (of: readonly ShownOccurrence[]) => foldedFrom(10, of).map((it) => it.key);

it("shows every time of a series before, and its first one after, whatever the order", () => {
  const choir = [30, 5, 12, 8].map((start) => at("choir", start, `id ${start}`));
  expect(keys(choir)).toEqual(["choir 5", "choir 8", "choir 12"]);
});

it("leaves single events, and each series apart", () => {
  const of = [
    at("a", 11, "1"),
    at("b", 12, "1"),
    at("once", 13, null),
    at("once", 14, null),
    at("a", 15, "2"),
  ];
  expect(keys(of)).toEqual(["a 11", "b 12", "once 13", "once 14"]);
});

it("shows a changed time besides, but not one that only its guests or reminders have changed", () => {
  const changed = {
    "3": { start: "x" },
    "4": { "locations/1/name": "Loft" },
    "5": { "participants/me/x": 1 },
  };
  const of = [1, 2, 3, 4, 5].map((id) => at("a", 10 + id, String(id), changed));
  expect(keys(of)).toEqual(["a 11", "a 13", "a 14"]);
});
