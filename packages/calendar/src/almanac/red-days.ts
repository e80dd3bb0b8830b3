import { dayNumber, type AlmanacDate } from "./almanac-date.ts";
import { swedishDays } from "./sweden.ts";
import { britishDays } from "./united-kingdom.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";

const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

/**
 * The named days of a year in a region, in order of date: public holidays (`red`), Swedish eves treated as
 * Sundays (`eve`), eves of custom (`customary`) and named ordinary days (`observed`). Ordinary Sundays are not listed.
 * Years outside 1900–2199 give an empty list. Two days may share a date.
 */
export function redDays(year: number, region: AlmanacRegion): readonly AlmanacDay[] {
  if (!Number.isInteger(year) || year < FIRST_YEAR || year > LAST_YEAR) return [];
  const days = region === "SE" ? swedishDays(year) : britishDays(year, region);
  return days.toSorted((a, b) => dayNumber(a.date) - dayNumber(b.date));
}

/** The first public holiday on or after a date, or undefined past the almanac's last year. */
export function nextPublicHoliday(date: AlmanacDate, region: AlmanacRegion): AlmanacDay | undefined {
  const from = dayNumber(date);
  const ahead = [...redDays(date.year, region), ...redDays(date.year + 1, region)];
  return ahead.find((day) => day.kind === "red" && dayNumber(day.date) >= from);
}
