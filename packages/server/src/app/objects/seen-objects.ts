import { withoutHidden } from "@snart/calendar/access/hidden-attendees.ts";
import { withOwnParts } from "@snart/calendar/access/own-parts.ts";
import { timesOnly } from "@snart/calendar/access/privacy.ts";
import { withoutContacts } from "@snart/calendar/access/sign-up-contacts.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { CalendarId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { CalendarGrant } from "../grants.ts";
import { isPublic, mayReadObject, mayWriteObject } from "./object-rights.ts";
import { etagOf } from "./prepare-object.ts";
import { objectOf, ReadObject, readStored } from "./read-stored.ts";

/**
 * Stored objects as the actor of their calendars' grants may see them, in the same order: whole, or with the times of what is private
 * alone; with the actor's own alarms, keywords and colour in place of the owner's (JMAP Calendars, "Per-user properties"). What is not
 * there for the actor is left out, and who takes part where that is hidden, and where those are written to who put themselves down. The owner sees what is stored, so parsing is spared. Every read that leaves the use cases goes
 * through here.
 * @param read how a text is read that somebody may have read before
 */
export async function seenObjects(
  tx: ReadTransaction,
  grants: ReadonlyMap<CalendarId, CalendarGrant>,
  stored: readonly StoredObject[],
  read: (stored: StoredObject) => CalendarObject = readStored,
): Promise<readonly ReadObject[]> {
  const foreign = stored.filter(({ calendarId }) => grants.get(calendarId)?.isOwner === false);
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

/** One of them, by the grant on its calendar; undefined when it is not there for the actor. */
export async function seenObject(
  tx: ReadTransaction,
  grant: CalendarGrant,
  object: ReadObject,
): Promise<ReadObject | undefined> {
  if (grant.isOwner) return object;
  const { id } = object.stored;
  const own = (await tx.objects.ownParts(grant.actor.principalId, [id])).get(id);
  return seenWith(grant, object, own === undefined ? undefined : readOwnParts(own));
}

/** The same with what the actor is known to have of it. */
export function seenWith(
  grant: CalendarGrant,
  whole: ReadObject,
  own: Component | undefined,
): ReadObject | undefined {
  if (grant.isOwner) return whole;
  const { stored, object } = whole;
  if (!mayReadObject(grant, object)) return undefined;
  const calendar = isPublic(object) ? withOwnParts(shownOf(grant, object), own) : timesOnly(object.calendar);
  if (calendar === object.calendar) return whole;
  const icalendar = serialiseICalendar(calendar);
  // What is seen in part has a tag of its own: that of the whole text would tell who guesses the title that it is right.
  const kept = isPublic(object) ? {} : { summary: "", scheduleTag: null };
  const size = Buffer.byteLength(icalendar);
  const shown = { ...stored, ...kept, icalendar, size, etag: etagOf(icalendar) };
  return new ReadObject(shown, () => objectOf(calendar));
}

/** Without whom the actor may not know of, and without what people who put themselves down left for who organises. */
function shownOf(grant: CalendarGrant, object: CalendarObject): Component {
  const known = withoutHidden(object, grant.isMine);
  return mayWriteObject(grant, object) ? known : withoutContacts(known, grant.isMine);
}

/** What was kept of an object for somebody; nothing when it does not read, which hides no event. */
export function readOwnParts(icalendar: string): Component | undefined {
  const parsed = parseICalendar(icalendar);
  return parsed.ok ? parsed.value.calendar : undefined;
}
