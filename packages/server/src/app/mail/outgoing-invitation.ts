import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";
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
  const found = await app.storage.read(async (tx) => {
    const delivery = await tx.mail.delivery(message.id);
    const owner = await tx.principals.byId(message.senderId);
    if (!delivery || !owner) return undefined;
    const actorId = message.actorId ?? owner.id;
    const actor = actorId === owner.id ? undefined : await tx.principals.byId(actorId);
    const others = await tx.mail.deliveriesTo(delivery.recipient, delivery.uid ?? "", 100);
    const before = others.filter(({ id, accountId }) => id < delivery.id && accountId === owner.id);
    return { delivery, owner, sentBy: actor, before };
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
