import { readAvailability, type Availability } from "@snart/calendar/free-busy/availability.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import { readStored } from "../objects/read-stored.ts";

/** The most objects with hours read for one answer; a person has one or two. */
const MOST = 50;

/** The availability stored as objects of calendars (RFC 7953 §7.2), in addition to that on the inbox. */
export async function storedHours(
  tx: ReadTransaction,
  calendarIds: readonly CalendarId[],
): Promise<readonly Availability[]> {
  if (calendarIds.length === 0) return [];
  const found = await tx.objects.find({ calendarIds, component: "VAVAILABILITY", limit: MOST });
  return found.flatMap((stored) => {
    // They were checked when they were stored; a release that has become stricter ignores them.
    const read = readAvailability(readStored(stored).calendar);
    return read.ok ? read.value : [];
  });
}
