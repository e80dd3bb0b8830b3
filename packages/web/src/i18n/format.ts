import { MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import type { FormatHabits } from "./format-habits.ts";
import type { Language, Messages } from "./messages.ts";

/**
 * The only date and number formatters of the web app. Moments are instants (ms UTC) shown in the zone the set was made
 * for; wall-clock times (`Local`, ms counted as if in UTC) are shown by a set made for the zone "UTC".
 */
export interface Formats {
  /** "Monday 23 November" · "måndag 23 november" */
  readonly day: (at: number) => string;
  /** "Monday 23 November 2026" · "måndag 23 november 2026" */
  readonly dayAndYear: (at: number) => string;
  /** "27 November" · "27 november" */
  readonly date: (at: number) => string;
  /** "27 November 2026" · "27 november 2026" */
  readonly dateAndYear: (at: number) => string;
  /** "Fri 27 Nov" · "fre 27 nov" */
  readonly shortDay: (at: number) => string;
  /** "Fri 27 Nov 2026" · "fre 27 nov 2026" */
  readonly shortDayAndYear: (at: number) => string;
  /** "27 Nov" · "27 nov" */
  /** "Jan" · "jan" */
  readonly shortMonth: (at: number) => string;
  readonly dayOfMonth: (at: number) => string;
  /** "23–27 Nov" · "23–27 nov"; over the end of a month "30 Nov – 4 Dec" */
  readonly dayRange: (from: number, to: number) => string;
  /** "27" */
  readonly dayNumber: (at: number) => string;
  /** "Friday" · "fredag" */
  readonly weekday: (at: number) => string;
  /** "Fri" · "fre" */
  readonly shortWeekday: (at: number) => string;
  /** "F" · "F": column heads of the mini-month */
  readonly narrowWeekday: (at: number) => string;
  /** "November" · "november" */
  readonly month: (at: number) => string;
  /** "November 2026" · "november 2026" */
  readonly monthAndYear: (at: number) => string;
  /** "November 2026", "November–December 2026", "December 2026 – January 2027" */
  readonly monthRange: (from: number, to: number) => string;
  /** "2026" */
  readonly year: (at: number) => string;
  /** "09:30"; "9:30 am" · "9:30 fm" with a 12-hour clock */
  readonly time: (at: number) => string;
  /** "09:00", "9 am" · "9 fm": a full hour, for narrow places */
  readonly hour: (at: number) => string;
  /** "09:30–11:00", en dash without spaces */
  readonly timeRange: (from: number, to: number) => string;
  /** "Week 48" · "Vecka 48": titles and gutters */
  readonly week: (week: number) => string;
  /** "Week 48" · "v. 48": in running text */
  readonly weekInText: (week: number) => string;
  /** "12,345" · "12 345" */
  readonly number: (value: number) => string;
}

type Fields = Intl.DateTimeFormatOptions;

const cache = new WeakMap<Messages, Map<string, Formats>>();
const noHabits: FormatHabits = {};

/** The formatters of a language and an IANA zone; cached. Throws RangeError on use if the zone is unknown. */
export function formats(
  language: Language,
  timeZone: string,
  messages: Messages,
  habits: FormatHabits = noHabits,
): Formats {
  const kept = cache.get(messages) ?? new Map<string, Formats>();
  cache.set(messages, kept);
  const key = `${language} ${timeZone} ${habits.clock} ${habits.dateOrder}`;
  const made = kept.get(key) ?? makeFormats(language, timeZone, messages, habits);
  kept.set(key, made);
  return made;
}

const [day, weekday, month, year] = [
  { day: "numeric" },
  { weekday: "long" },
  { month: "long" },
  { year: "numeric" },
] as const;
const short = { weekday: "short", day: "numeric", month: "short" } as const;

function makeFormats(
  language: Language,
  timeZone: string,
  messages: Messages,
  habits: FormatHabits,
): Formats {
  const dates = (fields: Fields) =>
    remembered(timeZone, dayOf, dateWriter(language, { ...fields, timeZone }, habits.dateOrder));
  const isHalved = habits.clock === "12";
  const clock = lazily(
    () =>
      new Intl.DateTimeFormat(language, {
        timeZone,
        hour: isHalved ? "numeric" : "2-digit",
        minute: "2-digit",
        hourCycle: isHalved ? "h12" : "h23",
      }),
  );
  const numbers = lazily(() => new Intl.NumberFormat(language));
  // A time is never broken across lines.
  const time = remembered(timeZone, minuteOf, (at) => clock().format(at).replace(/\s/, "\u00a0"));
  const [dayNumber, ofMonth] = [dates(day), dates({ ...day, month: "short" })];
  const [monthName, yearName, monthAndYear] = [dates(month), dates(year), dates({ ...month, ...year })];
  return {
    day: dates({ ...weekday, ...day, ...month }),
    dayAndYear: dates({ ...weekday, ...day, ...month, ...year }),
    date: dates({ ...day, ...month }),
    dateAndYear: dates({ ...day, ...month, ...year }),
    shortDay: dates(short),
    shortDayAndYear: dates({ ...short, ...year }),
    shortMonth: dates({ month: "short" }),
    dayOfMonth: ofMonth,
    dayRange: (from, to) => {
      const [first, last] = [ofMonth(from), ofMonth(to)];
      if (monthName(from) !== monthName(to)) return `${first} – ${last}`;
      return habits.dateOrder === "month-day" ? `${first}–${dayNumber(to)}` : `${dayNumber(from)}–${last}`;
    },
    dayNumber,
    weekday: dates(weekday),
    shortWeekday: dates({ weekday: "short" }),
    narrowWeekday: dates({ weekday: "narrow" }),
    month: monthName,
    monthAndYear,
    monthRange: (from, to) => {
      if (monthAndYear(from) === monthAndYear(to)) return monthAndYear(to);
      if (yearName(from) === yearName(to)) return `${monthName(from)}–${monthAndYear(to)}`;
      return `${monthAndYear(from)} – ${monthAndYear(to)}`;
    },
    year: yearName,
    time,
    hour: (at) => (isHalved ? time(at).replace(":00", "") : time(at)),
    timeRange: (from, to) => {
      // What takes no time is at one: tasks that are due.
      if (to === from) return time(from);
      const [start, half] = time(from).split("\u00a0");
      // "9:30–11:00 am" writes the shared half of the day once.
      return `${half && time(to).endsWith(half) ? start : time(from)}–${time(to)}`;
    },
    week: (week) => messages("format.week", { week: String(week) }),
    weekInText: (week) => messages("format.weekInText", { week: String(week) }),
    number: (value) => numbers().format(value),
  };
}

const PARTS = ["weekday", "day", "month", "year"] as const;

/** Puts the parts in the wanted order, without Intl's commas and without full stops after short names. */
function dateWriter(language: Language, fields: Fields, order: FormatHabits["dateOrder"]) {
  const format = lazily(() => new Intl.DateTimeFormat(language, fields));
  return (at: number): string => {
    const parts = format().formatToParts(at);
    const [weekday, day, month, year] = PARTS.map((type) =>
      parts.find((part) => part.type === type)?.value.replace(/\.$/, ""),
    );
    if (day && year && order === "year-month-day") return [weekday, isoDate(at, fields)].join(" ").trim();
    const isMonthFirst = day && month && order === "month-day";
    return (isMonthFirst ? [weekday, `${month} ${day}`, year] : [weekday, day, month, year])
      .filter(Boolean)
      .join(isMonthFirst ? ", " : " ");
  };
}

/** "2026-11-27", the Swedish numeric date. */
const isoDate = (at: number, { timeZone }: Fields): string =>
  new Intl.DateTimeFormat("sv", { ...year, month: "2-digit", day: "2-digit", timeZone }).format(at);

const minuteOf = (local: Local): number => Math.floor(timeOfDay(local) / MINUTE);

/** The most entries remembered: more than the days of a year and the minutes of a day. */
const MOST_KNOWN = 2_000;

/** Caches by day, or minute, of a zone: every event asks for its own. */
function remembered(
  timeZone: string,
  partOf: (local: Local) => number,
  write: (at: number) => string,
): (at: number) => string {
  const zone = lazily(() => ianaZone(timeZone) ?? null);
  const known = new Map<number, string>();
  return (at) => {
    const local = zone()?.toLocal(at);
    if (local === undefined) return write(at);
    const part = partOf(local);
    const written = known.get(part) ?? write(at);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(part, written);
    return written;
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Sorts names in Swedish order for both languages: å ä ö after z, digits by value. The given list is not changed. */
export function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => nameOrder.compare(nameOf(a), nameOf(b)));
}
const nameOrder = new Intl.Collator("sv", { numeric: true });

/** The sentence with a capital first letter: Swedish dates are lower case except at the start of a line. */
export const firstInLine = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
