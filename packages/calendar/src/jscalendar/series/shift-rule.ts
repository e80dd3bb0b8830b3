import { daysInMonth } from "../../time/civil.ts";
import { dayOf, fieldsOfLocal, weekday, type Local } from "../../time/local.ts";
import { shiftText } from "./shift-text.ts";
import type { DayOfWeek, NDay, RecurrenceRule } from "../types.ts";

const DAYS: readonly DayOfWeek[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

const rotated = (day: DayOfWeek, days: number): DayOfWeek =>
  DAYS[(((DAYS.indexOf(day) + days) % 7) + 7) % 7] ?? day;

/** "The second Tuesday" for a date, counted from the end of the month if `like` is. */
function nthDay(date: Local, like: NDay): NDay {
  const { year, month, day } = fieldsOfLocal(date);
  const nth =
    (like.nthOfPeriod ?? 1) < 0 ? -Math.ceil((daysInMonth(year, month) - day + 1) / 7) : Math.ceil(day / 7);
  const name = DAYS[weekday(date) - 1] ?? like.day;
  return { ...like, day: name, ...(like.nthOfPeriod !== undefined && { nthOfPeriod: nth }) };
}

/**
 * The first day of the week after a weekly pattern was rotated. With an interval, days that end up on both sides of a
 * Monday would drift apart, so the week rotates with them.
 */
function shiftedWeek(
  { byDay = [], interval = 1, firstDayOfWeek = "mo" }: RecurrenceRule,
  from: Local,
  turn: number,
): Partial<RecurrenceRule> {
  const first = DAYS.indexOf(firstDayOfWeek);
  const days = [weekday(from) - 1, ...byDay.map(({ day }) => DAYS.indexOf(day))];
  const weeks = new Set(days.map((day) => Math.floor((((day - first + 7) % 7) + turn) / 7)));
  return interval > 1 && weeks.size > 1 ? { firstDayOfWeek: rotated(firstDayOfWeek, turn) } : {};
}

/**
 * The days of a rule after its start moved: a weekly pattern rotates as a whole, other rules follow the day of the
 * start.
 */
function shiftedDays(rule: RecurrenceRule, from: Local, to: Local): Partial<RecurrenceRule> {
  const turn = dayOf(to) - dayOf(from);
  const [only, ...more] = rule.byDay ?? [];
  if (rule.byDay && rule.frequency === "weekly") {
    return {
      byDay: rule.byDay.map((entry) => ({ ...entry, day: rotated(entry.day, turn) })),
      ...shiftedWeek(rule, from, turn),
    };
  }
  const isOfStart = only !== undefined && more.length === 0 && only.day === DAYS[weekday(from) - 1];
  return isOfStart ? { byDay: [nthDay(to, only)] } : {};
}

/**
 * A rule whose series starts at another time: UNTIL moves along, and so do the parts that only repeat the start (its
 * weekday, day of month, month). More specific parts stay unchanged.
 */
export function shiftRule(rule: RecurrenceRule, from: Local, to: Local): RecurrenceRule {
  const [a, b] = [fieldsOfLocal(from), fieldsOfLocal(to)];
  const isOnly = (list: readonly (number | string)[] | undefined, value: number): boolean =>
    list?.length === 1 && Number(list[0]) === value;
  return {
    ...rule,
    ...(rule.until !== undefined && { until: shiftText(rule.until, to - from) }),
    ...(dayOf(from) !== dayOf(to) && shiftedDays(rule, from, to)),
    ...(isOnly(rule.byMonthDay, a.day) && { byMonthDay: [b.day] }),
    ...(isOnly(rule.byMonth, a.month) && { byMonth: [String(b.month)] }),
    ...(isOnly(rule.byHour, a.hour) && { byHour: [b.hour] }),
    ...(isOnly(rule.byMinute, a.minute) && { byMinute: [b.minute] }),
  };
}
