import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parameterValue } from "@snart/calendar/icalendar/component.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { routeOf } from "../principal-address.ts";
import { onBehalfOf, takingPart, type TakingPart } from "../scheduling/taking-part.ts";

/** Whether a method is one that a guest sends to the organizer. */
export const isFromGuest = (method: string | undefined): boolean =>
  method === "REPLY" || method === "COUNTER" || method === "REFRESH";

/**
 * The recipient's object with this UID: the one that takes part in scheduling, if there are several. A guest's message
 * is about the object that its recipient organizes, also in a calendar of somebody else.
 */
export async function recipientsObject(
  tx: ReadTransaction,
  recipientId: PrincipalId,
  { uid, method }: Pick<CalendarObject, "uid" | "method">,
): Promise<StoredObject | undefined> {
  const heads = await tx.objects.byUidInAccount(recipientId, uid);
  const scheduled = heads.find(({ scheduleTag }) => scheduleTag !== null);
  if (scheduled) return tx.objects.byId(scheduled.id);
  if (isFromGuest(method)) {
    const organized = await tx.objects.byUidOfOrganizer(recipientId, uid);
    const elsewhere = organized.find(({ scheduleTag }) => scheduleTag !== null);
    if (elsewhere) return tx.objects.byId(elsewhere.id);
  }
  // A feed's copy belongs to somebody else, and is never written.
  for (const { id, calendarId } of heads)
    if ((await tx.calendars.byId(calendarId))?.isReadOnly === false) return tx.objects.byId(id);
  return undefined;
}

/** Who is addressed by a message: of a guest's message about their object the organizer, else the recipient. */
export async function addressedBy(
  tx: ReadTransaction,
  recipient: Principal,
  stored: StoredObject | undefined,
  { method }: Pick<CalendarObject, "method">,
): Promise<TakingPart> {
  const isOrganizers = stored && stored.organizerId !== null && isFromGuest(method);
  return (isOrganizers && (await takingPart(tx, stored))) || onBehalfOf(recipient);
}

/**
 * Who hears of answers: the organizer; in a group the member who sends its invitations.
 * @returns undefined: the account's owner
 */
export async function hearsAnswers(
  tx: ReadTransaction,
  owner: Principal,
  stored: StoredObject | undefined,
  object: CalendarObject,
): Promise<PrincipalId | undefined> {
  if (stored && stored.organizerId !== null) return stored.organizerId;
  const organizer = owner.kind === "group" ? organizerOf(object) : undefined;
  const sentBy = organizer && parameterValue(organizer, "SENT-BY");
  const route = sentBy === undefined ? undefined : await routeOf(tx, sentBy);
  if (route?.kind !== "principal") return undefined;
  const groups = await tx.principals.groupsOf(route.principal.id);
  return groups.includes(owner.id) ? route.principal.id : undefined;
}
