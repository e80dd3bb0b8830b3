import { namedDays as namedDaysOf } from "@snart/calendar/almanac/named-days.ts";
import type { ClosedKinds } from "@snart/calendar/almanac/squeeze-days.ts";
import type { AlmanacDay, AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import { dayNumber } from "@snart/calendar/almanac/almanac-date.ts";
import { dayOf, fieldsOfLocal, weekday, type Local } from "@snart/calendar/time/local.ts";

const REGIONS: readonly AlmanacRegion[] = ["SE", "GB-ENG", "GB-SCT", "GB-NIR"];

/**
 * The region whose holidays are shown to someone who lives in a zone and reads a language, unless they have chosen
 * another.
 */
export function almanacRegion(zoneId: string, language: string, chosen?: string | null): AlmanacRegion {
  const known = REGIONS.find((region) => region === chosen);
  if (known) return known;
  if (zoneId === "Europe/Belfast") return "GB-NIR";
  if (zoneId === "Europe/London") return "GB-ENG";
  return zoneId === "Europe/Stockholm" || language === "sv" ? "SE" : "GB-ENG";
}

/** Whether a day stands in red: every Sunday, and the public holidays that are shown. */
export const isRedDay = (day: Local, { region, isHidden }: ShownRegion): boolean =>
  weekday(day) === 7 ||
  namedDays([day], { region, isHidden, closed: none }).some(({ named }) => named.kind === "red");

const none: ClosedKinds = new Set();

interface ShownRegion {
  readonly region: AlmanacRegion;
  /** none of its days is shown */
  readonly isHidden?: boolean | undefined;
}

/** The almanac's region, and which named days are free there. */
export interface Almanac extends ShownRegion {
  readonly closed: ClosedKinds;
}

/** The days of a view that have a name of their own, such as Christmas Eve, and the squeeze days; none of a hidden almanac. */
export function namedDays(
  days: readonly Local[],
  almanac: Almanac,
): readonly { readonly day: Local; readonly named: AlmanacDay }[] {
  if (almanac.isHidden) return [];
  return days.flatMap((day) =>
    namedOfYear(fieldsOfLocal(day).year, almanac)
      .filter((named) => dayNumber(named.date) === dayOf(day))
      .map((named) => ({ day, named })),
  );
}

const years = new Map<string, readonly AlmanacDay[]>();

function namedOfYear(year: number, { region, closed }: Almanac): readonly AlmanacDay[] {
  const key = [region, year, ...closed].join(" ");
  const known = years.get(key) ?? namedDaysOf(year, region, closed);
  years.set(key, known);
  return known;
}
