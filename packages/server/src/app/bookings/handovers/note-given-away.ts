import { payloadOf } from "../../notices/event-payload.ts";
import { noticeChannels } from "../../notices/notice.ts";
import { MOST_NOTIFICATIONS } from "../../notices/notifications.ts";
import { peopleOfParty } from "../../notices/people-of-party.ts";
import type { ReadObject } from "../../objects/read-stored.ts";
import { changedByOf } from "../../scheduling-action.ts";
import type { Writing } from "../meeting.ts";

/**
 * Stores for whose event it was, if that is not the actor, that somebody has taken over what was booked in it: in the app alone, as the
 * notice of the answer goes by push and mail.
 * @param event as it was; its account is locked
 */
export async function noteGivenAway(
  { app, tx, actor, now }: Writing,
  event: ReadObject,
  isGone: boolean,
): Promise<void> {
  const { accountId, calendarId, id: aboutId } = event.stored;
  const contents = payloadOf(event.object, undefined);
  if (!contents || accountId === actor.principalId) return;
  const told = (await peopleOfParty(tx, accountId)).filter(
    (person) => person.id !== actor.principalId && noticeChannels(person, "changes").app,
  );
  if (told.length === 0) return;
  const modseq = await tx.lockAccount(accountId);
  const type = "CalendarEventNotification";
  const changedBy = await changedByOf(tx, actor);
  const kind = isGone ? "destroyed" : "updated";
  const payload = { ...contents, type: kind, changedBy, calendarId, news: "handedOver" };
  const common = { accountId, type, aboutId, modseq, createdAt: now, payload } as const;
  await tx.notifications.insertAll(
    told.map(({ id: recipientId }) => ({ ...common, id: app.newId(), recipientId })),
  );
  for (const { id: recipientId } of told)
    await tx.notifications.trim({ accountId, recipientId, type }, MOST_NOTIFICATIONS, modseq);
}
