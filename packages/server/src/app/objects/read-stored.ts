import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import type { StoredObject } from "../../storage/records/objects.ts";

/**
 * Reads an object that was checked when it was stored.
 * @throws Error when it no longer reads: the store is damaged or a release has become stricter (`snart doctor` lists them)
 */
export function readStored(stored: Pick<StoredObject, "id" | "icalendar">): CalendarObject {
  const parsed = parseICalendar(stored.icalendar);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(`stored object ${stored.id} cannot be read: ${JSON.stringify(read.problem)}`);
  return read.value;
}
