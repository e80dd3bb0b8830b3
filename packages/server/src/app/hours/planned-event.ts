import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  componentsOf,
  findAttendee,
  organizerOf,
  type IsAddressOf,
} from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Actor } from "../actor.ts";
import { grantAll, type CalendarGrant } from "../grants.ts";
import { mayReadObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import { isAddressOf } from "../principal-address.ts";

/** An event that somebody is planning, so that it keeps nobody from itself. */
export interface PlannedEvent {
  /** Whether what lies in a calendar that shows the actor when somebody is busy is that event. */
  isMeant(object: CalendarObject, grant: CalendarGrant): boolean;
}

/**
 * The event of that UID, as far as the actor knows of it anyway: what they may read, what they are asked to, and the guests' copies
 * of what an account arranges whose event they may read. Of anything else it must not be told whether it is there, so it counts.
 */
export async function plannedEvent(tx: ReadTransaction, actor: Actor, uid: string): Promise<PlannedEvent> {
  const asker = await tx.principals.byId(actor.principalId);
  const isAsker = asker ? isAddressOf(asker) : () => false;
  const arrangers = await arrangersOf(tx, actor, uid);
  return {
    isMeant(object, grant) {
      if (object.uid !== uid) return false;
      if (mayReadObject(grant, object)) return true;
      if (componentsOf(object).some((component) => findAttendee(component, isAsker))) return true;
      const organizer = organizerOf(object);
      return organizer !== undefined && arrangers.some((isArranger) => isArranger(organizer.value));
    },
  };
}

/** Whose event of that UID it is, among those that the actor may read: nobody can say so of another by writing it down. */
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
      if (grant && mayReadObject(grant, object) && organizer && isOwner(organizer.value))
        arrangers.push(isOwner);
    }
  }
  return arrangers;
}
