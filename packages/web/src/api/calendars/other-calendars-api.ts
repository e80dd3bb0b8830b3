import type { OtherCalendarRecord, OtherPartRecord } from "@snart/calendar/jmap/import.ts";
import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** Our server waits for another one, which may be slow, and says itself when that takes too long. */
const PATIENCE_MS = 200_000;

/** Somebody's way into another CalDAV server. The server uses it for one answer and forgets it. */
export interface OtherAccess {
  readonly address: string;
  readonly username: string;
  readonly password: string;
}

/** Returns the calendars of somebody on another server (`OtherCalendar/list`). */
export async function listOtherCalendars(
  accountId: string,
  access: OtherAccess,
): Asked<readonly OtherCalendarRecord[]> {
  const args = { accountId, ...access };
  const given = await jmap.callOne<{ readonly list: readonly OtherCalendarRecord[] }>(
    "OtherCalendar/list",
    args,
    PATIENCE_MS,
  );
  return given.ok ? ok(given.value.list) : given;
}

/**
 * Reads the next part of one of them into an upload (`OtherCalendar/read`).
 * @param after where the part before ended; null: from the beginning
 */
export async function readOtherPart(
  accountId: string,
  access: OtherAccess,
  url: string,
  after: string | null,
): Asked<OtherPartRecord> {
  const args = { accountId, ...access, url, after };
  const given = await jmap.callOne<{ readonly part: OtherPartRecord }>(
    "OtherCalendar/read",
    args,
    PATIENCE_MS,
  );
  return given.ok ? ok(given.value.part) : given;
}
