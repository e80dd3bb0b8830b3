import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { calendarChanges, changedLast, type ModseqRange } from "../../app/objects/calendar-changes.ts";
import { seesAsStored } from "../../app/grants.ts";
import { objectsByUris } from "../../app/objects/get-objects.ts";
import { leavingOut } from "../../app/objects/leaving-out.ts";
import { pagesBySize } from "../../app/objects/pages-by-size.ts";
import type { CollectionChanges, ListedObject, StoredObject } from "../../app/types.ts";
import { propertyView, shortMultistatus } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { deadReader, type DeadReader } from "../properties/object-dead-properties.ts";
import { makePrinter, type ResponsePrinter } from "../properties/print-properties.ts";
import { objectResource, type CalendarResource, type Resource } from "../resource.ts";
import { readSyncToken, syncToken } from "../sync-token.ts";
import type { XmlElement } from "../xml/element.ts";
import { statusResponse } from "../xml/multistatus.ts";
import { readSyncCollection } from "../xml/requests/calendar-reports.ts";
import { CALENDAR_DATA, makeRenderer, tooLargeAlone, type Render } from "./calendar-data.ts";
import { floatingZone } from "./floating-zone.ts";
import { grouped, pieceAnswer, type Pieces } from "./piece-answer.ts";

/** DAV:sync-collection (RFC 6578 §3) on a calendar; calendars hold no collections, so both sync levels mean the same. */
export async function syncCollection(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  if (resource.kind !== "calendar")
    return failed(refuse("supported-report", "Only calendars can be synchronised."));
  if (resource.grant.rights.mayReadFreeBusy && !resource.grant.rights.mayReadItems)
    return failed(refuse("supported-report", "Busy times can be listed and compared, not synchronised."));
  const request = readSyncCollection(body, exchange.request.headers.get("depth"));
  if (!request.ok) return request;
  const { app } = exchange;
  const { id } = resource.grant.calendar;
  const place = readSyncToken(request.value.token, id);
  if (place === undefined) {
    return failed(refuse("valid-sync-token", "This sync token is not one of this calendar: start afresh."));
  }
  const limit = Math.min(request.value.limit ?? app.limits.resultsPerSync, app.limits.resultsPerSync);
  const changes = await calendarChanges(app, exchange.actor, id, place, limit);
  if (!changes.ok) return failed(refusalOf(changes.problem, resource));
  const { calendarData, properties } = request.value;
  // Only calendar data depends on it.
  const zone = calendarData && (await floatingZone(exchange, resource));
  if (zone && !zone.ok) return zone;
  const { isMinimal } = readPreferences(exchange.request);
  const sync = {
    exchange,
    calendar: resource,
    // A new client need not learn what is gone.
    isFirst: place.since === 0 && place.within === "",
    dead: deadReader(exchange, properties),
    print: makePrinter(properties, propertyView(exchange), { isMinimal, extra: CALENDAR_DATA }),
  };
  const { changed, removed, newModseq, newWithin } = changes.value;
  const lost = [...changes.value.lost];
  // Called at the end: then it is known what else can't be read.
  const tail = (): string => `<d:sync-token>${syncToken(id, newModseq, newWithin, lost)}</d:sync-token>`;
  if (!calendarData && seesAsStored(resource.grant) && changed.length + removed.length <= FEW) {
    const beside = await sync.dead(id, changed);
    return shortMultistatus([...listed(sync, changed, beside), ...rest(sync, changes.value)], {
      isMinimal,
      tail: tail(),
    });
  }
  const mayBeRefused = calendarData?.expand !== undefined;
  const pieces = (): Pieces => {
    const render = calendarData && zone && makeRenderer(exchange, calendarData, zone.value);
    const onLost = (ranges: readonly ModseqRange[]): void => void lost.push(...ranges);
    return responses({ ...sync, render, onLost }, changes.value);
  };
  return pieceAnswer(pieces, { mayBeRefused, isMinimal, tail });
}

/** At most this many changes are written into one string; hardly any client has more between two requests. */
const FEW = 200;

