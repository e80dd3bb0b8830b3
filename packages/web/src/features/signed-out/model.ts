import { nextPublicHoliday } from "@snart/calendar/almanac/red-days.ts";
import type { AlmanacRegion } from "@snart/calendar/almanac/almanac-day.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { fieldsOfLocal, localFromFields, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "../../i18n/messages.ts";

/** Each language by its own name. */
export const languageNames: Record<Language, string> = { "en-GB": "English", sv: "Svenska" };

interface Holiday {
  /** in the language asked for */
  readonly name: string;
  /** midnight of its day */
  readonly date: Local;
  /** ISO 8601 week number */
  readonly week: number;
}

/** Whose red days to tell somebody we know nothing about but the machine's zone and the language. */
export function regionOf(timeZone: string, language: Language): AlmanacRegion {
  if (timeZone === "Europe/Stockholm") return "SE";
  if (timeZone === "Europe/Belfast") return "GB-NIR";
  if (timeZone === "Europe/London") return "GB-ENG";
  return language === "sv" ? "SE" : "GB-ENG";
}

/** The next public holiday from now, today included; undefined beyond the almanac's years. */
export function nextHoliday(now: Instant, zone: Zone, language: Language): Holiday | undefined {
  const day = nextPublicHoliday(fieldsOfLocal(zone.toLocal(now)), regionOf(zone.id, language));
  if (!day) return undefined;
  const date = localFromFields(day.date.year, day.date.month, day.date.day);
  return { name: day.names[language === "sv" ? "sv" : "en"], date, week: isoWeek(date).week };
}
