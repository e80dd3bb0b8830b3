import { dayNumber } from "./almanac-date.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";
import { redDays } from "./red-days.ts";
import { squeezeDays, type ClosedKinds } from "./squeeze-days.ts";

/**
 * The named days of a year in order of date, the single squeeze days of whoever is free on the `closed` kinds among them.
 * A squeeze day that has a name of its own (an eve of custom, say) stands there twice. Years outside 1900–2199 have none.
 */
export function namedDays(year: number, region: AlmanacRegion, closed: ClosedKinds): readonly AlmanacDay[] {
  const squeezed = squeezeDays(year, region, closed).map(({ first, gives }): AlmanacDay => ({
    date: first,
    names: { en: `Squeeze day, gives ${gives}`, sv: `Klämdag, ger ${gives}` },
    kind: "squeeze",
  }));
  return [...redDays(year, region), ...squeezed].toSorted((a, b) => dayNumber(a.date) - dayNumber(b.date));
}
