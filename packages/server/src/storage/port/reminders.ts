import type { CalendarId, Millis, ObjectId, PrincipalId } from "../records/ids.ts";

/** When an object rings next for somebody. */
export interface NextAlarm {
  readonly objectId: ObjectId;
  readonly principalId: PrincipalId;
  /** null: nothing rings any more, as far as is known */
  readonly ringAt: Millis | null;
  /** What was to ring up to here has been dealt with. */
  readonly rungUntil: Millis;
}

/** An object whose alarms are to be looked for anew. */
export interface WaitingAlarms {
  readonly objectId: ObjectId;
  /** Since when; 0: since before anything was known of alarms. */
  readonly since: Millis;
}

export interface Agenda {
  readonly principalId: PrincipalId;
  readonly nextAt: Millis;
}

export interface ReminderReads {
  alarmsOf(objectId: ObjectId): Promise<readonly NextAlarm[]>;
  /** Who keeps something of an object for themselves. */
  keepers(objectId: ObjectId): Promise<readonly PrincipalId[]>;
  /** Who may have set default alerts of a calendar for themselves. */
  withDefaultAlerts(calendarId: CalendarId): Promise<readonly PrincipalId[]>;
  /** Who is in a group. */
  membersOf(groupId: PrincipalId): Promise<readonly PrincipalId[]>;
  /** Whether anything waits to be looked for. */
  isWaiting(): Promise<boolean>;
  /** Whether anything is to ring, or an agenda to be sent, at or before `now`. */
  isDue(now: Millis): Promise<boolean>;
  agendaOf(principalId: PrincipalId): Promise<Agenda | undefined>;
}

export interface ReminderWrites {
  /** What rings of an object is to be looked for anew; it stays as old as it was while it waits. */
  defer(objectId: ObjectId, since: Millis): Promise<void>;
  /** The same for everything in a calendar that is not over. */
  deferCalendar(calendarId: CalendarId, since: Millis): Promise<void>;
  /** Takes up to `limit` of them out of what waits, for this transaction; never what another process is taking. */
  takeWaiting(limit: number): Promise<readonly WaitingAlarms[]>;
  /**
   * What is known of an object's alarms, held until the transaction ends.
   * @returns "held" while another transaction rings one of them: whoever waited for it could wait for ever
   */
  holdAlarms(objectId: ObjectId): Promise<readonly NextAlarm[] | "held">;
  /** Keeps when something rings next for somebody, in place of what was known. */
  setAlarm(alarm: NextAlarm): Promise<void>;
  /** The same for some that are told apart by object and person, at once. */
  setAlarms(alarms: readonly NextAlarm[]): Promise<void>;
  /** An object that is gone. */
  forgetObject(objectId: ObjectId): Promise<void>;
  /** What is to ring at or before `now`, the oldest first, held until the transaction ends and passed over by other processes. */
  takeDue(now: Millis, limit: number): Promise<readonly NextAlarm[]>;
  /** Removes what is known of objects that are gone. @returns how many */
  removeOrphans(limit: number): Promise<number>;
  /** null: none is sent any more */
  setAgenda(principalId: PrincipalId, nextAt: Millis | null): Promise<void>;
  /** Agendas to be sent at or before `now`, held as above. */
  takeDueAgendas(now: Millis, limit: number): Promise<readonly Agenda[]>;
}
