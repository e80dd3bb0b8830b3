import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { withoutProperties } from "../icalendar/component.ts";
import type { IsAddressOf } from "./attendee.ts";

/** Who gets a message, from whom, and which changes of a participation state there are. */
export interface Delivery {
  readonly isMine: IsAddressOf;
  /** the address that the message was really sent by */
  readonly sender: string;
  /** who organised before the sender did: what the message is about may be theirs still; only a server says so of its own */
  readonly formerOrganizer?: string;
  /** whether somebody's participation state may become another (RFC 5545 §3.2.12) */
  readonly mayBecome: (from: string, to: string) => boolean;
}

/** What a message makes of the object of its UID. */
export type Applied =
  /** The object is to be stored. `isOnlyAnswers`: nothing but what other people answered has changed (RFC 6638 §3.2.10). */
  | { readonly kind: "store"; readonly object: CalendarObject; readonly isOnlyAnswers: boolean }
  /** Nothing is stored; the message is for the person to see: a proposal, or an answer of somebody who was not asked. */
  | { readonly kind: "show" }
  /** The sender asks to be told again (RFC 5546 §3.2.6). */
  | { readonly kind: "refresh" }
  | { readonly kind: "ignore"; readonly reason: IgnoredBecause };

export type IgnoredBecause =
  /** it is older than what is known */
  | "stale"
  /** it is about nothing that is here */
  | "unknown-object"
  /** it is not from who may say so, or not for me */
  | "not-entitled"
  | "unchanged"
  /** no method that changes an object */
  | "method";

/** A message's VCALENDAR as an object is stored: without its METHOD (RFC 4791 §4.1). */
export function withoutMethod(message: CalendarObject): CalendarObject {
  const { method: _, ...object } = message;
  const calendar = withoutProperties(message.calendar, "METHOD");
  return { ...object, calendar };
}
