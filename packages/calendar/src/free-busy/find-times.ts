import type { Window } from "../recurrence/expand.ts";
import { HOUR, MINUTE, type Instant } from "../time/instant.ts";
import { dayOf, timeOfDay, weekday, type Local } from "../time/local.ts";
import type { WorkingWeek } from "../time/working-hours.ts";
import type { Zone } from "../time/zone.ts";
import { Passing } from "./passing.ts";
import { mergeBusyPeriods, type BusyPeriod, type Stretch } from "./merge-busy-periods.ts";
import { hoursOutside } from "./hours-outside.ts";

/** Somebody, or a room, that a time is looked for. */
export interface Sought {
  readonly id: string;
  /** required: never at the same time; optional: better not; room: one of them has to be free */
  readonly part: "required" | "optional" | "room";
  /** BUSY and BUSY-TENTATIVE take time, BUSY-UNAVAILABLE is outside the hours; null: nothing is known */
  readonly busy: readonly BusyPeriod[] | null;
  /** where the hours are reckoned */
  readonly zone: Zone;
  /** the hours of each weekday; undefined: nothing is said, and nobody is asked to anything at night */
  readonly hours?: WorkingWeek;
}

export interface Search {
  /** from when on and until when, exclusive; nothing begins before or ends after */
  readonly window: Window;
  /** of what is looked for, ms, more than 0 */
  readonly length: number;
  /** when it is now: a time of day and a kind of day that people have chosen for it */
  readonly wanted: Instant;
  /** in which days are counted and quarters begin */
  readonly viewer: Zone;
  /** suggestions that are given (5) */
  readonly most?: number;
}

/** A time at which everybody who is required is free, and a room is if any is looked for. */
export interface Suggestion {
  readonly from: Instant;
  /** exclusive */
  readonly to: Instant;
  /** who is optional and busy then, by id */
  readonly missing: readonly string[];
  /** for whom it is outside the hours, by id */
  readonly outside: readonly string[];
  /** which rooms are free then, by id */
  readonly rooms: readonly string[];
}

/** Moments at which something could begin that are looked at, from the first on: a month of quarters and a half. */
export const MAX_STARTS = 4_500;

const STEP = 15 * MINUTE;

/** What a time costs, in days that one would rather wait. */
const COST = {
  day: 1,
  hour: 0.25,
  mostHours: 2,
  outside: 3,
  missing: 2,
  otherKind: 1.5,
  quarter: 0.1,
} as const;

/**
 * The best times for an event, soonest and most convenient first, at most two of one day and none that overlap. A time costs
 * by how many days away it is, how far from the time of day that was wanted, whether it is of another kind of day (a weekend
 * for a weekday), for whom it is outside the hours, and who has to be missing. Of whom nothing is known counts as free, in
 * reasonable hours. Looks at no more than {@link MAX_STARTS} quarters; takes time by them and by busy periods.
 */
export function findTimes(sought: readonly Sought[], search: Search): readonly Suggestion[] {
  const { length, most = 5 } = search;
  const { from: earliest, to: latest } = search.window;
  const window = { from: earliest, to: Math.min(latest, earliest + MAX_STARTS * STEP + length) };
  if (length <= 0 || window.to - window.from < length) return [];
  const everybody = sought.map((one) => new Asked(one, window));
  const taken = new Passing(
    mergeBusyPeriods(everybody.flatMap(({ part, taken: busy }) => (part === "required" ? busy : []))),
  );
  const found: (Suggestion & { readonly cost: number })[] = [];
  for (const from of startsOf(search)) {
    const to = from + length;
    if (to > window.to) break;
    if (taken.meets(from, to)) continue;
    const suggestion = suggestionAt({ from, to }, everybody);
    if (suggestion) found.push({ ...suggestion, cost: costOf(suggestion, everybody, search) });
  }
  return bestOf(found, search.viewer, most);
}

/** When each quarter of the viewer's clock begins. */
function* startsOf({ window, viewer }: Search): Generator<Instant> {
  const into = timeOfDay(viewer.toLocal(window.from)) % STEP;
  const first = into === 0 ? window.from : window.from + STEP - into;
  for (let at = 0; at < MAX_STARTS; at++) yield first + at * STEP;
}

/** One of those who are sought, as time goes by. */
class Asked {
  readonly id: string;
  readonly part: Sought["part"];
  readonly taken: readonly BusyPeriod[];
  readonly isTaken: Passing;
  readonly isOutside: Passing;

  constructor({ id, part, busy, zone, hours }: Sought, window: Window) {
    this.id = id;
    this.part = part;
    this.taken = mergeBusyPeriods((busy ?? []).filter(({ type }) => type !== "BUSY-UNAVAILABLE"));
    this.isTaken = new Passing(this.taken);
    const said = (busy ?? []).filter(({ type }) => type === "BUSY-UNAVAILABLE");
    // Rooms neither sleep nor go home, but may be closed.
    const night = part === "room" ? [] : hoursOutside(window, zone, hours);
    this.isOutside = new Passing(mergeBusyPeriods([...said, ...night]));
  }
}

function suggestionAt({ from, to }: Stretch, everybody: readonly Asked[]): Suggestion | undefined {
  const [missing, outside, rooms]: [string[], string[], string[]] = [[], [], []];
  let isRoomSought = false;
  for (const { id, part, isTaken, isOutside } of everybody) {
    const isBusy = part !== "required" && isTaken.meets(from, to);
    const isAway = isOutside.meets(from, to);
    if (part === "room") {
      isRoomSought = true;
      if (!isBusy && !isAway) rooms.push(id);
    } else if (isBusy) missing.push(id);
    else if (isAway) outside.push(id);
  }
  return isRoomSought && rooms.length === 0 ? undefined : { from, to, missing, outside, rooms };
}

function costOf(
  { from, missing, outside }: Suggestion,
  everybody: readonly Asked[],
  { window, wanted, viewer }: Search,
): number {
  const [local, chosen] = [viewer.toLocal(from), viewer.toLocal(wanted)];
  const apart = Math.abs(timeOfDay(local) - timeOfDay(chosen));
  const hours = Math.min(apart, 24 * HOUR - apart) / HOUR;
  const isWeekend = (at: Local): boolean => weekday(at) > 5;
  const required = new Set(everybody.filter(({ part }) => part === "required").map(({ id }) => id));
  return (
    (dayOf(local) - dayOf(viewer.toLocal(window.from))) * COST.day +
    Math.min(hours * COST.hour, COST.mostHours) +
    (isWeekend(local) === isWeekend(chosen) ? 0 : COST.otherKind) +
    outside.reduce((sum, id) => sum + (required.has(id) ? COST.outside : COST.outside / 2), 0) +
    missing.length * COST.missing +
    (local % (30 * MINUTE) === 0 ? 0 : COST.quarter)
  );
}

function bestOf(
  found: readonly (Suggestion & { readonly cost: number })[],
  viewer: Zone,
  most: number,
): readonly Suggestion[] {
  const best: Suggestion[] = [];
  const ofDay = new Map<number, number>();
  for (const { cost: _, ...one } of found.toSorted((a, b) => a.cost - b.cost || a.from - b.from)) {
    if (best.length >= most) break;
    const day = dayOf(viewer.toLocal(one.from));
    const others = ofDay.get(day) ?? 0;
    if (others >= 2 || best.some(({ from, to }) => from < one.to && one.from < to)) continue;
    ofDay.set(day, others + 1);
    best.push(one);
  }
  return best;
}
