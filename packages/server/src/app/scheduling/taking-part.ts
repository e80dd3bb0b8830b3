import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parameterValue, type Component } from "@snart/calendar/icalendar/component.ts";
import { organizerOf, roleIn, type IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ItipMessage } from "@snart/calendar/scheduling/itip-message.ts";
import { withSender, type Sender } from "@snart/calendar/scheduling/sender.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { objectOf, type ReadObject } from "../objects/read-stored.ts";
import { addressOf, isAddressOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";
import type { SignedMessage } from "./outgoing.ts";

/** On whose behalf an object takes part in scheduling. */
export interface TakingPart {
  readonly principal: Principal;
  readonly isMine: IsAddressOf;
  /** See `ObjectHead.organizerId`. */
  readonly organizerId: PrincipalId | null;
}

/** @param organizerId see `ObjectHead.organizerId` */
export const onBehalfOf = (principal: Principal, organizerId: PrincipalId | null = null): TakingPart => ({
  principal,
  isMine: isAddressOf(principal),
  organizerId,
});

/**
 * On whose behalf a stored object takes part: its organizer's, if that is a sharee or a member of the group, or else
 * that of the account's owner.
 * @returns undefined if there is no owner any more
 */
export async function takingPart(
  tx: ReadTransaction,
  { accountId, organizerId }: Pick<StoredObject, "accountId" | "organizerId">,
): Promise<TakingPart | undefined> {
  const organizer = organizerId === null ? undefined : await tx.principals.byId(organizerId);
  if (organizer) return onBehalfOf(organizer, organizerId);
  const owner = await tx.principals.byId(accountId);
  return owner && onBehalfOf(owner);
}

/**
 * The same for what is to be written. A meeting is the owner's, the calendar's. Who writes one of their own into a
 * calendar of somebody else, or of their group, organizes it there: its guests are invited in their name, and answers
 * come to that object. A deleted one that is restored is its organizer's again, and a moved one stays its organizer's.
 * @param current the object at the target
 */
export async function takingPartIn(
  scope: WriteScope,
  current: ReadObject | undefined,
  object: CalendarObject,
): Promise<TakingPart | undefined> {
  const { tx, accountId, scheduling } = scope;
  if (scheduling?.takesOver) {
    const former = await takingPart(tx, scheduling.takesOver.stored);
    return (
      former && onBehalfOf(former.principal, former.principal.id === accountId ? null : former.principal.id)
    );
  }
  const isScheduling = current !== undefined && current.stored.scheduleTag !== null;
  const organizerId = scheduling?.restores?.organizerId ?? null;
  const known = await takingPart(tx, isScheduling ? current.stored : { accountId, organizerId });
  if (!known || isScheduling || organizerId !== null) return known;
  const writer = await organizingWriter(scope, object, known);
  return writer ? onBehalfOf(writer, writer.id) : known;
}

async function organizingWriter(
  { tx, actor, accountId, scheduling }: WriteScope,
  object: CalendarObject,
  owner: TakingPart,
): Promise<Principal | undefined> {
  const organizer = organizerOf(object)?.value;
  const isOthers = actor.principalId !== accountId && actor.via !== "scheduling" && scheduling !== undefined;
  if (!isOthers || organizer === undefined || owner.isMine(organizer)) return undefined;
  const writer = await tx.principals.byId(actor.principalId);
  if (!writer || roleIn(object, isAddressOf(writer)) !== "organizer") return undefined;
  // A copy of a meeting that they organize elsewhere takes no part in scheduling.
  const own = await tx.objects.byUidInAccount(writer.id, object.uid);
  const others = await tx.objects.byUidOfOrganizer(writer.id, object.uid);
  return [...own, ...others].some(({ scheduleTag }) => scheduleTag !== null) ? undefined : writer;
}

/** What is said of the sender; undefined where they act for themselves. */
async function senderOf({ tx, actor }: WriteScope, { principal, isMine }: TakingPart): Promise<Sender> {
  const isSelf = actor.principalId === principal.id || actor.via === "scheduling";
  const writer = isSelf ? undefined : await tx.principals.byId(actor.principalId);
  // A mailbox says who it is.
  const name = writer || principal.email === null ? principal.displayName : "";
  return { isSender: isMine, name, sentBy: writer && addressOf(writer) };
}

/** Messages that name in whose name and by whom they are sent; one text for all who get the same. */
export async function signed(
  scope: WriteScope,
  party: TakingPart,
  name: "ORGANIZER" | "ATTENDEE",
  messages: readonly ItipMessage[],
): Promise<readonly SignedMessage[]> {
  if (messages.length === 0) return messages;
  const { organizerId } = party;
  const sender = await senderOf(scope, party);
  const texts = new Map<Component, Component>();
  return messages.map((message) => {
    const calendar = texts.get(message.calendar) ?? withSender(message.calendar, name, sender);
    texts.set(message.calendar, calendar);
    return { ...message, calendar, ...(organizerId !== null && { organizerId }) };
  });
}

/**
 * A new meeting that somebody organizes for another, with both their names: who reads it sees who sent it, and in a
 * group that person hears of the answers.
 */
export async function represented(
  scope: WriteScope,
  party: TakingPart,
  object: CalendarObject,
): Promise<CalendarObject> {
  const organizer = organizerOf(object);
  const sender = await senderOf(scope, party);
  if (sender.sentBy === undefined || !organizer || parameterValue(organizer, "SENT-BY")) return object;
  return objectOf(withSender(object.calendar, "ORGANIZER", sender));
}
