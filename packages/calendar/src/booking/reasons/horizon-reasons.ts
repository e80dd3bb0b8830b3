import { civilDate, dayNumber, daysInMonth } from "../../time/civil.ts";
import { DAY, type Instant } from "../../time/instant.ts";
import { cellStart } from "../cells.ts";
import { instantAt } from "../clock.ts";
import type { Facts, Wish } from "../facts.ts";
import { BOOKING_LIMITS } from "../limits.ts";
import { dayAt } from "../passes.ts";
import type { PreparedRules } from "../prepare.ts";
import type { Reason } from "../reason.ts";
import { before } from "../span.ts";
import { isPiece } from "./piece.ts";

/** Whether it is too early, too late, or a time that is drawn by lot. */
export function horizonReasons(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): readonly Reason[] {
  const reasons: Reason[] = wish.isDrawn ? [] : [...lotReasons(prepared, facts, wish, now)];
  const opens = opensAt(prepared, wish);
  if (now < opens && !wish.isDrawn) reasons.push({ kind: "notYet", opens });
  const closed = closesAt(prepared, wish, now);
  if (now > closed) reasons.push({ kind: "tooLate", closed, isPast: closed >= wish.start });
  return reasons;
}

/** The dates of a time, both inclusive. Nights count by date: who leaves on the day when a draw's days begin has none of them. */
export const datesOf = (
  prepared: PreparedRules,
  { start, end }: Pick<Wish, "start" | "end">,
): { readonly first: number; readonly last: number } => ({
  first: dayAt(prepared, start),
  last: prepared.nights ? dayAt(prepared, end) - 1 : dayAt(prepared, end - 1),
});

function lotReasons(
  prepared: PreparedRules,
  { undrawn = [] }: Facts,
  wish: Wish,
  now: Instant,
): readonly Reason[] {
  const { first, last } = datesOf(prepared, wish);
  return prepared.draws.flatMap(({ from, to, opens, closes }): readonly Reason[] => {
    if (from > last || first >= to) return [];
    if (now < closes) return [{ kind: "byLot", opens, closes }];
    const isDue = undrawn.some((period) => period.from === from && period.to === to);
    return isDue ? [{ kind: "byLot", opens, closes, isDue }] : [];
  });
}

/** When a time opens, by its start or, where the rules measure to it, by its end. */
export function opensAt({ opens, rules, zone }: PreparedRules, wish: Wish): Instant {
  const measured = rules.measuredTo === "end" ? wish.end : wish.start;
  if (!opens)
    return before(measured, { months: BOOKING_LIMITS.horizonMonths, days: 0, milliseconds: 0 }, zone);
  if ("before" in opens) return before(measured, opens.before, zone, opens.at);
  // An end at midnight still belongs to the month before.
  const { year, month } = civilDate(
    Math.floor(zone.toLocal(rules.measuredTo === "end" ? measured - 1 : measured) / DAY),
  );
  const [y, m] = month === 1 ? [year - 1, 12] : [year, month - 1];
  return instantAt(zone, dayNumber(y, m, Math.min(opens.day, daysInMonth(y, m))), opens.at);
}

/**
 * The last moment at which a time can be booked. Without another rule that is its start; a piece of a running pass and a
 * free time can begin in the cell that has begun, and a stay on the day that has begun.
 */
export function closesAt(prepared: PreparedRules, wish: Wish, now: Instant): Instant {
  const { closesBefore, rules, zone, cell } = prepared;
  if (closesBefore && closesBefore.months + closesBefore.days + closesBefore.milliseconds > 0)
    return before(wish.start, closesBefore, zone);
  if (rules.mode === "nights") return instantAt(zone, dayAt(prepared, wish.start) + 1, 0) - 1;
  const isWithinCell = rules.mode === "free" || isPiece(prepared, wish, now);
  return isWithinCell ? cellStart(wish.start, cell) + cell - 1 : wish.start;
}
