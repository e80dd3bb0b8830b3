import { MINUTE, type Instant } from "../../time/instant.ts";
import type { Wish } from "../facts.ts";
import type { PreparedRules } from "../prepare.ts";
import type { LengthUnit, Reason } from "../reason.ts";
import { after, before, mostOf } from "../span.ts";
import { lengthOf } from "./time-reasons.ts";

export const UNIT_OF_MODE = { slots: "passes", free: "minutes", nights: "nights" } as const satisfies Record<
  string,
  LengthUnit
>;

/** Whether a time is as long as the rules want. Nights count by date, days of free times by the clock. */
export function lengthReasons(prepared: PreparedRules, wish: Wish, now: Instant): readonly Reason[] {
  const { rules, zone, exemptLength, least, most } = prepared;
  const { lengths = {}, mode } = rules;
  const unit = UNIT_OF_MODE[mode];
  const wanted = lengthOf(prepared, wish);
  const exemptFrom = exemptLength && before(wish.start, exemptLength, zone);
  const long = (limit: number): Reason[] =>
    exemptFrom !== undefined && now >= exemptFrom
      ? []
      : [
          {
            kind: "tooLong",
            unit,
            most: limit,
            wanted,
            ...(exemptFrom !== undefined && { possible: exemptFrom }),
          },
        ];
  if (mode === "free") {
    const isShort = !wish.isTakenOver && least && wish.end < after(wish.start, least, zone);
    const isLong = most && wish.end > after(wish.start, most, zone);
    return [
      ...(isShort ? [{ kind: "tooShort", unit, least: mostOf(least) / MINUTE, wanted } as const] : []),
      ...(isLong ? long(mostOf(most) / MINUTE) : []),
    ];
  }
  const minimum = mode === "nights" ? (lengths.minNights ?? 1) : 1;
  const maximum = mode === "nights" ? (lengths.maxNights ?? Infinity) : (lengths.maxPasses ?? 1);
  if (wanted < minimum && !wish.isTakenOver) return [{ kind: "tooShort", unit, least: minimum, wanted }];
  return wanted > maximum ? long(maximum) : [];
}
