import type { ChangeSet } from "../records/changes.ts";
import type { Millis, Modseq, PrincipalId } from "../records/ids.ts";
import type { Notification, NotificationList, PushSubscription } from "../records/notifications.ts";

export interface NotificationReads {
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

export interface PushWrites {
  insert(subscription: PushSubscription): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<PushSubscription, "isVerified" | "expiresAt" | "types">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(principalId: PrincipalId, id: string): Promise<boolean>;
}
