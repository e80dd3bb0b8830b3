import { isoWeek } from "../../time/iso-week.ts";
import type { Local } from "../../time/local.ts";
import type { RecurrenceRule } from "../rule.ts";

/** Weeks with odd or with even numbers (ISO 8601). */
export type WeekParity = "odd" | "even";

/** Whether the week of a day has an odd or an even number. */
export const parityAt = (day: Local): WeekParity => (isoWeek(day).week % 2 === 1 ? "odd" : "even");

/** The weeks of a year with such a number; a 53rd is included. */
export const weeksOf = (parity: WeekParity): readonly number[] =>
  Array.from({ length: 53 }, (_, index) => index + 1).filter(
    (week) => (week % 2 === 1) === (parity === "odd"),
  );

/**
 * The rule of some weekdays of odd or even weeks. It names the weeks: every other week would go wrong after a year of 53
 * weeks, whose last is followed by another odd one.
 */
export const parityRule = (parity: WeekParity, weekdays: readonly number[]): RecurrenceRule => ({
  freq: "YEARLY",
  interval: 1,
  wkst: 1,
  byWeekNo: weeksOf(parity),
  byDay: weekdays.map((day) => ({ day })),
});

/** What such a rule says, whatever its end; undefined for any other rule. */
export function readParityRule(
  rule: RecurrenceRule,
): { readonly weeks: WeekParity; readonly weekdays: readonly number[] } | undefined {
  const { freq, interval, wkst, byWeekNo = [], byDay = [], count: _count, until: _until, ...others } = rule;
  const isOther = Object.values(others).some((it) => it !== undefined);
  if (freq !== "YEARLY" || interval !== 1 || wkst !== 1 || isOther || byDay.length === 0) return undefined;
  if (byDay.some(({ nth }) => nth !== undefined)) return undefined;
  const named = [...new Set(byWeekNo)].toSorted((a, b) => a - b).join(" ");
  const weeks = (["odd", "even"] as const).find((it) => weeksOf(it).join(" ") === named);
  const weekdays = [...new Set(byDay.map(({ day }) => day))].toSorted((a, b) => a - b);
  return weeks && { weeks, weekdays };
}
