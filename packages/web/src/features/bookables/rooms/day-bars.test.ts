import { describe, expect, it } from "vitest";
import type { Night } from "../nights/model.ts";
import { dayBars } from "./day-bars.ts";

const FROM = 20_780;
/** Nights from a day on: `f` free, `t` taken, `p` over, `y` one's own. */
const nights = (from: number, states: string): ReadonlyMap<number, Night> =>
  new Map(
    states.split("").map((letter, at) => {
      const state = ({ f: "free", t: "taken", p: "past", y: "yours" } as const)[letter] ?? "closed";
      const slot = { state, reasons: [], bookingId: letter === "y" ? "own" : null, wait: null };
      return [from + at, { day: from + at, start: 0, end: 0, slot } as never];
    }),
  );
const barsOf = (from: number, states: string, days = 14): readonly string[] =>
  dayBars(nights(from, states), FROM, days).map(
    ({ state, column, halves }) => `${state} ${String(column)}+${String(halves)}`,
  );

describe("nights in a row of days", () => {
  it.each([
    ["one goes from the middle of a day to the middle of the next", FROM, "ft", ["taken 4+2"]],
    ["those that belong together are one", FROM, "tttf", ["taken 2+6"]],
    ["that before the first day goes over into it", FROM - 1, "tf", ["taken 1+1"]],
    ["what is over, and what is free, stays empty", FROM - 1, "ppfff", []],
    ["one's own stands apart from what others have", FROM, "tyy", ["taken 2+2", "yours 4+4"]],
  ])("%s", (_, from, states, expected) => expect(barsOf(from, states)).toEqual(expected));

  it("end where the row does", () => {
    expect(barsOf(FROM, "ftttt", 3)).toEqual(["taken 4+3"]);
  });
});
