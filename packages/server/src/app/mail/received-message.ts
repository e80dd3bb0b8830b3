import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A message received by mail, with the parts that matter to calendars. */
export interface ReceivedMessage {
  /** One-way hash of what identifies this message: the same, however often it is fetched. */
  readonly id: string;
  readonly sender: string;
  /** Others for whom it may have been sent: Sender and Reply-To. Lower case, as all addresses here. */
  readonly otherSenders: readonly string[];
  /** Its recipients, from the headers. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** Message-IDs that it answers, with angle brackets. */
  readonly answersTo: readonly string[];
  /** Whether the receiving mail server vouches for the sender; undefined: not checked. */
  readonly isAuthentic: boolean | undefined;
  readonly calendars: readonly CalendarText[];
  /** Reports of the mail system about messages of ours (RFC 3464). */
  readonly reports: readonly DeliveryReport[];
  /** It contains a winmail.dat, which only Outlook reads. */
  readonly hasTnef: boolean;
}

export interface CalendarText {
  readonly text: string;
  /** from the type of the part; upper case */
  readonly method: string | undefined;
}

export interface DeliveryReport {
  readonly recipient: string;
  readonly action: "failed" | "delayed" | "delivered" | "relayed" | "expanded";
  /** status code and the other server's words */
  readonly detail: string;
}

/** The outcome of a received message. Each has a word in the log. */
export type ReceivedOutcome =
  /** in progress; begun again after an interruption */
  | "begun"
  /** it has changed a calendar, or waits in an inbox for its owner's decision */
  | "taken"
  | "shown"
  /** it contained nothing new */
  | "unchanged"
  | "delivery-report"
  | "no-calendar"
  | "unreadable"
  /** its method does not apply here: PUBLISH, or none */
  | "method"
  | "unknown-event"
  /** the sender was not invited, or no recipient has an account */
  | "not-invited"
  /** the sender is not the person for whom it speaks */
  | "not-entitled"
  | "not-authentic"
  | "too-large";

/** The outcome of a message, or of one event in it. */
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
  /** its name in inboxes: the same each time */
  readonly id: string;
  readonly object: CalendarObject;
}
