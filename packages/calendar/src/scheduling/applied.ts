import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { withoutProperties } from "../icalendar/component.ts";
import type { IsAddressOf } from "./attendee.ts";

/** The parties to a message, and the permitted changes of participation status. */
export interface Delivery {
  readonly isMine: IsAddressOf;
  /** the address that actually sent the message */
  readonly sender: string;
  /** the organizer before the sender: the object may still name them; only a server says so of its own messages */
  readonly formerOrganizer?: string;
  /** the parts of the event of which the recipient is asked anew (itip-message.ts) */
  readonly askedAgain?: readonly (number | null)[];
  /** whether a participation status may change to another (RFC 5545 §3.2.12) */
  readonly mayBecome: (from: string, to: string) => boolean;
}

/** The effect of a message on the object with its UID. */
export type Applied =
  /** The object must be stored. `isOnlyAnswers`: only other people's answers have changed (RFC 6638 §3.2.10). */
  | { readonly kind: "store"; readonly object: CalendarObject; readonly isOnlyAnswers: boolean }
  /**
   * Nothing is stored; the person should see the message: a proposal, or an answer from somebody who was not invited.
   */
  | { readonly kind: "show" }
  /** The sender asks for the current version (RFC 5546 §3.2.6). */
  | { readonly kind: "refresh" }
  | { readonly kind: "ignore"; readonly reason: IgnoredBecause };

type IgnoredBecause =
  /** older than the stored state */
  | "stale"
  /** about an unknown object */
  | "unknown-object"
  /** the sender is not entitled, or the message is not for me */
  | "not-entitled"
  | "unchanged"
  /** its method changes no object */
  | "method";

/** A message's VCALENDAR in the form in which objects are stored: without METHOD (RFC 4791 §4.1). */
export function withoutMethod(message: CalendarObject): CalendarObject {
  const { method: _, ...object } = message;
  const calendar = withoutProperties(message.calendar, "METHOD");
  return { ...object, calendar };
}
