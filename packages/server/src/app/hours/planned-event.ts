import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  componentsOf,
  findAttendee,
  organizerOf,
  type IsAddressOf,
} from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import { grantAll, type CalendarGrant } from "../grants.ts";
import { unlessDamaged } from "../objects/leaving-out.ts";
import { mayReadObject } from "../objects/object-rights.ts";
import { readIfReadable } from "../objects/read-stored.ts";
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
    const found = await storedByUid(tx, accountId, uid);
    const owner = found.length > 0 ? await tx.principals.byId(accountId) : undefined;
    if (!owner) continue;
    const isOwner = isAddressOf(owner);
    for (const stored of found) {
      const grant = grants.find(({ calendar }) => calendar.id === stored.calendarId);
      const object = readIfReadable(stored);
      const organizer = object && organizerOf(object);
      if (
        object &&
        grant &&
        mayReadObject(grant, object, stored.creatorId) &&
        organizer &&
        isOwner(organizer.value)
      )
        arrangers.push(isOwner);
    }
  }
  return arrangers;
}

/** What can't be read makes nobody an organizer: their busy times count then. */
async function storedByUid(
  tx: ReadTransaction,
  accountId: PrincipalId,
  uid: string,
): Promise<readonly StoredObject[]> {
  const found = await unlessDamaged(async () => {
    const heads = await tx.objects.byUidInAccount(accountId, uid);
    return heads.length === 0 ? [] : tx.objects.byIds(heads.map(({ id }) => id));
  });
  return found === "damaged" ? [] : found;
}
