import type { ReminderChannels } from "@snart/calendar/jmap/profile.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { PushSubscription } from "../../storage/records/notifications.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { App } from "../app.ts";
import { CALENDAR_ALERT, calendarAlertsOf } from "./calendar-alerts.ts";
import { queueMail } from "../outbox/queue-mail.ts";
import { MOST_NOTIFICATIONS } from "../notices/notifications.ts";
import { enqueuePush } from "../push/push-subscriptions.ts";
import { quietUntil } from "../outbox/quiet-hours.ts";
import {
  DEFAULT_CHANNELS,
  zoneOfPerson,
  type Reminder,
  type ReminderText,
  type ReminderWords,
} from "../outbox/reminder.ts";
import { remindersOf } from "../alarms/withdraw-reminders.ts";

/** A reminder being sent to a person. */
export interface GivenReminder {
  readonly person: Principal;
  readonly reminder: Reminder;
  /** The alarm itself asks for mail. */
  readonly isByMail: boolean;
  /** An alarm that is not for mail alone. */
  readonly isShown: boolean;
}

/** After this time a reminder is useless to a device. */
const PUSH_SECONDS = 3_600;

/** One person's reminders being sent, with their settings. */
interface Giving {
  readonly app: App;
  readonly tx: WriteTransaction;
  readonly person: Principal;
  readonly words: ReminderWords;
  readonly channels: Required<ReminderChannels>;
  /** The devices for pushes. */
  readonly devices: readonly PushSubscription[];
}

/**
 * Stores a person's reminders for the open app, and puts their pushes and mails into the outbox. In quiet hours
 * nothing is sent: it waits for their end, or is dropped if the event is over by then.
 */
export async function sendReminders(
  app: App,
  tx: WriteTransaction,
  given: readonly GivenReminder[],
  words: ReminderWords,
): Promise<void> {
  const person = given[0]?.person;
  if (!person) return;
  const channels = { ...DEFAULT_CHANNELS, ...person.preferences.reminders };
  const devices = channels.push ? (await tx.push.ofPrincipal(person.id)).filter(takesAlerts(app)) : [];
  const giving: Giving = { app, tx, person, words, channels, devices };
  const named = given.map((one) => ({ ...one, id: app.newId() }));
  if (channels.app)
    await keep(
      giving,
      named.filter(({ isShown }) => isShown),
    );
  for (const one of named) await send(giving, one);
}

interface NamedReminder extends GivenReminder {
  readonly id: string;
}

async function keep({ app, tx, person }: Giving, shown: readonly NamedReminder[]): Promise<void> {
  if (shown.length === 0) return;
  const modseq = await tx.lockAccount(person.id);
  const of = remindersOf(person.id);
  const createdAt = app.now();
  await tx.notifications.insertAll(
    shown.map(({ id, reminder }) => ({
      ...of,
      id,
      aboutId: reminder.objectId,
      modseq,
      createdAt,
      payload: reminder,
    })),
  );
  await tx.notifications.trim(of, MOST_NOTIFICATIONS, modseq);
}

async function send(giving: Giving, given: NamedReminder): Promise<void> {
  const { app, person, words, channels, devices } = giving;
  const { reminder, isByMail, isShown } = given;
  const isPushed = isShown && devices.length > 0;
  const isMailed = (isByMail || channels.mail) && person.email !== null;
  // Most reminders are only shown in the open app, and need no text.
  if (!isPushed && !isMailed) return;
  const quiet = quietUntil(app.now(), person.preferences.quietHours, zoneOfPerson(person));
  if (quiet !== undefined && reminder.end !== null && reminder.end <= quiet) return;
  const text = words(reminder, person.preferences.language ?? "en-GB", person.preferences.clock);
  const outgoing = { given, text, when: quiet ?? app.now() };
  if (isPushed) await push(giving, outgoing);
  if (isMailed) await mail(giving, outgoing);
}

interface Outgoing {
  readonly given: NamedReminder;
  readonly text: ReminderText;
  readonly when: number;
}

const takesAlerts =
  (app: App) =>
  ({ types, isVerified, expiresAt }: PushSubscription): boolean =>
    isVerified && expiresAt > app.now() && (!types || types.includes(CALENDAR_ALERT));

async function push(
  { app, tx, devices }: Giving,
  { given: { id, person, reminder }, text, when }: Outgoing,
): Promise<void> {
  const [told] = calendarAlertsOf(reminder);
  const { title, body, snooze, dismiss } = text;
  for (const subscription of devices) {
    // Contents only go to devices that alone can decrypt them (RFC 8291).
    const shown = subscription.keys
      ? { reminderId: id, personId: person.id, title, body, snooze, dismiss }
      : {};
    await enqueuePush(app, tx, subscription, {
      dedupeKey: `${CALENDAR_ALERT} ${id} ${subscription.id}`,
      body: { ...told, ...shown },
      availableAt: when,
      ttlSeconds: PUSH_SECONDS,
    });
  }
}

async function mail(
  { app, tx, person }: Giving,
  { given: { id, reminder }, text, when }: Outgoing,
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
