import { usualLength } from "./usual-length.ts";
import { weekdayOfDay } from "@snart/calendar/time/civil.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import {
  PARTS,
  timesOf,
  type DayPart,
  type HalfOfDay,
  type NamedClock,
  type NamedTimes,
} from "./clock-phrases.ts";
import type { NamedDays } from "./day-context.ts";
import type { NamedLength } from "./length-phrases.ts";
import type { Meaning, Phrase } from "./phrase.ts";
import type { NamedRepeat } from "./repeat-phrases.ts";
import { blanked } from "./unsure.ts";
import { firstDay, ruleText, type NamedEnd } from "./rule-text.ts";

/** The time on the viewer's clock; the end is exclusive. */
export interface QuickAddTime {
  readonly start: Local;
  readonly end: Local;
  readonly allDay: boolean;
}

/** What the phrases of a line say together. */
interface Understood {
  /** null if the text names no time */
  readonly time: QuickAddTime | null;
  /** an RRULE value (RFC 5545 §3.3.10), or null */
  readonly rule: string | null;
  /** phrases that say something else than the rest, and so are not taken */
  readonly spare: readonly Phrase[];
}

const STEP = 5 * MINUTE;
/** The most days of which each may have the hours said. */
const MOST_DAYS = 14;

const MORNING =
  /(?<!\p{L})(?:breakfast|frukost|morning|morgon|förmiddag|gryning|dawn|early|tidigt|flyg(?:et)?|flight|tåg(?:et)?|train|buss(?:en)?|bus|färja(?:n)?|ferry|plane?)(?!\p{L})/iu;
const EVENING =
  /(?<!\p{L})(?:dinner|middag|supper|kvällsmat|pub|party|fest(?:en)?|drinks|AW|konsert|concert|bio|movie|cinema|teater|theatre|evening|kväll(?:en)?|tonight|ikväll)(?!\p{L})/iu;

type Of<K extends Meaning["is"]> = Extract<Meaning, { is: K }>;

/** The phrases of a line by what they are about. */
class Said {
  readonly spare: Phrase[] = [];
  readonly #phrases: readonly Phrase[];

  constructor(phrases: readonly Phrase[]) {
    this.#phrases = phrases;
  }

  /** The first of its kind; more of them are spare. */
  one<K extends Meaning["is"]>(is: K): Of<K> | undefined {
    const [first, ...more] = this.all(is);
    this.spare.push(...more.map(([phrase]) => phrase));
    return first?.[1];
  }

  all<K extends Meaning["is"]>(is: K): readonly (readonly [Phrase, Of<K>])[] {
    return this.#phrases.flatMap((phrase) =>
      phrase.meaning.is === is ? [[phrase, phrase.meaning as Of<K>] as const] : [],
    );
  }

  /** The days: a written date goes before a name of the almanac, a date before its own weekday. */
  days(): NamedDays | undefined {
    const all = this.all("days");
    const dated = all.filter(([, { days }]) => days.isAlmanac !== true);
    const [best] = dated.length > 0 ? dated : all;
    const exact = dated.find(([, { days }]) => days.mayBeToday !== true) ?? best;
    for (const [phrase, { days }] of all)
      if (phrase !== exact?.[0] && !isWeekdayOf(days, exact?.[1].days)) this.spare.push(phrase);
    return exact?.[1].days;
  }
}

const isWeekdayOf = (weekday: NamedDays, day: NamedDays | undefined): boolean =>
  weekday.mayBeToday === true &&
  day !== undefined &&
  (day.first - weekday.first) % 7 === 0 &&
  day.first === day.last;

