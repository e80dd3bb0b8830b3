import { dayNumber } from "@snart/calendar/almanac/almanac-date.ts";
import type { AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import { namedDays } from "@snart/calendar/almanac/named-days.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { asLocal } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { knownDays } from "./known-days.ts";

const from = dayNumber({ year: 2026, month: 11, day: 23 });

/** The names of the known days within `count` days from Monday 23 November 2026. */
const known = (region: AlmanacRegion, count = 366): readonly string[] =>
  knownDays(
    [2026, 2027]
      .flatMap((year) => namedDays(year, region, new Set()))
      .map(({ date, kind, names }) => ({ day: asLocal(dayNumber(date) * DAY), kind, name: names.en }))
      .filter(({ day }) => day >= from * DAY && day < (from + count) * DAY),
  ).map(({ name }) => name);

describe("the days that people look forward to", () => {
  it("are the great eves in Sweden, and no Sunday of Advent", () => {
    expect(known("SE")).toEqual(["Christmas Eve", "New Year’s Eve", "Midsummer’s Eve"]);
  });
  it("are the bank holidays in England, with Easter and Christmas only once", () => {
    const days = known("GB-ENG");
    expect(days.slice(0, 3)).toEqual(["Christmas Day", "New Year’s Day", "Good Friday"]);
    expect(days).not.toContain("Boxing Day");
    expect(days).not.toContain("Easter Monday");
  });
  it("are none in an almanac without any", () => {
    expect(known("SE", 1)).toEqual([]);
  });
});
