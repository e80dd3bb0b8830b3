import { DAY, type Instant } from "../time/instant.ts";
import { instantAt } from "./clock.ts";
import { dayAt } from "./passes.ts";
import { spanOf, type PreparedRules } from "./prepare.ts";
import { after, before } from "./span.ts";

/** When one can say that one is here, and when the rest of the time goes back to the pool. */
export interface CheckInTimes {
  readonly from: Instant;
  /** exclusive; not past the end of the booking */
  readonly until: Instant;
}

/** The times of checking in to a booking; undefined where nobody has to. */
export function checkInTimes(
  { rules: { checkIn }, zone }: PreparedRules,
  { start, end }: { readonly start: Instant; readonly end: Instant },
): CheckInTimes | undefined {
  const [from, within] = [spanOf(checkIn?.from), spanOf(checkIn?.within)];
  if (!from || !within) return undefined;
  return { from: before(start, from, zone), until: Math.min(after(start, within, zone), end) };
}

/**
 * The pause that a party has for not coming: from the no-show that was one too many, for as long as the rules say.
 * `noShows` are the ends of their check-in times, in any order; days count by date. Undefined if it may book.
 */
export function pauseFor(
  prepared: PreparedRules,
  noShows: readonly Instant[],
  now: Instant,
): { readonly from: Instant; readonly to: Instant } | undefined {
  const { rules, zone } = prepared;
  const rule = rules.checkIn?.noShows;
  const pause = spanOf(rule?.pause);
  if (!rule || !pause) return undefined;
  const sorted = noShows.filter((at) => at <= now).toSorted((a, b) => a - b);
  for (let last = sorted.length - 1; last >= rule.max - 1; last--) {
    const [from, first] = [sorted[last] ?? now, sorted[last - rule.max + 1] ?? -Infinity];
    const earliest = instantAt(zone, dayAt(prepared, from) - rule.days + 1, 0);
    const to = after(from, pause, zone);
    if (first >= earliest && now < to) return { from, to };
    if (from < now - 2 * 366 * DAY) return undefined;
  }
  return undefined;
}
