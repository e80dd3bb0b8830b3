import { zonedTimes } from "@snart/calendar/jscalendar/item-time.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { WriteTransaction } from "../../../storage/port.ts";
import type { Booking } from "../../../storage/records/bookings.ts";
import type { Principal } from "../../../storage/records/people.ts";
import type { App } from "../../app.ts";
import { rulesInForce } from "../../bookables/rules-in-force.ts";
import type { EventNotificationPayload } from "../../notices/event-payload.ts";
import { enqueueNotice, noticeChannels } from "../../notices/notice.ts";
import { MOST_NOTIFICATIONS } from "../../notices/notifications.ts";
import { changedByOf } from "../../scheduling-action.ts";

/** Where managers answer. */
const ANSWERED_AT = "/bookables";

/** Tells the managers of a room that a guest of a page asks for it, as they are told of any request; the room is locked. */
export async function tellManagers(
  write: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  asked: Pick<Booking, "id" | "accountId" | "startsAt" | "endsAt" | "bookedBy">,
): Promise<void> {
  const { app, tx, now } = write;
  const { id: aboutId, accountId, startsAt: start, endsAt: end } = asked;
  const room = await tx.principals.byId(accountId);
  const bookable = await tx.bookables.byId(accountId);
  const [calendar] = await tx.calendars.ofAccount(accountId);
  if (!room || !bookable || !calendar) return;
  const changedBy = await changedByOf(tx, { principalId: asked.bookedBy });
  const { id: calendarId } = calendar;
  const timeZone = (await rulesInForce(tx, accountId))?.prepared.zone.id ?? "UTC";
  const event = {
    "@type": "Event",
    uid: aboutId,
    title: room.displayName,
    ...zonedTimes(timeZone, start, end),
  };
  const payload: EventNotificationPayload = {
    changedBy,
    type: "created",
    event: event as JSEvent,
    calendarId,
    news: "roomAsked",
  };
  const type = "CalendarEventNotification";
  const modseq = await tx.lockAccount(accountId);
  for (const person of await managersOf(tx, bookable.managersId)) {
    const of = { accountId, recipientId: person.id, type } as const;
    const id = app.newId();
    if (noticeChannels(person, "invitations").app) {
      await tx.notifications.insert({ ...of, id, aboutId, modseq, createdAt: now, payload });
      await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
    }
    await enqueueNotice(app, tx, person, {
      id,
      kind: "invitations",
      news: "roomAsked",
      by: changedBy.name,
      title: room.displayName,
      place: bookable.place,
      times: { start, end, isAllDay: false },
      calendarId,
      objectId: null,
      isInMailbox: false,
      path: ANSWERED_AT,
    });
  }
}

async function managersOf(tx: WriteTransaction, group: Principal["id"]): Promise<readonly Principal[]> {
  const members = await tx.principals.membersOf(group);
  const people = await tx.principals.byIds(members.map(({ memberId }) => memberId));
  return people.filter(({ status }) => status === "active");
}
