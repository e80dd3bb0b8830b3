import type { Instant } from "../time/instant.ts";
import { claimedTime } from "./cells.ts";
import { isOwnOf, type Claim, type Facts, type Wish } from "./facts.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";

/** Whether a claim still keeps others out. */
export const isAlive = ({ expires }: { readonly expires?: Instant }, now: Instant): boolean =>
  expires === undefined || expires > now;

/** What stands in the way on each unit, by unit. */
interface UnitUses {
  /** when the last of what stands in the way ends; -Infinity: nothing does */
  readonly blockedUntil: Float64Array;
  /** when everything that stands in the way is nothing any more; Infinity unless all of it are holds */
  readonly heldUntil: Float64Array;
  /** end of the last claim before the wish */
  readonly before: Float64Array;
}

/** What of each unit's claims meets a time, the gap kept on both sides. */
function unitUses(
  { cell, gap, rules }: PreparedRules,
  { claims }: Facts,
  wish: Wish,
  now: Instant,
): UnitUses {
  const made = (): Float64Array => new Float64Array(rules.units).fill(-Infinity);
  const uses = { blockedUntil: made(), heldUntil: made(), before: made() };
  const { start, end } = claimedTime(wish.start, wish.end, cell);
  const [earliest, latest] = [start - gap, end + gap];
  for (const claim of claims) {
    // Most lie on other days: they are told apart by one comparison.
    if (claim.start >= latest || !isAlive(claim, now) || isOwnOf(wish, claim.booking)) continue;
    const { unit } = claim;
    if (claim.end <= earliest) uses.before[unit] = Math.max(uses.before[unit] ?? 0, claim.end);
    else {
      uses.blockedUntil[unit] = Math.max(uses.blockedUntil[unit] ?? 0, claim.end + gap);
      uses.heldUntil[unit] = Math.max(uses.heldUntil[unit] ?? 0, claim.expires ?? Infinity);
    }
  }
  return uses;
}

/**
 * The unit that a booking keeps for its whole length, or why there is none. Of several it is the one that stands empty
 * for the shortest time before, so that long times stay free on the others; then the lowest.
 */
export function unitFor(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
): { readonly unit: number } | { readonly reason: Reason } {
  const { blockedUntil, heldUntil, before } = unitUses(prepared, facts, wish, now);
  let best: number | undefined;
  let [held, blocked] = [Infinity, Infinity];
  for (let unit = 0; unit < prepared.rules.units; unit++) {
    if (wish.unit !== undefined && wish.unit !== unit) continue;
    const until = blockedUntil[unit] ?? Infinity;
    if (until > -Infinity) {
      held = Math.min(held, heldUntil[unit] ?? Infinity);
      blocked = Math.min(blocked, until);
    } else if (best === undefined || (before[unit] ?? 0) > (before[best] ?? 0)) best = unit;
  }
  if (best !== undefined) return { unit: best };
  if (held < Infinity) return { reason: { kind: "held", until: held } };
  return { reason: blocked < Infinity ? { kind: "taken", until: blocked } : { kind: "notATime" } };
}

/** The claim that a granted wish makes. */
export function claimOf({ cell }: PreparedRules, wish: Wish, unit: number, booking: string): Claim {
  return { unit, booking, ...claimedTime(wish.start, wish.end, cell) };
}
