import type { Instant } from "../time/instant.ts";
import type { Facts, Wish } from "./facts.ts";
import { judge, type Verdict } from "./judge.ts";
import { BOOKING_LIMITS } from "./limits.ts";
import type { PreparedRules } from "./prepare.ts";
import { claimOf } from "./units.ts";

/**
 * Judges the wishes of a series in their order: what is granted to one counts for the next, in claims and in limits. At
 * most as many as a series may have bookings; the rest has no verdict.
 */
export function judgeSeries(
  prepared: PreparedRules,
  facts: Facts,
  wishes: readonly Wish[],
  now: Instant,
): readonly Verdict[] {
  const claims = [...facts.claims];
  const bookings = [...facts.bookings];
  const grown: Facts = { ...facts, claims, bookings };
  return wishes.slice(0, BOOKING_LIMITS.bookingsInSeries).map((each, index) => {
    const wish = { ...each, isSeries: true };
    const verdict = judge(prepared, grown, wish, now);
    if (!verdict.ok) return verdict;
    const id = `series ${String(index)}`;
    claims.push(claimOf(prepared, wish, verdict.unit, id));
    bookings.push({
      id,
      bookable: facts.bookable,
      labels: facts.labels,
      start: wish.start,
      end: wish.end,
      booked: now,
      state: "confirmed",
    });
    return verdict;
  });
}
