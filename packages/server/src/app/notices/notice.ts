import type { SchedulingNews } from "@snart/calendar/jmap/event-notification.ts";
import type { NoticePreferences, ReminderChannels } from "@snart/calendar/jmap/profile.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";

/** What people choose by: invitations, what becomes of them, what guests answer, what others do in shared calendars, and shares. */
export type NoticeKind = keyof NoticePreferences;

/** The kind of outbox messages that tell somebody by push or mail of what others did. */
export const NOTICE = "notice";

/**
 * By what each comes to who has chosen nothing. Everything is in the open app, and what has to be answered or planned anew goes to the
 * devices that are set up for it; mail comes to who asks for it.
 */
export const DEFAULT_NOTICES: Readonly<Record<NoticeKind, Required<ReminderChannels>>> = {
  invitations: { app: true, push: true, mail: false },
  changes: { app: true, push: true, mail: false },
  answers: { app: true, push: false, mail: false },
  shared: { app: true, push: false, mail: false },
  shares: { app: true, push: false, mail: false },
};

export const noticeChannels = (
  { preferences }: Pick<Principal, "preferences">,
  kind: NoticeKind,
): Required<ReminderChannels> => ({ ...DEFAULT_NOTICES[kind], ...preferences.notices?.[kind] });

/** What a notice says that somebody did. */
export type NoticeNews =
  | SchedulingNews
  | "created"
  | "updated"
  | "destroyed"
  | "shared"
  | "rights"
  | "unshared";

/** When something takes place, ms UTC; whole days are the recipient's. */
export interface NoticeTimes {
  readonly start: Instant;
  readonly end: Instant;
  readonly isAllDay: boolean;
}

/** A notice in the outbox: what is told as it was when it was done. */
export interface Notice {
  /** of the notification */
  readonly id: string;
  readonly recipientId: PrincipalId;
  readonly kind: NoticeKind;
  readonly news: NoticeNews;
  /** the name of who did it */
  readonly by: string;
  /** the event's, or the calendar's name */
  readonly title: string;
  readonly place: string;
  /** null: at no time, or a series, of which the next time is told */
  readonly times: NoticeTimes | null;
  readonly calendarId: CalendarId;
  /** null: it is about the calendar, or the event is gone */
  readonly objectId: ObjectId | null;
  readonly isInMailbox: boolean;
}

/**
 * Puts into the outbox what somebody wants told by push or mail, in the transaction of what it tells of; in their quiet hours it waits
 * for the end of them.
 */
export async function enqueueNotice(
  app: App,
  tx: WriteTransaction,
  person: Principal,
  notice: Omit<Notice, "recipientId">,
): Promise<void> {
  const { push, mail } = noticeChannels(person, notice.kind);
  if (!push && !(mail && !notice.isInMailbox && person.email !== null)) return;
  const now = app.now();
  await tx.queues.enqueue({
    id: app.newId(),
    accountId: person.id,
    kind: NOTICE,
    dedupeKey: `${NOTICE} ${notice.id}`,
    payload: { ...notice, recipientId: person.id } satisfies Notice,
    createdAt: now,
    availableAt: quietUntil(now, person.preferences.quietHours, zoneOfPerson(person)) ?? now,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}
