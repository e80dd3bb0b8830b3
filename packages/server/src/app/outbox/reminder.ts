import type { Preferences, ReminderChannels } from "@snart/calendar/jmap/profile.ts";
import type { AlarmName } from "@snart/calendar/alarms/settle-alarms.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC, type Zone } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor, type Actor } from "../actor.ts";
import type { MailBody } from "./mail-body.ts";

/** What somebody is reminded of: what a Reminder of JMAP says, and what goes out by push and mail. */
export interface Reminder {
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  readonly objectId: ObjectId;
  readonly kind: "event" | "task";
  readonly uid: string;
  /** Start that its series gives the occurrence, as a local time; null: it does not recur. */
  readonly recurrenceId: string | null;
  readonly rangAt: Instant;
  readonly alarms: readonly AlarmName[];
  readonly title: string;
  readonly place: string;
  /** null: a task that takes place at no time */
  readonly start: Instant | null;
  readonly end: Instant | null;
  readonly isAllDay: boolean;
  /** The person's zone, in which the times are told. */
  readonly timeZone: string;
}

/** What a reminder says in somebody's language, with times that do not go stale. */
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

/** By what reminders come to who has chosen nothing. */
export const DEFAULT_CHANNELS: Required<ReminderChannels> = { app: true, push: true, mail: false };

/** The person whom something rings for, as who may see it. */
export const remindedPerson = ({ id, login }: Principal): Actor =>
  mintActor({ principalId: id, login, isAdmin: false, via: "scheduling", proof: "reminder" });

/** The zone in which all-day and floating times ring for somebody. */
export const zoneOfPerson = ({ preferences }: Principal, calendarZone: string | null = null): Zone =>
  ianaZone(calendarZone ?? preferences.timeZone ?? UTC.id) ?? UTC;
