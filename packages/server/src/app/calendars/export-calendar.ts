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
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import { findPage } from "../objects/pages-by-size.ts";
import { seenObjects } from "../objects/seen-objects.ts";

/**
 * A whole calendar as one iCalendar stream, each component exactly as received and each time zone once (RFC 5545
 * §3.4). Pages through storage, so memory does not grow with the calendar's size.
 */
export async function exportCalendar(
  app: App,
  actor: Actor,
  calendarId: CalendarId,
): Promise<Result<AsyncIterable<string>, Problem>> {
  const grant = await app.storage.read((tx) => grantCalendar(tx, actor, calendarId, "mayReadItems"));
  if (!grant.ok) return grant;
  const { principalId: actorId, login, via } = actor;
  const detail = { login, via, name: grant.value.calendar.name };
  await app.storage.write((tx) =>
    recordAudit(app, tx, { actorId, action: "calendar-exported", subject: calendarId, detail }),
  );
  return ok(calendarText(app, grant.value));
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

/**
 * The text of a whole calendar, piece by piece, as far as the grant allows.
 * @param onObject called with each object
 */
export async function* calendarText(
  app: App,
  grant: CalendarGrant,
  onObject: (stored: StoredObject) => void = () => undefined,
): AsyncGenerator<string> {
  const empty = serialiseICalendar(header(app, grant.calendar));
  const end = empty.lastIndexOf("END:VCALENDAR");
  yield empty.slice(0, end);
  const written = new Set<string>();
  for await (const { stored, object } of pages(app, grant)) {
    onObject(stored);
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

async function* pages(app: App, grant: CalendarGrant): AsyncGenerator<ReadObject> {
  const calendarId = grant.calendar.id;
  const grants = new Map([[calendarId, grant]]);
  const turn = app.turns.of(grant.actor.principalId);
  let afterId: ObjectId | undefined;
  for (;;) {
    const query = { calendarIds: [calendarId], ...(afterId === undefined ? {} : { afterId }) };
    const { goesOnAfter, seen } = await app.storage.read(async (tx) => {
      const { found, goesOnAfter } = await findPage(tx, query);
      return { goesOnAfter, seen: await seenObjects(tx, grants, found) };
    });
    for (const object of seen) {
      if (turn.isDue()) await turn.next();
      yield object;
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
