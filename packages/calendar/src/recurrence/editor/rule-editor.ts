import { civilDate } from "../../time/civil.ts";
import { DAY } from "../../time/instant.ts";
import { addDays, asLocal, dayOf, fieldsOfLocal, startOfDay, weekday, type Local } from "../../time/local.ts";
import { UTC } from "../../time/zone.ts";
import {
  isLastDayOfMonth,
  isLastOfItsKind,
  isNth,
  nthOfMonth,
  rebasedDay,
  sameDay,
  type MonthDay,
} from "./month-day.ts";
import {
  lastDay,
  rulePattern,
  type CountedWeekday,
  type RulePattern,
  type RuleStart,
} from "./rule-pattern.ts";
import type { RecurrenceRule, RuleUntil } from "../rule.ts";
import { parityAt, parityRule, readParityRule, type WeekParity } from "./week-parity.ts";

/**
 * A repeat as an editor shows it. A rule that its fields can't express is `kept`: it is never rewritten, only its end
 * may be. Plain data, so that a draft of it can be stored.
 */
export type Repeat =
  | { readonly kind: "none" }
  | { readonly kind: "fields"; readonly fields: RepeatFields; readonly end: RepeatEnd }
  | { readonly kind: "kept"; readonly rule: RecurrenceRule; readonly end: RepeatEnd };

export type RepeatFrequency = "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";

/** The fields of a custom repeat. Fields that the frequency does not use hold their initial values. */
export interface RepeatFields {
  readonly frequency: RepeatFrequency;
  readonly interval: number;
  /** of a week: 1 Monday … 7 Sunday, ascending; may be empty while the user chooses */
  readonly weekdays: readonly number[];
  /** of a weekly repeat: only weeks with such a number; its interval is then 1 */
  readonly weeks?: WeekParity;
  /** of a month, or of the one month of a year */
  readonly on: MonthDay;
  /** of a year: 1–12 */
  readonly month: number;
}

export type RepeatEnd =
  | { readonly kind: "never" }
  /** midnight of the last day that may have an occurrence, on the series' own clock */
  | { readonly kind: "on"; readonly day: Local }
  | { readonly kind: "after"; readonly count: number };

/** A field of a repeat with an invalid value. */
export type RepeatProblem = "interval" | "weekdays" | "count" | "endDay";

export const MAX_REPEAT_INTERVAL = 999;
export const MAX_REPEAT_COUNT = 9999;

/** The initial fields of a custom repeat: every week on the day of the start. */
export function fieldsFor(start: Local): RepeatFields {
  const { month, day } = fieldsOfLocal(start);
  return {
    frequency: "WEEKLY",
    interval: 1,
    weekdays: [weekday(start)],
    on: { kind: "date", day },
    month,
  };
}

/**
 * A rule as the editor shows it; undefined means no rule. `shownAt` is the occurrence that it is shown for; fields
 * that the rule leaves open begin with its values.
 */
export function readRepeat(
  rule: RecurrenceRule | undefined,
  start: RuleStart,
  shownAt: Local = start.start,
): Repeat {
  if (!rule) return { kind: "none" };
  const end = readEnd(rule, start);
  const parity = readParityRule(rule);
  if (parity) return { kind: "fields", fields: { ...fieldsFor(shownAt), ...parity }, end };
  const pattern = dependsOnWeekStart(rule, start.start) ? undefined : rulePattern(rule, start.start);
  const part = pattern && fieldsOfPattern(pattern);
  return part
    ? { kind: "fields", fields: { ...fieldsFor(shownAt), ...part }, end }
    : { kind: "kept", rule, end };
}

function readEnd(rule: RecurrenceRule, start: RuleStart): RepeatEnd {
  if (rule.count !== undefined) return { kind: "after", count: rule.count };
  const day = lastDay(rule, start);
  return day === undefined ? { kind: "never" } : { kind: "on", day };
}

/** Weeks here begin on Monday: a rule with another WKST that would give other days (RFC 5545 §3.3.10) is kept. */
function dependsOnWeekStart({ freq, interval, wkst, byDay }: RecurrenceRule, start: Local): boolean {
  if (freq !== "WEEKLY" || interval === 1 || wkst === 1 || !byDay) return false;
  return byDay.some(({ day }) => day !== weekday(start));
}

