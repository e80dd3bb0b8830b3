import { withoutBookedGuests } from "@snart/calendar/access/booked-guests.ts";
import { busyTimes } from "@snart/calendar/access/busy-times.ts";
import { withoutHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { withOwnInstances } from "@snart/calendar/access/own-instances.ts";
import { withOwnParts, type OwnScope } from "@snart/calendar/access/own-parts.ts";
import { timesOnly } from "@snart/calendar/access/privacy.ts";
import { withoutContacts } from "@snart/calendar/access/sign-up-contacts.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { withoutAnswers } from "@snart/calendar/scheduling/own/guest-answers.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId } from "../../storage/records/ids.ts";
import type { SizedObjects, StoredObject } from "../../storage/records/objects.ts";
import { ownScope, seesAsStored, type CalendarGrant } from "../grants.ts";
import { isPublic, mayMakeObject, mayReadObject, sight } from "./object-rights.ts";
import { etagOf } from "./prepare-object.ts";
import { objectOf, ReadObject, readStored } from "./read-stored.ts";

/**
 * Stored objects as the actors of their calendars' grants may see them, in the same order: whole, or only the times
 * of private ones, and of all where the actor sees no more than when the owner is busy; with the actor's own alarms,
 * keywords and colour in place of the owner's (JMAP Calendars, "Per-user properties"), in a group's calendar with their
 * own alarms. Invisible objects, hidden participants and the contacts of sign-ups are left out. The owner sees the stored objects, so they need no parsing.
 * Every read that leaves the use cases goes through here.
 * @param read parses a text that may have been parsed before
 */
export async function seenObjects(
  tx: ReadTransaction,
  grants: ReadonlyMap<CalendarId, CalendarGrant>,
  stored: readonly StoredObject[],
  read: (stored: StoredObject) => CalendarObject = readStored,
): Promise<readonly ReadObject[]> {
  const foreign = stored.filter(({ calendarId }) => {
    const grant = grants.get(calendarId);
    return grant && !seesAsStored(grant);
  });
  const [first] = foreign;
  const actor = first && grants.get(first.calendarId)?.actor;
  const ids = foreign.map(({ id }) => id);
  const own = actor ? await tx.objects.ownParts(actor.principalId, ids) : undefined;
  return stored.flatMap((object) => {
    const grant = grants.get(object.calendarId);
    const parts = own?.get(object.id);
    const seen =
      grant && seenWith(grant, new ReadObject(object, read), parts ? readOwnParts(parts) : undefined);
    return seen ?? [];
  });
}

/** One of them, with the grant on its calendar; undefined if the actor can't see it. */
export async function seenObject(
  tx: ReadTransaction,
  grant: CalendarGrant,
  object: ReadObject,
): Promise<ReadObject | undefined> {
  if (seesAsStored(grant)) return object;
  const { id } = object.stored;
  const own = (await tx.objects.ownParts(grant.actor.principalId, [id])).get(id);
  return seenWith(grant, object, own === undefined ? undefined : readOwnParts(own));
}

/** The same with the actor's known own parts. */
export function seenWith(
  grant: CalendarGrant,
  whole: ReadObject,
  own: Component | undefined,
): ReadObject | undefined {
  if (seesAsStored(grant)) return whole;
  const scope = ownScope(grant);
  const { stored, object } = whole;
  if (scope === undefined) return mayReadObject(grant, object, stored.creatorId) ? whole : undefined;
  const calendar = calendarOf(grant, whole, own, scope);
  if (calendar === object.calendar) return whole;
  if (!calendar) return undefined;
  const icalendar = serialiseICalendar(calendar);
  const kept = grant.rights.mayReadItems
    ? grant.isOwner || isPublic(object)
      ? {}
      : HIDDEN
    : { ...HIDDEN, uri: busyName(stored.id), uid: stored.id };
  const size = Buffer.byteLength(icalendar);
  const shown = { ...stored, ...kept, icalendar, size, etag: etagOf(icalendar) };
  const isTimes = sight(grant, object, stored.creatorId) === "times";
  return new ReadObject(shown, () => objectOf(calendar), isTimes ? whole : undefined);
}

/** A partly visible object has a tag of its own: that of the whole text would confirm a guessed title. */
const HIDDEN = { summary: "", scheduleTag: null };

