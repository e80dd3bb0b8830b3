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
  /** @returns "too-old" when the log no longer reaches back to `since`, or `since` is from the future */
  inAccount(
    accountId: PrincipalId,
    type: LoggedType,
    since: Modseq,
    limit: number,
  ): Promise<ChangeSet | "too-old">;
  /** `since` 0 = everything that is there. */
  inCalendar(calendarId: CalendarId, since: Modseq, limit: number): Promise<CollectionChanges | "too-old">;
  /** Where these objects were when the account was at `since`. */
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

export interface ChangeWrites {
  shareChanged(change: ShareChange): Promise<void>;
  append(entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Forgets about `limit` former texts: those replaced by `replaced`, and all of what was deleted by `removed` and not
   * brought back. @returns how many; fewer than `limit` when no more are that old
   */
  forgetVersions(replaced: Millis, removed: Millis, limit: number): Promise<number>;
  /**
   * Forgets about `limit` entries of the log written by `before`, with the tombstones of their time; who knows only what is
   * forgotten is told "too-old" from then on. @returns how many; fewer than `limit` when no more are that old
   */
  forgetLog(before: Millis, limit: number): Promise<number>;
}
