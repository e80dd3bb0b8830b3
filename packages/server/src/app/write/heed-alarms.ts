import { heedingAlarms } from "@snart/calendar/alarms/ask-for-defaults.ts";
import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import { prepareAdjusted, type PreparedObject } from "../objects/prepare-object.ts";
import { readStored } from "../objects/read-stored.ts";

/**
 * What a CalDAV client says of alarms by what it puts over an event that asks for its calendar's (JMAP Calendars, `useDefaultAlerts`),
 * which the client neither knows nor shows: see `heedingAlarms`.
 * @param seen what the client had before
 */
export function heedAlarms(seen: StoredObject | undefined, prepared: PreparedObject): PreparedObject {
  if (!seen?.icalendar.includes("useDefaultAlerts")) return prepared;
  const calendar = heedingAlarms(readStored(seen), prepared.object);
  if (calendar === prepared.object.calendar) return prepared;
  const read = readCalendarObject(calendar);
  if (!read.ok) throw new Error(`${prepared.object.uid} is no object any more with other alarms`);
  return prepareAdjusted(serialiseICalendar(calendar), read.value);
}
