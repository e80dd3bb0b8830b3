import type { Component } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import type { ItipMessage } from "@snart/calendar/scheduling/itip-message.ts";
import type { ScheduleStatus } from "@snart/calendar/scheduling/schedule-status.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { logDelivery } from "../outbox/queue-mail.ts";
import type { WriteScope } from "../scope.ts";
import { OUTSIDE_MESSAGE } from "../outside-gateway.ts";
import { routeOf, type Route } from "../principal-address.ts";

/** The kind of outbox messages that go to other principals of this server. */
export const SCHEDULING_MESSAGE = "scheduling";

/** The purpose of scheduling messages in the delivery log. */
const INVITATION = "invitation";

/** A scheduling message in the outbox. */
export interface OutgoingMessage {
  /** of the outbox message, and its name in the inbox */
  readonly id: string;
  readonly senderId: PrincipalId;
  /** the author; absent: the sender */
  readonly actorId?: PrincipalId;
  /** the organizer in whose name it is sent; absent: the sender's own (`ObjectHead.organizerId`) */
  readonly organizerId?: PrincipalId;
  /** of the sender's object */
  readonly objectId: ObjectId;
  readonly method: string;
  readonly sender: string;
  readonly recipient: string;
  /** null: a person outside, whom the gateway reaches */
  readonly recipientId: PrincipalId | null;
  readonly isQuiet: boolean;
  /** the parts of the event of which the recipient is asked anew */
  readonly askedAgain?: readonly (number | null)[];
  /** the organizer before the sender */
  readonly formerOrganizer?: string;
  readonly icalendar: string;
}

/** A message, and the organizer in whose name it is sent, if that is not the account's owner. */
export type SignedMessage = ItipMessage & { readonly organizerId?: PrincipalId };

/** A message with its destination and its present status. */
export interface RoutedMessage {
  readonly message: SignedMessage;
  readonly route: Route;
  readonly status: ScheduleStatus;
}

/** The room or thing that a message goes to, which answers by itself; undefined: it goes to people. */
export const bookableOf = ({ route }: RoutedMessage): Principal | undefined =>
  route.kind === "principal" && route.principal.kind === "bookable" ? route.principal : undefined;

/**
 * Finds the destinations of messages. Those to an account here are certain to arrive, so they count as delivered (RFC
 * 6638 §3.2.9).
 */
export async function routed(
  { app, tx, accountId }: WriteScope,
  messages: readonly SignedMessage[],
): Promise<readonly RoutedMessage[]> {
  const found: RoutedMessage[] = [];
  for (const message of messages) {
    const route = await routeOf(tx, message.recipient);
    if (route.kind === "principal") {
      // Two addresses of one person: nobody writes to themselves.
      if (route.principal.id !== accountId) found.push({ message, route, status: "1.2" });
    } else if (route.kind === "nobody") found.push({ message, route, status: "3.7" });
    else if (!message.isQuiet)
      found.push({ message, route, status: app.outside?.reaches(route.email) ? "1.1" : "5.2" });
  }
  return found.filter((one) => !isMovedTo(one, found));
}

/**
 * Whether somebody is uninvited at one of their addresses and invited to the same at another: that is no cancellation. Messages to two
 * addresses have no order, and it could come last.
 */
function isMovedTo({ message, route }: RoutedMessage, all: readonly RoutedMessage[]): boolean {
  if (message.method !== "CANCEL" || route.kind !== "principal") return false;
  return all.some(
    (other) =>
      other.message.method === "REQUEST" &&
      other.route.kind === "principal" &&
      other.route.principal.id === route.principal.id &&
      addressKey(other.message.recipient) !== addressKey(message.recipient) &&
      isWhole(other.message.calendar),
  );
}

/** Whether a message is about the event itself, and not about single dates of it. */
const isWhole = ({ components }: Component): boolean =>
  components.some(
    ({ name, properties }) => name !== "VTIMEZONE" && !properties.some((it) => it.name === "RECURRENCE-ID"),
  );

/**
 * Puts messages into the outbox, in the transaction of their cause (docs/architecture.md, decision 4).
 * @param occasion tells these messages from others about the object; absent: the write that causes them
 */
export async function enqueueMessages(
  { app, tx, actor, accountId, modseq, now }: WriteScope,
  objectId: ObjectId,
  messages: readonly RoutedMessage[],
  occasion = String(modseq),
): Promise<void> {
  // Most guests have the same invitation: its text is written once.
  const texts = new Map<Component, string>();
  for (const { message, route, status } of messages) {
    const isOutside = route.kind === "outside";
    if (route.kind === "nobody" || (isOutside && status !== "1.1")) continue;
    const icalendar = texts.get(message.calendar) ?? serialiseICalendar(message.calendar);
    texts.set(message.calendar, icalendar);
    const id = app.newId();
    const payload: OutgoingMessage = {
      id,
      senderId: accountId,
      ...(actor.via !== "scheduling" && actor.principalId !== accountId && { actorId: actor.principalId }),
      ...(message.organizerId !== undefined && { organizerId: message.organizerId }),
      objectId,
      method: message.method,
      sender: message.sender,
      recipient: message.recipient,
      recipientId: route.kind === "principal" ? route.principal.id : null,
      isQuiet: message.isQuiet,
      ...(message.askedAgain && { askedAgain: message.askedAgain }),
      ...(message.formerOrganizer !== undefined && { formerOrganizer: message.formerOrganizer }),
      icalendar,
    };
    const queued = await tx.queues.enqueue({
      id,
      accountId,
      kind: isOutside ? OUTSIDE_MESSAGE : SCHEDULING_MESSAGE,
      dedupeKey: [
        "scheduling",
        accountId,
        occasion,
        objectId,
        message.method,
        addressKey(message.recipient),
      ].join(" "),
      lane: ["scheduling", accountId, objectId, addressKey(message.recipient)].join(" "),
      payload,
      createdAt: now,
      availableAt: now,
      attempts: 0,
      lastError: null,
    });
    if (route.kind !== "outside" || queued === "duplicate") continue;
    const { uid, method } = message;
    const by = { accountId, causedBy: actor.principalId };
    const delivery = { id, ...by, purpose: INVITATION, recipient: route.email, objectId, uid, method };
    await logDelivery({ app, tx, now }, delivery);
  }
  if (messages.length > 0) app.outboxFilled?.();
}
