import type { Instant } from "../time/instant.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";
import { lengthReasons } from "./reasons/length-reasons.ts";
import { timeReasons } from "./reasons/time-reasons.ts";

/**
 * Why a booking that is there already would not be a time of these rules: what is shown before rules change, and asked
 * about. It looks at times and lengths alone: who may book, when times open and how many are a matter of booking, and
 * take nothing away from who has booked.
 */
export const misfitReasons = (
  prepared: PreparedRules,
  { start, end }: { readonly start: Instant; readonly end: Instant },
  now: Instant,
): readonly Reason[] => [
  ...timeReasons(prepared, { start, end }, now),
  ...lengthReasons(prepared, { start, end }, now),
];
