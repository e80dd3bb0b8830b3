import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ChangeSet } from "../../storage/records/changes.ts";
import type { Modseq, PrincipalId } from "../../storage/records/ids.ts";
import type {
  Notification,
  NotificationList,
  NotificationType,
} from "../../storage/records/notifications.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { reachesAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";

/** Kept for each person, of each type and account; the oldest are removed first. */
export const MOST_NOTIFICATIONS = 200;

const listOf = (actor: Actor, accountId: PrincipalId, type: NotificationType): NotificationList => ({
  accountId,
  recipientId: actor.principalId,
  type,
});

interface Notifications {
  readonly modseq: Modseq;
  /** Newest first. */
  readonly list: readonly Notification[];
}

/** The actor's notifications in an account, and its state. */
export function listNotifications(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  type: NotificationType,
): Promise<Result<Notifications, Problem>> {
  return app.storage.read(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const list = await tx.notifications.list(listOf(actor, accountId, type), MOST_NOTIFICATIONS);
    return ok({ modseq: await tx.principals.modseq(accountId), list });
  });
}

/** Created and removed notifications since a state. */
export function notificationChanges(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  type: NotificationType,
  since: Modseq,
  limit: number,
  within?: string,
): Promise<Result<ChangeSet, Problem>> {
  return app.storage.read(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const changes = await tx.notifications.changes(listOf(actor, accountId, type), since, limit, within);
    return changes === "too-old" ? failed({ code: "changes-too-old" }) : ok(changes);
  });
}

interface Dismissed {
  readonly oldModseq: Modseq;
  readonly newModseq: Modseq;
  readonly removed: readonly string[];
}

/** Dismisses notifications, for the actor alone. */
export function dismissNotifications(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  type: NotificationType,
  ids: readonly string[],
): Promise<Result<Dismissed, Problem>> {
  return app.storage.write(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const modseq = await tx.lockAccount(accountId);
    const removed: string[] = [];
    for (const id of ids)
      if (await tx.notifications.remove(listOf(actor, accountId, type), id, modseq)) removed.push(id);
    return ok({ oldModseq: modseq - 1, newModseq: removed.length > 0 ? modseq : modseq - 1, removed });
  });
}
