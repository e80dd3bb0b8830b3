import { MAX_INSTANT, MIN_INSTANT, MINUTE, type Instant } from "../time/instant.ts";
import { cellCount, cellsOf } from "./cells.ts";
import type { Facts, Wish } from "./facts.ts";
import { BOOKING_LIMITS } from "./limits.ts";
import type { PreparedRules } from "./prepare.ts";
import { canBeApproved, fallsAway, isHard, type Reason } from "./reason.ts";
import { askerReasons, unknownReasons } from "./reasons/asker-reasons.ts";
import { chainReasons } from "./reasons/chain-reasons.ts";
import { horizonReasons } from "./reasons/horizon-reasons.ts";
import { lengthReasons } from "./reasons/length-reasons.ts";
import { quotaReasons } from "./reasons/quota-reasons.ts";
import { timeReasons } from "./reasons/time-reasons.ts";
import { unitFor } from "./units.ts";

/** It can be booked now, on this unit. */
export interface Granted {
  readonly ok: true;
  /** 0 … units − 1 */
  readonly unit: number;
  /** it becomes a request that a manager answers */
  readonly needsApproval: boolean;
  /** what a manager or an approval passes by */
  readonly passedBy: readonly Reason[];
}

/** It cannot be booked now; at least one reason, all that there are. */
export interface Refused {
  readonly ok: false;
  readonly reasons: readonly Reason[];
  /** when this very wish can be booked, as far as is known now; undefined if waiting does not help */
  readonly opensAt?: Instant;
}

/** Whether a wish can be booked at `now`, without ways out. Does not depend on the order of the facts. */
export function verdictOn(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): Granted | Refused {
  const verdict = decide(prepared, facts, wish, now);
  if (verdict.ok) return verdict;
  const opensAt = Math.max(...verdict.reasons.map((reason) => fallsAway(reason) ?? Infinity));
  // What falls away then can have been followed by something else, such as the last moment to book.
  return opensAt < wish.end && decide(prepared, facts, wish, opensAt).ok ? { ...verdict, opensAt } : verdict;
}

function decide(prepared: PreparedRules, facts: Facts, wish: Wish, now: Instant): Granted | Refused {
  const impossible = impossibleReason(prepared, wish);
  if (impossible) return { ok: false, reasons: [impossible] };
  const unit = unitFor(prepared, facts, wish, now);
  const reasons = [
    ...unknownReasons(prepared, facts, wish, now),
    ...askerReasons(prepared, facts, wish, now),
    ...timeReasons(prepared, wish, now),
    ...horizonReasons(prepared, facts, wish, now),
    ...lengthReasons(prepared, wish, now),
    ...("reason" in unit ? [unit.reason] : []),
    ...quotaReasons(prepared, facts, wish, now),
    ...chainReasons(prepared, facts, wish, now),
  ];
  if ("reason" in unit) return { ok: false, reasons };
  const { approval = "none" } = prepared.rules;
  const isBent = wish.isOutsideRules === true && facts.asker.manages && !reasons.some(isHard);
  if (reasons.length === 0 || isBent)
    return { ok: true, unit: unit.unit, needsApproval: approval === "always" && !isBent, passedBy: reasons };
  return approval === "whenRuleBroken" && reasons.every(canBeApproved)
    ? { ok: true, unit: unit.unit, needsApproval: true, passedBy: reasons }
    : { ok: false, reasons };
}

/** What no further question is asked of: times that are none, and longer ones than can be claimed. */
function impossibleReason({ cell }: PreparedRules, { start, end }: Wish): Reason | undefined {
  const isTime = Number.isInteger(start) && Number.isInteger(end) && start < end;
  if (!isTime || start < MIN_INSTANT || end > MAX_INSTANT) return { kind: "notATime" };
  const most = BOOKING_LIMITS.cellsPerBooking;
  if (cellCount(cellsOf(start, end, cell)) <= most) return undefined;
  return {
    kind: "tooLong",
    unit: "minutes",
    most: (most * cell) / MINUTE,
    wanted: Math.ceil((end - start) / MINUTE),
  };
}
