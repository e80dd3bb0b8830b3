import { isOver } from "@snart/calendar/jscalendar/task-progress.ts";
import { seriesOfEvent } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { ownLocal } from "@snart/calendar/time/calendar-time.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { CalendarEntry, EventEntry } from "../items/entries.ts";
import { localDateTimeText } from "../items/local-text.ts";
import { colourOf, type ShownOccurrence } from "../items/occurrences.ts";
import { isSeries, shownTask, type ShownTask } from "./shown-tasks.ts";
import { taskTimes } from "./task-times.ts";

/** Turns begin by their starts and are shown when they are due: at most so much later. */
const LONGEST = 31 * DAY;
const MOST_TURNS = 500;

/**
 * The tasks of visible calendars that stand in a window among events, as events do: those that have a time and are not
 * over, and of series each turn that is not.
 */
export function taskOccurrences(
  tasks: Iterable<EventEntry>,
  calendars: readonly CalendarEntry[],
  window: Window,
  viewer: Zone,
): ShownOccurrence[] {
  const visible = new Map(calendars.filter((it) => it.isVisible).map((it) => [it.key, it]));
  return [...tasks].flatMap((entry) => {
    const calendar = visible.get(entry.calendarKey);
    if (!calendar || isOver(entry.event)) return [];
    return turnsIn(entry, calendar, window, viewer)
      .filter((task) => !task.isOver)
      .flatMap((task) => occurrenceOf(task, viewer) ?? [])
      .filter(({ start, end }) => start < window.to && Math.max(end, start + 1) > window.from);
  });
}

function turnsIn(
  entry: EventEntry,
  calendar: CalendarEntry,
  window: Window,
  viewer: Zone,
): readonly ShownTask[] {
  if (!isSeries(entry.event)) return [shownTask(entry, calendar, null, viewer)];
  const series = seriesOfEvent(entry.event);
  const around = { from: window.from - LONGEST, to: window.to + DAY };
  if (!series.ok) return [];
  const { occurrences } = expandAsFar(series.value, around, viewer, { maxOccurrences: MOST_TURNS });
  return occurrences.map(({ recurrenceId }) =>
    shownTask(entry, calendar, recurrenceId && localDateTimeText(ownLocal(recurrenceId)), viewer),
  );
}

function occurrenceOf(task: ShownTask, viewer: Zone): ShownOccurrence | undefined {
  const { key, entry, calendar, event, recurrenceId } = task;
  const { span } = taskTimes(event, viewer);
  if (!span) return undefined;
  const colour = colourOf(event.color) ?? calendar.colour;
  return { key, entry, calendar, colour, event, recurrenceId, ownStart: event.start, ...span };
}

/** The occurrences of a window with those tasks among them, in order. */
export function withTaskOccurrences(
  events: readonly ShownOccurrence[],
  ...of: Parameters<typeof taskOccurrences>
): readonly ShownOccurrence[] {
  const found = taskOccurrences(...of);
  if (found.length === 0) return events;
  return [...events, ...found].toSorted((a, b) => a.start - b.start || b.end - a.end);
}
