import type { Item, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { durationOf, exactMilliseconds, nominalDays, parseDuration } from "@snart/calendar/time/duration.ts";
import { DAY, HOUR, type Instant } from "@snart/calendar/time/instant.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { readLocalText } from "../items/local-text.ts";
import { zoneOfEvent, type Span } from "../items/span.ts";

/** A moment, or the whole of a day (its midnight in the viewer's zone). */
export interface TaskTime {
  readonly at: Instant;
  readonly allDay: boolean;
}

interface TaskTimes {
  /** when it is due; without a due time, when it begins; null: it has neither, or neither can be read */
  readonly due: TaskTime | null;
  /** where it lies in a calendar: from its start to its due time if that is a matter of hours, else the moment or day it is due */
  readonly span: Span | null;
}

/** When a task, or one turn of it, takes place. `viewer` is the zone of whole days and floating times. */
export function taskTimes(task: Item, viewer: Zone): TaskTimes {
  const allDay = task.showWithoutTime === true;
  const at = (text: LocalDateTime | undefined): Instant | undefined => {
    const local = text === undefined ? undefined : readLocalText(text);
    if (local === undefined) return undefined;
    return allDay ? viewer.toInstant(startOfDay(local)) : zoneOfEvent(task, viewer).toInstant(local);
  };
  const [start, due] = [at(task.start), at(task.due)];
  const end = due ?? start;
  if (end === undefined) return { due: null, span: null };
  return { due: { at: end, allDay }, span: spanOf(task, allDay, start, end, viewer) };
}

/** A task whose start lies longer before its due time is not planned for all of that time. */
const LONGEST = 4 * HOUR;

function spanOf(task: Item, allDay: boolean, start: Instant | undefined, end: Instant, viewer: Zone): Span {
  if (allDay)
    return { start: end, end: viewer.toInstant(addDays(startOfDay(viewer.toLocal(end)), 1)), allDay };
  if (start !== undefined && start < end && end - start <= LONGEST) return { start, end, allDay };
  // Without a due time the estimated duration sets the length; a due time alone is a moment.
  const length = task.due === undefined ? parseDuration(task.estimatedDuration ?? "PT0S") : undefined;
  const known = length ?? durationOf(0);
  return { start: end, end: end + nominalDays(known) * DAY + exactMilliseconds(known), allDay };
}
