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
  /** "Fri 27 Nov" · "fre 27 nov" */
  readonly shortDay: (at: number) => string;
  /** "27 Nov" · "27 nov" */
  readonly dayOfMonth: (at: number) => string;
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
  /** "2026" */
  readonly year: (at: number) => string;
  /** "09:30", always 24 hours */
  readonly time: (at: number) => string;
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
type Part = "weekday" | "day" | "month" | "year";

const cache = new WeakMap<Messages, Map<string, Formats>>();

/** The formatters of a language and an IANA zone; made once and kept. Throws RangeError when used if the zone is unknown. */
export function formats(language: Language, timeZone: string, messages: Messages): Formats {
  const kept = cache.get(messages) ?? new Map<string, Formats>();
  cache.set(messages, kept);
  const key = `${language} ${timeZone}`;
  const made = kept.get(key) ?? makeFormats(language, timeZone, messages);
  kept.set(key, made);
  return made;
}

function makeFormats(language: Language, timeZone: string, messages: Messages): Formats {
  const dates = (fields: Fields, ...order: readonly Part[]) =>
    dateWriter(language, { ...fields, timeZone }, order);
  const clock = lazily(
    () =>
      new Intl.DateTimeFormat(language, { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
  );
  const numbers = lazily(() => new Intl.NumberFormat(language));
  const time = (at: number): string => clock().format(at);
  return {
    day: dates({ weekday: "long", day: "numeric", month: "long" }, "weekday", "day", "month"),
    dayAndYear: dates(
      { weekday: "long", day: "numeric", month: "long", year: "numeric" },
      "weekday",
      "day",
      "month",
      "year",
    ),
    shortDay: dates({ weekday: "short", day: "numeric", month: "short" }, "weekday", "day", "month"),
    dayOfMonth: dates({ day: "numeric", month: "short" }, "day", "month"),
    dayNumber: dates({ day: "numeric" }, "day"),
    weekday: dates({ weekday: "long" }, "weekday"),
    shortWeekday: dates({ weekday: "short" }, "weekday"),
    narrowWeekday: dates({ weekday: "narrow" }, "weekday"),
    month: dates({ month: "long" }, "month"),
    monthAndYear: dates({ month: "long", year: "numeric" }, "month", "year"),
    year: dates({ year: "numeric" }, "year"),
    time,
    timeRange: (from, to) => `${time(from)}–${time(to)}`,
    week: (week) => messages("format.week", { week: String(week) }),
    weekInText: (week) => messages("format.weekInText", { week: String(week) }),
    number: (value) => numbers().format(value),
  };
}

/** Puts the parts in the order both languages share, without Intl's commas and without full stops after short names. */
function dateWriter(language: Language, fields: Fields, order: readonly Part[]): (at: number) => string {
  const format = lazily(() => new Intl.DateTimeFormat(language, fields));
  return (at) => {
    const parts = format().formatToParts(at);
    return order.map((type) => parts.find((part) => part.type === type)?.value.replace(/\.$/, "")).join(" ");
  };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Sorts names as a Swede does in both languages: å ä ö after z, digits by value. The list given is not changed. */
export function sortedByName<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  return items.toSorted((a, b) => nameOrder.compare(nameOf(a), nameOf(b)));
}
const nameOrder = new Intl.Collator("sv", { numeric: true });

/** The sentence with its first letter raised: dates are lower case in Swedish except first in a line. */
export const firstInLine = (text: string, language: Language): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
