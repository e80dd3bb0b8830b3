/** One account that a person reaches, as the session describes it, and its state (`urn:snart:jmap`). */
export interface AccountStateRecord {
  /** the account's */
  readonly id: string;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
  readonly mayCreateCalendar: boolean;
  /** of all its types whose changes are logged: Calendar, CalendarEvent, Task, TaskList and the notifications */
  readonly state: string;
}
