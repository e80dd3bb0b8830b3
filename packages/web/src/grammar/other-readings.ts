import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import {
  asLocal,
  dayOf,
  fieldsOfLocal,
  startOfDay,
  timeOfDay,
  type Local,
} from "@snart/calendar/time/local.ts";
import type { KnownNames } from "./known-names.ts";
import { readQuickAdd, type QuickAddReading, type QuickAddTime } from "./read-quick-add.ts";

/** Another thing that some words of a line may mean, and how to say it without doubt. */
export type OtherReading =
  /** another time: the line says it in the place of the doubtful words */
  | { readonly kind: "time"; readonly line: string; readonly time: QuickAddTime }
  /** no time at all: the words belong to the title */
  | { readonly kind: "word"; readonly word: string };

interface LineContext {
  readonly now: Local;
  readonly monthFirst: boolean;
  readonly language: "en-GB" | "sv";
  readonly known: KnownNames;
  /** the words that are known to be no time */
  readonly words: readonly string[];
}

const MOST = 2;
/** Nobody means an earlier one who does not say so. */
const EARLIEST_HOUR = 5;

const SLASHED = /^\d{1,2}\/\d{1,2}(?:\/\d{2,4})?$/u;
const MONTH_DAY =
  /^(?:(?:on the|the|den|på den) \d{1,2}(?::[ea]|st|nd|rd|th)?|\d{1,2}(?::[ea]|st|nd|rd|th))$/iu;
const NEXT_WEEKDAY = /^(?:on |på )?(?:nästa|next) \p{L}+$/iu;
const BARE_HOUR = /^((?:kl\.?|klockan|at) )?([1-7])$/iu;
/** Short names of weekdays, and months after a number, that are words or names as well. */
const ALSO_A_WORD = /^(?:sun|sat|wed|fri|mon|tor|lör|\d{1,2} (?:mars|may|march))$/iu;

const MONTHS = {
  "en-GB": ["January", "February", "March", "April", "May", "June", "July", "August", "September"].concat([
    "October",
    "November",
    "December",
  ]),
  sv: ["januari", "februari", "mars", "april", "maj", "juni", "juli", "augusti", "september"].concat([
    "oktober",
    "november",
    "december",
  ]),
} as const;

/**
 * Returns what else the words of a line may mean that were read as its time: day and month of "6/7" the other way round, the
 * 5th of the month after, the nearer one of "next Friday", the other half of the day, or a short weekday that is a word. At
 * most two, in order of the line. Each is offered only if the line, said so, is indeed read as another time.
 */
export function otherReadings(
  line: string,
  reading: QuickAddReading,
  context: LineContext,
): readonly OtherReading[] {
  const { time } = reading;
  if (!time || reading.rule !== null) return [];
  const found = reading.recognised.flatMap(({ from, to, kind }): readonly OtherReading[] => {
    if (kind !== "when") return [];
    const words = line.slice(from, to);
    if (ALSO_A_WORD.test(words)) return reading.title === "" ? [] : [{ kind: "word", word: words }];
    const said = otherWords(words, line, time, context);
    if (said === null) return [];
    const next = line.slice(0, from) + said + line.slice(to);
    const other = readQuickAdd(next, context.now, context.monthFirst, context.known, context.words).time;
    const isOther = other !== null && other.start !== time.start;
    return isOther ? [{ kind: "time", line: next, time: other }] : [];
  });
  return found.slice(0, MOST);
}

/** The words that say the other time; null: there is none. */
function otherWords(words: string, line: string, time: QuickAddTime, context: LineContext): string | null {
  const { now, monthFirst, known } = context;
  const { start } = time;
  if (SLASHED.test(words)) {
    const turned = readQuickAdd(line, now, !monthFirst, known, context.words).time;
    return turned && turned.start !== start ? dateText(turned.start, context) : null;
  }
  if (NEXT_WEEKDAY.test(words)) {
    const nearer = asLocal(start - 7 * DAY);
    return dayOf(nearer) > dayOf(now) ? dateText(nearer, context) : null;
  }
  const hour = BARE_HOUR.exec(words);
  if (hour && Number(hour[2]) === (timeOfDay(start) / HOUR) % 12) {
    const other = (timeOfDay(start) / HOUR + 12) % 24;
    return other < EARLIEST_HOUR ? null : `${hour[1] ?? ""}${String(other).padStart(2, "0")}:00`;
  }
  return MONTH_DAY.test(words) ? dateText(monthLater(start), context) : null;
}

/** The same day of the next month that has one. */
function monthLater(at: Local): Local {
  const { year, month, day } = fieldsOfLocal(at);
  for (let later = 1; ; later++) {
    const local = asLocal(Date.UTC(year, month - 1 + later, day));
    if (fieldsOfLocal(local).day === day) return local;
  }
}

function dateText(at: Local, { now, language }: LineContext): string {
  const { year, month, day } = fieldsOfLocal(startOfDay(at));
  const name = MONTHS[language][month - 1] ?? "";
  return year === fieldsOfLocal(now).year ? `${day} ${name}` : `${day} ${name} ${year}`;
}
