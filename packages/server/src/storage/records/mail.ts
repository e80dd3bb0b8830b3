import type { DeliveryState } from "@snart/calendar/jmap/mail.ts";
import type { Millis, ObjectId, PrincipalId } from "./ids.ts";

// Mail: what goes to people by mail, and what came in.

export interface MailDelivery {
  /** of its outbox message */
  readonly id: string;
  readonly accountId: PrincipalId;
  /** Whose doing it is: somebody who writes in the account's calendars, or its owner. */
  readonly causedBy: PrincipalId;
  /** What it is for: `invitation`, or as its sender names it. */
  readonly purpose: string;
  /** The event that it is about; null: none. */
  readonly objectId: ObjectId | null;
  readonly uid: string | null;
  /** iTIP method in upper case; null: no scheduling message. */
  readonly method: string | null;
  /** Address in lower case. */
  readonly recipient: string;
  /** Message-ID with its angle brackets; not to be guessed by who has not got the mail. */
  readonly messageId: string;
  readonly state: DeliveryState;
  /** What the other side said, when it did not go well. */
  readonly detail: string | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** A scheduling message by mail that waits for the decision of the person whom it is for: nobody proved who sent it. */
export interface HeldMail {
  /** of the message, and of the event in it */
  readonly id: string;
  readonly accountId: PrincipalId;
  /** The event here that it is about; null: none yet. */
  readonly objectId: ObjectId | null;
  /** The address in its From. */
  readonly sender: string;
  /** When it came. */
  readonly receivedAt: Millis;
  readonly icalendar: string;
}

/** A message that came by mail, and what became of it. */
export interface ReceivedMail {
  /** One-way form of what makes the message itself: what comes twice is dealt with once. */
  readonly id: string;
  readonly at: Millis;
  readonly sender: string;
  readonly subject: string;
  readonly uid: string | null;
  readonly method: string | null;
  /** Whose calendar it was for; null: nobody's. */
  readonly accountId: PrincipalId | null;
  readonly outcome: string;
  readonly detail: string;
  /** With its angle brackets; null: it has none, or an older release took it in. */
  readonly messageId: string | null;
}