/** Puts the phrases of a line together. `now` is the viewer's clock. */
export function understand(phrases: readonly Phrase[], line: string, now: Local): Understood {
  const said = new Said(phrases);
  const named = repeatOf(said);
  const span = said.one("span");
  const beginsIn = said.one("beginsIn")?.length;
  const until = said.one("until")?.days;
  const since = said.one("since")?.days;
  const days = said.days();
  const clock = said.one("clock")?.clock;
  const part = said.one("part")?.part ?? days?.part ?? named?.part;
  const length = said.one("length")?.length;
  const lasting = lastingOf(said, named, length);
  const count = said.one("count")?.count;
  const half = halfOf(
    blanked(
      line,
      phrases.filter(({ meaning: { is } }) => is !== "part" && is !== "mark"),
    ),
    part,
  );
  const repeat = repeatWith(said, named, days, clock);
  const times = clock ? timesOf(clock, halfAt(clock, half, part)) : undefined;
  if (span && !repeat) return { time: spanTime(span, half, now), rule: null, spare: said.spare };
  if (beginsIn) {
    const start = roundedUp(asLocal(now + beginsIn.milliseconds));
    return { time: timed(start, length?.milliseconds), rule: null, spare: said.spare };
  }
  const when: When = {
    now,
    days: daysOf(days, since, until, repeat),
    times,
    part,
    length,
    repeat,
    from: since,
  };
  const time = timeOf(when);
  if (!repeat || !time) {
    if (count !== undefined) said.spare.push(...said.all("count").map(([phrase]) => phrase));
    return { time, rule: null, spare: said.spare };
  }
  const isWindow = days !== undefined && days.last > days.first;
  // "Every year in May" names no day.
  if (isWindow && (repeat.freq === "YEARLY" || repeat.freq === "MONTHLY"))
    said.spare.push(...said.all("days").map(([phrase]) => phrase));
  const end: NamedEnd = { count, until: until?.last ?? (isWindow ? days.last : undefined), lasting };
  return { time, rule: ruleText(repeat, dayOf(time.start), end), spare: said.spare };
}

/** One repeat of all that is said of it: "weekly … Tuesdays". */
function repeatOf(said: Said): NamedRepeat | undefined {
  const all = said.all("repeat");
  const [first, second] = all;
  if (!first) return undefined;
  said.spare.push(...all.slice(2).map(([phrase]) => phrase));
  const [one, other] = [first[1].repeat, second?.[1].repeat];
  if (!second || !other) return one;
  const [plain, exact] = one.weekdays.length === 0 ? [one, other] : [other, one];
  const agree = plain.freq === "WEEKLY" && plain.weekdays.length === 0 && exact.freq === "WEEKLY";
  if (agree && plain.weeks === undefined)
    return { ...exact, interval: Math.max(plain.interval, exact.interval), isOnce: false };
  if (agree && plain.weeks !== undefined) return { ...plain, weekdays: exact.weekdays };
  said.spare.push(second[0]);
  return one;
}

/**
 * "1–3 December 9–16" is each of these days. Hours of a whole week or month, an hour alone of several days, and even
 * weeks without a weekday say too little.
 */
function repeatWith(
  said: Said,
  repeat: NamedRepeat | undefined,
  days: NamedDays | undefined,
  clock: NamedClock | undefined,
): NamedRepeat | undefined {
  const spare = (is: Meaning["is"]): undefined =>
    void said.spare.push(...said.all(is).map(([phrase]) => phrase));
  if (repeat?.weeks && repeat.weekdays.length === 0)
    return days ? { ...repeat, weekdays: [weekdayOfDay(days.first)] } : spare("repeat");
  if (repeat || !clock || !days || days.last === days.first) return repeat;
  const count = days.last - days.first + 1;
  if (clock.end === null || count > MOST_DAYS || (count === 7 && weekdayOfDay(days.first) === 1))
    return spare("days");
  return { freq: "DAILY", interval: 1, weekdays: [], count };
}

/** In a series "for ten weeks" is the length of the series. */
function lastingOf(
  said: Said,
  repeat: NamedRepeat | undefined,
  length: NamedLength | undefined,
): NamedLength | undefined {
  if (!repeat) return undefined;
  const own = said.all("length").find(([, it]) => it.length.isDays);
  if (own && own[1].length !== length) said.spare.splice(said.spare.indexOf(own[0]), 1);
  return own?.[1].length;
}

function halfOf(line: string, part: DayPart | undefined): HalfOfDay {
  if (part !== undefined) {
    const isMorning = part === "morning" || part === "earlyMorning" || part === "forenoon";
    return { isMorning, isEvening: part === "evening" || part === "afternoon" };
  }
  return { isMorning: MORNING.test(line), isEvening: EVENING.test(line) };
}

