import { heedingAlarms } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { CheckedObject } from "../objects/prepare-object.ts";
import { objectOf, type ReadObject } from "../objects/read-stored.ts";

/**
 * Reads what a CalDAV client changes about alarms when it overwrites an event that asks for its calendar's alarms
 * (JMAP Calendars, `useDefaultAlerts`), which the client neither knows nor shows: see `heedingAlarms`.
 * @param seen the text that the client had before
 */
export function heedAlarms(seen: ReadObject | undefined, put: CheckedObject): CheckedObject {
  if (!seen?.stored.icalendar.includes("useDefaultAlerts")) return put;
  const calendar = heedingAlarms(seen.object, put.object);
  return calendar === put.object.calendar
    ? put
    : { object: objectOf(calendar), text: serialiseICalendar(calendar) };
}
