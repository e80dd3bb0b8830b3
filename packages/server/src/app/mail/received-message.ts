import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Problem } from "../problems.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";

/** A message received by mail, with the parts that matter to calendars. */
export interface ReceivedMessage {
  /** One-way hash of what identifies this message: the same, however often it is fetched. */
  readonly id: string;
  /** With its angle brackets; null: it has none. */
  readonly messageId: string | null;
  /** The address in From. Lower case, as all addresses here. Sender and Reply-To are whatever their writer likes. */
  readonly sender: string;
  /** Whether the receiving mail server proved that it comes from that address's domain. */
  readonly isProved: boolean;
  /** Whether the person whom it is for has said that it is from that address. */
  readonly isAccepted?: boolean;
  /** Its recipients, from the headers. */
  readonly recipients: readonly string[];
  readonly subject: string;
  /** Message-IDs that it answers, with angle brackets. */
  readonly answersTo: readonly string[];
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
  /** its sender is not proved: it waits for the decision of the person whom it is for */
  | "held"
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
  /** the recipient's calendar did not take the event: it is beyond a bound, or nothing more fits; the detail names which */
  | "not-stored"
  /** the sender is not the person for whom it speaks */
  | "not-entitled"
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

/** The outcome of a message that its recipient's calendar did not take. */
export function notDelivered(problem: Problem | undefined): Received {
  if (!problem) return { outcome: "not-entitled" };
  return { outcome: "not-stored", detail: Object.values(problem).join(" ") };
}
