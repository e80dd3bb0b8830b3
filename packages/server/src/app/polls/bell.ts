import type { PollNotificationRecord } from "@snart/calendar/jmap/poll.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PollId, PrincipalId } from "../../storage/records/ids.ts";
import type { Notification, NotificationList } from "../../storage/records/notifications.ts";
import type { Principal } from "../../storage/records/people.ts";
import { noticeChannels } from "../notices/notice.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import type { Noticing } from "./notice.ts";

/** What a PollNotification says: only how many have answered, and only to whoever decides. */
export type PollNotificationPayload = Omit<PollNotificationRecord, "id" | "created">;

const listOf = (id: PrincipalId): NotificationList => ({
  accountId: id,
  recipientId: id,
  type: "PollNotification",
});

const aboutPoll = (tx: WriteTransaction, id: PrincipalId, pollId: PollId): Promise<readonly Notification[]> =>
  tx.notifications
    .list(listOf(id), MOST_NOTIFICATIONS)
    .then((list) => list.filter(({ aboutId }) => aboutId === pollId));

/** Puts the latest news of a poll at somebody's bell, in place of earlier ones of it, if they want answers in the app. */
export async function ringForPoll(
  { app, tx, now }: Noticing,
  person: Principal,
  said: PollNotificationPayload,
): Promise<void> {
  if (!noticeChannels(person, "answers").app) return;
  const modseq = await tx.lockAccount(person.id);
  const of = listOf(person.id);
  const pollId = said.pollId as PollId;
  for (const { id } of await aboutPoll(tx, person.id, pollId)) await tx.notifications.remove(of, id, modseq);
  const payload = said;
  await tx.notifications.insert({ ...of, id: app.newId(), aboutId: pollId, modseq, createdAt: now, payload });
  await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
}
