import { civilDate } from "../../time/civil.ts";
import { DAY } from "../../time/instant.ts";
import { asLocal, dayOf, timeOfDay, weekday, type Local } from "../../time/local.ts";
import type { Zone } from "../../time/zone.ts";
import type { RecurrenceRule, RuleDay } from "../rule.ts";
import { untilLocal } from "../walk/walk.ts";

/** Rules of these forms can be said in a sentence. */
export type RulePattern =
  | { readonly kind: "daily"; readonly interval: number }
  /** Monday to Friday */
  | { readonly kind: "weekdays"; readonly interval: number }
  | { readonly kind: "weekly"; readonly interval: number; readonly days: readonly number[] }
  | { readonly kind: "monthDays"; readonly interval: number; readonly monthDays: readonly number[] }
  | { readonly kind: "lastOfMonth"; readonly interval: number }
  | { readonly kind: "monthWeekday"; readonly interval: number; readonly which: CountedWeekday }
  | { readonly kind: "yearDate"; readonly interval: number; readonly month: number; readonly day: number }
  | {
      readonly kind: "yearWeekday";
      readonly interval: number;
      readonly month: number;
      readonly which: CountedWeekday;
    };

/** A weekday of a month, or "weekday" for Monday to Friday; `nths` ascending, those from the end (-1, -2) last. */
export interface CountedWeekday {
  readonly nths: readonly number[];
  readonly day: number | "weekday";
}

/** When a series starts, on its own clock. */
export interface RuleStart {
  readonly start: Local;
  readonly zone?: Zone;
  readonly allDay?: boolean;
}

const unspoken = [
  "rscale",
  "skip",
  "unknown",
  "byYearDay",
  "byWeekNo",
  "byHour",
  "byMinute",
  "bySecond",
] as const;

/** The form of a rule without its end; undefined if there is no sentence for it. */
export function rulePattern(rule: RecurrenceRule, start: Local): RulePattern | undefined {
  if (unspoken.some((part) => rule[part] !== undefined)) return undefined;
  switch (rule.freq) {
    case "DAILY":
      return daily(rule);
    case "WEEKLY":
      return hasOnly(rule, ["byDay"])
        ? weekly(rule.interval, rule.byDay?.map(({ day }) => day) ?? [weekday(start)])
        : undefined;
    case "MONTHLY":
      return rule.byMonth ? undefined : monthly(rule, start);
    case "YEARLY":
      return yearly(rule, start);
    case "HOURLY":
    case "MINUTELY":
    case "SECONDLY":
      return undefined;
  }
}

type Part = "byMonth" | "byMonthDay" | "byDay" | "bySetPos";

const hasOnly = (rule: RecurrenceRule, parts: readonly Part[]): boolean =>
  (["byMonth", "byMonthDay", "byDay", "bySetPos"] as const).every(
    (part) => rule[part] === undefined || parts.includes(part),
  );

function daily(rule: RecurrenceRule): RulePattern | undefined {
  if (hasOnly(rule, [])) return { kind: "daily", interval: rule.interval };
  if (!hasOnly(rule, ["byDay"]) || rule.interval > 1) return undefined;
  return weekly(1, rule.byDay?.map(({ day }) => day) ?? []);
}

function weekly(interval: number, given: readonly number[]): RulePattern {
  const days = [...new Set(given)].sort((a, b) => a - b);
  if (days.length === 7 && interval === 1) return { kind: "daily", interval };
  return isMondayToFriday(days) ? { kind: "weekdays", interval } : { kind: "weekly", interval, days };
}

const isMondayToFriday = (days: readonly number[]): boolean => days.join("") === "12345";

function monthly(rule: RecurrenceRule, start: Local): RulePattern | undefined {
  const { interval, byMonthDay, byDay, bySetPos } = rule;
  if (byDay) {
    if (byMonthDay) return undefined;
    if (!bySetPos && interval === 1 && byDay.every(({ nth }) => nth === undefined))
      return weekly(
        1,
        byDay.map(({ day }) => day),
      );
    const which = countedWeekday(byDay, bySetPos);
    return which && { kind: "monthWeekday", interval, which };
  }
  if (bySetPos) return undefined;
  const monthDays = byMonthDay ?? [civilDate(dayOf(start)).day];
  if (monthDays.length === 1 && monthDays[0] === -1) return { kind: "lastOfMonth", interval };
  if (monthDays.some((day) => day < 1)) return undefined;
  return { kind: "monthDays", interval, monthDays };
}

function yearly(rule: RecurrenceRule, start: Local): RulePattern | undefined {
  const { interval, byMonth, byMonthDay, byDay, bySetPos } = rule;
  const own = civilDate(dayOf(start));
  if ((byMonth?.length ?? 1) > 1 || (byMonthDay?.length ?? 1) > 1) return undefined;
  const month = byMonth?.[0] ?? own.month;
  if (byDay) {
    const which = byMonth && !byMonthDay ? countedWeekday(byDay, bySetPos) : undefined;
    return which?.nths.includes(5) ? undefined : which && { kind: "yearWeekday", interval, month, which };
  }
  if (bySetPos || (byMonthDay && !byMonth)) return undefined;
  const day = byMonthDay?.[0] ?? own.day;
  const isReal = day >= 1 && day <= (month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31);
  if (!isReal) return undefined;
  return { kind: "yearDate", interval, month, day };
}

/** `2TU`, `1TU,3TU`, `TU` with BYSETPOS, or Monday to Friday with BYSETPOS. */
function countedWeekday(
  byDay: readonly RuleDay[],
  positions: readonly number[] | undefined,
): CountedWeekday | undefined {
  const days = [...new Set(byDay.map(({ day }) => day))].sort((a, b) => a - b);
  const isNumbered = byDay.every(({ nth }) => nth !== undefined);
  if (isNumbered === (positions !== undefined)) return undefined;
  const [day] = days;
  const named = days.length === 1 ? day : isMondayToFriday(days) && !isNumbered ? "weekday" : undefined;
  const nths = positions ?? byDay.flatMap(({ nth }) => nth ?? []);
  // Only first to fifth, last and last but one have names, and a fifth, which may be missing, stands alone.
  if (named === undefined || nths.length > 2 || !nths.every((nth) => nth >= -2 && nth <= 5)) return undefined;
  if (nths.includes(5) && (nths.length > 1 || named === "weekday")) return undefined;
  const fromStart = nths.filter((nth) => nth > 0).sort((a, b) => a - b);
  return { day: named, nths: [...fromStart, ...nths.filter((nth) => nth < 0).sort((a, b) => a - b)] };
}

/** The last day on which UNTIL lets an instance start, inclusive. */
export function lastDay(rule: RecurrenceRule, { start, zone, allDay = false }: RuleStart): Local | undefined {
  if (!rule.until) return undefined;
  const until = untilLocal(rule.until, zone, allDay);
  const isTooEarly = timeOfDay(until) < timeOfDay(start);
  return asLocal((dayOf(until) - (isTooEarly ? 1 : 0)) * DAY);
}
