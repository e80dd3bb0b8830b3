import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { objectsByUris } from "../../app/objects/get-objects.ts";
import { pagesBySize } from "../../app/objects/pages-by-size.ts";
import type { Problem } from "../../app/problems.ts";
import { isDamage } from "../../app/storage-problem.ts";
import type { CalendarId, StoredObject } from "../../app/types.ts";
import { propertyView } from "../answers.ts";
import { busyForm } from "../busy-form.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { refuse, type Refusal } from "../preconditions.ts";
import { deadReader, type DeadReader } from "../properties/object-dead-properties.ts";
import { makePrinter, type ResponsePrinter } from "../properties/print-properties.ts";
import { calendarAt } from "../resolve.ts";
import { objectResource, type CalendarResource, type ObjectResource, type Resource } from "../resource.ts";
import { isPlainName, pathnameOf, readPath, type DavPath } from "../url.ts";
import type { XmlElement } from "../xml/element.ts";
import { statusResponse } from "../xml/multistatus.ts";
import { readCalendarMultiget } from "../xml/requests/calendar-reports.ts";
import { CALENDAR_DATA, makeRenderer, tooLargeAlone, type Render } from "./calendar-data.ts";
import { floatingZone } from "./floating-zone.ts";
import { grouped, pieceAnswer, type Pieces } from "./piece-answer.ts";

type ObjectPath = Extract<DavPath, { kind: "object" }>;
/** `calendar` is the key of the calendar that the path leads into. */
type Asked = { readonly href: string; readonly path?: ObjectPath; readonly calendar?: string };
type Found = {
  readonly calendar: CalendarResource;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** The octets of those that were not read because of their size, by name. */
  readonly large: ReadonlyMap<string, number>;
  /** The names of those that can't be read. */
  readonly damaged: ReadonlySet<string>;
  readonly dead: Awaited<ReturnType<DeadReader>>;
  readonly titled: (text: string) => string;
};
type Writing = {
  readonly print: ResponsePrinter;
  readonly render: Render | undefined;
  readonly dead: DeadReader;
};

/**
 * CALDAV:calendar-multiget (RFC 4791 §7.9): one query for each named calendar. Each href is answered as it was
 * written, because clients look up their own spelling; a missing object, or one outside the request's URL, is 404.
 */
export async function calendarMultiget(exchange: Exchange, resource: Resource, body: XmlElement): Answer {
  const query = readCalendarMultiget(body);
  if (!query.ok) return query;
  const { app, request } = exchange;
  const { hrefs, calendarData, properties } = query.value;
  const limit = app.limits.hrefsPerMultiget;
  if (hrefs.length > limit)
    return failed(refuse("number-of-matches-within-limits", `At most ${limit} hrefs at once.`));
  // Only expansion depends on it.
  const isUnfolded = calendarData?.expand !== undefined || calendarData?.limitRecurrenceSet !== undefined;
  const zone = isUnfolded ? await floatingZone(exchange, resource) : ok(UTC);
  if (!zone.ok) return zone;
  const { isMinimal } = readPreferences(request);
  const print = makePrinter(properties, propertyView(exchange), { isMinimal, extra: CALENDAR_DATA });
  const asked = askedOf(exchange, resource, hrefs);
  const dead = deadReader(exchange, properties);
  const pieces = (): Pieces => {
    const render = calendarData && makeRenderer(exchange, calendarData, zone.value);
    return answerEach(exchange, asked, { print, render, dead });
  };
  // Only expansion can refuse an object, at its limit.
  return pieceAnswer(pieces, { mayBeRefused: calendarData?.expand !== undefined, isMinimal });
}

/** The number of hrefs looked up at once. */
const BATCH = 250;

/** Octets. Larger objects are read few at a time: a large report never has many of them in memory. */
const SMALL = 16 * 1024;

async function* answerEach(
  exchange: Exchange,
  asked: readonly Asked[],
  { print, render, dead }: Writing,
): AsyncGenerator<Result<string, Refusal>> {
  for (let start = 0; start < asked.length; start += BATCH) {
    const batch = asked.slice(start, start + BATCH);
    const found = await findAll(exchange, batch, dead, SMALL);
    for (const { part, isLarge } of partsOf(batch, found)) {
      const there = isLarge ? await findAll(exchange, part, dead) : found;
      const answers = part.values().map((one) => answerOne(exchange, there, one, { print, render }));
      yield* grouped(answers, exchange);
    }
  }
}

interface Part {
  readonly part: readonly Asked[];
  /** Whether its objects are still to be read. */
  readonly isLarge: boolean;
}

/** Parts of a batch, in order: what has been read, and the rest in pieces that may be read together. */
function* partsOf(batch: readonly Asked[], found: ReadonlyMap<string, Found>): Generator<Part> {
  const sizeOf = ({ calendar = "", path }: Asked): number =>
    found.get(calendar)?.large.get(path?.name ?? "") ?? 0;
  let start = 0;
  while (start < batch.length) {
    const isLarge = sizeOf(batch[start] as Asked) > 0;
    const next = batch.findIndex((one, index) => index > start && sizeOf(one) > 0 !== isLarge);
    const end = next < 0 ? batch.length : next;
    const part = batch.slice(start, end);
    if (!isLarge) yield { part, isLarge };
    else
      for (const page of pagesBySize(part.map((one) => ({ one, size: sizeOf(one) }))))
        yield { part: page.map(({ one }) => one), isLarge };
    start = end;
  }
}

