import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import { distanceTo, lengthRung, type DistanceTarget } from "./ladder.ts";
import { OWN_WORDS, wordDistance, wordLength, type DistanceLocale } from "./wording.ts";

/**
 * How soon, or how long ago, in words: "in 25 minutes", "in 2 days", "om tre dagar"; a whole day that is today
 * is "today" / "i dag". Measured in the viewer's `zone` (docs/design.md §2). The text goes stale: never store or send it.
 */
export function distance(target: DistanceTarget, now: Instant, zone: Zone, locale: DistanceLocale): string {
  const { direction, ...rung } = distanceTo(target, now, zone);
  return direction === 0 ? OWN_WORDS[locale].today : wordDistance(rung, direction, locale);
}

/** A length of time in words, without "in" or "ago": "about 2 hours", "45 minutes", "3 days". `ms` ≥ 0. */
export const durationInWords = (ms: number, locale: DistanceLocale): string =>
  wordLength(lengthRung(Math.max(0, ms)), locale);
