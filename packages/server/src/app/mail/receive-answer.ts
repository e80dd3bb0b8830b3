import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parameterValue, type Property } from "@snart/calendar/icalendar/component.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { asStored } from "@snart/calendar/scheduling/outside/as-stored.ts";
import {
  addressKey,
  attendeesOf,
  componentsOf,
  organizerOf,
  partstatOf,
} from "@snart/calendar/scheduling/attendee.ts";
import { mapComponents } from "@snart/calendar/scheduling/instance.ts";
import { isSameMailbox, mailOf } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import { readStored } from "../objects/read-stored.ts";
import { deliverTo } from "../delivery/deliver.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";
import { routeOf } from "../principal-address.ts";
import { beliefIn, type Belief } from "./belief.ts";
import { holdMail } from "./hold-mail.ts";
import { notDelivered, type Received, type ReceivedMessage, type ReceivedPart } from "./received-message.ts";
import { recordDeliveryIn } from "./record-delivery.ts";

/** The most deliveries searched: more people than an event may have, each several times. */
const MOST_DELIVERIES = 2_000;

/**
 * REPLY, COUNTER and REFRESH from somebody without an account: for the event to which they were invited. Found by UID
 * and attendee, whichever of their addresses they answer from; believed if that address is proved, or in the thread of
 * a mail that only they got. If it is not proved, the organizer decides.
 */
export function receiveAnswer(app: App, message: ReceivedMessage, part: ReceivedPart): Promise<Received> {
  return app.storage.write((tx) => answerIn(app, tx, message, part, null));
}

/**
 * The same in a transaction.
 * @param objectId the event that it is about, if that is known
 */
export async function answerIn(
  app: App,
  tx: WriteTransaction,
  message: ReceivedMessage,
  { id, object }: ReceivedPart,
  objectId: ObjectId | null,
): Promise<Received> {
  const thread = await tx.mail.deliveriesByMessageId(message.answersTo);
  const found = await candidatesOf(tx, object, thread);
  const candidates = objectId === null ? found : found.filter(({ stored }) => stored.id === objectId);
  if (candidates.length === 0) return { outcome: "unknown-event" };
  for (const candidate of candidates) {
    const answerer = answererIn(candidate, object, message);
    if (!answerer) continue;
    const detail = `${answerer.invited} by ${message.sender}`;
    const { stored } = candidate;
    const { accountId } = stored;
    const belief = beliefInAnswer(answerer, message, thread);
    if (belief === "refused") return { outcome: "not-entitled", accountId, detail };
    if (belief === "held") {
      const whose = { accountId: stored.organizerId ?? accountId, objectId: stored.id };
      return holdMail(app, tx, message, { id, object }, whose);
    }
    return { ...(await deliver(app, tx, { id, object }, candidate, answerer)), accountId, detail };
  }
  return { outcome: "not-invited", ...(candidates[0] && { accountId: candidates[0].stored.accountId }) };
}

/** An event here that the message may be about. */
interface Candidate {
  readonly stored: StoredObject;
  readonly object: CalendarObject;
}

async function candidatesOf(
  tx: ReadTransaction,
  message: CalendarObject,
  thread: readonly MailDelivery[],
): Promise<readonly Candidate[]> {
  const about = await tx.mail.deliveriesAbout(message.uid, MOST_DELIVERIES);
  // Some programs answer with a UID of their own; the thread still identifies the event.
  const ids = new Set([...about, ...thread].flatMap(({ objectId }) => objectId ?? []));
  const organizer = organizerOf(message);
  const route = organizer ? await routeOf(tx, organizer.value) : undefined;
  if (route?.kind === "principal")
    for (const head of [
      ...(await tx.objects.byUidInAccount(route.principal.id, message.uid)),
      ...(await tx.objects.byUidOfOrganizer(route.principal.id, message.uid)),
    ])
      ids.add(head.id);
  const found = await tx.objects.byIds([...ids].slice(0, MOST_CANDIDATES));
  return found
    .filter(({ scheduleTag }) => scheduleTag !== null)
    .map((stored) => ({ stored, object: readStored(stored) }));
}

/** The same UID in more accounts is an attack. */
const MOST_CANDIDATES = 20;

/** The person who answers, in the message and in the event. */
interface Answerer {
  readonly line: Property;
  /** the address in the event */
  readonly invited: string;
  /** the line in the event */
  readonly known: Property | undefined;
}

