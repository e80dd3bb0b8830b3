import type { AttachmentContent, AttachmentRecord } from "../records/files.ts";
import type { CalendarId, Millis, ObjectId, PrincipalId } from "../records/ids.ts";

/** Files that calendar objects name (RFC 8607). */
export interface AttachmentReads {
  /** The existing ones, in id order. */
  byIds(ids: readonly string[]): Promise<readonly AttachmentRecord[]>;
  /** Octets of an account's attachments, including former versions' files, each content once. */
  heldBy(accountId: PrincipalId): Promise<number>;
  /** The number of an account's attachments, including those of former versions. */
  count(accountId: PrincipalId): Promise<number>;
  /** Whether the account has an attachment of this content. */
  holds(accountId: PrincipalId, hash: string): Promise<boolean>;
  /** One part of a content, from 0; undefined after the last. */
  part(hash: string, number: number): Promise<Uint8Array | undefined>;
  /** The objects of these calendars that name it now, in id order. */
  namedIn(id: string, calendarIds: readonly CalendarId[]): Promise<readonly ObjectId[]>;
  /** The attachments that an object names or has named, as long as they are stored. */
  knownTo(objectId: ObjectId): Promise<ReadonlySet<string>>;
  /** Contents in the order of their hashes, after one. */
  contents(after: string, limit: number): Promise<readonly AttachmentContent[]>;
}

export interface AttachmentWrites {
  /**
   * Stores a file; bytes that exist already are stored once. The next `removeReleased` removes it unless it is named.
   */
  insert(record: AttachmentRecord, bytes: Uint8Array): Promise<void>;
  /** Sets which attachments an object names; unknown ids are ignored. */
  setNamed(objectId: ObjectId, ids: ReadonlySet<string>, now: Millis): Promise<void>;
  /**
   * Forgets about `limit` uses: those that objects ended by `before`, and those of objects without any former text;
   * also files and bytes that nothing uses. @returns how many uses; fewer than `limit` if no more are that old
   */
  removeReleased(before: Millis, limit: number): Promise<number>;
}
