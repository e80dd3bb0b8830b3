import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import type { Almanac } from "../../grid/almanac/red-days.ts";
import { localDateText } from "../../store/items/local-text.ts";
import { footOfYear, monthsOfYear } from "./year-contents.ts";

const SWEDEN: Almanac = { region: "SE", closed: new Set(["red"]) };

const busyHours = (hours: readonly number[]) =>
  Array.from({ length: 365 }, (_, index) => ({
    count: 0,
    booked: (hours[index] ?? 0) * HOUR,
    level: 0 as const,
  }));

it("has every day of the year once, in the weeks that ISO 8601 counts", () => {
  const months = monthsOfYear(2026, SWEDEN);
  const days = months.flatMap(({ weeks }) =>
    weeks.flatMap((week) => week.days.filter((it) => it !== undefined)),
  );
  expect(days).toHaveLength(365);
  expect(new Set(days.map((it) => it.number)).size).toBe(365);
  expect(months[0]?.weeks.map((it) => it.week)).toEqual([1, 2, 3, 4, 5]);
  expect(months[11]?.weeks.map((it) => it.week)).toEqual([49, 50, 51, 52, 53]);
  expect(months[0]?.weeks[0]?.days.map((it) => it && localDateText(it.day))).toEqual([
    undefined,
    undefined,
    undefined,
    "2026-01-01",
    "2026-01-02",
    "2026-01-03",
    "2026-01-04",
  ]);
});

it("begins with the last week of the year before, where its first days belong to that", () => {
  expect(monthsOfYear(2027, SWEDEN)[0]?.weeks.map((it) => it.week)).toEqual([53, 1, 2, 3, 4]);
  expect(monthsOfYear(2028, SWEDEN)[1]?.weeks.flatMap((it) => it.days.filter(Boolean))).toHaveLength(29);
});

it("counts red days by law, and names the busiest week and the calmest one ahead", () => {
  const months = monthsOfYear(2026, SWEDEN);
  const hours = Array.from({ length: 365 }, () => 2);
  hours[325] = 12; // Sunday 22 November
  for (let day = 348; day < 355; day++) hours[day] = 0; // week 51
  for (let day = 4; day < 11; day++) hours[day] = 0; // week 2, which is past
  const foot = footOfYear(months, busyHours(hours), localFromFields(2026, 11, 23));
  expect(foot.redDays).toBe(13);
  expect(foot.busiest && localDateText(foot.busiest)).toBe("2026-11-16");
  expect(foot.calmestAhead && localDateText(foot.calmestAhead)).toBe("2026-12-14");
});

it("has Sundays alone in red, and no day with a name, where the almanac is hidden", () => {
  const days = monthsOfYear(2026, { ...SWEDEN, isHidden: true }).flatMap(({ weeks }) =>
    weeks.flatMap((week) => week.days.filter((it) => it !== undefined)),
  );
  expect(days.filter(({ isRed }) => isRed)).toHaveLength(52);
  expect(days.flatMap(({ names }) => names)).toEqual([]);
});

it("names no week in an empty year, and none ahead in a past year", () => {
  const months = monthsOfYear(2025, SWEDEN);
  expect(footOfYear(months, busyHours([]), localFromFields(2026, 11, 23))).toEqual({
    redDays: 13,
    busiest: null,
    calmestAhead: null,
  });
  expect(footOfYear(months, busyHours([5]), localFromFields(2026, 11, 23)).calmestAhead).toBeNull();
});
