import { enGB } from "date-fns/locale/en-GB";
import { sv } from "date-fns/locale/sv";
import type { Rung } from "./ladder.ts";

/** The languages that distances are written in. */
export type DistanceLocale = "en-GB" | "sv";

const LOCALES = { "en-GB": enGB, sv };

/** The locale's own wording, with "in … / … ago": `direction` is 1 ahead, -1 past. */
export const wordDistance = (rung: Rung, direction: 1 | -1, locale: DistanceLocale): string =>
  LOCALES[locale].formatDistance(rung.token, rung.count, { addSuffix: true, comparison: direction });

/** The locale's wording of a length of time: "about 2 hours". */
export const wordLength = (rung: Rung, locale: DistanceLocale): string =>
  LOCALES[locale].formatDistance(rung.token, rung.count);

/** The wordings that date-fns lacks (docs/design.md §2.1). Whole phrases, never put together from parts. */
export const OWN_WORDS = {
  "en-GB": {
    today: "today",
    ends: (distance: string) => `ends ${distance}`,
    now: (ends: string) => `now · ${ends}`,
    thisWeek: "this week",
    thisMonth: "this month",
  },
  sv: {
    today: "i dag",
    ends: (distance: string) => `slutar ${distance}`,
    now: (ends: string) => `pågår · ${ends}`,
    thisWeek: "den här veckan",
    thisMonth: "den här månaden",
  },
} as const satisfies Record<DistanceLocale, unknown>;
