import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  parameterValue,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Applied } from "@snart/calendar/scheduling/applied.ts";
import {
  attendeeAt,
  componentsOf,
  findAttendee,
  partstatOf,
  type IsAddressOf,
} from "@snart/calendar/scheduling/attendee.ts";
import { mailOf } from "@snart/calendar/scheduling/outside/same-mailbox.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { OutgoingMessage } from "../scheduling/outgoing.ts";
import { isFromGuest } from "./answered-object.ts";
import { changedByOf, type ChangedBy, type DeliveredAction } from "../scheduling-action.ts";

const MOST_OF_A_COMMENT = 1_000;

/**
 * What a delivered message tells its recipient; undefined for what is no news: that others have answered, what a server passes on
 * without a word, and what becomes of something that the recipient has declined.
 */
export async function deliveredAction(
  tx: ReadTransaction,
  message: OutgoingMessage,
  said: CalendarObject,
  applied: Extract<Applied, { kind: "store" }>,
  { isNew, isMine }: { readonly isNew: boolean; readonly isMine: IsAddressOf },
): Promise<DeliveredAction | undefined> {
  if (message.isQuiet || said.type !== "VEVENT") return undefined;
  const kind = actionIn(message, said, isNew, applied.isOnlyAnswers);
  if (!kind || (said.method !== "REPLY" && isDeclined(applied.object, isMine))) return undefined;
  return { kind, ...(await saidBy(tx, message, said, applied.object)) };
}

/** What another time that a guest proposes tells the organizer, until it is answered (RFC 5546 §3.2.7). */
export const proposalAction = async (
  tx: ReadTransaction,
  message: OutgoingMessage,
  said: CalendarObject,
  event: CalendarObject,
): Promise<DeliveredAction> => ({
  kind: "proposed",
  proposalId: message.id,
  ...(await saidBy(tx, message, said, event)),
});

/** What tells a guest that the organizer keeps the time (RFC 5546 §3.2.8). */
export const declinedProposalAction = async (
  tx: ReadTransaction,
  message: OutgoingMessage,
  said: CalendarObject,
  event: CalendarObject,
): Promise<DeliveredAction> => ({
  kind: "proposalDeclined",
  ...(await saidBy(tx, message, said, event)),
});

/** @param event the recipient's, which may know the name of a sender who gives none */
async function saidBy(
  tx: ReadTransaction,
  message: OutgoingMessage,
  said: CalendarObject,
  event: CalendarObject,
): Promise<Omit<DeliveredAction, "kind">> {
  const [component] = componentsOf(said);
  // A message from outside is delivered in the recipient's own name.
  const cameByMail = message.senderId === message.recipientId;
  return {
    by: cameByMail
      ? outsiderOf(message, said, event)
      : await changedByOf(tx, { principalId: message.actorId ?? message.senderId }),
    said,
    comment: (component && textValue(component, "COMMENT")?.trim().slice(0, MOST_OF_A_COMMENT)) || null,
    cameByMail,
  };
}

const ANSWERS: ReadonlyMap<string, SchedulingAction> = new Map([
  ["ACCEPTED", "accepted"],
  ["TENTATIVE", "tentative"],
  ["DECLINED", "declined"],
]);

function actionIn(
  { sender }: OutgoingMessage,
  said: CalendarObject,
  isNew: boolean,
  isOnlyAnswers: boolean,
): SchedulingAction | undefined {
  switch (said.method) {
    case "REPLY": {
      const [component] = componentsOf(said);
      const line = component && attendeeAt(component, sender);
      return line && (ANSWERS.get(partstatOf(line)) ?? "answered");
    }
    case "REQUEST":
    case "ADD":
      if (isNew) return "invitation";
      return isOnlyAnswers ? undefined : "change";
    case "CANCEL":
      return said.main ? "cancellation" : "cancellationOnce";
    case undefined:
    default:
      return undefined;
  }
}

/** The person has declined in every component. */
function isDeclined(object: CalendarObject, isMine: IsAddressOf): boolean {
  const own = componentsOf(object).flatMap((component) => findAttendee(component, isMine) ?? []);
  return own.length > 0 && own.every((line) => partstatOf(line) === "DECLINED");
}

function outsiderOf({ sender }: OutgoingMessage, said: CalendarObject, event: CalendarObject): ChangedBy {
  const lines = [said, event].flatMap((object) =>
    componentsOf(object).flatMap((one) => lineIn(said, one, sender)),
  );
  const named = lines.find((line) => parameterValue(line, "CN")?.trim());
  const email = mailOf(lines[0]?.value ?? sender) ?? null;
  return { name: (named && parameterValue(named, "CN")?.trim()) ?? email ?? "", email, principalId: null };
}

/** The sender's line in a component: a guest's, or the organizer's. */
function lineIn({ method }: CalendarObject, component: Component, sender: string): readonly Property[] {
  const line = isFromGuest(method) ? attendeeAt(component, sender) : firstProperty(component, "ORGANIZER");
  return line ? [line] : [];
}
