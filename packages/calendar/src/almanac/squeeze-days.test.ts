import { describe, expect, it } from "vitest";
import { dayNumber, type AlmanacDate } from "./almanac-date.ts";
import type { AlmanacRegion } from "./almanac-day.ts";
import { squeezeDays, type ClosedKinds } from "./squeeze-days.ts";

const RED: ClosedKinds = new Set(["red"]);
const RED_AND_EVES: ClosedKinds = new Set(["red", "eve"]);
const short = ({ day, month }: AlmanacDate): string => `${String(day)}/${String(month)}`;
const list = (year: number, region: AlmanacRegion, closed = RED, atMost = 1): string[] =>
  squeezeDays(year, region, closed, atMost).map(
    ({ first, take, gives }) => `${short(first)} ${String(take)}→${String(gives)}`,
  );

describe("squeeze days", () => {
  it.each([
    [2026, ["2/1 1→4", "5/1 1→4", "15/5 1→4"]],
    [2027, ["7/5 1→4"]],
    [2028, ["7/1 1→4", "26/5 1→4", "5/6 1→4"]],
  ])("of Sweden in %i", (year, expected) => {
    expect(list(year, "SE")).toEqual(expected);
  });

  it("are more for a person who also has eves off", () => {
    expect(list(2026, "SE", RED_AND_EVES)).toEqual(["2/1 1→5", "5/1 1→4", "15/5 1→4"]);
    expect(list(2026, "SE", RED_AND_EVES, 3)).toContain("28/12 3→11");
    expect(list(2026, "SE", RED, 3)).not.toContain("28/12 3→11");
  });

  it("of Scotland are not England's", () => {
    expect(list(2027, "GB-SCT")).toEqual(["29/11 1→4"]);
    expect(list(2026, "GB-ENG")).toEqual(["2/1 1→4"]);
    expect(list(2026, "GB-NIR")).toEqual(["2/1 1→4", "16/3 1→4"]);
    expect(list(2026, "GB-SCT")).toEqual([]);
    expect(list(2026, "GB-ENG", RED, 4)).not.toContain("16/3 1→4");
  });

  it("reach over the turn of the year", () => {
    const [turn] = squeezeDays(2024, "SE", RED_AND_EVES, 4).filter(({ first }) => first.month === 12);
    expect(turn).toMatchObject({ first: { day: 23 }, take: 1, gives: 6 });
    expect(short(squeezeDays(2026, "SE", RED_AND_EVES, 3).at(-1)?.to ?? { year: 0, month: 0, day: 0 })).toBe(
      "3/1",
    );
  });

  it("are never a free day, never overlap, and always have a holiday beside them", () => {
    for (let year = 1980; year < 2100; year++) {
      let after = 0;
      for (const days of squeezeDays(year, "SE", RED_AND_EVES, 4)) {
        expect(dayNumber(days.first)).toBeGreaterThan(after);
        after = dayNumber(days.last);
        expect(days.gives).toBeGreaterThan(days.take + 1);
      }
    }
  });

  it("looks at nothing outside the almanac, and takes no more than four days", () => {
    expect(squeezeDays(1899, "SE")).toEqual([]);
    expect(squeezeDays(Number.NaN, "SE")).toEqual([]);
    expect(list(2026, "SE", RED, 0)).toEqual([]);
    expect(list(2026, "SE", new Set(), 99)).toEqual([]);
  });
});
