import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { addressKey, attendeesOf, componentsOf, findAttendee, organizerOf, roleIn } from "./attendee.ts";
import { textValue } from "../icalendar/text.ts";
import type { Applied, Delivery } from "./applied.ts";
import { applyCancel } from "./apply-cancel.ts";
import { applyReply } from "./apply-reply.ts";
import { applyRequest } from "./apply-request.ts";
import { applyCounter } from "./counter.ts";
import { spanOf } from "./times-fingerprint.ts";

/**
 * What a scheduling message does to the recipient's object (RFC 5546 §3.2, RFC 6638 §4).
 * @param stored the recipient's object of the same UID, if there is one
 */
export function applyMessage(
  message: CalendarObject,
  stored: CalendarObject | undefined,
  delivery: Delivery,
): Applied {
  switch (message.method) {
    case "REQUEST":
    case "ADD":
      return fromOrganizer(message, stored, delivery) ?? applyRequest(message, stored, delivery);
    case "CANCEL":
      return fromOrganizer(message, stored, delivery) ?? applyCancel(message, stored);
    case "REPLY":
      return toOrganizer(stored, delivery) ?? applyReply(message, stored, delivery);
    case "COUNTER":
      return toOrganizer(stored, delivery) ?? (stored ? applyCounter(message, stored) : { kind: "show" });
    case "REFRESH":
      return toOrganizer(stored, delivery) ?? { kind: "refresh" };
    case "DECLINECOUNTER":
      return fromOrganizer(message, stored, delivery) ?? { kind: "show" };
    case undefined:
    default:
      return { kind: "ignore", reason: "method" };
  }
}

/** Only the organizer may say what takes place, and only for their own event, not for another's with the same UID. */
function fromOrganizer(
  message: CalendarObject,
  stored: CalendarObject | undefined,
  { isMine, sender, formerOrganizer }: Delivery,
): Applied | undefined {
  const organizer = organizerOf(message);
  const isSender = organizer !== undefined && addressKey(organizer.value) === addressKey(sender);
  const known = stored && organizerOf(stored);
  const isSame =
    !stored ||
    (!known && isCopyOf(message, stored)) ||
    [sender, formerOrganizer ?? sender].some((one) => addressKey(one) === addressKey(known?.value ?? ""));
  const isForMe = componentsOf(addressing(message, stored)).some((one) => findAttendee(one, isMine));
  return isSender && isSame && isForMe ? undefined : { kind: "ignore", reason: "not-entitled" };
}

/** What says who is addressed: a DECLINECOUNTER without ATTENDEE is for whom the event invites (RFC 5546 §3.2.8). */
function addressing(message: CalendarObject, stored: CalendarObject | undefined): CalendarObject {
  const isForAny =
    message.method === "DECLINECOUNTER" && !componentsOf(message).some((one) => attendeesOf(one).length > 0);
  return isForAny && stored ? stored : message;
}

/**
 * Whether an event without an organizer is a copy of the message's, as people import it from a mail. Another one with the same UID, which
 * those with whom a calendar is shared know, is nobody's to take over.
 */
function isCopyOf(message: CalendarObject, stored: CalendarObject): boolean {
  const [said, there] = [message.main ?? message.overrides[0], stored.main ?? stored.overrides[0]];
  return (
    said !== undefined &&
    there !== undefined &&
    message.type === stored.type &&
    (message.method === "REQUEST" || message.method === "ADD") &&
    textValue(said, "SUMMARY") === textValue(there, "SUMMARY") &&
    spanOf(said, message) === spanOf(there, stored)
  );
}

/** Answers go to the organizer. */
function toOrganizer(stored: CalendarObject | undefined, { isMine }: Delivery): Applied | undefined {
  if (!stored) return { kind: "ignore", reason: "unknown-object" };
  return roleIn(stored, isMine) === "organizer" ? undefined : { kind: "ignore", reason: "not-entitled" };
}
