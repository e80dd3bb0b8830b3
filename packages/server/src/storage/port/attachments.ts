import type { AttachmentContent, AttachmentRecord } from "../records/files.ts";
import type { CalendarId, Millis, ObjectId, PrincipalId } from "../records/ids.ts";

/** Files that calendar objects name (RFC 8607). */
export interface AttachmentReads {
  /** Those that there are, in id order. */
  byIds(ids: readonly string[]): Promise<readonly AttachmentRecord[]>;
  /** Octets of all that is kept for an account, former versions' files included, each content once. */
  heldBy(accountId: PrincipalId): Promise<number>;
  /** How many are kept for an account, those of former versions included. */
  count(accountId: PrincipalId): Promise<number>;
  /** Whether the account has an attachment of this content. */
  holds(accountId: PrincipalId, hash: string): Promise<boolean>;
  /** One part of a content, from 0; undefined after the last. */
  part(hash: string, number: number): Promise<Uint8Array | undefined>;
  /** The objects of these calendars that name it now, in id order. */
  namedIn(id: string, calendarIds: readonly CalendarId[]): Promise<readonly ObjectId[]>;
  /** What an object names or has named, as far as it is still kept. */
  knownTo(objectId: ObjectId): Promise<ReadonlySet<string>>;
  /** Contents in the order of their hashes, after one. */
  contents(after: string, limit: number): Promise<readonly AttachmentContent[]>;
}

export interface AttachmentWrites {
  /** Keeps a file; bytes that are there already are kept once. Goes with the next `removeReleased` unless it is named. */
  insert(record: AttachmentRecord, bytes: Uint8Array): Promise<void>;
  /** Says what an object names from now on; unknown ids are passed over. */
  setNamed(objectId: ObjectId, ids: ReadonlySet<string>, now: Millis): Promise<void>;
  /**
   * Forgets about `limit` names that objects let go of by `before`, or that went with an object of which no former text is
   * left; and files and bytes that nothing names. @returns how many names; fewer than `limit` when no more are that old
   */
  removeReleased(before: Millis, limit: number): Promise<number>;
}
