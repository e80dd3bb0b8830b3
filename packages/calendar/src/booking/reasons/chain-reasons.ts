import { MINUTE, type Instant } from "../../time/instant.ts";
import { isOwnOf, type Facts, type OwnBooking, type Wish } from "../facts.ts";
import type { PreparedRules } from "../prepare.ts";
import type { Reason } from "../reason.ts";
import { isAlive } from "../units.ts";
import { UNIT_OF_MODE } from "./length-reasons.ts";
import { lengthOf } from "./time-reasons.ts";

/** What the party's own bookings have against a wish. */
export function chainReasons(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): readonly Reason[] {
  const { chain } = prepared.rules;
  if (!chain) return [];
  const held = facts.bookings.filter((each) => isHeld(each) && isAlive(each, now) && !isOwnOf(wish, each.id));
  const here = held.filter(({ bookable }) => bookable === facts.bookable);
  const { maxInRow, notWhile } = chain;
  const reasons: Reason[] = [];
  if (maxInRow !== undefined && rowWith(prepared, here, wish) > maxInRow) {
    const mode = prepared.rules.mode;
    reasons.push({
      kind: "adjacent",
      unit: mode === "free" ? "bookings" : UNIT_OF_MODE[mode],
      most: maxInRow,
    });
  }
  const { ownGap } = prepared;
  const isClose = here.some(({ start, end }) => start < wish.end + ownGap && wish.start < end + ownGap);
  if (ownGap > 0 && isClose) reasons.push({ kind: "tooClose", minutes: ownGap / MINUTE });
  const others = held.filter(
    ({ start, end, labels }) =>
      notWhile !== undefined && labels.includes(notWhile) && start < wish.end && wish.start < end,
  );
  if (others.length > 0)
    reasons.push({ kind: "elsewhere", until: Math.max(...others.map(({ end }) => end)) });
  return reasons;
}

const isHeld = ({ state }: OwnBooking): boolean =>
  state !== "cancelled" && state !== "cancelledLate" && state !== "released";

/** How long the unbroken row of own times would be: each begins where the one before ended, the gap between all bookings aside. */
function rowWith(prepared: PreparedRules, own: readonly OwnBooking[], wish: Wish): number {
  // The longest first, so that of two that touch the same time the answer does not depend on their order.
  const here = own.toSorted((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  const count = ({ start, end }: Pick<Wish, "start" | "end">): number =>
    prepared.rules.mode === "free" ? 1 : lengthOf(prepared, { start, end });
  const touches = (end: Instant, start: Instant): boolean =>
    end <= start && start - end <= slack(prepared, end, start);
  let length = count(wish);
  for (let at: OwnBooking | undefined = undefined, start = wish.start; ; start = at.start) {
    at = here.find((each) => each.end > each.start && touches(each.end, start));
    if (!at) break;
    length += count(at);
  }
  for (let at: OwnBooking | undefined = undefined, end = wish.end; ; end = at.end) {
    at = here.find((each) => each.end > each.start && touches(end, each.start));
    if (!at) break;
    length += count(at);
  }
  return length;
}

/** What may lie between two times that still follow each other: the gap, and between nights the hours of cleaning. */
function slack({ gap, nights, zone }: PreparedRules, end: Instant, start: Instant): number {
  if (!nights) return gap;
  const isSameDay =
    Math.floor(zone.toLocal(end) / 86_400_000) === Math.floor(zone.toLocal(start) / 86_400_000);
  return isSameDay ? Infinity : gap;
}
