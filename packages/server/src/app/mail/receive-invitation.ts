import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Property } from "@snart/calendar/icalendar/component.ts";
import { asStored } from "@snart/calendar/scheduling/outside/as-stored.ts";
import { guestsOf, organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import { isSameMailbox, mailOf } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { readStored } from "../objects/read-stored.ts";
import { deliverTo } from "../delivery/deliver.ts";
import { addressesOf, addressOf, routeOf } from "../principal-address.ts";
import { incoming } from "./receive-answer.ts";
import { acceptedFor, beliefIn, type Belief } from "./belief.ts";
import { holdMail } from "./hold-mail.ts";
import { notDelivered, type Received, type ReceivedMessage, type ReceivedPart } from "./received-message.ts";

/** One message from outside may invite at most this many accounts. */
const MOST_MEMBERS = 100;

/** The most deliveries searched for proposals. */
const MOST_DELIVERIES = 2_000;

/**
 * REQUEST, ADD, CANCEL and DECLINECOUNTER from somebody without an account: into the calendars of the guests who have
 * one, if its sender is proved to be the organizer. Otherwise each of them decides.
 */
export async function receiveInvitation(
  app: App,
  message: ReceivedMessage,
  { id, object }: ReceivedPart,
): Promise<Received> {
  const organizer = organizerOf(object);
  if (!organizer) return { outcome: "not-entitled", detail: "no organizer" };
  if (app.outside?.reaches(mailOf(organizer.value) ?? "") === false)
    return { outcome: "not-entitled", detail: "our own, or nobody to be answered" };
  const members = await app.storage.read((tx) => membersAsked(tx, object, organizer));
  if (members.length === 0) return { outcome: "not-invited" };
  const received: Received[] = [];
  for (const member of members) {
    const one = await app.storage.write((tx) => inviteMember(app, tx, message, { id, object }, member));
    received.push({ ...one, accountId: member.id });
  }
  const best = (outcome: Received["outcome"]) => received.find((one) => one.outcome === outcome);
  return best("taken") ?? best("held") ?? received[0] ?? { outcome: "not-invited" };
}

async function membersAsked(
  tx: ReadTransaction,
  object: CalendarObject,
  organizer: Property,
): Promise<readonly Principal[]> {
  const proposers = object.method === "DECLINECOUNTER" ? await proposersTo(tx, object, organizer) : [];
  if (proposers.length > 0) return proposers;
  const found = new Map<string, Principal>();
  for (const address of guestsOf(object)) {
    const route = await routeOf(tx, address);
    const principal = route.kind === "principal" ? route.principal : await byMailbox(tx, address);
    if (principal) found.set(principal.id, principal);
    if (found.size >= MOST_MEMBERS) break;
  }
  return [...found.values()];
}

/**
 * The members who proposed another time to the organizer by mail. A DECLINECOUNTER need not name them, and may name
 * every guest (RFC 5546 §3.2.8).
 */
async function proposersTo(
  tx: ReadTransaction,
  { uid }: CalendarObject,
  organizer: Property,
): Promise<readonly Principal[]> {
  const sent = await tx.mail.deliveriesAbout(uid, MOST_DELIVERIES);
  const proposals = sent.filter(
    ({ method, recipient }) => method === "COUNTER" && isSameMailbox(recipient, organizer.value),
  );
  const ids = new Set(proposals.map(({ accountId }) => accountId));
  const found: Principal[] = [];
  for (const id of [...ids].slice(0, MOST_MEMBERS)) {
    const principal = await tx.principals.byId(id);
    if (principal) found.push(principal);
  }
  return found;
}

/** The same person at the same address with a `+` suffix. */
async function byMailbox(tx: ReadTransaction, address: string): Promise<Principal | undefined> {
  const mail = mailOf(address);
  const bare = mail?.replace(/(?<=.)\+[^@]*@/, "@");
  const principal = bare === undefined || bare === mail ? undefined : await tx.principals.byEmail(bare);
  return principal?.status === "active" ? principal : undefined;
}

/** The same for one of the guests, in a transaction. */
export async function inviteMember(
  app: App,
  tx: WriteTransaction,
  message: ReceivedMessage,
  { id, object }: ReceivedPart,
  member: Principal,
): Promise<Received> {
  const organizer = organizerOf(object);
  if (!organizer) return { outcome: "not-entitled", detail: "no organizer" };
  // A person with an account invites from it. A mail that claims otherwise is not theirs.
  const route = await routeOf(tx, organizer.value);
  if (route.kind === "principal") return { outcome: "not-entitled", detail: "the organizer has an account" };
  const heads = await tx.objects.byUidInAccount(member.id, object.uid);
  const head = heads.find(({ scheduleTag }) => scheduleTag !== null) ?? heads[0];
  const stored = head && (await tx.objects.byId(head.id));
  const belief = stored
    ? await beliefInChange(tx, message, organizer, stored)
    : beliefInNew(message, organizer);
  if (belief === "refused")
    return { outcome: "not-entitled", detail: `${organizer.value} by ${message.sender}` };
  if (belief === "held") {
    const whose = { accountId: member.id, objectId: stored?.id ?? null };
    return holdMail(app, tx, message, { id, object }, whose);
  }
  const own = withOwnAddress(stored ? asStored(object, readStored(stored)) : object, member);
  const address = addressOf(member);
  const objectId = stored?.id ?? (id as ObjectId);
  const delivery = incoming(id, member.id, objectId, own, organizer.value, address);
  const { outcome, applied, problem } = await deliverTo(app, tx, delivery, member.id);
  if (outcome !== "delivered") return notDelivered(problem);
  if (applied === "store" || applied === "again") return { outcome: "taken" };
  return { outcome: applied === "show" ? "shown" : "unchanged" };
}

/** Replaces an address with a `+` suffix by that of the member's own: by that the calendar knows whose answer it is. */
function withOwnAddress(object: CalendarObject, member: Principal): CalendarObject {
  const own = addressesOf(member);
  const guests = guestsOf(object);
  if (own.some((address) => guests.has(address))) return object;
  const change = (property: Property): Property => {
    const value = own.find((address) => isSameMailbox(property.value, address));
    return property.name === "ATTENDEE" && value !== undefined ? { ...property, value } : property;
  };
  const renamed = (component: CalendarObject["calendar"]): CalendarObject["calendar"] => ({
    ...component,
    properties: component.properties.map(change),
  });
  const calendar = { ...object.calendar, components: object.calendar.components.map(renamed) };
  return {
    ...object,
    calendar,
    main: object.main && renamed(object.main),
    overrides: object.overrides.map(renamed),
  };
}

/**
 * A new one comes from its organizer's own mailbox. Nobody else is known to send for them yet: else anybody could bring another's
 * meeting first, and would be known by that for its changes.
 */
const beliefInNew = ({ sender, isProved, isAccepted }: ReceivedMessage, organizer: Property): Belief =>
  isAccepted || (isProved && isSameMailbox(sender, organizer.value)) ? "believed" : "held";

/** One that is here is changed by its organizer, or by who was accepted as sending for them when it was new. */
async function beliefInChange(
  tx: ReadTransaction,
  message: ReceivedMessage,
  organizer: Property,
  { accountId, uid, icalendar, id }: StoredObject,
): Promise<Belief> {
  const known = organizerOf(readStored({ id, icalendar }));
  if (!known || !isSameMailbox(known.value, organizer.value)) return "refused";
  const outcome = { outcome: "taken", detail: acceptedFor(known) } as const;
  const hasSentBefore = await tx.mail.wasReceived(accountId, uid, message.sender, outcome);
  return beliefIn(message, { address: known.value, said: organizer, known, hasSentBefore });
}
