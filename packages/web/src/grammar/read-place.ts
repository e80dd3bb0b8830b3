import { dayNumber } from "@snart/calendar/time/civil.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { startOfIsoWeek, weeksInIsoYear } from "@snart/calendar/time/iso-week.ts";
import { asLocal, dayOf, fieldsOfLocal, weekday, type Local } from "@snart/calendar/time/local.ts";
import { dateOf, dayOfMonth, mondayOfWeek } from "./day-context.ts";
import { daysAt } from "./day-phrases.ts";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import type { Groups } from "./rows.ts";
import { completed, monthOf, phrase } from "./words.ts";

/** A day, week, month or year to go to. */
export interface Place {
  readonly kind: "day" | "week" | "month" | "year";
  /** midnight of its first day */
  readonly day: Local;
}

/** A person who looks something up may mean a recent day; one who creates something does not. */
const LOOK_BACK = 60;

const YEAR = "(?<year>(?:19|20|21)\\d\\d)";

interface PlacePhrase {
  readonly pattern: RegExp;
  /** @param since day number of the first day that a date without a year may be */
  readonly read: (groups: Groups, since: number) => readonly (Place | undefined)[];
}

/** Phrases that name a place in time only when they are the whole text: a bare year, "29.11". */
const PLACE_PHRASES: readonly PlacePhrase[] = [
  { pattern: phrase(YEAR), read: ({ year }) => [place("year", dayNumber(Number(year), 1, 1))] },
  {
    pattern: phrase(`(?<month>{month})(?: ${YEAR})?`),
    read: ({ month = "", year }, since) => {
      // The month of the first of those days is still possible.
      const from = since - fieldsOfLocal(asLocal(since * DAY)).day + 1;
      return [place("month", dateOf(1, monthOf(month), yearOf(year), from))];
    },
  },
  {
    pattern: phrase(`(?<day>\\d{1,2})\\.(?<month>\\d{1,2})\\.?(?: ?${YEAR})?`),
    read: ({ day, month, year }, since) => [
      place("day", dateOf(Number(day), Number(month), yearOf(year), since)),
    ],
  },
  {
    pattern: phrase(`${YEAR}(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})`),
    read: ({ day, month, year }, since) => [
      place("day", dateOf(Number(day), Number(month), yearOf(year), since)),
    ],
  },
  { pattern: phrase(`(?:v|v\\.|vecka|week|w) ?(?<week>\\d{1,2}),? ${YEAR}`), read: weekOfYear },
  { pattern: phrase(`${YEAR}-?w(?<week>\\d{2})`), read: weekOfYear },
  {
    pattern: phrase("(?:v|v\\.|vecka|week|w) ?(?<week>\\d{1,2})"),
    read: ({ week }, since) => {
      const first = mondayOfWeek(Number(week), since);
      const before = first === undefined ? undefined : mondayOfWeek(Number(week), first - 54 * 7);
      return [place("week", first), before === first ? undefined : place("week", before)];
    },
  },
];

function weekOfYear({ week, year }: Groups): readonly (Place | undefined)[] {
  const [inYear, number] = [Number(year), Number(week)];
  if (number < 1 || number > weeksInIsoYear(inYear)) return [];
  return [{ kind: "week", day: startOfIsoWeek({ year: inYear, week: number }) }];
}

const yearOf = (year: string | undefined): number | undefined =>
  year === undefined ? undefined : Number(year);
const place = (kind: Place["kind"], day: number | undefined): Place | undefined =>
  day === undefined ? undefined : { kind, day: asLocal(day * DAY) };

/**
 * Reads where somebody wants to go, as people type it in either language: "29/11", "2026-11-29", "week 7", "nästa
 * fredag", "om tre veckor", "mars 2027". Only if the whole text says so; the likeliest first, none if it names
 * nothing. A date without a year is the first one since a day, by default 60 days ago. The last name may be
 * incomplete. `monthFirst`: "3/12" is the 12th of March.
 */
export function readPlaces(
  text: string,
  today: Local,
  monthFirst = false,
  since = dayOf(today) - LOOK_BACK,
): readonly Place[] {
  const query = completed(text.trim().slice(0, LONGEST_QUICK_ADD));
  for (const { pattern, read } of PLACE_PHRASES) {
    pattern.lastIndex = 0;
    const whole = pattern.exec(query);
    if (whole?.[0] === query)
      return read(whole.groups ?? {}, since).filter((it): it is Place => it !== undefined);
  }
  const found = daysAt(query, 0, { today: dayOf(today), since, monthFirst });
  if (found?.to !== query.length) return [];
  const { days } = found;
  // On a Monday nobody searches for that same Monday.
  const first = days.mayBeToday === true && days.first === dayOf(today) ? days.first + 7 : days.first;
  const day = asLocal(first * DAY);
  const isWeek = days.last - days.first === 6 && weekday(day) === 1;
  return [{ kind: isWeek ? "week" : "day", day }];
}

/** How a date typed into a field is read. */
export interface DayContext {
  readonly today: Local;
  /** a date without a year, or a day without a month, is the first one since this day */
  readonly since: Local;
  /** "3/12" is the 12th of March */
  readonly monthFirst: boolean;
}

/**
 * Reads the one day that somebody types, as `readPlaces` does: for a week its Monday; undefined if the text names
 * none.
 */
export function readDay(text: string, { today, since, monthFirst }: DayContext): Local | undefined {
  const alone = /^\s*(\d{1,2})\s*$/.exec(text)?.[1];
  if (alone !== undefined) {
    const day = dayOfMonth(Number(alone), dayOf(since))?.first;
    return day === undefined ? undefined : asLocal(day * DAY);
  }
  const [place] = readPlaces(text, today, monthFirst, dayOf(since));
  return place?.kind === "day" || place?.kind === "week" ? place.day : undefined;
}
