import type { Instant } from "../time/instant.ts";
import { dayAt, passAt, passesIn, stayOf } from "./passes.ts";
import type { PreparedRules } from "./prepare.ts";
import type { Reason } from "./reason.ts";
import { lengthReasons } from "./reasons/length-reasons.ts";
import { timeReasons } from "./reasons/time-reasons.ts";
import type { PassTime } from "./times.ts";

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

/**
 * The time that a booking was cut from when somebody said that they come later, by the rules by which it was made: the whole of its pass
 * or stay. Whatever is whole stays as it is.
 */
export function wholeOf(prepared: PreparedRules, { start, end }: PassTime): PassTime {
  const day = dayAt(prepared, start);
  switch (prepared.rules.mode) {
    case "free":
      return { start, end };
    case "slots": {
      if (passesIn(prepared, start, end) !== undefined) return { start, end };
      const pass = passAt(prepared, start);
      const isCut = pass && passesIn(prepared, pass.start, end) !== undefined;
      return { start: isCut ? pass.start : start, end };
    }
    case "nights": {
      const nights = [stayOf(prepared, day, 1), stayOf(prepared, day - 1, 1)];
      const night = nights.find((one) => one.start <= start);
      return { start: night?.start ?? start, end };
    }
  }
}
