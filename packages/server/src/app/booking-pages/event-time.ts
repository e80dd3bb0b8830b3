import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { PageBooking } from "../../storage/records/booking-pages.ts";

/** Whether a single event is at the time of a booking. */
export function isAtTimeOf(
  object: CalendarObject | undefined,
  { startsAt, endsAt }: Pick<PageBooking, "startsAt" | "endsAt">,
): boolean {
  if (!object?.main || object.overrides.length > 0) return false;
  const read = readComponentTimes(object.main, object.type, zonesOf(object));
  if (!read.ok || !read.value) return false;
  const { start, end } = read.value;
  return instantOf(start, UTC) === startsAt && instantOf(end, UTC) === endsAt;
}
