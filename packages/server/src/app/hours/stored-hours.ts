import { readAvailability, type Availability } from "@snart/calendar/free-busy/availability.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { ObjectOutline } from "../../storage/records/objects.ts";
import { findFew } from "../objects/pages-by-size.ts";
import { readIfReadable } from "../objects/read-stored.ts";

/** The most objects with hours read for one answer; a person has one or two. */
const MOST = 50;

export interface StoredHours {
  readonly hours: readonly Availability[];
  /** What can't be read, and may be some of it. */
  readonly lost: readonly Pick<ObjectOutline, "start" | "end">[];
}

/** The availability stored as objects of calendars (RFC 7953 §7.2), in addition to that on the inbox. */
export async function storedHours(
  tx: ReadTransaction,
  calendarIds: readonly CalendarId[],
): Promise<StoredHours> {
  if (calendarIds.length === 0) return { hours: [], lost: [] };
  const { found, lost } = await findFew(tx, { calendarIds, component: "VAVAILABILITY" }, MOST);
  const unread: Pick<ObjectOutline, "start" | "end">[] = [...lost];
  const hours = found.flatMap((stored) => {
    const object = readIfReadable(stored);
    if (!object) unread.push(stored);
    // They were checked when they were stored; a release that has become stricter ignores them.
    const read = object && readAvailability(object.calendar);
    return read?.ok === true ? read.value : [];
  });
  return { hours, lost: unread };
}
