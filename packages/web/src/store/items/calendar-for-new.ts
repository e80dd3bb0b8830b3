import type { CalendarEntry } from "./entries.ts";

/** Returns whether events may be added to a calendar: the person may write it, and it is not for tasks alone. */
export const takesEvents = ({ mayWrite, holdsEvents = true }: CalendarEntry): boolean =>
  mayWrite && holdsEvents;

/** Returns the calendar for new events: the chosen one if it is writable, whoever owns it, else the first writable one. */
export function calendarForNew(
  calendars: readonly CalendarEntry[],
  preferredId?: string | null,
): CalendarEntry | undefined {
  const open = calendars.filter(takesEvents);
  return (
    open.find((it) => it.id === preferredId) ??
    open.find((it) => it.isDefault) ??
    open.find((it) => !it.isShared) ??
    open[0]
  );
}
