import type { CompFilter } from "@snart/calendar/filter/caldav-filter.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { refuse, refuseWith, type Refusal } from "../../preconditions.ts";
import { childNamed, childrenNamed, textOf, type XmlElement } from "../element.ts";
import { caldav, dav } from "../names.ts";
import { readCalendarData, type CalendarDataRequest } from "./calendar-data.ts";
import { readFilter } from "./filter.ts";
import { calendarDataIn, readPropertyRequest, type PropertyRequest } from "./property-request.ts";

/** The requested contents for each object that a report finds. */
export interface ObjectRequest {
  readonly properties: PropertyRequest;
  /** absent: no calendar data was requested */
  readonly calendarData?: CalendarDataRequest;
}

export interface CalendarQuery extends ObjectRequest {
  readonly filter: CompFilter;
  /** VTIMEZONE text for floating and all-day times (RFC 4791 §9.8) */
  readonly timeZoneText?: string;
  /** the same by name (RFC 7809 §3.1.1) */
  readonly timeZoneId?: string;
}

interface CalendarMultiget extends ObjectRequest {
  /** as written */
  readonly hrefs: readonly string[];
}

interface SyncCollection extends ObjectRequest {
  /** empty for a first synchronisation */
  readonly token: string;
  readonly level: "1" | "infinite";
  readonly limit?: number;
}

function readObjectRequest(element: XmlElement): Result<ObjectRequest, Refusal> {
  const wanted = readPropertyRequest(element);
  if (!wanted.ok) return wanted;
  const properties = wanted.value ?? { kind: "some", names: [] };
  const data = calendarDataIn(element);
  if (!data) return ok({ properties });
  const calendarData = readCalendarData(data);
  return calendarData.ok ? ok({ properties, calendarData: calendarData.value }) : calendarData;
}

/** Reads a CALDAV:calendar-query (RFC 4791 §9.5). */
export function readCalendarQuery(element: XmlElement): Result<CalendarQuery, Refusal> {
  const request = readObjectRequest(element);
  if (!request.ok) return request;
  const found = childNamed(element, caldav("filter"));
  if (!found) return failed(refuse("valid-filter", "A calendar-query needs a filter."));
  const filter = readFilter(found);
  if (!filter.ok) return filter;
  const zone = childNamed(element, caldav("timezone"));
  const zoneId = childNamed(element, caldav("timezone-id"));
  return ok({
    ...request.value,
    filter: filter.value,
    ...(zone && { timeZoneText: textOf(zone) }),
    ...(zoneId && { timeZoneId: textOf(zoneId).trim() }),
  });
}

/** Reads a CALDAV:calendar-multiget (RFC 4791 §9.10). */
export function readCalendarMultiget(element: XmlElement): Result<CalendarMultiget, Refusal> {
  const request = readObjectRequest(element);
  if (!request.ok) return request;
  return ok({
    ...request.value,
    hrefs: childrenNamed(element, dav("href")).map((href) => textOf(href).trim()),
  });
}

/** Reads a DAV:sync-collection (RFC 6578 §6.1). */
export function readSyncCollection(
  element: XmlElement,
  depth: string | null,
): Result<SyncCollection, Refusal> {
  const request = readObjectRequest(element);
  if (!request.ok) return request;
  const token = childNamed(element, dav("sync-token"));
  if (!token) return failed(refuseWith(400, "A sync-collection needs a sync-token, empty the first time."));
  // Clients of the drafts before RFC 6578 (older iOS) send a Depth instead of sync-level.
  const written = childNamed(element, dav("sync-level"));
  const level = written ? textOf(written).trim() : depth === "infinity" ? "infinite" : "1";
  if (level !== "1" && level !== "infinite")
    return failed(refuseWith(400, "The sync-level is 1 or infinite."));
  const limit = readLimit(element);
  if (limit === "invalid") return failed(refuseWith(400, "nresults is a whole number above 0."));
  return ok({ ...request.value, token: textOf(token).trim(), level, ...(limit !== undefined && { limit }) });
}

/** RFC 5323 §5.17 */
function readLimit(element: XmlElement): number | undefined | "invalid" {
  const limit = childNamed(element, dav("limit"));
  const results = limit && childNamed(limit, dav("nresults"));
  if (!results) return undefined;
  const number = Number(textOf(results).trim());
  return Number.isSafeInteger(number) && number > 0 ? number : "invalid";
}
