import type { Window } from "../recurrence/expand.ts";
import { HOUR, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf, timeOfDay, weekday, type Local } from "../time/local.ts";
import type { WorkingWeek } from "../time/working-hours.ts";
import type { Zone } from "../time/zone.ts";
import { Passing } from "./passing.ts";
import { mergeBusyPeriods, type BusyPeriod, type Stretch } from "./merge-busy-periods.ts";
import { hoursOutside } from "./hours-outside.ts";

/** A person or room that a time must suit. */
export interface Sought {
  readonly id: string;
  /** required: must be free; optional: should be free; room: one of the rooms must be free */
  readonly part: "required" | "optional" | "room";
  /** BUSY and BUSY-TENTATIVE take time, BUSY-UNAVAILABLE is outside working hours; null: unknown */
  readonly busy: readonly BusyPeriod[] | null;
  /** the zone of the hours */
  readonly zone: Zone;
  /** of a room that is booked by rules: the quarters of an hour in which a time of the length sought may begin, in order */
  readonly starts?: readonly Stretch[];
  /** the hours of each weekday; undefined: unknown, and night is avoided */
  readonly hours?: WorkingWeek;
}

export interface Search {
  /** nothing begins before its start or ends after its end (exclusive) */
  readonly window: Window;
  /** length of the wanted time, ms, more than 0 */
  readonly length: number;
  /** the time that is set now: people have chosen its time of day and kind of day */
  readonly wanted: Instant;
  /** the zone in which days are counted and quarters of an hour begin */
  readonly viewer: Zone;
  /** the most suggestions to return (5) */
  readonly most?: number;
}

/** A time at which every required person is free, unless somebody has to give way, and a room if any is wanted. */
export interface Suggestion {
  readonly from: Instant;
  /** exclusive */
  readonly to: Instant;
  /** ids of the people who are busy then */
  readonly missing: readonly string[];
  /** ids of those for whom it is outside their hours */
  readonly outside: readonly string[];
  /** ids of the rooms that are free then */
  readonly rooms: readonly string[];
}

/** The most start times to try, from the first one: about a month and a half of quarters of an hour. */
export const MAX_STARTS = 4_500;

const STEP = 15 * MINUTE;

/** What each drawback of a time costs, in days of waiting that would be equally bad. */
const COST = {
  day: 1,
  hour: 0.25,
  mostHours: 2,
  outside: 3,
  missing: 2,
  required: 6,
  otherKind: 1.5,
  quarter: 0.1,
} as const;

/**
 * The best times for an event, soonest and most convenient first, at most two in one day and none that overlap. The
 * cost of a time grows with the days to it, the distance from the wanted time of day, another kind of day (a weekend
 * for a weekday), people outside their hours, and missing people. A time outside anybody's hours is only suggested
 * if there is no other, or if the wanted time is outside them too. People with unknown calendars count as free, in
 * reasonable hours. Tries at most {@link MAX_STARTS} starts; takes time proportional to starts and busy periods.
 */
export function findTimes(sought: readonly Sought[], search: Search): readonly Suggestion[] {
  const found = possibleTimes(sought, search, isNobodyMissed);
  const within = found.filter(isWithinHours(sought, search));
  return bestOf(within.length > 0 ? within : found, search.viewer, search.most);
}

/** Times by what they ask of people, each group the best first; see {@link findTimes}. */
export interface GroupedTimes {
  /** everybody can come, within their hours */
  readonly within: readonly Suggestion[];
  /** within one's own hours, but somebody has to give way: is busy, or is asked outside their hours */
  readonly giveWay: readonly Suggestion[];
  /** outside one's own hours; every required person is free */
  readonly outside: readonly Suggestion[];
}

/**
 * The best times of each group, at most `most` of each, wherever the wanted time is.
 * @param own the id of the person whose hours part working hours from the others
 */
export function findGroupedTimes(sought: readonly Sought[], search: Search, own: string): GroupedTimes {
  const people = sought.filter(({ part }) => part !== "room").length;
  const found = possibleTimes(sought, search, (missed) => missed < people);
  const best = (isIn: (suggestion: Possible) => boolean) =>
    bestOf(found.filter(isIn), search.viewer, search.most);
  const asked = ({ missing, outside }: Suggestion): number => missing.length + outside.length;
  return {
    within: best((one) => asked(one) === 0),
    giveWay: best((one) => asked(one) > 0 && asked(one) < people && !one.outside.includes(own)),
    outside: best((one) => one.outside.includes(own) && one.missed === 0),
  };
}

type Possible = Suggestion & {
  readonly cost: number;
  /** the number of required people who are busy then */
  readonly missed: number;
};

const isNobodyMissed = (missed: number): boolean => missed === 0;

