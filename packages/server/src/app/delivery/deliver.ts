import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { applyMessage } from "@snart/calendar/scheduling/apply-message.ts";
import type { Applied } from "@snart/calendar/scheduling/applied.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Principal } from "../../storage/records/people.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, type CalendarGrant } from "../grants.ts";
import { declinedProposalAction, deliveredAction, proposalAction } from "./delivered-action.ts";
import type { DeliveredAction } from "../scheduling-action.ts";
import { notifyOfEvent } from "../notices/notify-of-event.ts";
import { checkCalendar, etagOf } from "../objects/prepare-object.ts";
import { ReadObject } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { storeObject, type StoreOutcome } from "../write/store-object.ts";
import { addressedBy, hearsAnswers, recipientsObject } from "./answered-object.ts";
import { answerForBookable } from "./answer-for-bookable.ts";
import { defaultCalendarOf } from "../calendars/default-calendar.ts";
import { deliveryOf } from "../scheduling/delivery-of.ts";
import type { TakingPart } from "../scheduling/taking-part.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";
import { enqueueAnswers } from "../scheduling/spread-answers.ts";
import { removeFormerProposals, toldOfProposal } from "./waiting-proposals.ts";
import { inviteDelegates, sendAgain } from "./invite-further.ts";
import { writeStatus } from "./write-status.ts";

/**
 * Delivers a message of the outbox to a principal of this server: its contents go into the recipient's calendar and
 * its inbox (RFC 6638 §4.1). It takes effect once, however often it is begun: the inbox knows its former messages.
 */
export async function deliverMessage(app: App, payload: unknown): Promise<void> {
  const message = payload as OutgoingMessage;
  const { recipientId } = message;
  if (recipientId === null) throw new Error("a message to the outside came to be delivered here");
  const { outcome } = await app.storage.write((tx) => deliverTo(app, tx, message, recipientId));
  if (outcome !== "delivered") await writeStatus(app, message, outcome === "refused" ? "5.3" : "5.1");
}

/** The outcome of a delivery. */
interface Delivered {
  /** `refused`: the sender is not entitled to it (RFC 6638 §3.2.9) */
  readonly outcome: "delivered" | "not-delivered" | "refused";
  /** its effect on the recipient's object; `again`: it was delivered before */
  readonly applied: Applied["kind"] | "again";
  /** Why the recipient's calendar did not take it. */
  readonly problem?: Problem;
}

/** The same within a transaction, also for messages from outside. */
export async function deliverTo(
  app: App,
  tx: WriteTransaction,
  message: OutgoingMessage,
  recipientId: PrincipalId,
): Promise<Delivered> {
  const recipient = await tx.principals.byId(recipientId);
  const object = readMessage(message.icalendar);
  if (!recipient || !object || recipient.status !== "active")
    return { outcome: "not-delivered", applied: "ignore" };
  const home = (await recipientsObject(tx, recipientId, object))?.accountId ?? recipientId;
  // Of a bookable the party's limits are read: people are locked before households, and these before bookables.
  if (recipient.kind === "bookable" && (await tx.principals.byId(message.senderId))) {
    await tx.lockAccount(message.senderId);
    const households = await tx.households.ofPerson(message.senderId);
    for (const id of households.map((one) => one.accountId).toSorted()) await tx.lockAccount(id);
  }
  // In one order, so that two deliveries never wait for each other.
  for (const id of [recipientId, home].toSorted()) await tx.lockAccount(id);
  // A proposal waits where its event is: everybody who may write the event may answer it.
  const inboxId = object.method === "COUNTER" ? home : recipientId;
  const modseq = await tx.lockAccount(inboxId);
  const sender = await tx.principals.byId(message.senderId);
  // The author for the change log; the right to write is the recipient's own.
  const actor = schedulingActor(sender ?? recipient);
  const scope: WriteScope = { app, tx, actor, accountId: inboxId, modseq, now: app.now() };
  if (!(await putIntoInbox(scope, message, object))) return { outcome: "delivered", applied: "again" };
  const { isShown, ...delivered } = await applyTo(scope, recipient, message, object);
  // Its name stays known, so that it can't come twice.
  if (!isShown) await tx.inbox.remove(inboxId, inboxName(message), modseq);
  // Nothing is lost by trimming: the calendar has the contents.
  await tx.inbox.trim(inboxId, app.limits.inboxMessages, modseq);
  return delivered;
}

