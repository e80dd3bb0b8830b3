import { DAY, HOUR, MAX_INSTANT, MIN_INSTANT, MINUTE, SECOND } from "../time/instant.ts";
import type { Window } from "./expand.ts";

// A series may have thousands of single occurrences of its own, and nearly all that reading it costs is theirs. Who asks for a week
// needs those of that week.

/** No zone is further from UTC, no change of clocks moves anything further, and a time of day is not looked at. */
const SLACK = 3 * DAY;

/**
 * The same text without the single occurrences that neither are nor would be near a window: what takes place within them is the same, and
 * so is everything that the series says of itself. What is not understood at a glance stays.
 */
export function textAround(icalendar: string, ...windows: readonly Window[]): string {
  const blocks = [...eventsIn(icalendar)].map((place) => readBlock(icalendar, place));
  const mains = blocks.filter(({ named }) => named === undefined);
  const longest = Math.max(...mains.map(({ length }) => length ?? Infinity));
  // An occurrence alone is all there is of such an event; others may say something of all that follow.
  if (mains.length === 0 || longest === Infinity || blocks.some(({ reachesFurther }) => reachesFurther))
    return icalendar;
  const isNear = nearness(windows);
  const kept: string[] = [];
  let end = 0;
  for (const { place, named, start, length } of blocks) {
    const isUnderstood = named !== undefined && named !== "" && start !== "" && length !== undefined;
    if (!isUnderstood || isNear(named, longest) || isNear(start, Math.max(length, longest))) continue;
    kept.push(icalendar.slice(end, place.from));
    end = place.to;
  }
  return [...kept, icalendar.slice(end)].join("");
}

/** Whether something that begins on a day, and may last so long, may touch one of the windows. */
function nearness(windows: readonly Window[]): (day: string, length: number) => boolean {
  const lasts = windows.map(({ to }) => dayOf(to + SLACK));
  // Few lengths differ, and to write a day costs more than all else.
  const firsts = new Map<number, readonly string[]>();
  return (day, length) => {
    let first = firsts.get(length);
    if (!first) firsts.set(length, (first = windows.map(({ from }) => dayOf(from - SLACK - length))));
    return lasts.some((last, at) => day <= last && day >= (first[at] ?? ""));
  };
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/** Components in the usual spelling; others are not looked at. A folded line begins with a space. */
function* eventsIn(text: string): Generator<Place> {
  for (let at = text.indexOf("\nBEGIN:VEVENT"); at !== -1;) {
    const end = text.indexOf("\nEND:VEVENT", at);
    const to = end === -1 ? -1 : text.indexOf("\n", end + 1);
    if (to === -1) return;
    yield { from: at + 1, to: to + 1 };
    at = text.indexOf("\nBEGIN:VEVENT", to);
  }
}

interface Block {
  readonly place: Place;
  /** the day that the occurrence is named after; undefined: a main component; "": it is not understood */
  readonly named: string | undefined;
  /** "": it is not understood */
  readonly start: string;
  /** how long it lasts at most; undefined: it is not understood */
  readonly length: number | undefined;
  /** Whether it says something of other occurrences, or they may last longer than it. */
  readonly reachesFurther: boolean;
}

function readBlock(icalendar: string, place: Place): Block {
  const text = icalendar.slice(place.from, place.to);
  const name = lineOf(text, "RECURRENCE-ID");
  const start = dayIn(lineOf(text, "DTSTART"));
  return {
    place,
    named: name === undefined ? undefined : dayIn(name),
    start,
    length: lengthOf(text, start),
    reachesFurther: name === undefined ? /PERIOD/i.test(text) : /RANGE/i.test(name),
  };
}

function lineOf(text: string, name: string): string | undefined {
  const at = text.indexOf(`\n${name}`);
  return at === -1 ? undefined : text.slice(at + 1, text.indexOf("\n", at + 1));
}

/** The digits of a day at the end of a line; "" if there are none. */
const dayIn = (line: string | undefined): string => /:(\d{8})(?:T\d{6}Z?)?\s*$/.exec(line ?? "")?.[1] ?? "";

const dayOf = (instant: number): string =>
  new Date(Math.min(Math.max(instant, MIN_INSTANT), MAX_INSTANT))
    .toISOString()
    .slice(0, 10)
    .replaceAll("-", "");

const instantOf = (day: string): number =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)));

function lengthOf(text: string, start: string): number | undefined {
  const end = lineOf(text, "DTEND");
  if (end !== undefined) {
    const day = dayIn(end);
    return start === "" || day === "" ? undefined : Math.max(0, instantOf(day) - instantOf(start)) + DAY;
  }
  // An alarm may have a duration as well.
  if (text.includes("\nBEGIN:")) return undefined;
  const duration = lineOf(text, "DURATION");
  return duration === undefined ? DAY : durationOf(duration);
}

const DURATION = /:[+]?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\s*$/;

function durationOf(line: string): number | undefined {
  const [, ...parts] = DURATION.exec(line) ?? [];
  const units = [7 * DAY, DAY, HOUR, MINUTE, SECOND];
  if (parts.length === 0) return undefined;
  return units.reduce((sum, unit, at) => sum + unit * Number(parts[at] ?? 0), DAY);
}
