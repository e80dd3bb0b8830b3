import type { Instant } from "../time/instant.ts";
import type { SourceHealth } from "./facts.ts";
import type { ClosedDay } from "./passes.ts";
import type { DayName, Limit } from "./rules.ts";
import type { PassTime } from "./times.ts";

/** What lengths and rows are counted in. */
export type LengthUnit = "minutes" | "passes" | "nights" | "bookings";

/** Why something cannot be booked, with the numbers that a sentence needs. Closed: every kind has its sentences. */
export type Reason =
  /** no time at all: it ends before it begins, or lies outside the years that there are */
  | { readonly kind: "notATime" }
  | {
      readonly kind: "unknown";
      readonly source: string;
      readonly health: SourceHealth["health"];
      readonly since?: Instant;
    }
  /** it is set to answer so, whatever it is asked */
  | { readonly kind: "declinesAlways" }
  | { readonly kind: "notAllowed"; readonly why: "group"; readonly groups: readonly string[] }
  | { readonly kind: "notAllowed"; readonly why: "outsideRules" }
  | { readonly kind: "noSeries"; readonly who: "nobody" | "managers" }
  | { readonly kind: "paused"; readonly until: Instant }
  | { readonly kind: "rulesNotAccepted"; readonly version: number }
  /** nothing can be booked on the day, or (`hours`) at that time of it; `next`: when it opens again */
  | {
      readonly kind: "closed";
      readonly why: ClosedDay | "hours";
      readonly day: number;
      readonly next?: Instant;
    }
  /** the day has passes, but the time is none of them; `isBefore`: it begins before the first */
  | { readonly kind: "offGrid"; readonly nearest: PassTime; readonly isBefore: boolean }
  | { readonly kind: "wrongDay"; readonly end: "arrival" | "departure"; readonly days: readonly DayName[] }
  | { readonly kind: "maintenance"; readonly until: Instant; readonly why: string }
  /** `isDue`: wishes have closed, and the draw is not made yet */
  | { readonly kind: "byLot"; readonly opens: Instant; readonly closes: Instant; readonly isDue?: true }
  | { readonly kind: "notYet"; readonly opens: Instant }
  /** `isPast`: not by a rule, but because the time has begun */
  | { readonly kind: "tooLate"; readonly closed: Instant; readonly isPast: boolean }
  | { readonly kind: "tooShort"; readonly unit: LengthUnit; readonly least: number; readonly wanted: number }
  | {
      readonly kind: "tooLong";
      readonly unit: LengthUnit;
      readonly most: number;
      readonly wanted: number;
      readonly possible?: Instant;
    }
  | { readonly kind: "taken"; readonly until: Instant }
  /** only holds stand in the way; `until`: when the last of them is nothing any more */
  | { readonly kind: "held"; readonly until: Instant }
  | QuotaReason
  | { readonly kind: "adjacent"; readonly unit: LengthUnit; readonly most: number }
  | { readonly kind: "tooClose"; readonly minutes: number }
  | { readonly kind: "elsewhere"; readonly until: Instant };

export interface QuotaReason {
  readonly kind: "quota";
  /** its place among the limits of the rules */
  readonly index: number;
  readonly limit: Limit;
  readonly used: number;
  readonly wanted: number;
  /** the first moment at which something counts no longer, or the period that follows begins */
  readonly frees?: Instant;
  /** day number of a day in the period that is full */
  readonly day: number;
  /** when this very wish becomes possible, where waiting helps */
  readonly possible?: Instant;
}

export type ReasonKind = Reason["kind"];

/** When a reason falls away by waiting; undefined if it does not. */
export function fallsAway(reason: Reason): Instant | undefined {
  if (reason.kind === "notYet") return reason.opens;
  if (reason.kind === "byLot") return reason.isDue ? undefined : reason.closes;
  if (reason.kind === "held" || reason.kind === "paused") return reason.until;
  return reason.kind === "quota" || reason.kind === "tooLong" ? reason.possible : undefined;
}

/** Reasons that no manager passes by: they say what is so, not what is allowed. */
export const isHard = ({ kind }: Reason): boolean =>
  kind === "notATime" || kind === "unknown" || kind === "taken" || kind === "held";

/** Reasons that an approval can pass by, where the rules ask for one when a rule is broken. */
export const canBeApproved = ({ kind }: Reason): boolean =>
  kind === "quota" || kind === "tooShort" || kind === "tooLong" || kind === "adjacent" || kind === "tooClose";
