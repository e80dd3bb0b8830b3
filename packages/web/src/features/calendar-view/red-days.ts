import { redDays } from "@snart/calendar/almanac/red-days.ts";
import type { AlmanacDay, AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import { dayNumber } from "@snart/calendar/almanac/almanac-date.ts";
import { dayOf, fieldsOfLocal, weekday } from "@snart/calendar/time/local.ts";
import type { Local } from "@snart/calendar/time/local.ts";

const REGIONS: readonly AlmanacRegion[] = ["SE", "GB-ENG", "GB-SCT", "GB-NIR"];

/** Whose holidays are shown to someone who lives in a zone and reads a language, unless they have chosen. */
export function almanacRegion(zoneId: string, language: string, chosen?: string | null): AlmanacRegion {
  const known = REGIONS.find((region) => region === chosen);
  if (known) return known;
  if (zoneId === "Europe/Belfast") return "GB-NIR";
  if (zoneId === "Europe/London") return "GB-ENG";
  return zoneId === "Europe/Stockholm" || language === "sv" ? "SE" : "GB-ENG";
}

/** Whether a day stands in red: every Sunday, and public holidays. */
export const isRedDay = (day: Local, region: AlmanacRegion): boolean =>
  weekday(day) === 7 || namedDays([day], region).some(({ named }) => named.kind === "red");

/** The days of a view that have a name of their own, such as Christmas Eve. */
export function namedDays(
  days: readonly Local[],
  region: AlmanacRegion,
): readonly { readonly day: Local; readonly named: AlmanacDay }[] {
  return days.flatMap((day) =>
    namedOfYear(fieldsOfLocal(day).year, region)
      .filter((named) => dayNumber(named.date) === dayOf(day))
      .map((named) => ({ day, named })),
  );
}

const years = new Map<string, readonly AlmanacDay[]>();

function namedOfYear(year: number, region: AlmanacRegion): readonly AlmanacDay[] {
  const key = `${region} ${year}`;
  const known = years.get(key) ?? redDays(year, region);
  years.set(key, known);
  return known;
}
