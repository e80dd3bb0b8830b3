import { daysInMonth } from "../time/civil.ts";
import { dayNumber, type AlmanacDate } from "./almanac-date.ts";

/** Somebody's list of name days: the names by "MM-DD", in order of date, the same every year. */
export type NameDays = ReadonlyMap<string, string>;

/** Characters of the names of one day. */
export const LONGEST_NAMES = 200;
/** A leap year, so that it has every day. */
const ANY_YEAR = 2024;

export const nameDayKey = (month: number, day: number): string =>
  `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Whether a year may have such a day; 29 February counts. */
export const isDayOfSomeYear = (month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(ANY_YEAR, month);

/**
 * Reads stored name days: a line a day, "12-24 Eva", in order of date.
 * @returns undefined if any line has another form: only the output of `printNameDays` is stored
 */
export function parseNameDays(text: string): NameDays | undefined {
  const days = new Map<string, string>();
  if (text === "") return days;
  let last = "";
  for (const line of text.split("\n")) {
    const [, key = "", names = ""] = /^(\d\d-\d\d) (\S(?:[^\p{Cc}]*\S)?)$/u.exec(line) ?? [];
    const isDay = isDayOfSomeYear(Number(key.slice(0, 2)), Number(key.slice(3)));
    if (!isDay || key <= last || names.length > LONGEST_NAMES) return undefined;
    days.set(key, names);
    last = key;
  }
  return days;
}

export const printNameDays = (days: NameDays): string =>
  [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, names]) => `${key} ${names}`)
    .join("\n");

/** The names celebrated on a date; undefined if the list has none. */
export const nameDayOf = (days: NameDays, { month, day }: AlmanacDate): string | undefined =>
  days.get(nameDayKey(month, day));

/** A day with a name that was searched for. */
export interface NameDay {
  readonly date: AlmanacDate;
  readonly names: string;
}

/**
 * The days within a year from today with names that begin with the search, soonest first; none for fewer than two
 * letters.
 */
export function findNameDays(words: string, days: NameDays, today: AlmanacDate): readonly NameDay[] {
  const asked = words.trim().toLocaleLowerCase("sv");
  if (asked.length < 2) return [];
  const first = dayNumber(today);
  return [...days]
    .filter(([, names]) => namesIn(names).some((name) => name.startsWith(asked)))
    .flatMap(([key, names]) => {
      const [month = 0, day = 0] = key.split("-").map(Number);
      const date = [today.year, today.year + 1]
        .filter((year) => day <= daysInMonth(year, month))
        .map((year) => ({ year, month, day }))
        .find((it) => dayNumber(it) >= first);
      return date && dayNumber(date) < first + 366 ? [{ date, names }] : [];
    })
    .toSorted((a, b) => dayNumber(a.date) - dayNumber(b.date));
}

const namesIn = (names: string): readonly string[] =>
  names
    .toLocaleLowerCase("sv")
    .split(/[,/&]|\s(?:och|and)\s/u)
    .map((name) => name.trim());
