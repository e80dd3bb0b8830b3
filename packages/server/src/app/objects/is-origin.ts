import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Addressed } from "../../storage/records/people.ts";
import { isAddressOf } from "../principal-address.ts";

/**
 * Whether this copy of an event is the authoritative one (JMAP Calendars, `isOrigin`): nobody organizes it, or the
 * account's owner does, or a writer of its calendar.
 * @param object the whole object, also where the asker sees its times alone
 */
export function isOrigin(
  { organizerId }: Pick<StoredObject, "organizerId">,
  object: CalendarObject,
  owner: Addressed,
): boolean {
  const organizer = organizerOf(object)?.value;
  return organizerId !== null || organizer === undefined || isAddressOf(owner)(organizer);
}
