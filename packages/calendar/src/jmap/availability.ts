import type { UTCDateTime } from "../jscalendar/types.ts";

/** The actor's own hours and absences (urn:snart:jmap), one object. */
export interface AvailabilityRecord {
  readonly id: string;
  /** "08:00-17:00,…", seven days from Monday; null: none are said, or not as one week */
  readonly workingHours: string | null;
  readonly timeZone: string | null;
  /** another app says more than a week and a list can show */
  readonly hasMore: boolean;
  readonly absences: Readonly<Record<string, AbsenceRecord>>;
}

export interface TimeSpan {
  readonly utcStart: UTCDateTime;
  /** exclusive */
  readonly utcEnd: UTCDateTime;
}
export interface AbsenceRecord extends TimeSpan {
  readonly text: string;
  /** whether those who may see when one is busy read its text */
  readonly isTold: boolean;
}

/** When one principal is busy (`FreeBusy/get`), in the words of Principal/getAvailability (JMAP Calendars §2.2). */
export interface FreeBusyRecord {
  /** a principal's */
  readonly id: string;
  /** IANA name; null: it is not said */
  readonly timeZone: string | null;
  /** by start, without overlaps */
  readonly busyPeriods: readonly (TimeSpan & {
    readonly busyStatus: "confirmed" | "tentative" | "unavailable";
  })[];
  /** what they have written for others */
  readonly absences: readonly (TimeSpan & { readonly text: string })[];
}
