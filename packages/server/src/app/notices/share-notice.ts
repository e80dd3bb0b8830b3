import type { CalendarRights } from "@snart/calendar/access/rights.ts";
import type { Calendar } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { NotificationList } from "../../storage/records/notifications.ts";
import type { App } from "../app.ts";
import { changedByOf, type ChangedBy } from "../scheduling-action.ts";
import type { WriteScope } from "../scope.ts";
import { enqueueNotice, noticeChannels } from "./notice.ts";
import { MOST_NOTIFICATIONS } from "./notifications.ts";

/** The kind of outbox messages about a share. */
export const SHARE_NOTICE = "share-notice";

/** A changed share in the outbox, on its way to the person. */
interface ShareNotice {
  readonly id: string;
  readonly recipientId: PrincipalId;
  readonly changedBy: PrincipalId;
  readonly objectAccountId: PrincipalId;
  readonly calendarId: CalendarId;
  readonly name: string;
  readonly oldRights: CalendarRights | null;
  readonly newRights: CalendarRights | null;
}

/** The contents of a ShareNotification. */
export interface ShareNotificationPayload {
  readonly changedBy: ChangedBy;
  readonly objectAccountId: PrincipalId;
  readonly objectId: string;
  readonly name: string;
  readonly oldRights: CalendarRights | null;
  readonly newRights: CalendarRights | null;
}

/** A person's rights on a calendar, and their former ones. */
interface RightsChange {
  readonly principalId: PrincipalId;
  readonly before: CalendarRights | null;
  readonly after: CalendarRights | null;
}

/** Notifies a person of it after the commit (RFC 9670 §3). */
export async function notifyOfShare(
  { app, tx, actor, accountId, modseq, now }: WriteScope,
  calendar: Calendar,
  { principalId, before, after }: RightsChange,
): Promise<void> {
  const id = app.newId();
  const payload: ShareNotice = {
    id,
    recipientId: principalId,
    changedBy: actor.principalId,
    objectAccountId: accountId,
    calendarId: calendar.id,
    name: calendar.name,
    oldRights: before,
    newRights: after,
  };
  await tx.queues.enqueue({
    id,
    accountId,
    kind: SHARE_NOTICE,
    dedupeKey: [SHARE_NOTICE, calendar.id, principalId, modseq].join(" "),
    payload,
    createdAt: now,
    availableAt: now,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}

/** Stores a person's ShareNotification, from the outbox; once, however often it is begun. */
export async function deliverShareNotice(app: App, payload: unknown): Promise<void> {
  const { id, recipientId, changedBy, objectAccountId, calendarId, ...said } = payload as ShareNotice;
  await app.storage.write(async (tx) => {
    const recipient = await tx.principals.byId(recipientId);
    if (recipient?.status !== "active") return;
    const by = await changedByOf(tx, { principalId: changedBy });
    if (noticeChannels(recipient, "shares").app) {
      const modseq = await tx.lockAccount(recipientId);
      const of: NotificationList = { accountId: recipientId, recipientId, type: "ShareNotification" };
      if ((await tx.notifications.list(of, MOST_NOTIFICATIONS)).some((known) => known.id === id)) return;
      const told: ShareNotificationPayload = {
        ...said,
        changedBy: by,
        objectAccountId,
        objectId: calendarId,
      };
      const createdAt = app.now();
      await tx.notifications.insert({ ...of, id, aboutId: calendarId, modseq, createdAt, payload: told });
      await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
    }
    await enqueueNotice(app, tx, recipient, {
      id,
      kind: "shares",
      news: said.newRights === null ? "unshared" : said.oldRights === null ? "shared" : "rights",
      by: by.name,
      title: said.name,
      place: "",
      times: null,
      calendarId,
      objectId: null,
      isInMailbox: false,
    });
  });
}
