import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";
import { isAddressOf } from "../principal-address.ts";
import { rsvpToken } from "./rsvp-token.ts";

/** A scheduling message on its way out, with all that its mail has to say. */
export interface OutgoingInvitation {
  readonly message: OutgoingMessage;
  readonly object: CalendarObject;
  readonly delivery: MailDelivery;
  /** whose calendar it is about */
  readonly owner: Principal;
  /** who did it, where that is somebody else than the owner */
  readonly sentBy: Principal | undefined;
  /** whom the event names as its organizer in the owner's stead: it is sent as them, whoever of the group changes it later */
  readonly sentAs: Principal | undefined;
  /** Message-IDs of what went to the same person about the same event before, oldest first */
  readonly earlier: readonly string[];
  /** whether they have been asked before */
  readonly isUpdate: boolean;
  /** for the link to answer by; undefined for what asks nothing */
  readonly token: string | undefined;
}

/** Earlier messages that a thread is told of: the first and the last ones (RFC 5322 §3.6.4 wants all, header lines end). */
const THREAD = 10;

/** Reads what a mail needs besides its message; undefined when there is nothing left to be told, or nobody to tell it. */
export async function outgoingInvitation(
  app: App,
  message: OutgoingMessage,
): Promise<OutgoingInvitation | undefined> {
  const parsed = parseICalendar(message.icalendar);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const organizer = object.ok ? organizerOf(object.value) : undefined;
  const found = await app.storage.read(async (tx) => {
    const delivery = await tx.mail.delivery(message.id);
    const owner = await tx.principals.byId(message.senderId);
    // It was taken, or given up, before whoever sent it died.
    if (delivery?.state !== "queued" || !owner) return undefined;
    const actorId = message.actorId ?? owner.id;
    const actor = actorId === owner.id ? undefined : await tx.principals.byId(actorId);
    const others = await tx.mail.deliveriesTo(delivery.recipient, delivery.uid ?? "", 100);
    const before = others.filter(({ id, accountId }) => id < delivery.id && accountId === owner.id);
    const sentAs = organizer && (await namedIn(tx, organizer, owner, actor));
    return { delivery, owner, sentBy: actor, sentAs, before };
  });
  if (!found || !object.ok) return undefined;
  const { before, ...rest } = found;
  const ids = before.map(({ messageId }) => messageId).toReversed();
  return {
    ...rest,
    message,
    object: object.value,
    earlier: ids.length > THREAD ? [...ids.slice(0, 1), ...ids.slice(1 - THREAD)] : ids,
    isUpdate: before.some(({ method, state }) => method === "REQUEST" && state !== "failed"),
    token: message.method === "REQUEST" ? await rsvpToken(app, found.delivery) : undefined,
  };
}

/** Of a group's members, or of whoever writes in another's calendar, the one whose name the organizer has. */
async function namedIn(
  tx: ReadTransaction,
  organizer: Property,
  owner: Principal,
  actor: Principal | undefined,
): Promise<Principal | undefined> {
  const name = parameterValue(organizer, "CN")?.trim();
  if (!name || name === owner.displayName || !isAddressOf(owner)(organizer.value)) return undefined;
  if (actor?.displayName === name) return actor;
  if (owner.kind !== "group") return undefined;
  for (const { memberId } of await tx.principals.membersOf(owner.id)) {
    const member = await tx.principals.byId(memberId);
    if (member?.status === "active" && member.displayName === name) return member;
  }
  return undefined;
}
