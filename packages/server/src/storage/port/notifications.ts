import type { ChangeSet } from "../records/changes.ts";
import type { Millis, Modseq, PrincipalId } from "../records/ids.ts";
import type {
  CollectionPush,
  HomePush,
  Notification,
  NotificationList,
  PushSubscription,
} from "../records/notifications.ts";

export interface NotificationReads {
  /** Everybody's that are about one of these, by id. */
  about(ids: readonly string[]): Promise<readonly Notification[]>;
  /** Newest first. */
  list(of: NotificationList, limit: number): Promise<readonly Notification[]>;
  /**
   * At most `limit` changes; see `ChangeReads.inAccount`.
   * @returns "too-old" if removals since are no longer known
   */
  changes(
    of: NotificationList,
    since: Modseq,
    limit: number,
    within?: string,
  ): Promise<ChangeSet | "too-old">;
}

export interface NotificationWrites {
  insert(notification: Notification): Promise<void>;
  /** Several of one list and one change, at once. */
  insertAll(notifications: readonly Notification[]): Promise<void>;
  /** @returns whether there was one */
  remove(of: NotificationList, id: string, modseq: Modseq): Promise<boolean>;
  /** Removes all but the newest `keep`. */
  trim(of: NotificationList, keep: number, modseq: Modseq): Promise<void>;
}

export interface PushReads {
  byId(id: string): Promise<PushSubscription | undefined>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly PushSubscription[]>;
  /** The verified ones that have not expired. */
  live(now: Millis): Promise<readonly PushSubscription[]>;
}

export interface CollectionPushReads {
  byId(id: string): Promise<CollectionPush | undefined>;
  /** Those that have not expired, of an account's calendars; by id. */
  liveOf(accountId: PrincipalId, now: Millis): Promise<readonly CollectionPush[]>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly CollectionPush[]>;
  /** Whether there is any that has not expired. */
  isAny(now: Millis): Promise<boolean>;
}

export interface CollectionPushWrites {
  /** Replaces one of the same person, calendar and push resource, which keeps its id. @returns the id */
  put(registration: CollectionPush): Promise<string>;
  /** The states that it has heard of; they never fall. */
  tell(id: string, told: Pick<CollectionPush, "toldContent" | "toldProperties">): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes at most `limit` that have expired. @returns how many */
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface HomePushReads {
  byId(id: string): Promise<HomePush | undefined>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly HomePush[]>;
  /** Those that have not expired, of some people, and of whoever has heard of a calendar of an account; by id. */
  concernedBy(
    accountId: PrincipalId,
    principalIds: readonly PrincipalId[],
    now: Millis,
  ): Promise<readonly HomePush[]>;
  /** Whether there is any that has not expired. */
  isAny(now: Millis): Promise<boolean>;
}

export interface HomePushWrites {
  /** Replaces one of the same person, home and push resource, which keeps its id. @returns the id */
  put(registration: HomePush): Promise<string>;
  /** The calendars that it has heard of. */
  tell(id: string, told: HomePush["told"]): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes at most `limit` that have expired. @returns how many */
  removeExpired(now: Millis, limit: number): Promise<number>;
}

export interface PushWrites {
  insert(subscription: PushSubscription): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<PushSubscription, "isVerified" | "expiresAt" | "types">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(principalId: PrincipalId, id: string): Promise<boolean>;
}
