import { describe, expect, it } from "vitest";
import { dayNumber, weekdayOf } from "./almanac-date.ts";
import { easterSunday } from "./easter.ts";
import { nextPublicHoliday, redDays } from "./red-days.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";

const list = (year: number, region: AlmanacRegion, kind: AlmanacDay["kind"]) =>
  redDays(year, region)
    .filter((day) => day.kind === kind)
    .map(({ date }) => `${date.day}/${date.month}`);

describe("Easter", () => {
  it.each([
    [1818, 3, 22],
    [1900, 4, 15],
    [1943, 4, 25],
    [1954, 4, 18],
    [1981, 4, 19],
    [2000, 4, 23],
    [2008, 3, 23],
    [2026, 4, 5],
    [2027, 3, 28],
    [2038, 4, 25],
    [2049, 4, 18],
    [2076, 4, 19],
    [2285, 3, 22],
  ])("%i falls on %i-%i", (year, month, day) => {
    expect(easterSunday(year)).toEqual({ month, day });
  });

  it("is always a Sunday between 22 March and 25 April", () => {
    for (let year = 1900; year < 2200; year++) {
      const { month, day } = easterSunday(year);
      expect(weekdayOf({ year, month, day })).toBe(7);
      expect(month * 100 + day).toBeGreaterThanOrEqual(322);
      expect(month * 100 + day).toBeLessThanOrEqual(425);
    }
  });
});

describe("Sweden", () => {
  it.each([
    [2026, "1/1 6/1 3/4 5/4 6/4 1/5 14/5 24/5 6/6 20/6 31/10 25/12 26/12"],
    [2027, "1/1 6/1 26/3 28/3 29/3 1/5 6/5 16/5 6/6 26/6 6/11 25/12 26/12"],
  ])("has the red days of %i and no others", (year, days) => {
    expect(list(year, "SE", "red").join(" ")).toBe(days);
  });

  it("keeps eves and Advent apart from the red days", () => {
    expect(list(2026, "SE", "eve")).toEqual(["19/6", "24/12", "31/12"]);
    expect(list(2026, "SE", "observed")).toEqual(["29/11", "6/12", "13/12", "20/12"]);
    expect(list(2027, "SE", "eve")).toEqual(["25/6", "24/12", "31/12"]);
    const first = redDays(2026, "SE").find(({ date }) => date.month === 11);
    expect(first?.names).toEqual({ en: "Advent Sunday", sv: "Första advent" });
  });

  it("had Whit Monday until 2004", () => {
    expect(list(2004, "SE", "red")).toContain("31/5");
    expect(list(2004, "SE", "red")).not.toContain("6/6");
    expect(list(2005, "SE", "red")).toHaveLength(13);
  });
});

describe("the United Kingdom", () => {
  it.each<[number, AlmanacRegion, string]>([
    [2026, "GB-ENG", "1/1 3/4 6/4 4/5 25/5 31/8 25/12 28/12"],
    [2027, "GB-ENG", "1/1 26/3 29/3 3/5 31/5 30/8 27/12 28/12"],
    [2026, "GB-SCT", "1/1 2/1 3/4 4/5 25/5 15/6 3/8 30/11 25/12 28/12"],
    [2027, "GB-SCT", "1/1 4/1 26/3 3/5 31/5 2/8 30/11 27/12 28/12"],
    [2026, "GB-NIR", "1/1 17/3 3/4 6/4 4/5 25/5 13/7 31/8 25/12 28/12"],
    [2023, "GB-ENG", "2/1 7/4 10/4 1/5 8/5 29/5 28/8 25/12 26/12"],
    [2022, "GB-ENG", "3/1 15/4 18/4 2/5 2/6 3/6 29/8 19/9 26/12 27/12"],
    [2022, "GB-SCT", "3/1 4/1 15/4 2/5 2/6 3/6 1/8 19/9 30/11 26/12 27/12"],
    [2020, "GB-ENG", "1/1 10/4 13/4 8/5 25/5 31/8 25/12 28/12"],
  ])("%i %s", (year, region, days) => {
    expect(list(year, region, "red").join(" ")).toBe(days);
  });

  it("says which days are substitutes", () => {
    const boxing = redDays(2026, "GB-ENG").at(-1);
    expect(boxing?.names.en).toBe("Boxing Day (substitute day)");
  });

  it("never falls on a weekend or twice on one day", () => {
    for (let year = 1978; year < 2200; year++) {
      for (const region of ["GB-ENG", "GB-SCT", "GB-NIR"] as const) {
        const days = redDays(year, region);
        expect(days.every(({ date }) => weekdayOf(date) <= 5)).toBe(true);
        expect(new Set(days.map(({ date }) => dayNumber(date))).size).toBe(days.length);
      }
    }
  });
});

describe("the next public holiday", () => {
  it("includes the day itself and passes eves", () => {
    expect(nextPublicHoliday({ year: 2026, month: 12, day: 24 }, "SE")?.names.sv).toBe("Juldagen");
    expect(nextPublicHoliday({ year: 2026, month: 12, day: 25 }, "SE")?.names.sv).toBe("Juldagen");
    expect(nextPublicHoliday({ year: 2026, month: 12, day: 29 }, "GB-ENG")?.date).toEqual({
      year: 2027,
      month: 1,
      day: 1,
    });
  });

  it("ends where the almanac ends", () => {
    expect(redDays(1899, "SE")).toEqual([]);
    expect(redDays(Number.NaN, "SE")).toEqual([]);
    expect(nextPublicHoliday({ year: 2199, month: 12, day: 31 }, "SE")).toBeUndefined();
  });
});
