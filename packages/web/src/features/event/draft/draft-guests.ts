import type { JSEvent, JsonValue, Participant, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { eventFacts, type Guest } from "../../../store/items/event-facts.ts";

/** A person or room invited to an event that is being written. */
export interface DraftGuest {
  /** its key among the participants */
  readonly id: string;
  readonly name: string;
  /** mail address in small letters, without `mailto:`; of a room of this server its `urn:uuid:` */
  readonly address: string;
  readonly isOptional: boolean;
  readonly isRoom: boolean;
  readonly answer: Guest["answer"];
}

/** Returns the organizer of an event that had no guests before. */
export interface DraftOrganizer {
  readonly name: string;
  readonly address: string;
}

/** Whether a participant is a room or a thing (RFC 8984 §4.4.6). */
export const isRoomKind = (kind: Participant["kind"]): boolean => kind === "resource" || kind === "location";

const bareAddress = ({ calendarAddress, email }: Participant): string =>
  (calendarAddress ?? email ?? "").replace(/^mailto:/i, "").toLowerCase();

/** Returns the guests of an event, in order: everybody except the organizer. */
export function guestsOfEvent(event: JSEvent): readonly DraftGuest[] {
  const { guests } = eventFacts(event, "");
  return guests.flatMap(({ id, name, answer, isOrganizer }) => {
    const participant = event.participants?.[id];
    // People who signed up were not invited; the list of the sign-up shows them.
    if (isOrganizer || !participant || participant.scheduleAgent === "none") return [];
    const { roles = {}, kind } = participant;
    return {
      id,
      name,
      address: bareAddress(participant),
      isOptional: roles["optional"] === true,
      isRoom: isRoomKind(kind),
      answer,
    };
  });
}

export const participantOf = ({ name, address, isOptional, isRoom }: DraftGuest): Participant => ({
  "@type": "Participant",
  ...(name !== address && { name }),
  calendarAddress: address.startsWith("urn:") ? address : `mailto:${address}`,
  ...(isRoom && { kind: "location" }),
  roles: { attendee: true, ...(isOptional && { optional: true }) },
  participationStatus: "needs-action",
  expectReply: true,
});

const ownerOf = ({ name, address }: DraftOrganizer): Participant => ({
  "@type": "Participant",
  name,
  calendarAddress: `mailto:${address}`,
  roles: { owner: true, attendee: true },
  participationStatus: "accepted",
});

/**
 * Returns the participants of an event that had none; undefined without guests. By default the server makes the
 * calendar's owner the organizer.
 */
export function participantsOf(
  guests: readonly DraftGuest[],
  organizer: DraftOrganizer | null | undefined,
): Readonly<Record<string, Participant>> | undefined {
  if (guests.length === 0) return undefined;
  return {
    ...(organizer && { organizer: ownerOf(organizer) }),
    ...Object.fromEntries(guests.map((guest) => [guest.id, participantOf(guest)])),
  };
}

/** Returns the changed guests as a patch of the event. The answers of remaining guests stay. */
export function guestsPatch(
  event: JSEvent,
  before: readonly DraftGuest[],
  after: readonly DraftGuest[],
  organizer: DraftOrganizer | null | undefined,
): PatchObject {
  const hadSome = Object.keys(event.participants ?? {}).length > 0;
  if (!hadSome) {
    const asked = participantsOf(after, organizer);
    return asked ? { participants: asked as unknown as JsonValue } : {};
  }
  const patch: Record<string, JsonValue> = {};
  const old = new Map(before.map((guest) => [guest.id, guest]));
  for (const guest of after) {
    const was = old.get(guest.id);
    old.delete(guest.id);
    if (!was) patch[`participants/${guest.id}`] = participantOf(guest) as unknown as JsonValue;
    else if (was.isOptional !== guest.isOptional)
      patch[`participants/${guest.id}/roles/optional`] = guest.isOptional ? true : null;
  }
  for (const id of old.keys()) patch[`participants/${id}`] = null;
  return patch;
}

/**
 * Returns the patch with which a guest delegates an invitation (RFC 5545 §3.2.4, §3.2.5): both lines name each other.
 * @returns null if the guest has no address
 */
export function delegationPatch(event: JSEvent, guestId: string, to: DraftGuest): PatchObject | null {
  const own = event.participants?.[guestId]?.calendarAddress;
  if (own === undefined) return null;
  const delegate = { ...participantOf(to), delegatedFrom: { [own]: true } };
  return {
    [`participants/${guestId}/participationStatus`]: "delegated",
    [`participants/${guestId}/delegatedTo`]: { [`mailto:${to.address}`]: true },
    [`participants/${to.id}`]: delegate as unknown as JsonValue,
  };
}
