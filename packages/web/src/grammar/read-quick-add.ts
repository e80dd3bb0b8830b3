import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, dayOf, fieldsOfLocal, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import { parseRule } from "@snart/calendar/recurrence/rule.ts";
import { firstOfRepeat, readRepeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import { takeDays, type NamedDays } from "./day-phrases.ts";
import { takeBeginsIn, takeLength, type NamedLength } from "./length-phrases.ts";
import { LONGEST_QUICK_ADD } from "./longest-line.ts";
import { takeMarks, type Marks } from "./marks.ts";
import { takeCount, takeRepeat, UNTIL, type NamedRepeat } from "./repeat-phrases.ts";
import { takeBareHour, takeTimes, type NamedTimes } from "./time-phrases.ts";
import { TypedText, type RecognisedWord } from "./typed-text.ts";

/** The time on the viewer's clock; the end is exclusive. */
export interface QuickAddTime {
  readonly start: Local;
  readonly end: Local;
  readonly allDay: boolean;
}

/** The reading of one line of words. */
export interface QuickAddReading extends Marks {
  /** the rest of the line; may be empty */
  readonly title: string;
  /** null if the text names no time */
  readonly time: QuickAddTime | null;
  /** an RRULE value (RFC 5545 §3.3.10), or null */
  readonly rule: string | null;
  /** the pieces of the text that were recognised, in order */
  readonly recognised: readonly RecognisedWord[];
}

const USUAL_LENGTH = HOUR;
const STEP = 5 * MINUTE;

/**
 * Reads a line such as "lunch med Anna på torsdag 12" or "dentist 3 Dec at 9 for 45 min". It reads Swedish and
 * English. Pure: nothing leaves the browser.
 * @param now the viewer's clock; days without a year are the next ones after it
 * @param monthFirst whether the viewer reads "3/12" as the 12th of March
 */
export function readQuickAdd(line: string, now: Local, monthFirst = false): QuickAddReading {
  const text = new TypedText(line.slice(0, LONGEST_QUICK_ADD));
  const today = dayOf(now);
  const marks = takeMarks(text);
  const repeat = takeRepeat(text);
  const count = repeat && takeCount(text);
  const until = repeat && takeUntil(text, today, monthFirst);
  const beginsIn = repeat ? undefined : takeBeginsIn(text);
  const days = beginsIn ? undefined : takeDays(text, today, today, monthFirst);
  const length = takeLength(text);
  const times = beginsIn ? undefined : takeClock(text, days, repeat !== undefined);
  const time = beginsIn
    ? timed(roundedUp(asLocal(now + beginsIn.milliseconds)), length, null)
    : timeOf({ days, times, length, repeat }, now);
  const written = repeat && time ? ruleText(repeat, count, until) : null;
  return {
    ...marks,
    title: titleOf(text.rest, text.recognised.length > 0),
    time: written !== null && time ? onRule(time, written) : time,
    rule: written,
    recognised: text.recognised,
  };
}

function takeClock(text: TypedText, days: NamedDays | undefined, repeats: boolean): NamedTimes | undefined {
  const isEvening = days?.isEvening === true;
  return takeTimes(text, isEvening) ?? (days || repeats ? takeBareHour(text, isEvening) : undefined);
}

/** The last day of a series, after a word such as "until". */
function takeUntil(text: TypedText, today: number, monthFirst: boolean): number | undefined {
  const lead = UNTIL.exec(text.rest);
  if (!lead) return undefined;
  const behind = new TypedText(text.rest.slice(lead.index + lead[0].length));
  const days = takeDays(behind, today, today, monthFirst);
  const [word] = behind.recognised;
  if (days === undefined || word === undefined || word.from !== 0) return undefined;
  const phrase = text.rest.slice(lead.index, lead.index + lead[0].length + word.to);
  return text.take(new RegExp(escaped(phrase), "u"), "when", () => days.last);
}

const escaped = (text: string): string =>
  text
    .trim()
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\s+/g, "[\\s\\uFFFC]+");

