import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { isTask, type CalendarEntry } from "./entries.ts";
import type { ShownOccurrence } from "./occurrences.ts";

/**
 * The reminder that a calendar sets for an event that asks for it, as an offset from the start such as `-PT10M`;
 * null: it sets none.
 */
export const calendarReminder = (
  calendar: Pick<CalendarEntry, "alertTimed" | "alertAllDay"> | undefined,
  allDay: boolean,
): string | null => (allDay ? calendar?.alertAllDay : calendar?.alertTimed) ?? null;

/** Whether an event reminds the viewer: by its own reminders, or as the calendar says where it asks for that. */
export function hasReminder({ event, calendar, allDay }: Shown): boolean {
  if (event.useDefaultAlerts !== true) return Object.keys(event.alerts ?? {}).length > 0;
  return !isTask(event) && calendarReminder(calendar, allDay) !== null;
}

type Shown = Pick<ShownOccurrence, "event" | "calendar" | "allDay">;

/** Minutes before the start that an offset means; null where it is after it, or can't be read. */
export function minutesBefore(offset: string): number | null {
  const distance = distanceFromStart(offset);
  return distance === null || distance > 0 ? null : Math.round(-distance / MINUTE);
}

/** Milliseconds from the start that a signed duration means (JSCalendar `SignedDuration`); null if it can't be read. */
export function distanceFromStart(offset: string): number | null {
  const match = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(offset);
  if (!match) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(2)
    .map((part) => Number(part ?? 0));
  const total = weeks * 7 * DAY + days * DAY + hours * HOUR + minutes * MINUTE + seconds * 1000;
  return match[1] === "-" && total > 0 ? -total : total;
}