/** "2 at night" is before dawn, "10 at night" before midnight. */
function halfAt({ start }: NamedClock, half: HalfOfDay, part: DayPart | undefined): HalfOfDay {
  if (part !== "night") return half;
  const isEarly = start.time < 6 * HOUR;
  return { isMorning: isEarly, isEvening: !isEarly };
}

function spanTime({ from, to }: Of<"span">, half: HalfOfDay, now: Local): QuickAddTime {
  const start = asLocal(from.days.first * DAY + timesOf(from.clock, half).start);
  const last = asLocal(
    to.days.first * DAY +
      timesOf(to.clock, from.days.first === to.days.first ? half : { isMorning: true, isEvening: false })
        .start,
  );
  const isPast = start < now && from.days.mayBeToday === true;
  const ahead = isPast ? 7 * DAY : 0;
  const end = last > start ? last : start + usualLength();
  return { start: asLocal(start + ahead), end: asLocal(end + ahead), allDay: false };
}

interface When {
  readonly now: Local;
  readonly days: NamedDays | undefined;
  readonly times: NamedTimes | undefined;
  readonly part: DayPart | undefined;
  readonly length: NamedLength | undefined;
  readonly repeat: NamedRepeat | undefined;
  readonly from: NamedDays | undefined;
}

/** The day from which it holds: "till fredag" without a repeat is a day, or the end of one. */
function daysOf(
  days: NamedDays | undefined,
  since: NamedDays | undefined,
  until: NamedDays | undefined,
  repeat: NamedRepeat | undefined,
): NamedDays | undefined {
  if (repeat) return since ?? days;
  const first = days ?? since ?? until;
  if (!first || !until || until.last <= first.last) return first;
  return { first: first.first, last: until.last };
}

function timeOf(when: When): QuickAddTime | null {
  const { now, days, times, part, length, repeat } = when;
  const today = dayOf(now);
  const isSeveral = days !== undefined && days.last > days.first && !repeat;
  const named =
    times ??
    (part && !isSeveral ? { start: PARTS[part][0], end: length ? null : PARTS[part][1] } : undefined);
  if (named === undefined) {
    const first = days?.first ?? (repeat ? today : undefined);
    if (first === undefined) return null;
    const begin = repeat ? firstDay(repeat, first) : first;
    return wholeDays(begin, repeat ? begin : (days?.last ?? begin), repeat ? undefined : length);
  }
  const first = days?.first ?? today;
  const isPast = first === today && repeat?.count === undefined && named.start <= timeOfDay(now);
  const begin = repeat
    ? firstDay(repeat, first + (isPast ? (days?.mayBeToday === true ? 7 : 1) : 0))
    : first + (isPast ? daysUntilAgain(days, part, named, now) : 0);
  const start = asLocal(begin * DAY + named.start);
  const own =
    named.end === null
      ? length?.isDays === true
        ? undefined
        : length?.milliseconds
      : named.end - named.start;
  return timed(start, own);
}

/** A time that is over today means the next day of its name: tomorrow, if no day was named. */
function daysUntilAgain(
  days: NamedDays | undefined,
  part: DayPart | undefined,
  { start, end }: NamedTimes,
  now: Local,
): number {
  // An evening that has begun is still this one.
  if (part !== undefined && end !== null && end > timeOfDay(now) && start === PARTS[part][0]) return 0;
  return days ? (days.mayBeToday === true ? 7 : 0) : 1;
}

function wholeDays(first: number, last: number, length: NamedLength | undefined): QuickAddTime {
  const days =
    length?.isDays === true ? Math.max(1, Math.round(length.milliseconds / DAY)) : last - first + 1;
  const start = asLocal(first * DAY);
  return { start, end: addDays(start, days), allDay: true };
}

const timed = (start: Local, length = usualLength()): QuickAddTime => ({
  start,
  end: asLocal(start + length),
  allDay: false,
});

const roundedUp = (local: Local): Local => asLocal(Math.ceil(local / STEP) * STEP);