function answerOne(
  exchange: Exchange,
  found: ReadonlyMap<string, Found>,
  asked: Asked,
  { print, render }: Pick<Writing, "print" | "render">,
): Result<string, Refusal> {
  const { href } = asked;
  const object = lookUp(exchange, found, asked);
  const spelling = href.startsWith("/") && !href.startsWith("//") ? href : (object?.resource.href ?? href);
  if (!object) return ok(statusResponse(spelling, isDamaged(found, asked) ? 500 : 404));
  const icalendar = render?.(object.stored.icalendar);
  if (!icalendar) return ok(print(object.resource, spelling));
  if (!icalendar.ok) return icalendar;
  if (icalendar.value === undefined) return ok(tooLargeAlone(spelling));
  return ok(print({ ...object.resource, icalendar: object.titled(icalendar.value) }, spelling));
}

function askedOf(exchange: Exchange, resource: Resource, hrefs: readonly string[]): readonly Asked[] {
  const { path: own } = exchange;
  const ownKey = own.kind === "calendar" ? calendarKey(own) : "";
  return hrefs.map((href) => {
    // Nearly all hrefs are written as the server gave them.
    if (own.kind === "calendar" && href.startsWith(resource.href)) {
      const name = href.slice(resource.href.length);
      const path: ObjectPath = { kind: "object", login: own.login, uri: own.uri, name };
      if (isPlainName(name)) return { href, path, calendar: ownKey };
    }
    const path = objectPathOf(exchange, resource, href);
    return path ? { href, path, calendar: calendarKey(path) } : { href };
  });
}

function objectPathOf(exchange: Exchange, resource: Resource, href: string): ObjectPath | undefined {
  const { request, publicUrl, hrefs } = exchange;
  const pathname = pathnameOf(href, request.url, publicUrl);
  const path = pathname === undefined ? undefined : readPath(pathname, hrefs);
  if (!path?.ok || path.value.kind !== "object") return undefined;
  const calendar = hrefs.calendar(path.value.login.toLowerCase(), path.value.uri);
  return hrefs.object(calendar, path.value.name).startsWith(resource.href) ? path.value : undefined;
}

const calendarKey = ({ login, uri }: Pick<ObjectPath, "login" | "uri">): string => `${login}/${uri}`;

/** @param mostBytes larger objects are not read: see {@link Found.large} */
async function findAll(
  exchange: Exchange,
  asked: readonly Asked[],
  dead: DeadReader,
  mostBytes?: number,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const [key, group] of Map.groupBy(asked, ({ calendar }) => calendar)) {
    const paths = group.flatMap(({ path }) => path ?? []);
    const calendar = key === undefined ? undefined : await findInCalendar(exchange, paths, dead, mostBytes);
    if (key !== undefined && calendar?.ok) found.set(key, calendar.value);
  }
  return found;
}

async function findInCalendar(
  exchange: Exchange,
  paths: readonly ObjectPath[],
  readDead: DeadReader,
  mostBytes: number | undefined,
): Promise<Result<Found, Refusal | undefined>> {
  const [first] = paths;
  if (!first) return failed(undefined);
  const calendar = await calendarAt(exchange, first);
  if (!calendar.ok) return calendar;
  const names = [...new Set(paths.map(({ name }) => name))];
  const { id } = calendar.value.grant.calendar;
  const read = await readable(exchange, id, names, mostBytes);
  if (!read.ok) return failed(undefined);
  const dead = await readDead(id, [...read.value.objects.values()]);
  const titled = await busyForm(exchange, calendar.value);
  return ok({ calendar: calendar.value, ...read.value, dead, titled });
}

/** One that can't be read must not hide the others: then each is read alone. */
async function readable(
  { app, actor }: Exchange,
  calendarId: CalendarId,
  names: readonly string[],
  mostBytes: number | undefined,
): Promise<Result<Pick<Found, "objects" | "large" | "damaged">, Problem>> {
  const damaged = new Set<string>();
  try {
    const read = await objectsByUris(app, actor, calendarId, names, mostBytes);
    return read.ok ? ok({ ...read.value, damaged }) : read;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const objects = new Map<string, StoredObject>();
  const large = new Map<string, number>();
  for (const name of names)
    try {
      const one = await objectsByUris(app, actor, calendarId, [name], mostBytes);
      if (!one.ok) return one;
      for (const [uri, object] of one.value.objects) objects.set(uri, object);
      for (const [uri, size] of one.value.large) large.set(uri, size);
    } catch (error) {
      if (!isDamage(error)) throw error;
      damaged.add(name);
    }
  return ok({ objects, large, damaged });
}

const isDamaged = (found: ReadonlyMap<string, Found>, { path, calendar = "" }: Asked): boolean =>
  path !== undefined && found.get(calendar)?.damaged.has(path.name) === true;

function lookUp(
  { hrefs }: Exchange,
  found: ReadonlyMap<string, Found>,
  { path, calendar }: Asked,
): { resource: ObjectResource; stored: StoredObject; titled: Found["titled"] } | undefined {
  const place = calendar === undefined ? undefined : found.get(calendar);
  const stored = path && place?.objects.get(path.name);
  if (!place || !stored) return undefined;
  const resource = objectResource(place.calendar, stored, hrefs, place.dead.get(stored.id));
  return { resource, stored, titled: place.titled };
}
