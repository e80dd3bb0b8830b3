import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import { zonedTimes } from "@snart/calendar/jscalendar/item-time.ts";
import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import type { ReadTransaction, WriteTransaction } from "../../storage/port.ts";
import type { Bookable, Booking } from "../../storage/records/bookings.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { changedByOf } from "../scheduling-action.ts";
import type { EventNotificationPayload } from "./event-payload.ts";
import { KINDS } from "./event-recipients.ts";
import { enqueueNotice, noticeChannels } from "./notice.ts";
import { MOST_NOTIFICATIONS } from "./notifications.ts";

/** Where one looks at it. */
const BOOKABLES = "/bookables";

/** News of a booking that is told without its event. */
interface BookingNews {
  readonly booking: Pick<Booking, "id" | "accountId" | "startsAt" | "endsAt">;
  /** Of the rules, for its time. */
  readonly timeZone: string;
  readonly news: SchedulingAction & ("roomAsked" | "cancelledLate" | "clocksClash");
  readonly type: EventNotificationPayload["type"];
  /** Who did it. */
  readonly by: PrincipalId;
}

/**
 * Tells people what somebody did about a booking: in the app, and by push or mail as they have chosen.
 * @param accountId where they find it in the app; it is locked
 */
export async function tellOfBooking(
  { app, tx, now }: { readonly app: App; readonly tx: WriteTransaction; readonly now: number },
  { booking: { id: aboutId, accountId: roomId, startsAt: start, endsAt: end }, ...told }: BookingNews,
  accountId: PrincipalId,
  people: readonly Principal[],
): Promise<void> {
  const room = await tx.principals.byId(roomId);
  const bookable = await tx.bookables.byId(roomId);
  const [calendar] = await tx.calendars.ofAccount(roomId);
  if (!room || !bookable || !calendar || people.length === 0) return;
  const changedBy = await changedByOf(tx, { principalId: told.by });
  const { id: calendarId } = calendar;
  const { news, type: change } = told;
  const title = room.displayName;
  const event = {
    "@type": "Event",
    uid: aboutId,
    title,
    ...zonedTimes(told.timeZone, start, end),
  } as JSEvent;
  const payload: EventNotificationPayload = { changedBy, type: change, event, calendarId, news };
  const type = "CalendarEventNotification";
  const modseq = await tx.lockAccount(accountId);
  for (const person of people) {
    const of = { accountId, recipientId: person.id, type } as const;
    const id = app.newId();
    if (noticeChannels(person, KINDS[news]).app) {
      await tx.notifications.insert({ ...of, id, aboutId, modseq, createdAt: now, payload });
      await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
    }
    await enqueueNotice(app, tx, person, {
      id,
      kind: KINDS[news],
      news,
      by: changedBy.name,
      title,
      place: bookable.place,
      times: { start, end, isAllDay: false },
      calendarId,
      objectId: null,
      isInMailbox: false,
      path: BOOKABLES,
    });
  }
}

export async function managersOf(
  tx: ReadTransaction,
  { managersId }: Pick<Bookable, "managersId">,
): Promise<readonly Principal[]> {
  const members = await tx.principals.membersOf(managersId);
  const people = await tx.principals.byIds(members.map(({ memberId }) => memberId));
  return people.filter(({ status }) => status === "active");
}
