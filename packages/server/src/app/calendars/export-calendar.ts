import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { isCssColour } from "@snart/calendar/jscalendar/css-colours.ts";
import { ownColour } from "@snart/calendar/jscalendar/snart-colours.ts";
import {
  makeComponent,
  makeProperty,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { textProperty } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { StorageFailure } from "../../storage/port/failure.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import { reportReads, type App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { readableOf } from "../objects/leaving-out.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { seenObjects } from "../objects/seen-objects.ts";

/**
 * A whole calendar as one iCalendar stream, each component exactly as received and each time zone once (RFC 5545
 * §3.4). Pages through storage, so memory does not grow with the calendar's size.
 * @param onLost called with the name of each object that can't be read, and is left out; absent: the stream ends with an error there, as
 * nobody would learn that something is missing
 */
export async function exportCalendar(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  onLost?: (uri: string) => void,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayReadItems"));
  if (!grant.ok) return grant;
  const { principalId: actorId, login, via } = actor;
  const detail = { login, via, name: grant.value.calendar.name };
  await app.storage.write((tx) =>
    recordAudit(app, tx, { actorId, action: "calendar-exported", subject: calendarId, detail }),
  );
  return ok(calendarText(app, grant.value, { onLost: onLost ?? breakOff }));
}

function breakOff(uri: string): never {
  throw new StorageFailure(new Error(`${uri} cannot be read`), false, "damaged");
}

/** How many objects of a calendar an export would leave out, as they can't be read; nothing is looked for while nothing is known to be damaged. */
export async function countLost(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
): Promise<Result<number, Problem>> {
  if ((await app.storage.health()).trouble !== "damaged") return ok(0);
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayReadItems"));
  if (!grant.ok) return grant;
  let count = 0;
  const all = pages(app, grant.value, () => count++);
  for (let next = await all.next(); next.done !== true; next = await all.next());
  return ok(count);
}

/**
 * One object of a calendar as iCalendar text of its own, as the actor may see it: an event with all its dates, or a task.
 * What they can't see is not found.
 */
export async function exportObject(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
  objectId: ObjectId,
): Promise<Result<string, Problem>> {
  return app.storage.read(async (tx) => {
    const grant = await grantCalendar(tx, actor, calendarId, "mayReadItems");
    if (!grant.ok) return grant;
    const stored = await tx.objects.byId(objectId);
    const isThere = stored?.calendarId === calendarId;
    const [seen] = isThere ? await seenObjects(tx, new Map([[calendarId, grant.value]]), [stored]) : [];
    return seen ? ok(serialiseICalendar(seen.object.calendar)) : failed({ code: "not-found" });
  });
}

interface TextOptions {
  /** called with each object */
  readonly onObject?: (object: CalendarObject) => void;
  /** called with the name of each object that can't be read, and is left out */
  readonly onLost: (uri: string) => void;
}

/** The text of a whole calendar, piece by piece, as far as the grant allows. */
export async function* calendarText(
  app: App,
  grant: CalendarGrant,
  { onObject, onLost }: TextOptions,
): AsyncGenerator<string> {
  const empty = serialiseICalendar(header(app, grant.calendar));
  const end = empty.lastIndexOf("END:VCALENDAR");
  yield empty.slice(0, end);
  const written = new Set<string>();
  for await (const object of pages(app, grant, onLost)) {
    onObject?.(object);
    for (const component of object.calendar.components) {
      if (component.name === "VTIMEZONE" && !isNewZone(written, component)) continue;
      yield serialiseICalendar(component);
    }
  }
  yield empty.slice(end);
}

/** Zones of the same name may differ between producers: each different text is written once. */
export function isNewZone(written: Set<string>, zone: Component): boolean {
  const text = serialiseICalendar(zone);
  if (written.has(text)) return false;
  written.add(text);
  return true;
}

async function* pages(
  app: App,
  grant: CalendarGrant,
  onLost: (uri: string) => void,
): AsyncGenerator<CalendarObject> {
  const calendarId = grant.calendar.id;
  const grants = new Map([[calendarId, grant]]);
  const turn = app.turns.of(grant.actor.principalId);
  let afterId: ObjectId | undefined;
  for (;;) {
    const query = { calendarIds: [calendarId], ...(afterId === undefined ? {} : { afterId }) };
    const { goesOnAfter, seen, lost } = await reportReads(app).read(async (tx) => {
      const { found, lost, goesOnAfter } = await findPage(tx, query);
      const unread: { readonly uri: string }[] = [...lost];
      const look = (some: readonly StoredObject[]) => seenObjects(tx, grants, some);
      return { goesOnAfter, seen: await readableOf(found, look, (one) => unread.push(one)), lost: unread };
    });
    for (const { uri } of lost) onLost(uri);
    for (const one of seen) {
      if (turn.isDue()) await turn.next();
      const object = one.objectIfReadable;
      if (object) yield object;
      else onLost(one.stored.uri);
    }
    if (goesOnAfter === undefined) return;
    afterId = goesOnAfter;
  }
}

function header(app: App, calendar: Calendar): Component {
  const properties = [
    makeProperty("VERSION", "2.0"),
    makeProperty("PRODID", app.prodId),
    makeProperty("CALSCALE", "GREGORIAN"),
    textProperty("NAME", calendar.name),
    textProperty("X-WR-CALNAME", calendar.name),
    ...(calendar.timeZone === null ? [] : [makeProperty("X-WR-TIMEZONE", calendar.timeZone)]),
    ...colorProperty(calendar.color),
  ];
  return makeComponent("VCALENDAR", properties);
}

/**
 * A calendar's colour in its header. RFC 7986 §5.9 only allows names of CSS colours, so the shade goes into Apple's
 * property, and one of Snart's own gets the name nearest to it.
 */
export function colorProperty(color: string | null): readonly Property[] {
  if (color === null) return [];
  const own = ownColour(color);
  const shade = own?.hex ?? (color.startsWith("#") ? color : undefined);
  const name = own?.css ?? (isCssColour(color) ? color : undefined);
  return [
    ...(shade === undefined ? [] : [makeProperty("X-APPLE-CALENDAR-COLOR", shade)]),
    ...(name === undefined ? [] : [makeProperty("COLOR", name)]),
  ];
}