const inboxName = ({ id }: OutgoingMessage): string => `${id}.ics`;

function readMessage(text: string): CalendarObject | undefined {
  const parsed = parseICalendar(text);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return read.ok ? read.value : undefined;
}

/** @returns false if it was there before */
async function putIntoInbox(
  { tx, accountId, modseq, now }: WriteScope,
  message: OutgoingMessage,
  object: CalendarObject,
): Promise<boolean> {
  const { icalendar } = message;
  const inserted = await tx.inbox.insert({
    accountId,
    uri: inboxName(message),
    uid: object.uid,
    component: object.type,
    method: message.method,
    etag: etagOf(icalendar),
    size: Buffer.byteLength(icalendar),
    modseq,
    createdAt: now,
    icalendar,
  });
  return inserted === "inserted";
}

interface Effect extends Delivered {
  readonly isShown: boolean;
}

async function applyTo(
  inboxScope: WriteScope,
  recipient: Principal,
  message: OutgoingMessage,
  object: CalendarObject,
): Promise<Effect> {
  const { tx } = inboxScope;
  const stored = await recipientsObject(tx, recipient.id, object);
  const party = await addressedBy(tx, recipient, stored, object);
  const { scope, owner } = await homeOf(inboxScope, recipient, stored);
  // A recipient who has deleted the event, and whose message only changes the list of guests, deleted it knowingly.
  if (message.isQuiet && !stored) return { outcome: "delivered", isShown: false, applied: "ignore" };
  const current = stored && new ReadObject(stored);
  const before = current?.object;
  const applied = applyMessage(object, before, deliveryOf(message, party.isMine));
  if (applied.kind === "store")
    return storeEffect({ scope, owner, party, recipient, current }, message, object, applied);
  if (applied.kind === "refresh" && stored && before)
    await sendAgain(scope, party, stored, before, message.sender);
  if (applied.kind === "show" && object.method === "COUNTER" && stored && before) {
    await removeFormerProposals(scope, inboxName(message));
    const action = await proposalAction(tx, message, object, before);
    const told = await toldOfProposal(tx, { stored, event: before });
    await notifyOnly(scope, owner, stored, before, { ...action, organizerId: told });
  }
  if (applied.kind === "show" && object.method === "DECLINECOUNTER" && stored && before)
    await notifyOnly(scope, owner, stored, before, await declinedProposalAction(tx, message, object, before));
  const isRefused = applied.kind === "ignore" && applied.reason === "not-entitled";
  return {
    outcome: isRefused ? "refused" : "delivered",
    isShown: applied.kind === "show",
    applied: applied.kind,
  };
}

/** Whose object a message changes, and for whom. */
interface Addressed {
  readonly scope: WriteScope;
  readonly owner: Principal;
  readonly party: TakingPart;
  readonly recipient: Principal;
  readonly current: ReadObject | undefined;
}

