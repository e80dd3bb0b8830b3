import type { Instant } from "../time/instant.ts";
import { candidatesNear } from "./candidates.ts";
import type { Facts, Wish } from "./facts.ts";
import { BOOKING_LIMITS } from "./limits.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";
import { verdictOn, type Granted, type Refused } from "./verdict.ts";
import type { PassTime } from "./times.ts";

/** A way out that can be booked at this moment. */
export interface Alternative extends PassTime {
  readonly unit: number;
  /** the own booking that it would be exchanged for */
  readonly instead?: string;
}

/** A verdict; a refusal names at most three ways out, the nearest first. */
export type Verdict = Granted | (Refused & { readonly alternatives: readonly Alternative[] });

/** Other times are looked at until enough can be booked, and no more than so many. */
const MOST_TRIES = 60;

/**
 * The one place that says what can be booked, and why not. The board, the commit, the answer to an invitation, the door
 * and the trial all ask it; whoever writes asks it in the transaction in which the facts were read.
 */
export function judge(prepared: PreparedRules, facts: Facts, wish: Wish, now: Instant): Verdict {
  const verdict = verdictOn(prepared, facts, wish, now);
  if (verdict.ok) return verdict;
  return { ...verdict, alternatives: alternativesTo(prepared, facts, wish, now, verdict.reasons) };
}

function alternativesTo(
  prepared: PreparedRules,
  facts: Facts,
  wish: Wish,
  now: Instant,
  reasons: readonly Reason[],
): readonly Alternative[] {
  const isFull = reasons.some(isFullAtAnyTime);
  const exchanged =
    isFull && wish.instead === undefined ? exchangeable(prepared, facts, wish, now) : undefined;
  if (reasons.some(holdsAtAnyTime) || (isFull && exchanged === undefined)) return [];
  const instead = wish.instead ?? exchanged;
  const present = facts.bookings.find(({ id, bookable }) => id === instead && bookable === facts.bookable);
  const found: Alternative[] = [];
  let tries = 0;
  for (const time of candidatesNear(prepared, wish, now)) {
    if (++tries > MOST_TRIES || found.length >= BOOKING_LIMITS.alternatives) break;
    // Nothing is exchanged for itself.
    if (present?.start === time.start && present.end === time.end) continue;
    const other: Wish = {
      ...wish,
      start: time.start,
      end: time.end,
      ...(instead !== undefined && { instead }),
    };
    const verdict = verdictOn(prepared, facts, other, now);
    if (verdict.ok && !verdict.needsApproval)
      found.push({ ...time, unit: verdict.unit, ...(exchanged !== undefined && { instead: exchanged }) });
  }
  return found;
}

/** Whether every other time would be refused for the same reason. */
const holdsAtAnyTime = ({ kind }: Reason): boolean =>
  kind === "notATime" ||
  kind === "unknown" ||
  kind === "notAllowed" ||
  kind === "noSeries" ||
  kind === "paused" ||
  kind === "rulesNotAccepted";

const isFullAtAnyTime = (reason: Reason): boolean =>
  reason.kind === "quota" && reason.limit.per === "upcoming" && reason.limit.exemptWithin === undefined;

/** The own coming booking of this bookable that lies nearest to a wish; the earlier of two as near. */
function exchangeable({ rules }: PreparedRules, facts: Facts, wish: Wish, now: Instant): string | undefined {
  if (rules.mode === "free") return undefined;
  const near = facts.bookings
    .filter(
      ({ bookable, state, start }) => bookable === facts.bookable && state === "confirmed" && start > now,
    )
    .toSorted(
      (a, b) =>
        Math.abs(a.start - wish.start) - Math.abs(b.start - wish.start) ||
        a.start - b.start ||
        (a.id < b.id ? -1 : 1),
    );
  return near[0]?.id;
}
