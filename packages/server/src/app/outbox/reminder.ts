import type { Preferences, ReminderChannels } from "@snart/calendar/jmap/profile.ts";
import type { AlarmName } from "@snart/calendar/alarms/acknowledge-alarms.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { MailBody } from "./mail-body.ts";

/** A reminder of one occurrence: the contents of a JMAP Reminder, and of its push and mail. */
export interface Reminder {
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  readonly objectId: ObjectId;
  readonly kind: "event" | "task";
  readonly uid: string;
  /** The start that its series gives the occurrence, as a local time; null: it does not recur. */
  readonly recurrenceId: string | null;
  readonly rangAt: Instant;
  readonly alarms: readonly AlarmName[];
  /** The ids of the alarms as alerts of JSCalendar; reminders from before they were kept have none. */
  readonly alertIds?: readonly string[];
  readonly title: string;
  readonly place: string;
  /** null: a task without a time */
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly isAllDay: boolean;
  /** The person's zone, for the times. */
  readonly timeZone: string;
}

/** The text of a reminder in a person's language, with times that do not go stale. */
export interface ReminderText {
  readonly title: string;
  /** When, and where. */
  readonly body: string;
  readonly snooze: string;
  readonly dismiss: string;
  readonly subject: string;
  readonly mail: MailBody;
}

export type ReminderWords = (
  reminder: Reminder,
  language: Language,
  clock: Preferences["clock"],
) => ReminderText;

/** The default channels of reminders. */
export const DEFAULT_CHANNELS: Required<ReminderChannels> = { app: true, push: true, mail: false };

/** The actor for a reminded person, for checking what they may see. */
export const remindedPerson = ({ id, login }: Principal): Actor =>
  mintActor({ principalId: id, login, isAdmin: false, via: "scheduling", proof: "reminder" });

/** The zone in which all-day and floating times ring for a person. */
export const zoneOfPerson = ({ preferences }: Principal, calendarZone: string | null = null): Zone =>
  ianaZone(calendarZone ?? preferences.timeZone ?? UTC.id) ?? UTC;