async function storeEffect(
  { scope, owner, party, recipient, current }: Addressed,
  message: OutgoingMessage,
  object: CalendarObject,
  applied: Extract<Applied, { kind: "store" }>,
): Promise<Effect> {
  const { tx } = scope;
  const [stored, before] = [current?.stored, current?.object];
  const action = await deliveredAction(tx, message, object, applied, {
    isNew: !stored,
    isMine: party.isMine,
  });
  const hears = action && (await hearsAnswers(tx, owner, stored, applied.object));
  const told = action && { ...action, ...(hears && { organizerId: hears }) };
  const answer = await answerForBookable(scope, recipient, message, stored?.id, applied.object);
  const booking = answer?.booking;
  const written = await storeApplied({ ...scope, ...(booking && { booking }) }, owner, current, {
    ...applied,
    ...(answer && { object: answer.object }),
    action: told,
  });
  if (written?.ok) await answer?.tell(written.value.now.stored.id);
  const isStored = written?.ok === true;
  if (isStored && stored && before && object.method === "REPLY") {
    await inviteDelegates(scope, party, stored, {
      before,
      after: applied.object,
      reply: object,
      sender: message.sender,
    });
    await enqueueAnswers(scope, stored.id, applied.object);
  }
  return {
    outcome: isStored ? "delivered" : "not-delivered",
    isShown: isStored && !message.isQuiet,
    applied: isStored ? "store" : "ignore",
    ...(written?.ok === false && { problem: written.problem }),
  };
}

/** The account of the object that a message is about, which may be another than the recipient's. */
async function homeOf(
  scope: WriteScope,
  recipient: Principal,
  stored: StoredObject | undefined,
): Promise<{ readonly scope: WriteScope; readonly owner: Principal }> {
  const { tx } = scope;
  if (!stored || stored.accountId === recipient.id) return { scope, owner: recipient };
  const { accountId } = stored;
  const owner = await tx.principals.byId(accountId);
  return {
    scope: { ...scope, accountId, modseq: await tx.lockAccount(accountId) },
    owner: owner ?? recipient,
  };
}

/** Notifies of a proposed time, or that it is declined; the event itself has not changed. */
async function notifyOnly(
  scope: WriteScope,
  recipient: Principal,
  stored: StoredObject,
  object: CalendarObject,
  action: DeliveredAction,
): Promise<void> {
  const grant = await grantFor(scope, recipient, stored, object);
  const scheduling = { delivery: { keepsTag: true, action } };
  const change = { id: stored.id, before: () => object, after: object };
  if (grant) await notifyOfEvent({ ...scope, scheduling }, grant, change);
}

/** @returns undefined if there is no calendar for it */
async function storeApplied(
  scope: WriteScope,
  recipient: Principal,
  current: ReadObject | undefined,
  {
    object,
    isOnlyAnswers,
    action,
  }: Extract<Applied, { kind: "store" }> & { readonly action?: DeliveredAction | undefined },
): Promise<Result<StoreOutcome, Problem> | undefined> {
  const grant = await grantFor(scope, recipient, current?.stored, object);
  if (!grant) return undefined;
  const checked = checkCalendar(scope.app, object.calendar);
  if (!checked.ok) return checked;
  const uri = current?.stored.uri ?? (await freeName(scope, grant, object.uid));
  const delivering: WriteScope = { ...scope, scheduling: { delivery: { keepsTag: isOnlyAnswers, action } } };
  return storeObject(delivering, grant, { uri, current }, checked.value);
}

/** The UID if it can be a name and is free: apps that save an answer look for it there (python-caldav). */
async function freeName({ app, tx }: WriteScope, { calendar }: CalendarGrant, uid: string): Promise<string> {
  const name = `${uid}.ics`;
  const isUsable = /^[\w@-][\w.@-]{0,199}$/.test(uid) && !(await tx.objects.byUri(calendar.id, name));
  return isUsable ? name : `${app.newId()}.ics`;
}

async function grantFor(
  { tx }: WriteScope,
  recipient: Principal,
  stored: StoredObject | undefined,
  object: CalendarObject,
): Promise<CalendarGrant | undefined> {
  const calendarId = stored?.calendarId ?? (await defaultCalendarOf(tx, recipient, object.type))?.id;
  if (calendarId === undefined) return undefined;
  const grant = await grantCalendar(tx, schedulingActor(recipient), calendarId, "mayWriteAll");
  return grant.ok ? grant.value : undefined;
}
