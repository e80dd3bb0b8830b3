import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A message that came by mail, read as far as calendars care. */
export interface ReceivedMessage {
  /** One-way form of what makes it this message: the same, however often it is fetched. */
  readonly id: string;
  readonly sender: string;
  /** Others it may have been sent for: Sender and Reply-To. Lower case, as all addresses here. */
  readonly otherSenders: readonly string[];
  /** Whom it was brought to, as the headers tell. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** Message-IDs that it answers, with angle brackets. */
  readonly answersTo: readonly string[];
  /** Whether the receiving mail server vouches for the sender; undefined: it was not asked. */
  readonly isAuthentic: boolean | undefined;
  readonly calendars: readonly CalendarText[];
  /** What the mail system says became of a message of ours (RFC 3464). */
  readonly reports: readonly DeliveryReport[];
  /** There is a winmail.dat in it, which nobody but Outlook reads. */
  readonly hasTnef: boolean;
}

export interface CalendarText {
  readonly text: string;
  /** as the part's type names it; upper case */
  readonly method: string | undefined;
}

export interface DeliveryReport {
  readonly recipient: string;
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** status code and what the other server said */
  readonly detail: string;
}

/** What became of a received message. Each is a word in the log. */
export type ReceivedOutcome =
  /** it is being worked on; left so, it is begun again */
  | "begun"
  /** it has changed a calendar, or lies in an inbox for its owner to decide */
  | "taken"
  | "shown"
  /** it said nothing new */
  | "unchanged"
  | "delivery-report"
  | "no-calendar"
  | "unreadable"
  /** its method is for nobody here: PUBLISH, or none */
  | "method"
  | "unknown-event"
  /** who answers was not invited, or nobody here is */
  | "not-invited"
  /** it does not come from whom it speaks for */
  | "not-entitled"
  | "not-authentic"
  | "too-large";

/** What a message, or one event in it, has come to. */
export interface Received {
  readonly outcome: ReceivedOutcome;
  readonly uid?: string;
  readonly method?: string;
  readonly accountId?: PrincipalId;
  /** for the log */
  readonly detail?: string;
}

/** One event's message within a mail. */
export interface ReceivedPart {
  /** names it in inboxes: the same each time */
  readonly id: string;
  readonly object: CalendarObject;
}