function calendarOf(
  grant: CalendarGrant,
  { stored, object }: ReadObject,
  own: Component | undefined,
  scope: OwnScope,
): Component | undefined {
  switch (sight(grant, object, stored.creatorId)) {
    case "whole":
      return withOwn(shownOf(grant, object), own, scope);
    case "times":
      return timesOnly(object.calendar);
    case "busy":
      return busyTimes(object, stored.id, grant.isOwners);
    case "nothing":
      return undefined;
  }
}

/** An object's text with a person's own parts of it and of its single occurrences. */
export const withOwn = (calendar: Component, own: Component | undefined, scope?: OwnScope): Component =>
  withOwnParts(withOwnInstances(calendar, own, scope), own, scope);

/** The name of an object for somebody who sees when it is busy: its own might say something. */
const busyName = (id: ObjectId): string => `${id}.ics`;

/**
 * The objects with these names in a calendar, by the names that the grant's actor sees.
 * @param mostBytes of larger ones only the size is read
 */
export async function objectsNamed(
  tx: ReadTransaction,
  { calendar, rights }: CalendarGrant,
  names: readonly string[],
  mostBytes = Infinity,
): Promise<SizedObjects> {
  if (rights.mayReadItems) {
    if (mostBytes < Infinity) return tx.objects.byUrisUpTo(calendar.id, names, mostBytes);
    return wholly(await tx.objects.byUris(calendar.id, names));
  }
  const ids = names.filter((name) => name.endsWith(".ics")).map((name) => name.slice(0, -".ics".length));
  const heads = mostBytes < Infinity ? await tx.objects.listedByIds(ids as ObjectId[]) : [];
  const large = new Map(
    heads.filter(({ size }) => size > mostBytes).map(({ id, size }) => [busyName(id), size]),
  );
  const found = await tx.objects.byIds(
    ids.filter((id) => !large.has(busyName(id as ObjectId))) as ObjectId[],
  );
  return { small: found.filter(({ calendarId }) => calendarId === calendar.id), large };
}

const wholly = (small: readonly StoredObject[]): SizedObjects => ({ small, large: new Map() });

/** The object with this name in a calendar, by the name that the grant's actor sees. A list would cost twice as much. */
export async function objectNamed(
  tx: ReadTransaction,
  grant: CalendarGrant,
  name: string,
): Promise<StoredObject | undefined> {
  if (grant.rights.mayReadItems) return tx.objects.byUri(grant.calendar.id, name);
  return (await objectsNamed(tx, grant, [name])).small[0];
}

/** Who looks at an object, as far as it says which parts of it are not for them. */
export interface Reader extends Pick<CalendarGrant, "isOwner" | "isMine" | "rights"> {
  /** The parts of it that they have for themselves, and that others' are therefore not shown to them. */
  readonly scope: OwnScope | undefined;
}

/**
 * An object that somebody may read whole, of another time or as news of a change: without what `seenObjects` leaves out,
 * and without the parts that each person has for themselves, as those here are its owner's.
 * @returns the same object when it has none of these
 */
export function shownTo(reader: Reader, object: CalendarObject): CalendarObject {
  if (reader.scope === undefined) return object;
  const calendar = withOwnParts(shownOf(reader, object), undefined, reader.scope);
  return calendar === object.calendar ? object : objectOf(calendar);
}

/** The same to the grant's actor. */
export const shownBy = (grant: CalendarGrant, object: CalendarObject): CalendarObject =>
  shownTo({ ...grant, scope: ownScope(grant) }, object);

/** Without participants hidden from the actor, and without what guests and sign-ups left for the organizer. */
function shownOf(grant: Omit<Reader, "scope">, object: CalendarObject): Component {
  if (grant.isOwner) return object.calendar;
  if (mayMakeObject(grant, object)) return withoutHidden(object, grant.isMine);
  const unanswered = withoutBookedGuests(withoutAnswers(object), grant.isMine);
  return withoutContacts(withoutHidden(unanswered, grant.isMine), grant.isMine);
}

/** A person's stored own parts of an object; undefined if they can't be read, which must not hide the event. */
export function readOwnParts(icalendar: string): Component | undefined {
  const parsed = parseICalendar(icalendar);
  return parsed.ok ? parsed.value.calendar : undefined;
}
