import type { Instant } from "../time/instant.ts";
import { claimedTime } from "./cells.ts";
import { isOwnOf, type Claim, type Facts, type Wish } from "./facts.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";

/** Whether a claim still keeps others out. */
export const isAlive = ({ expires }: { readonly expires?: Instant }, now: Instant): boolean =>
  expires === undefined || expires > now;

interface UnitUse {
  /** when the last of what stands in the way ends; -Infinity: nothing does */
  blockedUntil: Instant;
  /** when everything that stands in the way is nothing any more; Infinity unless all of it are holds */
  heldUntil: Instant;
  /** end of the last claim before the wish */
  before: Instant;
}

/** What of each unit's claims meets a time, the gap kept on both sides. */
function unitUses(
  { cell, gap, rules }: PreparedRules,
  { claims }: Facts,
  wish: Wish,
  now: Instant,
): readonly UnitUse[] {
  const uses = Array.from({ length: rules.units }, (): UnitUse => ({
    blockedUntil: -Infinity,
    heldUntil: -Infinity,
    before: -Infinity,
  }));
  const { start, end } = claimedTime(wish.start, wish.end, cell);
  for (const claim of claims) {
    const use = uses[claim.unit];
    if (!use || !isAlive(claim, now) || isOwnOf(wish, claim.booking)) continue;
    if (claim.end + gap <= start) use.before = Math.max(use.before, claim.end);
    else if (claim.start < end + gap) {
      use.blockedUntil = Math.max(use.blockedUntil, claim.end + gap);
      use.heldUntil = Math.max(use.heldUntil, claim.expires ?? Infinity);
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
  const uses = unitUses(prepared, facts, wish, now);
  const units = uses
    .map((use, unit) => ({ ...use, unit }))
    .filter(({ unit }) => wish.unit === undefined || wish.unit === unit);
  const free = units.filter(({ blockedUntil }) => blockedUntil === -Infinity);
  const [best] = free.toSorted((a, b) => b.before - a.before || a.unit - b.unit);
  if (best) return { unit: best.unit };
  const heldUntil = Math.min(...units.map((use) => use.heldUntil));
  if (heldUntil < Infinity) return { reason: { kind: "held", until: heldUntil } };
  const until = Math.min(...units.map((use) => use.blockedUntil));
  return { reason: until < Infinity ? { kind: "taken", until } : { kind: "notATime" } };
}

/** The claim that a granted wish makes. */
export function claimOf({ cell }: PreparedRules, wish: Wish, unit: number, booking: string): Claim {
  return { unit, booking, ...claimedTime(wish.start, wish.end, cell) };
}