function fieldsOfPattern(pattern: RulePattern): Partial<RepeatFields> | undefined {
  const { interval } = pattern;
  switch (pattern.kind) {
    case "daily":
      return { frequency: "DAILY", interval };
    case "weekdays":
      return { frequency: "WEEKLY", interval, weekdays: [1, 2, 3, 4, 5] };
    case "weekly":
      return { frequency: "WEEKLY", interval, weekdays: pattern.days };
    case "monthDays": {
      const [day, ...more] = pattern.monthDays;
      if (day === undefined || more.length > 0) return undefined;
      return { frequency: "MONTHLY", interval, on: { kind: "date", day } };
    }
    case "lastOfMonth":
      return { frequency: "MONTHLY", interval, on: { kind: "lastDay" } };
    case "monthWeekday": {
      const on = oneWeekday(pattern.which);
      return on && { frequency: "MONTHLY", interval, on };
    }
    case "yearDate":
      return {
        frequency: "YEARLY",
        interval,
        month: pattern.month,
        on: { kind: "date", day: pattern.day },
      };
    case "yearWeekday": {
      const on = oneWeekday(pattern.which);
      return on && { frequency: "YEARLY", interval, month: pattern.month, on };
    }
  }
}

function oneWeekday({ nths, day }: CountedWeekday): MonthDay | undefined {
  const [nth, ...more] = nths;
  return nth === undefined || more.length > 0 || day === "weekday"
    ? undefined
    : { kind: "weekday", nth, day };
}

/**
 * The rule of a repeat that starts at a time; undefined for none. Implied parts are left out, and UNTIL has the type
 * of the start: a date for whole days, UTC in a zone, else a local time (RFC 5545 §3.3.10). Call it only with fields
 * that pass `repeatProblems`.
 */
export function writeRepeat(repeat: Repeat, start: RuleStart): RecurrenceRule | undefined {
  if (repeat.kind === "none") return undefined;
  return withEnd(
    repeat.kind === "kept" ? repeat.rule : ruleOfFields(repeat.fields, start.start),
    repeat.end,
    start,
  );
}

function ruleOfFields(fields: RepeatFields, start: Local): RecurrenceRule {
  const { frequency: freq, interval, weekdays, weeks, on, month } = fields;
  const own = civilDate(dayOf(start));
  const rule: RecurrenceRule = { freq, interval, wkst: 1 };
  switch (freq) {
    case "DAILY":
      return rule;
    case "WEEKLY":
      if (weeks) return parityRule(weeks, weekdays);
      return weekdays.length === 1 && weekdays[0] === weekday(start)
        ? rule
        : { ...rule, byDay: weekdays.map((day) => ({ day })) };
    case "MONTHLY":
      return on.kind === "date" && on.day === own.day ? rule : { ...rule, ...partOf(on) };
    case "YEARLY": {
      const saysStart = on.kind === "date" && on.day === own.day && month === own.month;
      return saysStart ? rule : { ...rule, byMonth: [month], ...partOf(on) };
    }
  }
}

function partOf(on: MonthDay): Pick<RecurrenceRule, "byDay" | "byMonthDay"> {
  if (on.kind === "weekday") return { byDay: [{ day: on.day, nth: on.nth }] };
  return { byMonthDay: [on.kind === "lastDay" ? -1 : on.day] };
}

/**
 * A rule with another end; the same rule if it ends so already, so that a foreign UNTIL is not rewritten without
 * need.
 */
function withEnd(rule: RecurrenceRule, end: RepeatEnd, start: RuleStart): RecurrenceRule {
  if (sameEnd(readEnd(rule, start), end)) return rule;
  const { count: _count, until: _until, ...endless } = rule;
  if (end.kind === "never") return endless;
  return end.kind === "after"
    ? { ...endless, count: end.count }
    : { ...endless, until: untilOf(end.day, start) };
}

function sameEnd(a: RepeatEnd, b: RepeatEnd): boolean {
  if (a.kind === "on") return b.kind === "on" && a.day === b.day;
  if (a.kind === "after") return b.kind === "after" && a.count === b.count;
  return b.kind === "never";
}

function untilOf(day: Local, { zone, allDay = false }: RuleStart): RuleUntil {
  if (allDay) return { local: startOfDay(day), utc: false, date: true };
  const local = asLocal(addDays(startOfDay(day), 1) - 1000);
  return zone
    ? { local: UTC.toLocal(zone.toInstant(local)), utc: true, date: false }
    : { local, utc: false, date: false };
}

/**
 * A repeat whose start moves to another day: all days of a week rotate by the same amount, so that every occurrence
 * has its counterpart; the day of a month or year follows if it was that of the start. `movesEnd` also moves the last
 * day.
 */
