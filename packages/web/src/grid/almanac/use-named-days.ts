import { distance } from "@snart/calendar/distance/distance.ts";
import { addDays, startOfDay, weekday, type Local } from "@snart/calendar/time/local.ts";
import { useMemo } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { namedDays } from "./red-days.ts";
import { useAlmanac } from "./use-almanac.ts";

/** A red day, an eve, or another day with a name in the almanac. */
export interface NamedDay {
  readonly day: Local;
  readonly name: string;
  readonly distance: string;
  /** a Sunday or a public holiday */
  readonly isRed: boolean;
}

/** The red days and eves of the next `count` days, today included, and the Sundays that have a name. */
export function useNamedDays(count: number): readonly NamedDay[] {
  const zone = useViewerZone();
  const language = useLanguage();
  const almanac = useAlmanac();
  const now = useNow();
  const today = startOfDay(zone.toLocal(now));
  return useMemo(() => {
    const days = Array.from({ length: count }, (_, index) => addDays(today, index));
    const shown = namedDays(days, almanac).filter(
      ({ day, named: { kind } }) => kind === "red" || kind === "eve" || isNamedSunday(kind, weekday(day)),
    );
    return shown.map(({ day, named: { names, kind } }) => ({
      day,
      name: language === "sv" ? names.sv : names.en,
      isRed: kind === "red" || weekday(day) === 7,
      // The distance of a coming day counts the midnights between, whatever the hour.
      distance: distance({ kind: "date", date: day }, zone.toInstant(today), zone, language),
    }));
  }, [count, today, zone, language, almanac]);
}

const isNamedSunday = (kind: string, day: number): boolean => kind === "observed" && day === 7;
