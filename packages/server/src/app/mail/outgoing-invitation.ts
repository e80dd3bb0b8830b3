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

/** An outgoing scheduling message with everything that its mail needs. */
export interface OutgoingInvitation {
  readonly message: OutgoingMessage;
  readonly object: CalendarObject;
  readonly delivery: MailDelivery;
  /** the owner of its calendar, or the writer who organizes it there */
  readonly owner: Principal;
  /** the group in whose calendar the owner, a member, organizes it */
  readonly group: Principal | undefined;
  /** the author, if that is somebody else */
  readonly sentBy: Principal | undefined;
  /**
   * the person whom the event names as its organizer in the owner's place: it is sent in their name, whoever of the
   * group changes it later
   */
  readonly sentAs: Principal | undefined;
  /** Message-IDs of earlier mails to the same person about the same event, oldest first; of a reply, last the invitation */
  readonly earlier: readonly string[];
  /** whether they have been invited before */
  readonly isUpdate: boolean;
  /** for the link to answer with; undefined if no answer is asked for */
  readonly token: string | undefined;
}

const TO_ORGANIZER: ReadonlySet<string> = new Set(["REPLY", "COUNTER", "REFRESH"]);

/**
 * Earlier messages named in a thread: the first and the last ones (RFC 5322 §3.6.4 wants all, header lines are
 * limited).
 */
const THREAD = 10;

/**
 * Reads what a mail needs besides its message; undefined if there is nothing left to send, or nobody to send it to.
 */
export async function outgoingInvitation(
  app: App,
  message: OutgoingMessage,
): Promise<OutgoingInvitation | undefined> {
  const parsed = parseICalendar(message.icalendar);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const organizer = object.ok ? organizerOf(object.value) : undefined;
  const found = await app.storage.read(async (tx) => {
    const delivery = await tx.mail.delivery(message.id);
    const owner = await tx.principals.byId(message.organizerId ?? message.senderId);
    // It was sent, or given up, before its sender died.
    if (delivery?.state !== "queued" || !owner) return undefined;
    const actorId = message.actorId ?? owner.id;
    const actor = actorId === owner.id ? undefined : await tx.principals.byId(actorId);
    const { uid } = delivery;
    // A reply stands in the thread of the invitation: by that its organizer's server knows whose it is.
    const asked =
      uid !== null && TO_ORGANIZER.has(message.method)
        ? await tx.mail.messageIdOf(message.senderId, uid, "REQUEST")
        : undefined;
    const others = await tx.mail.deliveriesTo(delivery.recipient, delivery.uid ?? "", 100);
    const before = others.filter(({ id, accountId }) => id < delivery.id && accountId === message.senderId);
    const sentAs = organizer && (await namedIn(tx, organizer, owner, actor));
    const home = owner.id === message.senderId ? undefined : await tx.principals.byId(message.senderId);
    const group = home?.kind === "group" ? home : undefined;
    return { delivery, owner, group, sentBy: actor, sentAs, before, asked };
  });
  if (!found || !object.ok) return undefined;
  const { before, asked, ...rest } = found;
  const own = before.map(({ messageId }) => messageId).toReversed();
  const ids = asked === undefined ? own : [...own, asked];
  return {
    ...rest,
    message,
    object: object.value,
    earlier: ids.length > THREAD ? [...ids.slice(0, 1), ...ids.slice(1 - THREAD)] : ids,
    isUpdate: before.some(({ method, state }) => method === "REQUEST" && state !== "failed"),
    token: message.method === "REQUEST" ? await rsvpToken(app, found.delivery) : undefined,
  };
}

/** The member of a group, or the writer in another's calendar, who has the organizer's name. */
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
