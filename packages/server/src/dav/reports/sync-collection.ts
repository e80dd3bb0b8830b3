import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { calendarChanges } from "../../app/changes.ts";
import { objectsByUris } from "../../app/get-objects.ts";
import type { CollectionChanges, StoredObject } from "../../app/types.ts";
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
  const removed = since === 0 ? [] : changes.value.removed;
  return multistatusAnswer(
    responses(exchange, resource, print, { ...changes.value, removed, objects: objects.value }),
    { tail, isMinimal },
  );
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

async function changedObjects(
  exchange: Exchange,
  calendar: CalendarResource,
  request: SyncCollection,
  { changed }: CollectionChanges,
): Promise<Result<readonly ObjectResource[], Refusal>> {
  const resources = changed.map((head) => objectResource(calendar, head, exchange.hrefs));
  if (!request.calendarData || changed.length === 0) return ok(resources);
  const { app, actor } = exchange;
  const uris = changed.map(({ uri }) => uri);
  const stored = await objectsByUris(app, actor, calendar.grant.calendar.id, uris);
  if (!stored.ok) return failed(refusalOf(stored.problem, calendar));
  const render = makeRenderer(request.calendarData, UTC, app.limits.occurrencesPerQuery);
  const found: ObjectResource[] = [];
  for (const resource of resources) {
    const object: StoredObject | undefined = stored.value.get(resource.head.uri);
    // Changed again since, or not for this reader: the next synchronisation tells.
    if (!object) continue;
    const icalendar = render(object.icalendar);
    if (!icalendar.ok) return icalendar;
    found.push({ ...resource, head: object, icalendar: icalendar.value });
  }
  return ok(found);
}
