import type { UTCDateTime } from "../jscalendar/types.ts";

/** Something that has rung and was not dealt with yet (urn:snart:jmap). */
export interface ReminderRecord {
  readonly id: string;
  readonly created: UTCDateTime;
  readonly itemAccountId: string;
  readonly calendarId: string;
  readonly itemId: string;
  readonly itemType: "CalendarEvent" | "Task";
  readonly uid: string;
  readonly recurrenceId: string | null;
  readonly rangAt: UTCDateTime;
  readonly title: string;
  readonly location: string;
  /** null: a task that takes place at no time */
  readonly start: UTCDateTime | null;
  readonly end: UTCDateTime | null;
  readonly showWithoutTime: boolean;
  readonly timeZone: string | null;
}
