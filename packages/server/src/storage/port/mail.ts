import type { Millis, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type { HeldMail, MailDelivery, ReceivedMail } from "../records/mail.ts";

export interface MailReads {
  delivery(id: string): Promise<MailDelivery | undefined>;
  /** Newest first. */
  deliveriesOf(
    accountId: PrincipalId,
    objectId: ObjectId | null,
    limit: number,
  ): Promise<readonly MailDelivery[]>;
  /** Mails to a person about a UID, by any sender, newest first. */
  deliveriesTo(recipient: string, uid: string, limit: number): Promise<readonly MailDelivery[]>;
  /** How many mails of these purposes somebody has caused since a moment, sent or not; counts up to `most`. */
  sentSince(causedBy: PrincipalId, since: Millis, purposes: readonly string[], most: number): Promise<number>;
  /** Who has caused the most mails of these purposes since a moment, and how many; the most first. */
  causesSince(
    since: Millis,
    purposes: readonly string[],
    limit: number,
  ): Promise<readonly { readonly principalId: PrincipalId; readonly count: number }[]>;
  /** Scheduling messages about a UID, newest first. */
  deliveriesAbout(uid: string, limit: number): Promise<readonly MailDelivery[]>;
  /** Those with any of these Message-IDs. */
  deliveriesByMessageId(messageIds: readonly string[]): Promise<readonly MailDelivery[]>;
  /** Failed and bounced ones, the latest first. */
  failed(limit: number): Promise<readonly MailDelivery[]>;
  deliveriesById(ids: readonly string[]): Promise<readonly MailDelivery[]>;
  receivedById(id: string): Promise<ReceivedMail | undefined>;
  /** Newest first. */
  received(limit: number): Promise<readonly ReceivedMail[]>;
  /** Whether a message of this sender about this UID has come to the account before, with this outcome in the log. */
  wasReceived(
    accountId: PrincipalId,
    uid: string,
    sender: string,
    said: Pick<ReceivedMail, "outcome" | "detail">,
  ): Promise<boolean>;
  /** The Message-ID of the newest message of this method about a UID that an account took in. */
  messageIdOf(accountId: PrincipalId, uid: string, method: string): Promise<string | undefined>;
  /** Messages that wait for a decision, newest first. */
  held(accountId: PrincipalId, limit: number): Promise<readonly HeldMail[]>;
  heldById(accountId: PrincipalId, id: string): Promise<HeldMail | undefined>;
}

export interface MailWrites {
  insertDelivery(delivery: MailDelivery): Promise<void>;
  updateDelivery(
    id: string,
    fields: Pick<MailDelivery, "updatedAt"> & Partial<Pick<MailDelivery, "state" | "detail">>,
  ): Promise<void>;
  /** @returns "duplicate" if it has come before */
  insertReceived(received: ReceivedMail): Promise<"inserted" | "duplicate">;
  updateReceived(
    id: string,
    fields: Partial<Pick<ReceivedMail, "uid" | "method" | "accountId" | "outcome" | "detail">>,
  ): Promise<void>;
  /** Keeps a message for a decision; one that is kept already stays as it is. */
  hold(mail: HeldMail, modseq: Modseq): Promise<void>;
  removeHeld(accountId: PrincipalId, id: string, modseq: Modseq): Promise<void>;
  /** Removes all but the newest `keep`. */
  trimHeld(accountId: PrincipalId, keep: number, modseq: Modseq): Promise<void>;
  /** Forgets the mails to somebody that an account has sent for a purpose, and all to and from them that were about a UID. */
  forgetOf(
    address: string,
    of: { readonly accountId: PrincipalId; readonly purpose: string; readonly uid: string },
  ): Promise<void>;
  /** Forgets about `limit` entries of each log older than `before`. @returns how many of the longer one */
  forget(before: Millis, limit: number): Promise<number>;
}
