import type { WriteTransaction } from "../../storage/port.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { MOST_NOTIFICATIONS } from "../notifications.ts";
import { enqueuePush } from "../push-subscriptions.ts";
import { quietUntil } from "./quiet-hours.ts";
import { DEFAULT_CHANNELS, zoneOfPerson } from "./reminder.ts";
import type { Reminder, ReminderText, ReminderWords } from "./reminder.ts";
import { remindersOf } from "./withdraw-settled.ts";

/** A reminder on its way to somebody. */
export interface GivenReminder {
  readonly person: Principal;
  readonly reminder: Reminder;
  /** The alarm itself asks for mail. */
  readonly isByMail: boolean;
  /** An alarm that is not for mail alone. */
  readonly isShown: boolean;
}

/** The type under which devices are told of alarms (JMAP Calendars, "CalendarAlert"). */
export const CALENDAR_ALERT = "CalendarAlert";
/** A reminder that a device has not taken by then is of no use. */
const PUSH_SECONDS = 3_600;

/**
 * Puts a reminder where the open app finds it, and into the outbox for devices and for mail. In quiet hours nothing is sent: it waits
 * for their end, or is dropped if what it is for is over by then.
 */
export async function giveReminder(
  app: App,
  tx: WriteTransaction,
  given: GivenReminder,
  words: ReminderWords,
): Promise<void> {
  const { person, reminder, isByMail, isShown } = given;
  const { preferences } = person;
  const channels = { ...DEFAULT_CHANNELS, ...preferences.reminders };
  const id = app.newId();
  if (isShown && channels.app) await keep(app, tx, id, given);
  const quiet = quietUntil(app.now(), preferences.quietHours, zoneOfPerson(person));
  if (quiet !== undefined && reminder.end !== null && reminder.end <= quiet) return;
  const text = words(reminder, preferences.language ?? "en-GB");
  const when = quiet ?? app.now();
  if (isShown && channels.push) await push(app, tx, { id, given, text, when });
  if (isByMail || channels.mail) await mail(app, tx, { id, given, text, when });
}

async function keep(
  app: App,
  tx: WriteTransaction,
  id: string,
  { person, reminder }: GivenReminder,
): Promise<void> {
  const modseq = await tx.lockAccount(person.id);
  const of = remindersOf(person.id);
  await tx.notifications.insert({
    ...of,
    id,
    aboutId: reminder.objectId,
    modseq,
    createdAt: app.now(),
    payload: reminder,
  });
  await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
}

interface Outgoing {
  readonly id: string;
  readonly given: GivenReminder;
  readonly text: ReminderText;
  readonly when: number;
}

async function push(
  app: App,
  tx: WriteTransaction,
  { id, given: { person, reminder }, text, when }: Outgoing,
): Promise<void> {
  const { accountId, objectId, uid, recurrenceId, alarms } = reminder;
  const told = {
    "@type": CALENDAR_ALERT,
    accountId,
    calendarEventId: objectId,
    uid,
    recurrenceId,
    alertId: alarms[0]?.name ?? alarms[0]?.trigger ?? "",
  };
  const { title, body, snooze, dismiss } = text;
  for (const subscription of await tx.push.ofPrincipal(person.id)) {
    const { types, isVerified, expiresAt, keys } = subscription;
    if (!isVerified || expiresAt <= app.now() || (types && !types.includes(CALENDAR_ALERT))) continue;
    // What it is about is told only to who alone can read it (RFC 8291).
    const shown = keys ? { reminderId: id, personId: person.id, title, body, snooze, dismiss } : {};
    await enqueuePush(app, tx, subscription, {
      dedupeKey: `${CALENDAR_ALERT} ${id} ${subscription.id}`,
      body: { ...told, ...shown },
      availableAt: when,
      ttlSeconds: PUSH_SECONDS,
    });
  }
}

async function mail(
  app: App,
  tx: WriteTransaction,
  { id, given: { person, reminder }, text, when }: Outgoing,
): Promise<void> {
  if (person.email === null) return;
  await queueMail(
    { app, tx, now: app.now() },
    {
      accountId: person.id,
      purpose: "reminder",
      key: id,
      objectId: reminder.objectId,
      availableAt: when,
    },
    {
      to: { email: person.email, name: person.displayName },
      language: person.preferences.language ?? "en-GB",
      subject: text.subject,
      ...text.mail,
    },
  );
}
