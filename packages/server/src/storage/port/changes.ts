import type {
  ChangeEntry,
  ChangeSet,
  CollectionChanges,
  FormerPlace,
  LoggedType,
  ShareChange,
} from "../records/changes.ts";
import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type { ObjectVersion } from "../records/objects.ts";

export interface ChangeReads {
  /**
   * At most `limit` changes. A transaction is only divided, by ids, if it alone has more.
   * @param within of the modseq after `since` the client knows things with ids up to this (see `ChangeSet.newWithin`)
   * @returns "too-old" if the log no longer reaches back to `since`, or `since` is in the future
   */
  inAccount(
    accountId: PrincipalId,
    type: LoggedType,
    since: Modseq,
    limit: number,
    within?: string,
  ): Promise<ChangeSet | "too-old">;
  /**
   * The same of one calendar; a transaction is divided by the members' URIs. `since` 0: everything that exists.
   * @param within of the modseq after `since` the client knows members with URIs up to this
   */
  inCalendar(
    calendarId: CalendarId,
    since: Modseq,
    limit: number,
    within?: string,
  ): Promise<CollectionChanges | "too-old">;
  /** All that is gone of one calendar, as `inCalendar` says it of a place that is not too old. */
  removedFromCalendar(calendarId: CalendarId, since: Modseq, within: string): Promise<readonly string[]>;
  /** The calendars of these objects when the account was at `since`. */
  formerPlaces(ids: readonly ObjectId[], since: Modseq): Promise<readonly FormerPlace[]>;
  /** Calendars that any of these began or ceased to see after `since`. */
  sharesChanged(
    accountId: PrincipalId,
    principalIds: readonly PrincipalId[],
    since: Modseq,
  ): Promise<readonly CalendarId[]>;
  /** Newest first. */
  history(accountId: PrincipalId, id: string, limit: number): Promise<readonly ChangeEntry[]>;
  /** Former texts of one object, newest first. */
  versions(objectId: ObjectId, limit: number): Promise<readonly ObjectVersion[]>;
}

/** Former texts of an account that had no room any more. */
export interface DroppedTexts {
  readonly accountId: PrincipalId;
  readonly count: number;
  /** Who wrote last there, and so took the room. */
  readonly by: PrincipalId | null;
}

export interface ChangeWrites {
  shareChanged(change: ShareChange): Promise<void>;
  append(entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Drops former texts of the accounts that this transaction has locked and that have more than `most` bytes of them, until three
   * quarters are left: the oldest first, and what the trash shows last. @returns what was dropped, by account
   */
  dropFormer(most: number): Promise<readonly DroppedTexts[]>;
  /**
   * Forgets about `limit` former texts: those replaced by `replaced`, and all of objects deleted by `removed` and not
   * restored. @returns how many; fewer than `limit` if no more are that old
   */
  forgetVersions(replaced: Millis, removed: Millis, limit: number): Promise<number>;
  /**
   * Forgets about `limit` entries of the log written by `before`, with the tombstones of their time; clients with an
   * older state then get "too-old". @returns how many; fewer than `limit` if no more are that old
   */
  forgetLog(before: Millis, limit: number): Promise<number>;
}