interface Named {
  readonly days: NamedDays | undefined;
  readonly times: NamedTimes | undefined;
  readonly length: NamedLength | undefined;
  readonly repeat: NamedRepeat | undefined;
}

function timeOf({ days, times, length, repeat }: Named, now: Local): QuickAddTime | null {
  const named = days ?? daysOfRepeat(repeat, now);
  if (times === undefined) return named ? wholeDays(named, length) : null;
  const first = named?.first ?? dayOf(now);
  const isPast = first === dayOf(now) && times.start <= timeOfDay(now);
  const start = asLocal((first + (isPast ? daysUntilAgain(days, repeat) : 0)) * DAY + times.start);
  return timed(start, length, times.end === null ? null : times.end - times.start);
}

/** A time that is over today means the next day of its name: tomorrow, if no day was named. */
function daysUntilAgain(days: NamedDays | undefined, repeat: NamedRepeat | undefined): number {
  if (days) return days.mayBeToday === true ? 7 : 0;
  return repeat?.weekday ? 7 : 1;
}

function daysOfRepeat(repeat: NamedRepeat | undefined, now: Local): NamedDays | undefined {
  if (repeat === undefined) return undefined;
  const today = dayOf(now);
  const weekdayToday = ((today + 3) % 7) + 1;
  const first = repeat.weekday === null ? today : today + ((repeat.weekday - weekdayToday + 7) % 7);
  return { first, last: first };
}

function wholeDays({ first, last }: NamedDays, length: NamedLength | undefined): QuickAddTime {
  const days =
    length?.isDays === true ? Math.max(1, Math.round(length.milliseconds / DAY)) : last - first + 1;
  const start = asLocal(first * DAY);
  return { start, end: addDays(start, days), allDay: true };
}

function timed(start: Local, length: NamedLength | undefined, said: number | null): QuickAddTime {
  return { start, end: asLocal(start + (said ?? length?.milliseconds ?? USUAL_LENGTH)), allDay: false };
}

const roundedUp = (local: Local): Local => asLocal(Math.ceil(local / STEP) * STEP);

function ruleText(repeat: NamedRepeat, count: number | undefined, until: number | undefined): string {
  const { year, month, day } = fieldsOfLocal(asLocal((until ?? 0) * DAY));
  const digits = (value: number, length: number): string => String(value).padStart(length, "0");
  return [
    `FREQ=${repeat.freq}`,
    ...(repeat.interval > 1 ? [`INTERVAL=${String(repeat.interval)}`] : []),
    ...(repeat.byDay.length > 0 ? [`BYDAY=${repeat.byDay.join(",")}`] : []),
    ...(count === undefined ? [] : [`COUNT=${String(count)}`]),
    ...(count === undefined && until !== undefined
      ? [`UNTIL=${digits(year, 4)}${digits(month, 2)}${digits(day, 2)}`]
      : []),
  ].join(";");
}

/** Begins on the rule's first day, so that "every first Thursday" does not begin today. */
function onRule(time: QuickAddTime, text: string): QuickAddTime {
  const rule = parseRule(text);
  if (!rule.ok) return time;
  const start = firstOfRepeat(readRepeat(rule.value, { start: time.start, allDay: time.allDay }), time.start);
  return { ...time, start, end: asLocal(start + (time.end - time.start)) };
}

/** Prepositions left over after the words that followed them were removed. */
const DANGLING =
  /(?:^|\s)(?:på|den|kl\.?|klockan|at|on|from|från|i|in|the|och|and|vid)$|^(?:på|den|kl\.?|at|on|from|och|and)(?:\s|$)/iu;

function titleOf(rest: string, isPart: boolean): string {
  let title = rest.replaceAll(/\s+/g, " ").trim();
  for (let n = 0; isPart && n < 4; n++)
    title = title.replace(DANGLING, "").replace(/^[\s,.;–-]+|[\s,;–-]+$/g, "");
  return title.slice(0, 1).toLocaleUpperCase("sv") + title.slice(1);
}