function answererIn(
  { object }: Candidate,
  message: CalendarObject,
  { sender }: ReceivedMessage,
): Answerer | undefined {
  const [first] = componentsOf(message);
  const lines = first ? attendeesOf(first) : [];
  const known = componentsOf(object).flatMap(attendeesOf);
  const invited = [...new Map(known.map(({ value }) => [addressKey(value), value.trim()])).values()];
  const lineOf = (address: string): Property | undefined =>
    lines.find(({ value }) => addressKey(value) === addressKey(address)) ??
    lines.find(({ value }) => isSameMailbox(value, address));
  // Exchange lists others too, and writes invalid addresses: the sender counts most.
  const [own] = lines.filter(({ value }) => isSameMailbox(value, sender));
  const named =
    own ?? (lines.length === 1 ? lines[0] : lines.find(({ value }) => lineIsInvited(value, invited)));
  const line = named ?? lineOf(sender);
  if (!line) return undefined;
  const address =
    invited.find((one) => addressKey(one) === addressKey(line.value)) ??
    only(invited.filter((one) => isSameMailbox(one, line.value))) ??
    only(invited.filter((one) => isSameMailbox(one, sender)));
  if (address === undefined) return undefined;
  const same = known.filter(({ value }) => addressKey(value) === addressKey(address));
  return { line, invited: address, known: same.find((one) => parameterValue(one, "SENT-BY")) ?? same[0] };
}

const lineIsInvited = (value: string, invited: readonly string[]): boolean =>
  invited.some((one) => isSameMailbox(one, value));

/** Two guests who share a mailbox can't be told apart by it. */
const only = (found: readonly string[]): string | undefined => (found.length === 1 ? found[0] : undefined);

/** Also believed is an answer to a mail whose Message-ID only they know, as it is by the link in that mail. */
function beliefInAnswer(
  { line, invited, known }: Answerer,
  message: ReceivedMessage,
  thread: readonly MailDelivery[],
): Belief {
  if (thread.some(({ recipient }) => isSameMailbox(recipient, invited))) return "believed";
  return beliefIn(message, { address: invited, said: line, known, hasSentBefore: false });
}

async function deliver(
  app: App,
  tx: WriteTransaction,
  { id, object }: ReceivedPart,
  { stored, object: event }: Candidate,
  { line, invited }: Answerer,
): Promise<Received> {
  const told = mapComponents(asStored(object, event), (component) => ({
    ...component,
    properties: component.properties.map((property) =>
      property.name === "ATTENDEE" && addressKey(property.value) === addressKey(line.value)
        ? { ...property, value: invited }
        : property,
    ),
  }));
  const { accountId } = stored;
  const message = incoming(id, accountId, stored.id, told, invited, organizerOf(event)?.value ?? "");
  const { outcome, applied, problem } = await deliverTo(app, tx, message, accountId);
  if (outcome !== "delivered") return notDelivered(problem);
  if (object.method === "REPLY" && (applied === "store" || applied === "again"))
    await recordAnswer(app, tx, stored, invited, partstatOf(line));
  if (applied === "store" || applied === "again" || applied === "refresh") return { outcome: "taken" };
  return { outcome: applied === "show" ? "shown" : "unchanged" };
}

/** A message from outside in the form for delivery; its sender has no account here, so the owner acts. */
export const incoming = (
  id: string,
  accountId: PrincipalId,
  objectId: ObjectId,
  object: CalendarObject,
  sender: string,
  recipient: string,
): OutgoingMessage => ({
  id,
  senderId: accountId,
  objectId,
  method: object.method ?? "",
  sender,
  recipient,
  recipientId: accountId,
  isQuiet: false,
  icalendar: serialiseICalendar(object.calendar),
});

/**
 * The answer belongs to the newest sent invitation: one that is still queued says something else, and must still be
 * sent.
 */
export async function recordAnswer(
  app: App,
  tx: WriteTransaction,
  { accountId, uid }: Pick<StoredObject, "accountId" | "uid">,
  invited: string,
  partstat: string,
): Promise<void> {
  const sent = await tx.mail.deliveriesTo(mailOf(invited) ?? "", uid, 20);
  const questions = sent.filter((one) => one.accountId === accountId && one.method === "REQUEST");
  // An answer that arrives before the first one is recorded as sent belongs to that one.
  const asked = questions.find(({ state }) => state !== "queued") ?? questions.at(-1);
  if (asked) await recordDeliveryIn(tx, app.now(), asked.id, "answered", partstat);
}
