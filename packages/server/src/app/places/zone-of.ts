import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";

/** The zone of an event's whole days and floating times. */
export async function zoneOf(
  tx: ReadTransaction,
  stored: Pick<StoredObject, "calendarId" | "accountId">,
): Promise<Zone> {
  const calendar = await tx.calendars.byId(stored.calendarId);
  const owner = await tx.principals.byId(stored.accountId);
  return ianaZone(calendar?.timeZone ?? owner?.preferences.timeZone ?? UTC.id) ?? UTC;
}
