import { dayNumber } from "../almanac/almanac-date.ts";
import type { AlmanacRegion } from "../almanac/almanac-day.ts";
import { redDays } from "../almanac/red-days.ts";
import { squeezeDays } from "../almanac/squeeze-days.ts";
import { civilDate, weekdayOfDay } from "../time/civil.ts";
import type { DayKind, DayName } from "./rules.ts";

/** Monday first. */
export const DAY_NAMES: readonly DayName[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

/** The name of a day, which is given by its day number. */
export const dayNameOf = (day: number): DayName => DAY_NAMES[weekdayOfDay(day) - 1] ?? "mo";

type Special = Exclude<DayKind, DayName>;

/** Years of regions that were asked for: the almanac has 300 years of each, so it cannot grow without end. */
const years = new Map<string, ReadonlyMap<number, Special>>();

function specialDays(year: number, region: AlmanacRegion): ReadonlyMap<number, Special> {
  const key = `${region} ${String(year)}`;
  const known = years.get(key);
  if (known) return known;
  const found = new Map<number, Special>();
  for (const { first } of squeezeDays(year, region, new Set(["red", "eve"])))
    found.set(dayNumber(first), "squeezeDay");
  const named = redDays(year, region);
  for (const { date, kind } of named) if (kind === "eve") found.set(dayNumber(date), "eve");
  for (const { date, kind } of named) if (kind === "red") found.set(dayNumber(date), "redDay");
  years.set(key, found);
  return found;
}

/** What a day is besides its name: a red day before an eve, an eve before a squeeze day; undefined for most days. */
export const specialKindOf = (day: number, region: AlmanacRegion | undefined): Special | undefined =>
  region && specialDays(civilDate(day).year, region).get(day);
