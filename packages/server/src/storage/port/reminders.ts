import type { CalendarId, Millis, ObjectId, PrincipalId } from "../records/ids.ts";

/** When an object's alarm next rings for a person. */
export interface NextAlarm {
  readonly objectId: ObjectId;
  readonly principalId: PrincipalId;
  /** null: none rings any more, as far as is known */
  readonly ringAt: Millis | null;
  /** Rings up to this moment have been handled. */
  readonly rungUntil: Millis;
}

/** An object whose next alarm must be searched. */
export interface WaitingAlarms {
  readonly objectId: ObjectId;
  /** From this moment; 0: from before alarms were recorded. */
  readonly since: Millis;
}

export interface Agenda {
  readonly principalId: PrincipalId;
  readonly nextAt: Millis;
}

export interface ReminderReads {
  alarmsOf(objectId: ObjectId): Promise<readonly NextAlarm[]>;
  /** The people with own parts of an object. */
  keepers(objectId: ObjectId): Promise<readonly PrincipalId[]>;
  /** The people who may have set default alerts for a calendar. */
  withDefaultAlerts(calendarId: CalendarId): Promise<readonly PrincipalId[]>;
  /** Whether any object waits. */
  isWaiting(): Promise<boolean>;
  /** Whether an alarm or an agenda is due at `now`. */
  isDue(now: Millis): Promise<boolean>;
  agendaOf(principalId: PrincipalId): Promise<Agenda | undefined>;
}

export interface ReminderWrites {
  /** Marks an object for a search of its next alarm; while it waits, its first `since` stays. */
  defer(objectId: ObjectId, since: Millis): Promise<void>;
  /** The same for everything in a calendar that is not over. */
  deferCalendar(calendarId: CalendarId, since: Millis): Promise<void>;
  /** Claims up to `limit` waiting ones for this transaction; never those that another process has. */
  takeWaiting(limit: number): Promise<readonly WaitingAlarms[]>;
  /**
   * The recorded alarms of an object, locked until the transaction ends.
   * @returns "held" while another transaction rings one of them: waiting for it could take for ever
   */
  holdAlarms(objectId: ObjectId): Promise<readonly NextAlarm[] | "held">;
  /** Records a person's next alarm, replacing the former one. */
  setAlarm(alarm: NextAlarm): Promise<void>;
  /** The same for several that differ in object or person, at once. */
  setAlarms(alarms: readonly NextAlarm[]): Promise<void>;
  /** Forgets a removed object. */
  forgetObject(objectId: ObjectId): Promise<void>;
  /** Alarms due at `now`, the oldest first, locked until the transaction ends and skipped by other processes. */
  takeDue(now: Millis, limit: number): Promise<readonly NextAlarm[]>;
  /**
   * Undoes what a clock that was ahead has put off: alarms handled until after `beyond` count as handled until `until`, and are due at
   * `now` so that their next ring is found again. Agendas of after `nextWeek` are due as well, too late to be sent.
   * What was written after `beyond` waits for its alarms to be looked for again.
   */
  setBack(times: {
    readonly now: Millis;
    readonly beyond: Millis;
    readonly until: Millis;
    readonly nextWeek: Millis;
  }): Promise<void>;
  /** Removes records of removed objects. @returns how many */
  removeOrphans(limit: number): Promise<number>;
  /** null: no more agendas */
  setAgenda(principalId: PrincipalId, nextAt: Millis | null): Promise<void>;
  /** Agendas due at `now`, locked as above. */
  takeDueAgendas(now: Millis, limit: number): Promise<readonly Agenda[]>;
}
