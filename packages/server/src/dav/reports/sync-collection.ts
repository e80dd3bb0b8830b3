import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { calendarChanges } from "../../app/changes.ts";
import { objectsByUris } from "../../app/get-objects.ts";
import type { CollectionChanges } from "../../app/types.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { refuse } from "../preconditions.ts";
import type { Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { makePrinter } from "../properties/print-properties.ts";
import type { ResponsePrinter } from "../properties/print-properties.ts";
import { objectResource } from "../resource.ts";
import type { CalendarResource, ObjectResource, Resource } from "../resource.ts";
import { readSyncToken, syncToken } from "../sync-token.ts";
import type { XmlElement } from "../xml/element.ts";
import { statusResponse } from "../xml/multistatus.ts";
import { readSyncCollection } from "../xml/requests/calendar-reports.ts";
import type { SyncCollection } from "../xml/requests/calendar-reports.ts";
import { CALENDAR_DATA, makeRenderer } from "./calendar-data.ts";
import { floatingZone } from "./floating-zone.ts";

/** DAV:sync-collection (RFC 6578 §3) on a calendar; calendars hold no collections, so both sync levels mean the same. */
export async function syncCollection(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  if (resource.kind !== "calendar")
    return failed(refuse("supported-report", "Only calendars can be synchronised."));
  const request = readSyncCollection(body, exchange.request.headers.get("depth"));
  if (!request.ok) return request;
  const { app, actor } = exchange;
  const { id } = resource.grant.calendar;
  const since = readSyncToken(request.value.token, id);
  if (since === undefined) {
    return failed(refuse("valid-sync-token", "This sync token is not one of this calendar: start afresh."));
  }
  const limit = Math.min(request.value.limit ?? app.limits.resultsPerSync, app.limits.resultsPerSync);
  const changes = await calendarChanges(app, actor, id, since, limit);
  if (!changes.ok) return failed(refusalOf(changes.problem, resource));
  const objects = await changedObjects(exchange, resource, request.value, changes.value);
  if (!objects.ok) return objects;
  const { isMinimal } = readPreferences(exchange.request);
  const print = makePrinter(request.value.properties, propertyView(exchange), {
    isMinimal,
    extra: CALENDAR_DATA,
  });
  const tail = `<d:sync-token>${syncToken(id, changes.value.newModseq)}</d:sync-token>`;
  const removed = [...objects.value.unreadable, ...changes.value.removed];
  const page = {
    objects: objects.value.found,
    removed: since === 0 ? [] : removed,
    hasMore: changes.value.hasMore,
  };
  return multistatusAnswer(responses(exchange, resource, print, page), { tail, isMinimal });
}

interface Page extends Pick<CollectionChanges, "removed" | "hasMore"> {
  readonly objects: readonly ObjectResource[];
}

function* responses(
  { hrefs }: Exchange,
  calendar: CalendarResource,
  print: ResponsePrinter,
  { objects, removed, hasMore }: Page,
): Generator<string> {
  for (const object of objects) yield print(object);
  for (const uri of removed) yield statusResponse(hrefs.object(calendar.href, uri), 404);
  // RFC 6578 §3.6: the client comes again with the new token for the rest.
  if (hasMore)
    yield statusResponse(calendar.href, 507, "<d:error><d:number-of-matches-within-limits/></d:error>");
}

interface Changed {
  readonly found: readonly ObjectResource[];
  /** gone again since, or made private: to this reader they are not there */
  readonly unreadable: readonly string[];
}

/** The owner reads everything, so the texts are fetched only if they are asked for. */
async function changedObjects(
  exchange: Exchange,
  calendar: CalendarResource,
  { calendarData }: SyncCollection,
  { changed }: CollectionChanges,
): Promise<Result<Changed, Refusal>> {
  const resources = changed.map((head) => objectResource(calendar, head, exchange.hrefs));
  if (changed.length === 0 || (!calendarData && calendar.grant.isOwner))
    return ok({ found: resources, unreadable: [] });
  const { app, actor } = exchange;
  const uris = changed.map(({ uri }) => uri);
  const stored = await objectsByUris(app, actor, calendar.grant.calendar.id, uris);
  if (!stored.ok) return failed(refusalOf(stored.problem, calendar));
  const zone = await floatingZone(exchange, calendar);
  if (!zone.ok) return zone;
  const render = calendarData && makeRenderer(calendarData, zone.value, app.limits.occurrencesPerQuery);
  const found: ObjectResource[] = [];
  for (const resource of resources) {
    const object = stored.value.get(resource.head.uri);
    if (!object) continue;
    const icalendar = render?.(object.icalendar);
    if (icalendar && !icalendar.ok) return icalendar;
    found.push({ ...resource, head: object, ...(icalendar && { icalendar: icalendar.value }) });
  }
  return ok({ found, unreadable: uris.filter((uri) => !stored.value.has(uri)) });
}
