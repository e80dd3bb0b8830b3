import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { EventEntry } from "../items/entries.ts";
import { timeOf } from "../items/occurrences.ts";

const WEEK = 7 * DAY;
/** Events that last longer belong to every window instead of each of their weeks. */
const MOST_WEEKS = 8;

/** Events by the weeks that they take place in, so that a window need not ask each of ten thousand. */
interface WeekIndex {
  readonly viewer: Zone;
  readonly weeks: ReadonlyMap<number, readonly EventEntry[]>;
  /** series, whose times only expansion shows, and long events */
  readonly others: readonly EventEntry[];
}

/** Per map: a store that has changed has another one. */
const indexes = new WeakMap<ReadonlyMap<string, EventEntry>, WeekIndex>();

/** Returns the events that may take place in a window, each once: all that do, and few others. */
export function eventsNear(
  events: ReadonlyMap<string, EventEntry>,
  { from, to }: Window,
  viewer: Zone,
): Iterable<EventEntry> {
  const known = indexes.get(events);
  const { weeks, others } = known?.viewer === viewer ? known : indexed(events, viewer);
  const near = new Set(others);
  for (let week = weekOf(from); week <= weekOf(to); week++)
    for (const entry of weeks.get(week) ?? []) near.add(entry);
  return near;
}

function indexed(events: ReadonlyMap<string, EventEntry>, viewer: Zone): WeekIndex {
  const weeks = new Map<number, EventEntry[]>();
  const others: EventEntry[] = [];
  for (const entry of events.values()) {
    const time = timeOf(entry.event, viewer);
    if (time === null) continue;
    const [first, last] = time === "many" ? [0, Infinity] : [weekOf(time.from), weekOf(time.to)];
    if (last - first >= MOST_WEEKS) others.push(entry);
    else for (let week = first; week <= last; week++) of(weeks, week).push(entry);
  }
  const index = { viewer, weeks, others };
  indexes.set(events, index);
  return index;
}

const weekOf = (instant: Instant): number => Math.floor(instant / WEEK);

function of(weeks: Map<number, EventEntry[]>, week: number): EventEntry[] {
  const known = weeks.get(week);
  if (known) return known;
  const fresh: EventEntry[] = [];
  weeks.set(week, fresh);
  return fresh;
}
