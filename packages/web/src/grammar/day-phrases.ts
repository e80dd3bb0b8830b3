import { civilDate, dayNumber, daysInMonth, weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { startOfIsoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { Groups, TypedText } from "./typed-text.ts";
import { monthOf, numberOf, ordinalOf, phrase, weekdayOf } from "./words.ts";

/** Days that the text names, as day numbers (days since 1970-01-01); `last` is inclusive. */
export interface NamedDays {
  readonly first: number;
  readonly last: number;
  /** a weekday alone: may also be today, if the hour is still ahead */
  readonly mayBeToday?: boolean;
  /** a part of today that moves hours to the evening */
  readonly isEvening?: boolean;
}

interface DayPhrase {
  readonly pattern: RegExp;
  /** abbreviations that are also words, so they need another recognised word next to them */
  readonly needsAnchor?: boolean;
  readonly read: (groups: Groups, today: number, since: number, monthFirst: boolean) => NamedDays | undefined;
}

const one = (day: number): NamedDays => ({ first: day, last: day });
const relative = (source: string, days: number): DayPhrase => ({
  pattern: phrase(source),
  read: (_, today) => one(today + days),
});

const mondayOf = (day: number): number => day - weekdayOfDay(day) + 1;

/** The next day of that name, or today. */
const coming = (weekday: number, today: number): number => today + ((weekday - weekdayOfDay(today) + 7) % 7);
/** … never today. */
const next = (weekday: number, today: number): number => coming(weekday, today + 1);

const WEEK = "(?:v|v\\.|vecka|week|w) ?(?<week>\\d{1,2})";

/** The Monday of the first week of that number from a day's week on; undefined if neither year has one. */
export function mondayOfWeek(number: number, since: number): number | undefined {
  const { year } = civilDate(mondayOf(since) + 3);
  return [year, year + 1]
    .filter((inYear) => number >= 1 && number <= weeksInIsoYear(inYear))
    .map((inYear) => dayOf(startOfIsoWeek({ year: inYear, week: number })))
    .find((it) => it >= mondayOf(since));
}

function inWeek({ week, weekday }: Groups, _today: number, since: number): NamedDays | undefined {
  const monday = mondayOfWeek(Number(week), since);
  if (monday === undefined) return undefined;
  if (weekday !== undefined) return one(monday + weekdayOf(weekday) - 1);
  return { first: monday, last: monday + 6 };
}

/** A date without a year is the first one from a day on, that day included. */
export function dateOf(
  day: number,
  month: number,
  year: number | undefined,
  since: number,
): number | undefined {
  const { year: thisYear } = civilDate(since);
  const real = (inYear: number): boolean =>
    month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(inYear, month);
  if (year !== undefined) {
    const whole = year < 100 ? 2000 + year : year;
    return whole >= 1900 && whole <= 2199 && real(whole) ? dayNumber(whole, month, day) : undefined;
  }
  for (let inYear = thisYear; inYear <= thisYear + 8; inYear++) {
    if (real(inYear) && dayNumber(inYear, month, day) >= since) return dayNumber(inYear, month, day);
  }
  return undefined;
}

/** The next day of this number in a month, today included. */
export function dayOfMonth(day: number, today: number): NamedDays | undefined {
  if (day < 1 || day > 31) return undefined;
  for (let ahead = 0; ahead < 100; ahead++)
    if (civilDate(today + ahead).day === day) return one(today + ahead);
  return undefined;
}

function between(first: number | undefined, last: number | undefined): NamedDays | undefined {
  return first !== undefined && last !== undefined && last >= first && last - first <= 366
    ? { first, last }
    : undefined;
}

const yearOf = ({ year }: Groups): number | undefined => (year === undefined ? undefined : Number(year));

function writtenDate(groups: Groups, _today: number, since: number): NamedDays | undefined {
  const { day = "", to, month = "", monthNumber } = groups;
  const inMonth = monthNumber === undefined ? monthOf(month) : Number(monthNumber);
  const first = dateOf(Number.parseInt(day, 10), inMonth, yearOf(groups), since);
  if (first === undefined) return undefined;
  return to === undefined
    ? one(first)
    : between(first, first + Number.parseInt(to, 10) - Number.parseInt(day, 10));
}

/**
 * "3/12" in the order in which the viewer writes dates; a number that can only be a day is one, wherever it stands.
 */
const inOrder = (one: string, other: string, monthFirst: boolean): readonly [day: number, month: number] =>
  monthFirst && Number(one) <= 12 ? [Number(other), Number(one)] : [Number(one), Number(other)];

const YEAR = "(?:,? ?(?<year>(?:19|20|21)\\d\\d))?";
const DAY = "(?<day>\\d{1,2})(?::?e|:?a|st|nd|rd|th)?";

/** Phrases that contain others come first. */
const DAY_PHRASES: readonly DayPhrase[] = [
  {
    pattern: phrase(
      "(?:(?:på |on )?(?:{weekday}|{shortday}),? )?(?:den )?(?<year>(?:19|20|21)\\d\\d)-(?<monthNumber>\\d\\d)-(?<day>\\d\\d)",
    ),
    read: writtenDate,
  },
  {
    pattern: phrase(
      "(?:den |from |från )?(?<one>\\d{1,2})/(?<other>\\d{1,2})(?:{dash}| till | to )(?<lastOne>\\d{1,2})/(?<lastOther>\\d{1,2})",
    ),
    read: ({ one = "", other = "", lastOne = "", lastOther = "" }, _today, since, monthFirst) => {
      const first = dateOf(...inOrder(one, other, monthFirst), undefined, since);
      return first === undefined
        ? undefined
        : between(first, dateOf(...inOrder(lastOne, lastOther, monthFirst), undefined, first));
    },
  },
  {
    pattern: phrase(
      "(?:(?:på |on )?(?:{weekday}|{shortday}),? )?(?:den |on the |on )?(?<one>\\d{1,2})/(?<other>\\d{1,2})(?:/(?<year>(?:19|20|21)?\\d\\d))?",
    ),
    read: (groups, _today, since, monthFirst) => {
      const { one: first = "", other = "" } = groups;
      const day = dateOf(...inOrder(first, other, monthFirst), yearOf(groups), since);
      return day === undefined ? undefined : one(day);
    },
  },
  {
    pattern: phrase(
      `(?:den |from |från |on the |on )?${DAY}(?:{dash}| till | to )(?<to>\\d{1,2})(?:st|nd|rd|th)? (?:of )?(?<month>{month})\\.?${YEAR}`,
    ),
    read: writtenDate,
  },
  {
    pattern: phrase(
      `(?:(?:på |on )?(?:{weekday}|{shortday}),? )?(?:den |on the |the |on )?${DAY} (?:of )?(?<month>{month})\\.?${YEAR}`,
    ),
    read: writtenDate,
  },
  {
    pattern: phrase(`(?:(?:{weekday}|{shortday}),? )?(?:on )?(?<month>{month}) ${DAY}${YEAR}`),
    read: writtenDate,
  },
  { pattern: phrase(`(?:på |on )?(?<weekday>{weekday}|{shortday}) (?:i )?${WEEK}`), read: inWeek },
  { pattern: phrase(`${WEEK},? (?:på |on )?(?<weekday>{weekday}|{shortday})`), read: inWeek },
  {
    pattern: phrase("(?:på |on )?(?<weekday>{weekday}|{shortday}) (?:nästa vecka|next week)"),
    read: ({ weekday = "" }, today) => one(mondayOf(today) + 6 + weekdayOf(weekday)),
  },
  { pattern: phrase(WEEK), read: inWeek },
  relative("i övermorgon|övermorgon|(?:the )?day after tomorrow", 2),
  relative("i ?morgon|imorron|i morron|tomorrow|tmrw", 1),
  relative("i ?dag|today", 0),
  relative("i ?går|yesterday", -1),
  {
    pattern: phrase("i ?kväll|tonight|this evening"),
    read: (_, today) => ({ ...one(today), isEvening: true }),
  },
  {
    pattern: phrase(
      "(?<weekday>{weekday}) week|a week on (?<on>{weekday})|en vecka från (?:nästa )?(?<from>{weekday})",
    ),
    read: ({ weekday, on, from }, today) => one(next(weekdayOf(weekday ?? on ?? from ?? ""), today) + 7),
  },
  {
    pattern: phrase("(?:på |on )?(?:nästa|next) (?<weekday>{weekday}|{shortday})"),
    read: ({ weekday = "" }, today) => one(mondayOf(today) + 6 + weekdayOf(weekday)),
  },
  {
    pattern: phrase(
      "i (?<past>måndags|tisdags|onsdags|torsdags|fredags|lördags|söndags)|last (?<last>{weekday})",
    ),
    read: ({ past, last }, today) => one(coming(weekdayOf(past?.slice(0, -1) ?? last ?? ""), today) - 7),
  },
  {
    pattern: phrase(
      "(?:om|in) (?<count>{number}) (?<unit>dag(?:ar)?|days?|veck(?:a|or)|weeks?|fortnights?|månad(?:er)?|months?|år|years?)",
    ),
    read: ({ count = "", unit = "" }, today) => ahead(numberOf(count), unit.toLowerCase(), today),
  },
  {
    pattern: phrase(
      "(?:från |from |mellan )?(?<from>{weekday})(?:{dash}| till | to | through )(?<to>{weekday})",
    ),
    read: ({ from = "", to = "" }, today) => {
      const first = coming(weekdayOf(from), today);
      return between(first, coming(weekdayOf(to), first));
    },
  },
  {
    pattern: phrase("(?:nu )?(?:på |on |this )?(?<weekday>{weekday})(?:en)?"),
    read: ({ weekday = "" }, today) => ({ ...one(coming(weekdayOf(weekday), today)), mayBeToday: true }),
  },
  {
    pattern: phrase("(?:på|on) (?<weekday>{shortday})\\.?"),
    read: ({ weekday = "" }, today) => ({ ...one(coming(weekdayOf(weekday), today)), mayBeToday: true }),
  },
  {
    pattern: phrase("(?<weekday>{shortday})\\.?(?= (?:\\d|kl))"),
    read: ({ weekday = "" }, today) => ({ ...one(coming(weekdayOf(weekday), today)), mayBeToday: true }),
  },
  {
    pattern: phrase("(?<weekday>{shortday})\\.?"),
    needsAnchor: true,
    read: ({ weekday = "" }, today) => ({ ...one(coming(weekdayOf(weekday), today)), mayBeToday: true }),
  },
  {
    pattern: phrase("(?:i )?nästa vecka|next week"),
    read: (_, today) => ({ first: mondayOf(today) + 7, last: mondayOf(today) + 13 }),
  },
  {
    pattern: phrase("den (?<day>\\d{1,2})(?::?e|:?a)?|(?:on )?the (?<nth>\\d{1,2})(?:st|nd|rd|th)"),
    read: ({ day, nth }, today) => dayOfMonth(ordinalOf(day ?? nth ?? ""), today),
  },
];

function ahead(count: number, unit: string, today: number): NamedDays | undefined {
  if (!(count >= 1 && count <= 999)) return undefined;
  if (unit.startsWith("da")) return one(today + count);
  if (/^(?:ve|we)/.test(unit)) return one(today + 7 * count);
  if (unit.startsWith("fo")) return one(today + 14 * count);
  const { year, month, day } = civilDate(today);
  const months = (unit.startsWith("m") ? count : 12 * count) + month - 1;
  const [toYear, toMonth] = [year + Math.floor(months / 12), (months % 12) + 1];
  if (toYear > 2199) return undefined;
  return one(dayNumber(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth))));
}

/**
 * The days that the text names; undefined if none. `today` is a day number; dates and weeks without a year are the
 * first ones since `since`. `monthFirst`: "3/12" is the 12th of March.
 */
export function takeDays(
  text: TypedText,
  today: number,
  since = today,
  monthFirst = false,
): NamedDays | undefined {
  for (const { pattern, needsAnchor = false, read } of DAY_PHRASES) {
    const days = text.take(pattern, "when", (groups) => read(groups, today, since, monthFirst), needsAnchor);
    if (days !== undefined) return days;
  }
  return undefined;
}