export function rebaseRepeat(repeat: Repeat, from: Local, to: Local, movesEnd: boolean): Repeat {
  const turn = dayOf(to) - dayOf(from);
  if (repeat.kind === "none" || turn === 0) return repeat;
  const end: RepeatEnd =
    movesEnd && repeat.end.kind === "on" ? { kind: "on", day: addDays(repeat.end.day, turn) } : repeat.end;
  if (repeat.kind === "kept") return { ...repeat, end };
  const { fields } = repeat;
  const [a, b] = [fieldsOfLocal(from), fieldsOfLocal(to)];
  const weeks = fields.weeks && (fields.weeks === parityAt(from) ? parityAt(to) : fields.weeks);
  return {
    kind: "fields",
    fields: {
      ...fields,
      ...(weeks && { weeks }),
      weekdays: fields.weekdays
        .map((day) => ((((day - 1 + turn) % 7) + 7) % 7) + 1)
        .sort((one, other) => one - other),
      on: rebasedDay(fields.on, from, to),
      month: fields.month === a.month ? b.month : fields.month,
    },
    end,
  };
}

/** The days of a month that a custom repeat offers for a start, including its current one. */
export function monthDaysFor(start: Local, fields: RepeatFields): readonly MonthDay[] {
  const day = weekday(start);
  const nth = nthOfMonth(start);
  const offered: MonthDay[] = [{ kind: "date", day: fieldsOfLocal(start).day }];
  if (isLastDayOfMonth(start) && fields.frequency === "MONTHLY") offered.push({ kind: "lastDay" });
  if (nth < 5) offered.push({ kind: "weekday", nth, day });
  if (isLastOfItsKind(start)) offered.push({ kind: "weekday", nth: -1, day });
  return offered.some((it) => sameDay(it, fields.on)) ? offered : [...offered, fields.on];
}

/** The fields with another frequency; a day that it can't use is replaced by that of the start. */
export function withFrequency(fields: RepeatFields, frequency: RepeatFrequency, start: Local): RepeatFields {
  const isOdd = frequency === "YEARLY" && fields.on.kind === "lastDay";
  const { weeks: _weeks, ...rest } = fields;
  return { ...rest, frequency, ...(isOdd && { on: { kind: "date", day: fieldsOfLocal(start).day } }) };
}

/** The fields of a repeat that must be corrected before it is valid. */
export function repeatProblems(repeat: Repeat, start: Local): readonly RepeatProblem[] {
  if (repeat.kind === "none") return [];
  const problems: RepeatProblem[] = [];
  const { end } = repeat;
  if (repeat.kind === "fields") {
    const { frequency, interval, weekdays } = repeat.fields;
    if (!isWhole(interval, MAX_REPEAT_INTERVAL)) problems.push("interval");
    if (frequency === "WEEKLY" && weekdays.length === 0) problems.push("weekdays");
  }
  if (end.kind === "after" && !isWhole(end.count, MAX_REPEAT_COUNT)) problems.push("count");
  if (end.kind === "on" && end.day < startOfDay(start)) problems.push("endDay");
  return problems;
}

const isWhole = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;

/** Long enough to reach a 29 February, also around 1900 and 2100. */
const MAX_DAYS_TO_FIRST = 9 * 366;

/**
 * The first time from `start` on that a repeat gives. A series should begin with an occurrence of its rule (RFC 5545
 * §3.8.5.3), so a series whose rule leaves its start out begins then. Returns `start` itself for kept rules, and if
 * there is no such time.
 */
export function firstOfRepeat(repeat: Repeat, start: Local): Local {
  if (repeat.kind !== "fields") return start;
  for (let days = 0; days < MAX_DAYS_TO_FIRST; days++) {
    const date = addDays(start, days);
    if (isOn(repeat.fields, date)) return date;
  }
  return start;
}

function isOn({ frequency, weekdays, weeks, on, month }: RepeatFields, date: Local): boolean {
  if (frequency === "DAILY") return true;
  if (frequency === "WEEKLY")
    return weekdays.includes(weekday(date)) && (weeks === undefined || weeks === parityAt(date));
  if (frequency === "YEARLY" && fieldsOfLocal(date).month !== month) return false;
  if (on.kind === "date") return fieldsOfLocal(date).day === on.day;
  return on.kind === "lastDay" ? isLastDayOfMonth(date) : on.day === weekday(date) && isNth(on.nth, date);
}

/**
 * The last day offered when a repeat first gets an end: about half a year later, or as many years for a yearly one.
 */
export function suggestedEndDay(repeat: Repeat, start: Local): Local {
  const isYearly = repeat.kind === "fields" && repeat.fields.frequency === "YEARLY";
  return asLocal(startOfDay(start) + (isYearly ? 5 * 365 : 182) * DAY);
}
