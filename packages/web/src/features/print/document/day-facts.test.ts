import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import type { Almanac } from "../../../grid/almanac/red-days.ts";
import { dayFacts } from "./day-facts.ts";

describe("what paper says about a day", () => {
  const almanac: Almanac = { region: "SE", closed: new Set(["red", "eve"]) };
  const christmas = [24, 25, 26, 27, 28].map((day) => localFromFields(2026, 12, day));

  it("is red for red days, and only the name for eves", () => {
    const facts = dayFacts(almanac, "sv", true);
    expect(christmas.map((day) => [facts.isRed(day), facts.nameOf(day)])).toEqual([
      [false, "Julafton"],
      [true, "Juldagen"],
      [true, "Annandag jul"],
      [true, ""],
      [false, ""],
    ]);
  });

  it("is nothing where the almanac is not printed", () => {
    const facts = dayFacts(almanac, "sv", false);
    expect(christmas.some((day) => facts.isRed(day) || facts.nameOf(day) !== "")).toBe(false);
  });
});