/** The times at which so many required people are busy that `mayMiss` accepts it. */
function possibleTimes(
  sought: readonly Sought[],
  search: Search,
  mayMiss: (missed: number) => boolean,
): readonly Possible[] {
  const { length } = search;
  const { from: earliest, to: latest } = search.window;
  const window = { from: earliest, to: Math.min(latest, earliest + MAX_STARTS * STEP + length) };
  if (length <= 0 || window.to - window.from < length) return [];
  const everybody = sought.map((one) => new Asked(one, window));
  const taken = new Passing(
    mergeBusyPeriods(everybody.flatMap(({ part, taken: busy }) => (part === "required" ? busy : []))),
  );
  const required = new Set(everybody.filter(({ part }) => part === "required").map(({ id }) => id));
  const found: Possible[] = [];
  for (const from of startsOf(search)) {
    const to = from + length;
    if (to > window.to) break;
    if (taken.meets(from, to) && !mayMiss(1)) continue;
    const suggestion = suggestionAt({ from, to }, everybody);
    const missed = suggestion?.missing.filter((id) => required.has(id)).length ?? 0;
    if (suggestion && mayMiss(missed))
      found.push({ ...suggestion, missed, cost: costOf(suggestion, required, search) });
  }
  return found;
}

/** Whether a time is outside nobody's hours but theirs outside whose the wanted time is. */
function isWithinHours(
  sought: readonly Sought[],
  { wanted, length }: Search,
): (suggestion: Suggestion) => boolean {
  const [from, to] = [wanted, wanted + length];
  const chosen = new Set(
    sought.filter((one) => new Asked(one, { from, to }).isOutside.meets(from, to)).map(({ id }) => id),
  );
  return ({ outside }) => outside.every((id) => chosen.has(id));
}

/** The beginning of each quarter of an hour on the viewer's clock. */
function* startsOf({ window, viewer }: Search): Generator<Instant> {
  const into = timeOfDay(viewer.toLocal(window.from)) % STEP;
  const first = into === 0 ? window.from : window.from + STEP - into;
  for (let at = 0; at < MAX_STARTS; at++) yield first + at * STEP;
}

/** One of the people or rooms, followed from earlier to later times. */
class Asked {
  readonly id: string;
  readonly part: Sought["part"];
  readonly taken: readonly BusyPeriod[];
  readonly isTaken: Passing;
  readonly isOutside: Passing;
  readonly mayBegin: Passing | undefined;

  constructor({ id, part, busy, zone, hours, starts }: Sought, window: Window) {
    this.id = id;
    this.part = part;
    this.mayBegin = starts && new Passing(starts);
    this.taken = mergeBusyPeriods((busy ?? []).filter(({ type }) => type !== "BUSY-UNAVAILABLE"));
    this.isTaken = new Passing(this.taken);
    const said = (busy ?? []).filter(({ type }) => type === "BUSY-UNAVAILABLE");
    // Rooms have no night, but may be closed.
    const night = part === "room" ? [] : hoursOutside(window, zone, hours);
    this.isOutside = new Passing(mergeBusyPeriods([...said, ...night]));
  }
}

function suggestionAt({ from, to }: Stretch, everybody: readonly Asked[]): Suggestion | undefined {
  const [missing, outside, rooms]: [string[], string[], string[]] = [[], [], []];
  let isRoomSought = false;
  for (const { id, part, isTaken, isOutside, mayBegin } of everybody) {
    const isBusy = isTaken.meets(from, to);
    const isAway = isOutside.meets(from, to);
    if (part === "room") {
      isRoomSought = true;
      if (mayBegin ? mayBegin.meets(from, from + 1) : !isBusy && !isAway) rooms.push(id);
    } else if (isBusy) missing.push(id);
    else if (isAway) outside.push(id);
  }
  return isRoomSought && rooms.length === 0 ? undefined : { from, to, missing, outside, rooms };
}

function costOf(
  { from, missing, outside }: Suggestion,
  required: ReadonlySet<string>,
  { window, wanted, viewer }: Search,
): number {
  const [local, chosen] = [viewer.toLocal(from), viewer.toLocal(wanted)];
  const apart = Math.abs(timeOfDay(local) - timeOfDay(chosen));
  const hours = Math.min(apart, 24 * HOUR - apart) / HOUR;
  const isWeekend = (at: Local): boolean => weekday(at) > 5;
  return (
    (dayOf(local) - dayOf(viewer.toLocal(window.from))) * COST.day +
    Math.min(hours * COST.hour, COST.mostHours) +
    (isWeekend(local) === isWeekend(chosen) ? 0 : COST.otherKind) +
    outside.reduce((sum, id) => sum + (required.has(id) ? COST.outside : COST.outside / 2), 0) +
    missing.reduce((sum, id) => sum + (required.has(id) ? COST.required : COST.missing), 0) +
    (local % (30 * MINUTE) === 0 ? 0 : COST.quarter)
  );
}

function bestOf(found: readonly Possible[], viewer: Zone, most = 5): readonly Suggestion[] {
  const best: Suggestion[] = [];
  const ofDay = new Map<number, number>();
  for (const { cost: _, missed: __, ...one } of found.toSorted(
    (a, b) => a.cost - b.cost || a.from - b.from,
  )) {
    if (best.length >= most) break;
    const day = dayOf(viewer.toLocal(one.from));
    const others = ofDay.get(day) ?? 0;
    if (others >= 2 || best.some(({ from, to }) => from < one.to && one.from < to)) continue;
    ofDay.set(day, others + 1);
    best.push(one);
  }
  return best;
}
