import type { SchedulingAction } from "@snart/calendar/jmap/event-notification.ts";
import type { NoticePreferences, ReminderChannels } from "@snart/calendar/jmap/profile.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import { zoneOfPerson } from "../outbox/reminder.ts";

/**
 * The categories that people choose from: invitations, their changes, guests' answers, other people's changes in
 * shared calendars, and shares.
 */
export type NoticeKind = keyof NoticePreferences;

/** The kind of outbox messages that notify a person by push or mail of other people's actions. */
export const NOTICE = "notice";

/**
 * The default channels. The open app shows everything; what needs an answer or new plans goes to the devices that are
 * set up for it; mail only goes to people who ask for it.
 */
const DEFAULT_NOTICES: Readonly<Record<NoticeKind, Required<ReminderChannels>>> = {
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

/** The action that a notice is about. */
type NoticeAction =
  | SchedulingAction
  | "releasing"
  | "confirming"
  | "created"
  | "updated"
  | "destroyed"
  | "shared"
  | "rights"
  | "unshared";

/** The time of an event, ms UTC; whole days are in the recipient's zone. */
export interface NoticeTimes {
  readonly start: Instant;
  readonly end: Instant;
  readonly isAllDay: boolean;
}

/** A notice in the outbox: its contents at the time of the action. */
export interface Notice {
  /** of the notification */
  readonly id: string;
  readonly recipientId: PrincipalId;
  readonly kind: NoticeKind;
  readonly news: NoticeAction;
  /** the name of the author */
  readonly by: string;
  /** the title of the event, or the name of the calendar */
  readonly title: string;
  readonly place: string;
  /** null: without a time, or a series, whose next time is used */
  readonly times: NoticeTimes | null;
  readonly calendarId: CalendarId;
  /** null: it is about the calendar, or the event is gone */
  readonly objectId: ObjectId | null;
  readonly isInMailbox: boolean;
  /** Where it leads in the web app; absent: to the event, or the calendar. */
  readonly path?: string;
  /** From then on it is useless, and is not sent; absent: it never is. */
  readonly until?: Instant;
}

/** When people sleep who have not said so: what a booking needs from somebody waits, or comes too late. */
const NIGHT = { from: "22:00", to: "07:00" };
const NEVER_AT_NIGHT: ReadonlySet<NoticeAction> = new Set([
  "releasing",
  "released",
  "confirming",
  "lapsed",
  "cancelledLate",
  "clocksClash",
]);

/** When a notice may be sent; undefined: it would be useless by then. */
function sendableAt(now: Instant, person: Principal, { news, until }: Pick<Notice, "news" | "until">) {
  const hours = person.preferences.quietHours ?? (NEVER_AT_NIGHT.has(news) ? NIGHT : undefined);
  const at = quietUntil(now, hours, zoneOfPerson(person)) ?? now;
  return until !== undefined && until <= at ? undefined : at;
}

/**
 * Puts a notice into the outbox, if the person wants it by push or mail, in the transaction of the action; in their
 * quiet hours it waits for the end of them, unless it is useless by then.
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
  const availableAt = sendableAt(now, person, notice);
  if (availableAt === undefined) return;
  await tx.queues.enqueue({
    id: app.newId(),
    accountId: person.id,
    kind: NOTICE,
    dedupeKey: `${NOTICE} ${notice.id}`,
    payload: { ...notice, recipientId: person.id } satisfies Notice,
    createdAt: now,
    availableAt,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}
