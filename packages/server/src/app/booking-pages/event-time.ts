import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";

/** From when until when (exclusive), in milliseconds. */
export type EventTime = Pick<PageBooking, "startsAt" | "endsAt">;

/** When a single event takes place; undefined: it is none, or nobody can tell. */
export function timeOf(object: CalendarObject | undefined): EventTime | undefined {
  if (!object?.main || object.overrides.length > 0) return undefined;
  const read = readComponentTimes(object.main, object.type, zonesOf(object));
  if (!read.ok || !read.value) return undefined;
  const { start, end } = read.value;
  return { startsAt: instantOf(start, UTC), endsAt: instantOf(end, UTC) };
}

/** Whether it is the time of a booking. */
export const isTimeOf = (time: EventTime | undefined, { startsAt, endsAt }: EventTime): boolean =>
  time?.startsAt === startsAt && time.endsAt === endsAt;
