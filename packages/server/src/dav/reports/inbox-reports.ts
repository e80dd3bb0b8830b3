// The reports of a scheduling inbox (RFC 6638 §2.2): its size is limited, so its messages are read one by one.
import { matchesFilter } from "@snart/calendar/filter/matches-filter.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { inboxChanges, inboxItems, inboxItemsByUris } from "../../app/delivery/inbox.ts";
import type { InboxItem } from "../../app/types.ts";
import { multistatusAnswer, propertyView } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { makePrinter } from "../properties/print-properties.ts";
import { itemResource, type InboxResource } from "../resource.ts";
import { inboxId, readSyncToken, syncToken } from "../sync-token.ts";
import { pathnameOf, readPath } from "../url.ts";
import type { XmlElement } from "../xml/element.ts";
import { statusResponse } from "../xml/multistatus.ts";
import {
  readCalendarMultiget,
  readCalendarQuery,
  readSyncCollection,
  type ObjectRequest,
} from "../xml/requests/calendar-reports.ts";
import { CALENDAR_DATA, makeRenderer, readStoredText, tooLargeAlone } from "./calendar-data.ts";
import { floatingZone } from "./floating-zone.ts";

type ItemPrinter = (item: InboxItem, href?: string) => Result<string, Refusal>;

/** The requested properties of each message. */
async function makeItemPrinter(
  exchange: Exchange,
  inbox: InboxResource,
  { properties, calendarData }: ObjectRequest,
): Promise<Result<ItemPrinter, Refusal>> {
  const zone = await floatingZone(exchange, inbox);
  if (!zone.ok) return zone;
  const { isMinimal } = readPreferences(exchange.request);
  const print = makePrinter(properties, propertyView(exchange), { isMinimal, extra: CALENDAR_DATA });
  const render = calendarData && makeRenderer(exchange, calendarData, zone.value);
  return ok((item, href) => {
    const icalendar = render?.(item.icalendar) ?? ok(undefined);
    const resource = itemResource(inbox, item, exchange.hrefs);
    if (!icalendar.ok) return icalendar;
    if (icalendar.value !== undefined)
      return ok(print({ ...resource, icalendar: icalendar.value }, href ?? resource.href));
    return ok(render ? tooLargeAlone(href ?? resource.href) : print(resource, href ?? resource.href));
  });
}

async function answerAll(exchange: Exchange, pieces: readonly Result<string, Refusal>[], tail = ""): Answer {
  const refused = pieces.find((piece) => !piece.ok);
  if (refused) return refused;
  const { isMinimal } = readPreferences(exchange.request);
  return multistatusAnswer(
    pieces.flatMap((piece) => (piece.ok ? [piece.value] : [])),
    { isMinimal, tail },
  );
}

/** CALDAV:calendar-query on an inbox. */
export async function inboxQuery(exchange: Exchange, inbox: InboxResource, body: XmlElement): Answer {
  const query = readCalendarQuery(body);
  if (!query.ok) return query;
  const zone = await floatingZone(exchange, inbox, query.value);
  if (!zone.ok) return zone;
  const print = await makeItemPrinter(exchange, inbox, query.value);
  if (!print.ok) return print;
  const items = await inboxItems(exchange.app, exchange.actor, inbox.principal.login);
  if (!items.ok) return failed(refusalOf(items.problem, inbox));
  const found = items.value.filter(({ icalendar }) =>
    matchesFilter(readStoredText(icalendar), query.value.filter, zone.value),
  );
  return answerAll(
    exchange,
    found.map((item) => print.value(item)),
  );
}

/** CALDAV:calendar-multiget on an inbox. */
export async function inboxMultiget(exchange: Exchange, inbox: InboxResource, body: XmlElement): Answer {
  const query = readCalendarMultiget(body);
  if (!query.ok) return query;
  const { hrefs } = query.value;
  const limit = exchange.app.limits.hrefsPerMultiget;
  if (hrefs.length > limit)
    return failed(refuse("number-of-matches-within-limits", `At most ${limit} hrefs at once.`));
  const print = await makeItemPrinter(exchange, inbox, query.value);
  if (!print.ok) return print;
  const names = hrefs.map((href) => itemName(exchange, inbox, href));
  const uris = [...new Set(names.filter((name) => name !== undefined))];
  const items = await inboxItemsByUris(exchange.app, exchange.actor, inbox.principal.login, uris);
  if (!items.ok) return failed(refusalOf(items.problem, inbox));
  const byUri = new Map(items.value.map((item) => [item.uri, item]));
  return answerAll(
    exchange,
    hrefs.map((href, index) => {
      const item = byUri.get(names[index] ?? "");
      return item ? print.value(item, href) : ok(statusResponse(href, 404));
    }),
  );
}

function itemName(
  { request, publicUrl, hrefs }: Exchange,
  { principal }: InboxResource,
  href: string,
): string | undefined {
  const pathname = pathnameOf(href, request.url, publicUrl);
  const path = pathname === undefined ? undefined : readPath(pathname, hrefs);
  if (!path?.ok || path.value.kind !== "inbox-item") return undefined;
  return path.value.login.toLowerCase() === principal.login ? path.value.name : undefined;
}

/** DAV:sync-collection on an inbox. */
export async function inboxSync(exchange: Exchange, inbox: InboxResource, body: XmlElement): Answer {
  const { app, actor, request, hrefs } = exchange;
  const sync = readSyncCollection(body, request.headers.get("depth"));
  if (!sync.ok) return sync;
  const id = inboxId(inbox.principal);
  const place = readSyncToken(sync.value.token, id);
  if (place === undefined || place.within !== "")
    return failed(refuse("valid-sync-token", "This sync token is not one of this inbox: start afresh."));
  const print = await makeItemPrinter(exchange, inbox, sync.value);
  if (!print.ok) return print;
  const limit = Math.min(sync.value.limit ?? app.limits.resultsPerSync, app.limits.resultsPerSync);
  const changes = await inboxChanges(app, actor, inbox.principal.login, place.since, limit);
  if (!changes.ok) return failed(refusalOf(changes.problem, inbox));
  const { added, removed, hasMore, newModseq } = changes.value;
  const pieces = [
    ...added.map((item) => print.value(item)),
    ...removed.map((uri) => ok(statusResponse(hrefs.object(inbox.href, uri), 404))),
    ...(hasMore ? [ok(statusResponse(inbox.href, 507, TRUNCATED))] : []),
  ];
  return answerAll(exchange, pieces, `<d:sync-token>${syncToken(id, newModseq)}</d:sync-token>`);
}

const TRUNCATED = "<d:error><d:number-of-matches-within-limits/></d:error>";
