import { fieldsOfLocal, weekday, type Local } from "../../time/local.ts";
import type { Frequency, RecurrenceRule, RuleDay } from "../rule.ts";

/** Every part of a rule, implied ones included, in a form that can be put into words one by one. */
export interface RuleParts {
  readonly freq: Frequency;
  readonly interval: number;
  readonly months: readonly number[];
  /** from the end of the year if negative */
  readonly weeks: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  /** the month days apply to every month of a year */
  readonly inEveryMonth: boolean;
  /** without duplicates; either all or none of them are numbered */
  readonly days: readonly RuleDay[];
  /** numbered weekdays count within the year, not within a month */
  readonly countsInYear: boolean;
  /** times of the day, "08:30" */
  readonly times: readonly string[];
  readonly hours: readonly number[];
  readonly minutes: readonly number[];
  readonly seconds: readonly number[];
  readonly positions: readonly number[];
}

const MAX_TIMES = 8;

/** The parts of a rule; undefined if it has a part outside RFC 5545. */
export function ruleParts(rule: RecurrenceRule, start: Local): RuleParts | undefined {
  if (rule.rscale !== undefined || rule.skip !== undefined || rule.unknown !== undefined) return undefined;
  const { freq, interval, byMonth = [], byWeekNo = [], byYearDay = [], bySetPos = [] } = rule;
  const { byDay = [], byMonthDay = [] } = rule;
  const own = fieldsOfLocal(start);
  const isYear = freq === "YEARLY";
  const hasNoDay = byDay.length === 0 && byMonthDay.length === 0 && byYearDay.length === 0;
  const impliesWeekday = hasNoDay && (freq === "WEEKLY" || (isYear && byWeekNo.length > 0));
  const impliesDay = hasNoDay && !impliesWeekday && (isYear || freq === "MONTHLY");
  const months = isYear && impliesDay && byMonth.length === 0 ? [own.month] : byMonth;
  return {
    freq,
    interval,
    months,
    weeks: forwards(byWeekNo),
    yearDays: forwards(byYearDay),
    monthDays: impliesDay ? [own.day] : forwards(byMonthDay),
    inEveryMonth: isYear && byMonthDay.length > 0 && byMonth.length === 0,
    days: impliesWeekday ? [{ day: weekday(start) }] : byDay,
    countsInYear: isYear && byMonth.length === 0,
    ...timesOf(rule, start),
    positions: forwards(bySetPos),
  };
}

/** Whether a rule of a year names all its odd weeks or all its even ones (ISO 8601, a 53rd included). */
export function weekParity({ freq, interval, weeks }: RuleParts): "odd" | "even" | undefined {
  if (freq !== "YEARLY" || interval > 1) return undefined;
  const from = weeks[0] ?? 0;
  const isEveryOther = weeks.every((week, index) => week === from + 2 * index);
  if (!isEveryOther || from < 1 || from > 2 || (weeks.at(-1) ?? 0) !== (from === 1 ? 53 : 52))
    return undefined;
  return from === 1 ? "odd" : "even";
}

/** Sorted, with numbers from the end last. */
const forwards = (numbers: readonly number[]): readonly number[] => [
  ...numbers.filter((it) => it > 0),
  ...numbers.filter((it) => it < 0),
];

/** Times of the day for a rule of days, else its hours, minutes and seconds. */
function timesOf(
  rule: RecurrenceRule,
  start: Local,
): Pick<RuleParts, "times" | "hours" | "minutes" | "seconds"> {
  const { freq, byHour = [], byMinute = [], bySecond = [] } = rule;
  const said = { times: [], hours: byHour, minutes: byMinute, seconds: bySecond };
  if (freq === "HOURLY" || freq === "MINUTELY" || freq === "SECONDLY") return said;
  if (bySecond.length > 0 || byHour.length + byMinute.length === 0) return said;
  const own = fieldsOfLocal(start);
  const pad = (value: number): string => String(value).padStart(2, "0");
  const times = (byHour.length > 0 ? byHour : [own.hour]).flatMap((hour) =>
    (byMinute.length > 0 ? byMinute : [own.minute]).map((minute) => `${pad(hour)}:${pad(minute)}`),
  );
  return times.length > MAX_TIMES ? said : { times, hours: [], minutes: [], seconds: [] };
}
