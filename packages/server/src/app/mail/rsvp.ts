import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  makeComponent,
  makeProperty,
  parameterValue,
  type Component,
} from "@snart/calendar/icalendar/component.ts";
import { textProperty, textValue } from "@snart/calendar/icalendar/text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { attendeesOf, organizerOf, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { isCancelled, messageCalendar } from "@snart/calendar/scheduling/itip-message.ts";
import { isSameMailbox } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import { withParameter, withoutParameters } from "@snart/calendar/scheduling/with-parameter.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { MailDelivery } from "../../storage/records/mail.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";
import { spendAttempt } from "../sign-in/spend-attempt.ts";
import { deliverTo } from "../delivery/deliver.ts";
import { incoming, recordAnswer } from "./receive-answer.ts";
import { deliveryOfToken } from "./rsvp-token.ts";

export const RSVP_ANSWERS = ["accepted", "tentative", "declined"] as const;
export type RsvpAnswer = (typeof RSVP_ANSWERS)[number];

/** The current invitation of a guest who comes by a link. */
export interface Rsvp {
  readonly object: CalendarObject;
  /** the invited parts: the series or event, else single dates */
  readonly asked: readonly Component[];
  readonly organizerName: string;
  /** PARTSTAT in lower case */
  readonly answered: string;
  readonly isCancelled: boolean;
}

const MOST_OF_A_NOTE = 1_000;

/** @returns `not-found` for a link that is forged, too old, or about nothing to which this guest is still invited */
export async function readRsvp(app: App, token: string): Promise<Result<Rsvp, Problem>> {
  const delivery = await deliveryOfToken(app, token);
  const found = delivery && (await app.storage.read((tx) => askedIn(tx, delivery)));
  return found ? ok(found.rsvp) : failed({ code: "not-found" });
}

/**
 * Answers for the guest to whom a link was sent, like a REPLY from their program: the newest answer stands.
 * @returns `too-many-attempts` if a link is used to answer over and over
 */
export async function answerRsvp(
  app: App,
  token: string,
  answer: RsvpAnswer,
  note: string,
): Promise<Result<Rsvp, Problem>> {
  const delivery = await deliveryOfToken(app, token);
  if (!delivery) return failed({ code: "not-found" });
  const retryAfter = await spendAttempt(app, app.attempts, `rsvp ${delivery.id}`);
  if (retryAfter > 0) return failed({ code: "too-many-attempts", retryAfter });
  return app.storage.write(async (tx): Promise<Result<Rsvp, Problem>> => {
    const before = await askedIn(tx, delivery);
    if (!before || before.rsvp.isCancelled) return failed({ code: "not-found" });
    const { stored, rsvp, invited } = before;
    const reply = replyFor(app, rsvp, invited, answer, note.trim().slice(0, MOST_OF_A_NOTE));
    const organizer = organizerOf(rsvp.object)?.value ?? "";
    const message = incoming(app.newId(), stored.accountId, stored.id, reply, invited, organizer);
    const { outcome } = await deliverTo(app, tx, message, stored.accountId);
    if (outcome !== "delivered") return failed({ code: "not-found" });
    await recordAnswer(app, tx, stored, invited, answer.toUpperCase());
    const after = await askedIn(tx, delivery);
    return after ? ok(after.rsvp) : failed({ code: "not-found" });
  });
}

interface Asked {
  readonly stored: StoredObject;
  readonly rsvp: Rsvp;
  /** the guest's address in the event */
  readonly invited: string;
}

async function askedIn(tx: ReadTransaction, delivery: MailDelivery): Promise<Asked | undefined> {
  const stored = delivery.objectId === null ? undefined : await tx.objects.byId(delivery.objectId);
  const owner = await tx.principals.byId(delivery.accountId);
  if (!stored || stored.accountId !== delivery.accountId || owner?.status !== "active") return undefined;
  const object = readStored(stored);
  const isGuest = (component: Component): boolean => lineOf(component, delivery) !== undefined;
  const asked = object.main && isGuest(object.main) ? [object.main] : object.overrides.filter(isGuest);
  const [first] = asked;
  const line = first && lineOf(first, delivery);
  if (!first || !line) return undefined;
  const organizer = organizerOf(object);
  const rsvp: Rsvp = {
    object,
    asked,
    organizerName: (organizer && parameterValue(organizer, "CN")) || owner.displayName,
    answered: partstatOf(line).toLowerCase(),
    isCancelled: asked.every(isCancelled),
  };
  return { stored, rsvp, invited: line.value.trim() };
}

const lineOf = (component: Component, { recipient }: MailDelivery) =>
  attendeesOf(component).find(({ value }) => isSameMailbox(value, recipient));

const TOLD = ["UID", "SEQUENCE", "ORGANIZER", "RECURRENCE-ID", "DTSTART", "SUMMARY"];

/** The REPLY that a calendar app would send (RFC 5546 §3.2.3). */
function replyFor(
  app: App,
  { object, asked }: Rsvp,
  invited: string,
  answer: RsvpAnswer,
  note: string,
): CalendarObject {
  const components = asked.map((component) => {
    const line = attendeesOf(component).find(({ value }) => value.trim() === invited);
    const bare = withoutParameters(line ?? makeProperty("ATTENDEE", invited), ["RSVP", "DELEGATED-TO"]);
    return makeComponent(component.name, [
      ...component.properties.filter(({ name }) => TOLD.includes(name)),
      withParameter(bare, "PARTSTAT", answer.toUpperCase()),
      ...(note === "" ? [] : [textProperty("COMMENT", note)]),
    ]);
  });
  const calendar = messageCalendar("REPLY", object, components, { now: app.now(), prodId: app.prodId });
  const [main] = components.filter((component) => !firstProperty(component, "RECURRENCE-ID"));
  return {
    ...object,
    calendar,
    method: "REPLY",
    main,
    overrides: components.filter((component) => component !== main),
  };
}

/** The title, on one line. */
export const rsvpTitle = ({ asked }: Rsvp): string =>
  (asked[0] && textValue(asked[0], "SUMMARY")?.replace(/\s+/g, " ").trim()) ?? "";
