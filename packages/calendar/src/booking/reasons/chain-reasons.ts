import { DAY, MINUTE, type Instant } from "../../time/instant.ts";
import { isOwnOf, isUndone, type Facts, type OwnBooking, type Wish } from "../facts.ts";
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
  if (maxInRow !== undefined) reasons.push(...rowReasons(prepared, here, wish, maxInRow));
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

/** One time that is too long by itself is told so once, and not as a row of one. */
function rowReasons(
  prepared: PreparedRules,
  here: readonly OwnBooking[],
  wish: Wish,
  most: number,
): readonly Reason[] {
  const { mode, lengths = {} } = prepared.rules;
  const alone = mode === "free" ? 1 : lengthOf(prepared, wish);
  const row = rowWith(prepared, here, wish);
  if (row <= most) return [];
  if (row > alone)
    return [{ kind: "adjacent", unit: mode === "free" ? "bookings" : UNIT_OF_MODE[mode], most }];
  const longest = mode === "nights" ? (lengths.maxNights ?? Infinity) : (lengths.maxPasses ?? 1);
  return longest > most ? [{ kind: "tooLong", unit: UNIT_OF_MODE[mode], most, wanted: alone }] : [];
}

const isHeld = ({ state }: OwnBooking): boolean =>
  !isUndone(state) && state !== "cancelledLate" && state !== "released";

/**
 * How long the longest unbroken row of own times through the wish would be: each begins where the one before ended, the gap between all
 * bookings aside. Times that are had at the same time are never in one row.
 */
function rowWith(prepared: PreparedRules, here: readonly OwnBooking[], wish: Wish): number {
  const lengthFrom = (side: -1 | 1): ((time: Time) => number) => {
    const known = new Map<Time, number>();
    const longest = (time: Time): number => {
      let most = known.get(time);
      if (most === undefined) {
        const beside = here.filter((each) => isBeside(prepared, each, time, side));
        most = countOf(prepared, time) + Math.max(0, ...beside.map(longest));
        known.set(time, most);
      }
      return most;
    };
    return longest;
  };
  return lengthFrom(-1)(wish) + lengthFrom(1)(wish) - countOf(prepared, wish);
}

type Time = Pick<Wish, "start" | "end">;

const countOf = (prepared: PreparedRules, { start, end }: Time): number =>
  prepared.rules.mode === "free" ? 1 : lengthOf(prepared, { start, end });

/** Whether an own time ends right before (-1) or begins right after (1) another. */
function isBeside(prepared: PreparedRules, each: OwnBooking, time: Time, side: -1 | 1): boolean {
  if (each.end <= each.start) return false;
  const [end, start] = side < 0 ? [each.end, time.start] : [time.end, each.start];
  return end <= start && start - end <= MOST_SLACK && start - end <= slack(prepared, end, start);
}

/** Neither a gap nor the hours between check-out and check-in are longer. */
const MOST_SLACK = DAY;

/** What may lie between two times that still follow each other: the gap, and between nights the hours of cleaning. */
function slack({ gap, nights, zone }: PreparedRules, end: Instant, start: Instant): number {
  if (!nights) return gap;
  const isSameDay = Math.floor(zone.toLocal(end) / DAY) === Math.floor(zone.toLocal(start) / DAY);
  return isSameDay ? Infinity : gap;
}
