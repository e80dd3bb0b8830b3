import { dayNumber } from "./almanac-date.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";
import { redDays } from "./red-days.ts";
import { squeezeDays, type ClosedKinds } from "./squeeze-days.ts";

/**
 * The named days of a year in order of date, including the single squeeze days of a person who has the `closed` kinds
 * off. A squeeze day that also has a name (a customary eve, say) is listed twice. Years outside 1900–2199 have none.
 */
export function namedDays(year: number, region: AlmanacRegion, closed: ClosedKinds): readonly AlmanacDay[] {
  const squeezed = squeezeDays(year, region, closed).map(({ first, gives }): AlmanacDay => ({
    date: first,
    names: { en: `Squeeze day, gives ${gives}`, sv: `Klämdag, ger ${gives}` },
    kind: "squeeze",
  }));
  return [...redDays(year, region), ...squeezed].toSorted((a, b) => dayNumber(a.date) - dayNumber(b.date));
}