interface Sync {
  readonly exchange: Exchange;
  readonly calendar: CalendarResource;
  readonly isFirst: boolean;
  /** undefined: no calendar data was requested */
  readonly render?: Render | undefined;
  readonly print: ResponsePrinter;
  readonly dead: DeadReader;
  /** called with when members changed whose texts can't be read */
  readonly onLost?: (ranges: readonly ModseqRange[]) => void;
}
type Beside = Awaited<ReturnType<DeadReader>>;

async function* responses(sync: Sync, changes: CollectionChanges): AsyncGenerator<Result<string, Refusal>> {
  yield* changedObjects(sync, changes.changed);
  yield* rest(sync, changes).map(ok<string>);
}

/** The existing objects, by their properties only. */
function* listed(
  { exchange, calendar, print }: Sync,
  heads: readonly ListedObject[],
  beside: Beside,
): Generator<string> {
  for (const head of heads) yield print(objectResource(calendar, head, exchange.hrefs, beside.get(head.id)));
}

/** The removed objects, and whether more changes follow. */
function* rest(
  { exchange, calendar, isFirst }: Sync,
  { removed, hasMore }: CollectionChanges,
): Generator<string> {
  if (!isFirst)
    for (const uri of removed) yield statusResponse(exchange.hrefs.object(calendar.href, uri), 404);
  // RFC 6578 §3.6: the client requests the rest with the new token.
  if (hasMore)
    yield statusResponse(calendar.href, 507, "<d:error><d:number-of-matches-within-limits/></d:error>");
}

/** Who reads what is stored gets the texts only on request. */
async function* changedObjects(
  sync: Sync,
  heads: readonly ListedObject[],
): AsyncGenerator<Result<string, Refusal>> {
  const { exchange, calendar, render } = sync;
  const { app, actor } = exchange;
  if (!render && seesAsStored(calendar.grant)) {
    for (const part of pagesBySize(heads)) {
      const beside = await sync.dead(calendar.grant.calendar.id, part);
      yield* grouped(listed(sync, part, beside).map(ok<string>), exchange);
    }
    return;
  }
  // A first synchronisation never has more texts in memory.
  for (const part of pagesBySize(heads)) {
    const uris = part.map(({ uri }) => uri);
    const lost = new Set<string>();
    const read = async (some: readonly string[]) => {
      const objects = await objectsByUris(app, actor, calendar.grant.calendar.id, some);
      return objects.ok ? ok([...objects.value.objects]) : objects;
    };
    const found = await leavingOut(uris, read, (uri) => lost.add(uri));
    if (!found.ok) {
      yield failed(refusalOf(found.problem, calendar));
      return;
    }
    const objects = new Map(found.value);
    const beside = await sync.dead(calendar.grant.calendar.id, [...objects.values()]);
    const { hrefs } = exchange;
    if (lost.size > 0) sync.onLost?.(await changedLast(app, calendar.grant.calendar.id, lost));
    for (const uri of lost) yield ok(statusResponse(hrefs.object(calendar.href, uri), 500));
    const readable = uris.filter((uri) => !lost.has(uri));
    yield* grouped(withTexts(sync, readable, objects, beside), exchange);
  }
}

function* withTexts(
  { exchange, calendar, isFirst, render, print }: Sync,
  uris: readonly string[],
  found: ReadonlyMap<string, StoredObject>,
  beside: Beside,
): Generator<Result<string, Refusal>> {
  const { hrefs } = exchange;
  for (const uri of uris) {
    const object = found.get(uri);
    // Removed since, or made private: for this reader it does not exist.
    if (!object && !isFirst) yield ok(statusResponse(hrefs.object(calendar.href, uri), 404));
    if (!object) continue;
    const icalendar = render?.(object.icalendar) ?? ok(undefined);
    const resource = objectResource(calendar, object, hrefs, beside.get(object.id));
    if (!icalendar.ok) yield icalendar;
    else if (icalendar.value !== undefined) yield ok(print({ ...resource, icalendar: icalendar.value }));
    else yield ok(render ? tooLargeAlone(resource.href) : print(resource));
  }
}
