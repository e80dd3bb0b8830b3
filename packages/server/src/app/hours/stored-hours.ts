import { readAvailability, type Availability } from "@snart/calendar/free-busy/availability.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import { readStored } from "../objects/read-stored.ts";

/** Objects with hours that are read for one answer; a person has one or two. */
const MOST = 50;

/** The hours that are kept as objects of calendars (RFC 7953 §7.2): besides those that are said on the inbox. */
export async function storedHours(
  tx: ReadTransaction,
  calendarIds: readonly CalendarId[],
): Promise<readonly Availability[]> {
  if (calendarIds.length === 0) return [];
  const found = await tx.objects.find({ calendarIds, component: "VAVAILABILITY", limit: MOST });
  return found.flatMap((stored) => {
    // They were checked when they were stored; a release that has become stricter takes them for nothing.
    const read = readAvailability(readStored(stored).calendar);
    return read.ok ? read.value : [];
  });
}
