import type { WallCalendar, WallEvent } from "@snart/calendar/jmap/wall.ts";
import { addDays, startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** From today on, never from Monday. */
const DAYS = 7;

/** A day of a wall, by the clocks of the wall. */
export interface WallDay {
  readonly date: Local;
  /** its midnights, ms UTC; the end exclusive */
  readonly from: number;
  readonly to: number;
}

/** The days that a wall shows at a moment. */
export function daysFrom(now: number, zone: Zone): readonly WallDay[] {
  const today = startOfDay(zone.toLocal(now));
  return Array.from({ length: DAYS }, (_, n) => {
    const date = addDays(today, n);
    return { date, from: zone.toInstant(date), to: zone.toInstant(addDays(date, 1)) };
  });
}

/** What of a calendar is still to come, or runs, on a day: what lasts all day first, then by start. */
export function eventsOn(
  { events }: Pick<WallCalendar, "events">,
  { from, to }: WallDay,
  now: number,
): readonly WallEvent[] {
  // What has no length is on the day on which it begins.
  const isOn = ({ start, end }: WallEvent): boolean => start < to && (end > from || start >= from);
  const isOver = ({ start, end }: WallEvent): boolean => Math.max(end, start + 1) <= now;
  return events
    .filter((event) => isOn(event) && !isOver(event))
    .toSorted((a, b) => Number(b.isAllDay) - Number(a.isAllDay) || a.start - b.start || a.end - b.end);
}

/** An event that comes, and whose it is. */
export interface Coming {
  readonly event: WallEvent;
  readonly calendar: WallCalendar;
}

/** The times that begin next within the days shown, over all calendars, at most `most` of them. */
export function comingOf(
  calendars: readonly WallCalendar[],
  now: number,
  until: number,
  most: number,
): readonly Coming[] {
  return calendars
    .flatMap((calendar) => calendar.events.map((event) => ({ event, calendar })))
    .filter(({ event: { isAllDay, start } }) => !isAllDay && start > now && start < until)
    .toSorted((a, b) => a.event.start - b.event.start)
    .slice(0, most);
}
