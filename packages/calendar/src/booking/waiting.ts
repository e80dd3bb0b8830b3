import type { Reason } from "./reason.ts";

/**
 * Where somebody stands who waits for a time. `offered`: it is free, and theirs to take until the offer ends. `left` and `declined`: by
 * their own will, before an offer and at one. `lapsed`: nobody answered in time, or the time has begun.
 */
export type WaitState = "waiting" | "offered" | "booked" | "declined" | "lapsed" | "left";

/** Whether somebody still stands in the line. */
export const isInLine = (state: WaitState): boolean => state === "waiting" || state === "offered";

/** What falls away when others give a time up, and what a party can change about its own bookings meanwhile. */
const PASSING: ReadonlySet<Reason["kind"]> = new Set([
  "taken",
  "held",
  "quota",
  "adjacent",
  "tooClose",
  "elsewhere",
]);

/** Whether a reason can be gone later without any change of the rules: a wish in a draw is entered all the same. */
export const canPass = ({ kind }: Reason): boolean => PASSING.has(kind) || kind === "paused";

/** Whether it helps to wait for a time that is refused: others have it, and nothing else stands in the way for good. */
export const isWorthWaiting = (reasons: readonly Reason[]): boolean =>
  reasons.some(({ kind }) => kind === "taken" || kind === "held") &&
  reasons.every(({ kind }) => PASSING.has(kind));
