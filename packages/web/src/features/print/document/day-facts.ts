import type { Local } from "@snart/calendar/time/local.ts";
import { isRedDay, namedDays, type Almanac } from "../../../grid/almanac/red-days.ts";
import type { Language } from "../../../i18n/messages.ts";

/** The almanac's facts about days on paper. */
export interface DayFacts {
  readonly isRed: (day: Local) => boolean;
  /** "Christmas Day", or empty */
  readonly nameOf: (day: Local) => string;
}

/** Days by the almanac, in a language; where that is not wanted none is red and none has a name. */
export function dayFacts(almanac: Almanac, language: Language, isWanted: boolean): DayFacts {
  if (!isWanted) return { isRed: () => false, nameOf: () => "" };
  return {
    isRed: (day) => isRedDay(day, almanac),
    nameOf: (day) =>
      namedDays([day], almanac)
        .filter(({ named }) => named.kind !== "squeeze")
        .map(({ named }) => (language === "sv" ? named.names.sv : named.names.en))
        .join(", "),
  };
}
