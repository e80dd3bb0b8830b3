import { isDraft } from "@snart/calendar/access/draft.ts";
import { privacyOf } from "@snart/calendar/access/privacy.ts";
import { firstProperty, type Component } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { WallCalendar, WallEvent, WallRecord } from "@snart/calendar/jmap/wall.ts";
import { expand, type Occurrence, type Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { findAttendee, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { addDays, startOfDay } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Display } from "../../storage/records/bookings.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { readableOf } from "../objects/leaving-out.ts";
import { findFew } from "../objects/pages-by-size.ts";
import type { ReadObject } from "../objects/read-stored.ts";
import { seenObjects } from "../objects/seen-objects.ts";

/** A week from today, and one more: a screen without a network turns at midnight as well. */
const DAYS = 8;
/** The most events of a calendar, and the most objects that they are looked for in. */
const MOST_EVENTS = 200;
const MOST_OBJECTS = 2_000;
const LONGEST_TITLE = 200;

/**
 * What a wall shows: today and the days that follow in each of its calendars, as far as whoever made it may read them at this moment.
 * What is private is a time without a title, unless it is their own and they chose to tell it; what is secret is not there.
 */
export function wallOf(app: App, display: Display): Promise<WallRecord> {
  const now = app.now();
  return app.storage.read(async (tx) => {
    const maker = await tx.principals.byId(display.createdBy);
    const { timeZone, language, clock } = maker?.preferences ?? {};
    const zone = ianaZone(timeZone ?? UTC.id) ?? UTC;
    const today = startOfDay(zone.toLocal(now));
    const window = { from: zone.toInstant(today), to: zone.toInstant(addDays(today, DAYS)) };
    const calendars: WallCalendar[] = [];
    if (maker?.status === "active")
      for (const id of display.calendarIds ?? []) {
        const grant = await grantCalendar(tx, actorOf(display, maker), id, "mayReadFreeBusy");
        if (grant.ok) calendars.push(await shown(tx, display, grant.value, window, zone));
      }
    const ways = { timeZone: zone.id, language: language ?? "en-GB", clock: clock ?? "24" } as const;
    return { kind: "wall", name: display.name, now, ...ways, calendars };
  });
}

/** Whoever made it, as somebody who looks through its screen. */
const actorOf = ({ id: proof }: Display, { id: principalId, login }: Principal): Actor =>
  mintActor({ principalId, login, isAdmin: false, via: "kiosk", proof });

async function shown(
  tx: ReadTransaction,
  display: Display,
  grant: CalendarGrant,
  window: Window,
  zone: Zone,
): Promise<WallCalendar> {
  const { calendar, view } = grant;
  const grants = new Map<CalendarId, CalendarGrant>([[calendar.id, grant]]);
  const query = { calendarIds: [calendar.id], component: "VEVENT", ...window } as const;
  const { found } = await findFew(tx, query, MOST_OBJECTS);
  const seen = await readableOf(found, (some) => seenObjects(tx, grants, some));
  const events = seen.flatMap((one) => eventsOf(display, grant, one, window, zone));
  return {
    id: calendar.id,
    name: view.name ?? calendar.name,
    color: view.color ?? calendar.color,
    events: events.toSorted((a, b) => a.start - b.start || a.end - b.end).slice(0, MOST_EVENTS),
  };
}

function eventsOf(
  display: Display,
  grant: CalendarGrant,
  { objectIfReadable: object }: ReadObject,
  window: Window,
  zone: Zone,
): readonly WallEvent[] {
  if (!object || isDraft(object)) return [];
  const privacy = privacyOf(object);
  // It exists for its owner alone, and others pass by.
  if (privacy === "secret") return [];
  const isTold = privacy === "public" || (display.showsPrivate && isMakersOwn(display, grant));
  const series = seriesOfObject(object);
  const found = series.ok
    ? expand(series.value, window, zone, { maxOccurrences: MOST_EVENTS, isCut: true })
    : series;
  if (!found.ok) return [];
  const isWhole = isTold && grant.rights.mayReadItems;
  return found.value
    .filter(({ source }) => takesPlace(source, grant) && (isWhole || takesTime(source)))
    .map((one) => eventOf(one, isWhole));
}

/** A group's calendars are its members' together: none of them tells passers-by what is private there. */
const isMakersOwn = ({ createdBy }: Display, { calendar }: CalendarGrant): boolean =>
  calendar.accountId === createdBy;

function takesPlace(source: Component, grant: CalendarGrant): boolean {
  const attendee = findAttendee(source, grant.isOwners);
  const isCancelled = firstProperty(source, "STATUS")?.value.trim().toUpperCase() === "CANCELLED";
  return !isCancelled && !(attendee && partstatOf(attendee) === "DECLINED");
}

const takesTime = (source: Component): boolean =>
  textValue(source, "TRANSP")?.trim().toUpperCase() !== "TRANSPARENT";

const eventOf = (
  { start, startInstant, endInstant, source }: Occurrence<Component>,
  isTold: boolean,
): WallEvent => ({
  start: startInstant,
  end: endInstant,
  isAllDay: start.kind === "allDay",
  title: isTold ? (textValue(source, "SUMMARY")?.trim().slice(0, LONGEST_TITLE) ?? "") : null,
});
