import { indexHints, isKnownToMatch } from "@snart/calendar/filter/decided-by-head.ts";
import { matchesFilter } from "@snart/calendar/filter/matches-filter.ts";
import type { Steadiness } from "@snart/calendar/recurrence/steadiness.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { findObjectPages } from "../../app/objects/get-objects.ts";
import { keptSteadiness } from "../../app/objects/steady-series.ts";
import type { StoredObject } from "../../app/types.ts";
import { propertyView } from "../answers.ts";
import { busyForm } from "../busy-form.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readDepth, readPreferences } from "../headers.ts";
import type { Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { deadReader, type DeadReader } from "../properties/object-dead-properties.ts";
import { makePrinter, type ResponsePrinter } from "../properties/print-properties.ts";
import { childrenOf } from "../children.ts";
import { objectAt } from "../resolve.ts";
import { objectResource, type CalendarResource, type ObjectResource, type Resource } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { readCalendarQuery, type CalendarQuery } from "../xml/requests/calendar-reports.ts";
import { CALENDAR_DATA, makeRenderer, readStoredText, tooLargeAlone, type Render } from "./calendar-data.ts";
import { floatingZone } from "./floating-zone.ts";
import { grouped, pieceAnswer, type Pieces } from "./piece-answer.ts";

/**
 * CALDAV:calendar-query (RFC 4791 §7.8) on a calendar, an object, or a home (its calendars, at Depth infinity). A
 * missing Depth means 1: at 0, the default of RFC 3253, the report of a calendar could not find anything.
 */
export async function calendarQuery(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const query = readCalendarQuery(body);
  if (!query.ok) return query;
  const zone = await floatingZone(exchange, resource, query.value);
  if (!zone.ok) return zone;
  const targets = await targetsOf(exchange, resource);
  if (!targets.ok) return targets;
  const { isMinimal } = readPreferences(exchange.request);
  const search = {
    exchange,
    query: query.value,
    zone: zone.value,
    dead: deadReader(exchange, query.value.properties),
    print: makePrinter(query.value.properties, propertyView(exchange), { isMinimal, extra: CALENDAR_DATA }),
  };
  // The total limit is counted from the start each time that the pieces are made.
  const pieces = (): Pieces =>
    searchAll({ ...search, render: renderer(exchange, query.value, zone.value) }, targets.value);
  // Only expansion can refuse an object, at its limit.
  return pieceAnswer(pieces, { mayBeRefused: query.value.calendarData?.expand !== undefined, isMinimal });
}

interface Search {
  readonly exchange: Exchange;
  readonly query: CalendarQuery;
  readonly zone: Zone;
  /** undefined: no calendar data was requested */
  readonly render: Render | undefined;
  readonly print: ResponsePrinter;
  readonly dead: DeadReader;
  /** gives busy times a title, of the calendar that is searched */
  readonly titled: (text: string) => string;
}
type Target =
  | CalendarResource
  | (ObjectResource & { readonly stored: StoredObject; readonly steadiness?: Steadiness | undefined });

const renderer = (exchange: Exchange, { calendarData }: CalendarQuery, zone: Zone): Render | undefined =>
  calendarData && makeRenderer(exchange, calendarData, zone);

async function targetsOf(
  exchange: Exchange,
  resource: Resource,
): Promise<Result<readonly Target[], Refusal>> {
  const depth = readDepth(exchange.request, "1");
  if (resource.kind === "object" && exchange.path.kind === "object") {
    const found = await objectAt(exchange, exchange.path);
    return found.ok ? ok([{ ...found.value.resource, stored: found.value.stored }]) : found;
  }
  if (resource.kind === "calendar") return ok(depth === "0" ? [] : [resource]);
  if (resource.kind !== "home" || depth !== "infinity") return ok([]);
  const calendars = await childrenOf(exchange, resource);
  if (!calendars.ok) return calendars;
  return ok(
    [...calendars.value]
      .filter((child) => child.kind === "calendar")
      .filter(({ grant }) => grant.rights.mayReadFreeBusy),
  );
}

async function* searchAll(
  every: Omit<Search, "titled">,
  targets: readonly Target[],
): AsyncGenerator<Result<string, Refusal>> {
  for (const target of targets) {
    const search = { ...every, titled: await busyForm(every.exchange, target) };
    if (target.kind === "calendar") yield* searchCalendar(search, target);
    else {
      const dead = await search.dead(target.grant.calendar.id, [target.head]);
      yield* searchObjects(search, [{ ...target, deadProperties: dead.get(target.head.id) ?? {} }]);
    }
  }
}

async function* searchCalendar(
  search: Search,
  calendar: CalendarResource,
): AsyncGenerator<Result<string, Refusal>> {
  const { app, actor, hrefs } = search.exchange;
  const calendarIds = [calendar.grant.calendar.id];
  const hints = indexHints(search.query.filter);
  const asksForTime = typeof hints.from === "number" || typeof hints.to === "number";
  const pages = findObjectPages(app, actor, { calendarIds, ...hints });
  for await (const page of pages) {
    if (!page.ok) yield failed(refusalOf(page.problem, calendar));
    else {
      const dead = await search.dead(calendar.grant.calendar.id, page.value);
      const steady = asksForTime ? await keptSteadiness(app, page.value) : undefined;
      const targets = page.value.values().map((stored) => ({
        ...objectResource(calendar, stored, hrefs, dead.get(stored.id)),
        stored,
        steadiness: steady?.get(stored.id),
      }));
      yield* grouped(searchObjects(search, targets), search.exchange);
    }
  }
}

function* searchObjects(
  search: Search,
  targets: Iterable<Extract<Target, { kind: "object" }>>,
): Generator<Result<string, Refusal>> {
  for (const { stored, steadiness, ...resource } of targets) {
    const match = matchOne(search, resource, stored, steadiness);
    if (!match.ok) yield match;
    else if (match.value === "too-large") yield ok(tooLargeAlone(resource.href));
    else if (match.value) yield ok(search.print(match.value));
  }
}

/** Decides with the exact filter; the text is parsed only if the filter or the requested form needs it. */
function matchOne(
  { query, zone, render, titled }: Search,
  resource: ObjectResource,
  stored: StoredObject,
  steadiness: Steadiness | undefined,
): Result<ObjectResource | "too-large" | undefined, Refusal> {
  const object = isKnownToMatch(stored, query.filter, steadiness)
    ? undefined
    : readStoredText(stored.icalendar);
  if (object && !matchesFilter(object, query.filter, zone)) return ok(undefined);
  if (!render) return ok(resource);
  const icalendar = render(stored.icalendar, object);
  if (!icalendar.ok) return icalendar;
  const { value } = icalendar;
  return ok(value === undefined ? "too-large" : { ...resource, icalendar: titled(value) });
}
