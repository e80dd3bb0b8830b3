import { nextOpenKey } from "@snart/calendar/jscalendar/next-open.ts";
import { occurrenceEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { isOver } from "@snart/calendar/jscalendar/task-progress.ts";
import type { JSEvent, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { DAY, type Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { calendarOfEntry } from "../items/calendar-of-entry.ts";
import type { CalendarEntry, EventEntry } from "../items/entries.ts";
import { taskTimes, type TaskTime } from "./task-times.ts";

/** One task, or one turn of a recurring task. */
export interface ShownTask {
  /** unique on the page, and stable as long as it is the same turn */
  readonly key: string;
  readonly entry: EventEntry;
  readonly calendar: CalendarEntry;
  /** the task of this turn */
  readonly event: JSEvent;
  /** which turn of a series; null if it does not repeat */
  readonly recurrenceId: LocalDateTime | null;
  /** nothing is left to do */
  readonly isOver: boolean;
  /** when it is due; without a due time, when it begins; null: it has neither */
  readonly due: TaskTime | null;
}

/** How far ahead the next turn of a series is looked for, and how many turns are looked through. */
const AHEAD = 3 * 366 * DAY;
const MOST_TURNS = 2000;

interface Turns {
  readonly zone: string;
  readonly next: LocalDateTime | undefined;
}

/** Per task object: a changed task is another object, so nothing here can go stale. */
const known = new WeakMap<JSEvent, Turns>();

/** The next turn of a series to do; undefined if none is left. */
function nextTurn(task: JSEvent, now: Instant, viewer: Zone): LocalDateTime | undefined {
  const before = known.get(task);
  if (before?.zone === viewer.id) return before.next;
  const next = nextOpenKey(task, now + AHEAD, viewer, MOST_TURNS);
  known.set(task, { zone: viewer.id, next });
  return next;
}

export const isSeries = (task: JSEvent): boolean => Boolean(task.recurrenceRule ?? task.recurrenceOverrides);

/** The turns that were done one by one. */
const doneTurns = (task: JSEvent): readonly LocalDateTime[] =>
  Object.entries(task.recurrenceOverrides ?? {}).flatMap(([key, patch]) =>
    patch["progress"] === "completed" ? [key] : [],
  );

/**
 * The tasks of visible calendars: of a series the next turn, even if it is overdue, and the turns that are done.
 * `viewer` is the zone in which days begin and floating times are meant.
 */
export function shownTasks(
  tasks: Iterable<EventEntry>,
  calendars: readonly CalendarEntry[],
  now: Instant,
  viewer: Zone,
): ShownTask[] {
  const visible = new Map(calendars.filter((it) => it.isVisible).map((it) => [it.key, it]));
  return [...tasks].flatMap((entry) => {
    const calendar = visible.get(entry.calendarKey);
    return calendar ? turnsOf(entry, calendarOfEntry(entry, calendar), now, viewer) : [];
  });
}

function turnsOf(entry: EventEntry, calendar: CalendarEntry, now: Instant, viewer: Zone): ShownTask[] {
  const { event } = entry;
  if (!isSeries(event) || isOver(event)) return [shownTask(entry, calendar, null, viewer)];
  const next = nextTurn(event, now, viewer);
  const turns = next === undefined ? doneTurns(event) : [next, ...doneTurns(event)];
  return turns.map((key) => shownTask(entry, calendar, key, viewer));
}

/** The due time of the turn after a given one; null if that was the last, or the task does not repeat. */
export function nextTurnAfter(
  { entry, recurrenceId }: ShownTask,
  now: Instant,
  viewer: Zone,
): TaskTime | null {
  if (recurrenceId === null) return null;
  const { event } = entry;
  const own = { ...event.recurrenceOverrides?.[recurrenceId], progress: "completed" };
  const done = { ...event, recurrenceOverrides: { ...event.recurrenceOverrides, [recurrenceId]: own } };
  const next = nextOpenKey(done, now + AHEAD, viewer, MOST_TURNS);
  return next === undefined ? null : taskTimes(occurrenceEvent(event, next), viewer).due;
}

/** A task, or one turn of it, in the form that the screens show. */
export function shownTask(
  entry: EventEntry,
  calendar: CalendarEntry,
  recurrenceId: LocalDateTime | null,
  viewer: Zone,
): ShownTask {
  const event = recurrenceId === null ? entry.event : occurrenceEvent(entry.event, recurrenceId);
  // The UID stays the same when the server assigns the id.
  const key = `${entry.calendarKey}/${entry.event.uid}`;
  return {
    key: recurrenceId === null ? key : `${key}#${recurrenceId}`,
    entry,
    calendar,
    event,
    recurrenceId,
    isOver: isOver(event),
    due: taskTimes(event, viewer).due,
  };
}
