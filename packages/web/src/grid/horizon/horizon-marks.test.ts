import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { expect, it } from "vitest";
import { barAfterKey, HORIZON_MARKS, nearestPlace, placeOnHorizon } from "./horizon-marks.ts";

it("goes from now to twelve months, and places everything within", () => {
  expect([placeOnHorizon(0), placeOnHorizon(366 * DAY)]).toEqual([0, 1]);
  expect([placeOnHorizon(-HOUR), placeOnHorizon(5000 * DAY)]).toEqual([0, 1]);
});

it("has more room for the next hours than for the months after them", () => {
  const places = HORIZON_MARKS.map(({ at }) => placeOnHorizon(at));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(placeOnHorizon(4 * HOUR)).toBeGreaterThan(0.2);
  expect(placeOnHorizon(7 * DAY)).toBeLessThan(0.62);
});

it("finds the nearest bar, and none where there is none", () => {
  expect(nearestPlace([0.1, 0.5, 0.9], 0.69)).toBe(1);
  expect(nearestPlace([0.1, 0.5, 0.9], 5)).toBe(2);
  expect(nearestPlace([], 0.5)).toBe(-1);
});

it("moves by keys from bar to bar, stops at the ends, and ignores other keys", () => {
  const walk = (at: number, ...keys: readonly string[]) =>
    keys.reduce((place, key) => barAfterKey(key, place, 3) ?? place, at);
  expect(walk(-1, "ArrowRight")).toBe(0);
  expect(walk(-1, "ArrowLeft")).toBe(2);
  expect(walk(0, "ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight")).toBe(2);
  expect(walk(1, "ArrowLeft", "ArrowLeft")).toBe(0);
  expect([walk(1, "Home"), walk(1, "End"), walk(1, "Escape")]).toEqual([0, 2, -1]);
  expect([barAfterKey("Escape", -1, 3), barAfterKey("Enter", 1, 3), barAfterKey("End", -1, 0)]).toEqual([
    null,
    null,
    null,
  ]);
});
