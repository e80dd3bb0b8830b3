import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  componentsOf,
  findAttendee,
  organizerOf,
  type IsAddressOf,
} from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { grantAll, type CalendarGrant } from "../grants.ts";
import { mayReadObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";

/** An event being planned, so that it does not conflict with itself. */
export interface PlannedEvent {
  /** Whether an object in a calendar that counts is that event. @param grant the actor's own, if there is one */
  isMeant(
    object: CalendarObject,
    stored: Pick<StoredObject, "creatorId">,
    grant: CalendarGrant | undefined,
  ): boolean;
}

/**
 * The event with that UID, as far as the actor may know it anyway: events that they may read or are invited to, and
 * the guests' copies of events that they may read. Nothing else may reveal whether it exists, so it counts.
 */
export async function plannedEvent(tx: ReadTransaction, actor: Actor, uid: string): Promise<PlannedEvent> {
  const asker = await tx.principals.byId(actor.principalId);
  const isAsker = asker ? isAddressOf(asker) : () => false;
  const arrangers = await arrangersOf(tx, actor, uid);
  return {
    isMeant(object, { creatorId }, grant) {
      if (object.uid !== uid) return false;
      if (grant?.rights.mayReadItems && mayReadObject(grant, object, creatorId)) return true;
      if (componentsOf(object).some((component) => findAttendee(component, isAsker))) return true;
      const organizer = organizerOf(object);
      return organizer !== undefined && arrangers.some((isArranger) => isArranger(organizer.value));
    },
  };
}

/**
 * The organizers of the event with that UID, among events that the actor may read: nobody can claim another's event
 * by writing its UID.
 */
async function arrangersOf(tx: ReadTransaction, actor: Actor, uid: string): Promise<readonly IsAddressOf[]> {
  const readable = (await grantAll(tx, actor)).filter(({ rights }) => rights.mayReadItems);
  const arrangers: IsAddressOf[] = [];
  for (const [accountId, grants] of Map.groupBy(readable, ({ calendar }) => calendar.accountId)) {
    const heads = await tx.objects.byUidInAccount(accountId, uid);
    const owner = heads.length > 0 ? await tx.principals.byId(accountId) : undefined;
    if (!owner) continue;
    const isOwner = isAddressOf(owner);
    for (const stored of await tx.objects.byIds(heads.map(({ id }) => id))) {
      const grant = grants.find(({ calendar }) => calendar.id === stored.calendarId);
      const object = readStored(stored);
      const organizer = organizerOf(object);
      if (grant && mayReadObject(grant, object, stored.creatorId) && organizer && isOwner(organizer.value))
        arrangers.push(isOwner);
    }
  }
  return arrangers;
}
