import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import { objectsByUris, sizesByUris } from "../../app/objects/get-objects.ts";
import { FEW, pagesBySize } from "../../app/objects/pages-by-size.ts";
import type { Problem } from "../../app/problems.ts";
import { problemOfFailure } from "../../app/storage-problem.ts";
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

/** The number of hrefs looked up at once; of their objects fewer are read together if these are large. */
const BATCH = 250;

async function* answerEach(
  exchange: Exchange,
  asked: readonly Asked[],
  { print, render, dead }: Writing,
): AsyncGenerator<Result<string, Refusal>> {
  for (let start = 0; start < asked.length; start += BATCH) {
    for (const part of await partsOf(exchange, asked.slice(start, start + BATCH))) {
      const found = await findAll(exchange, part, dead);
      const answers = part.values().map((asked) => answerOne(exchange, found, asked, { print, render }));
      yield* grouped(answers, exchange);
    }
  }
}

/** Parts, in order, whose objects may be read together: a large report never has more of them in memory. */
async function partsOf(exchange: Exchange, batch: readonly Asked[]): Promise<readonly (readonly Asked[])[]> {
  if (batch.length <= FEW) return [batch];
  const sizes = new Map<Asked, number>();
  for (const group of Map.groupBy(batch, ({ calendar }) => calendar).values()) {
    const [first] = group;
    const calendar = first?.path ? await calendarAt(exchange, first.path) : undefined;
    if (!calendar?.ok) continue;
    const names = group.flatMap(({ path }) => path?.name ?? []);
    const found = await sizesByUris(exchange.app, calendar.value.grant.calendar.id, names);
    for (const one of group) sizes.set(one, found.get(one.path?.name ?? "") ?? 0);
  }
  const sized = batch.map((one) => ({ one, size: sizes.get(one) ?? 0 }));
  return [...pagesBySize(sized)].map((page) => page.map(({ one }) => one));
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

async function findAll(
  exchange: Exchange,
  asked: readonly Asked[],
  dead: DeadReader,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>();
  for (const [key, group] of Map.groupBy(asked, ({ calendar }) => calendar)) {
    const paths = group.flatMap(({ path }) => path ?? []);
    const calendar = key === undefined ? undefined : await findInCalendar(exchange, paths, dead);
    if (key !== undefined && calendar?.ok) found.set(key, calendar.value);
  }
  return found;
}

async function findInCalendar(
  exchange: Exchange,
  paths: readonly ObjectPath[],
  read: DeadReader,
): Promise<Result<Found, Refusal | undefined>> {
  const [first] = paths;
  if (!first) return failed(undefined);
  const calendar = await calendarAt(exchange, first);
  if (!calendar.ok) return calendar;
  const names = [...new Set(paths.map(({ name }) => name))];
  const { id } = calendar.value.grant.calendar;
  const damaged = new Set<string>();
  const objects = await readable(exchange, id, names, damaged);
  if (!objects.ok) return failed(undefined);
  const dead = await read(id, [...objects.value.values()]);
  const titled = await busyForm(exchange, calendar.value);
  return ok({ calendar: calendar.value, objects: objects.value, damaged, dead, titled });
}

/**
 * One that can't be read must not hide the others: then each is read alone.
 * @param damaged gets the names of those
 */
async function readable(
  { app, actor }: Exchange,
  calendarId: CalendarId,
  names: readonly string[],
  damaged: Set<string>,
): Promise<Result<ReadonlyMap<string, StoredObject>, Problem>> {
  try {
    return await objectsByUris(app, actor, calendarId, names);
  } catch (error) {
    if (problemOfFailure(error)?.code !== "data-damaged") throw error;
  }
  const found = new Map<string, StoredObject>();
  for (const name of names)
    try {
      const one = await objectsByUris(app, actor, calendarId, [name]);
      if (!one.ok) return one;
      for (const [uri, object] of one.value) found.set(uri, object);
    } catch (error) {
      if (problemOfFailure(error)?.code !== "data-damaged") throw error;
      damaged.add(name);
    }
  return ok(found);
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
