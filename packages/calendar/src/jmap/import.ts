/** An import as clients see it (urn:snart:jmap); counts are of events and tasks. */
export interface ImportRecord {
  readonly id: string;
  readonly state: "queued" | "running" | "done" | "dead";
  readonly processed: number;
  /** not known before the file has been read to its end */
  readonly total: number | null;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** the first of those that were left out */
  readonly skipped: readonly SkippedObject[];
  /** the first of those that came without a part that could not be read: a rule, a date, an instance, an end */
  readonly mended: readonly SkippedObject[];
  /** how many of those there are */
  readonly mendedCount: number;
  /** files that came with the events */
  readonly attachments: number;
  /** the first of those that did not; `missedCount` is of all */
  readonly missedAttachments: readonly MissedAttachment[];
  readonly missedCount: number;
  readonly calendarId: string;
  readonly calendarName: string;
  /** somebody has stopped it: what had come by then stays */
  readonly isStopped: boolean;
  /** when somebody asked for it, as a UTCDate */
  readonly begunAt: string;
}

/** What an import would bring (`Import/rehearse`); counts are of objects, where a series is one. */
export interface RehearsalRecord {
  /** what the calendar calls itself */
  readonly name: string | null;
  /** as written there */
  readonly color: string | null;
  readonly events: number;
  readonly tasks: number;
  /** journal entries and the like */
  readonly others: number;
  /** those of them whose UID is in a calendar of the account already */
  readonly here: number;
  /** the days on which the first and the last of the events start, `YYYY-MM-DD`; null: none does */
  readonly first: string | null;
  readonly last: string | null;
  /** the first of those that would be left out; `skippedCount` is of all */
  readonly skipped: readonly SkippedObject[];
  readonly skippedCount: number;
  /** the first of those that would come without a part; `mendedCount` is of all */
  readonly mended: readonly SkippedObject[];
  readonly mendedCount: number;
}

/** An object of the file that was left out, or came without a part. */
export interface SkippedObject {
  readonly uid: string | null;
  readonly title: string | null;
  /** of the file, from 1 */
  readonly line: number | null;
  readonly code: string;
  readonly detail: string;
}

/** A file that an object of the import comes without. */
export interface MissedAttachment {
  /** by which the file names it (RFC 8607 §4) */
  readonly managedId: string;
  readonly filename: string | null;
  readonly uid: string;
  /** of the event */
  readonly title: string | null;
  readonly code: string;
}

/** A calendar on another server (`OtherCalendar/list`). */
export interface OtherCalendarRecord {
  /** its whole address */
  readonly url: string;
  readonly name: string;
  /** as written there */
  readonly color: string | null;
}

/** A part of a calendar on another server, kept here as an upload (`OtherCalendar/read`). */
export interface OtherPartRecord {
  /** null: nothing of it could be had */
  readonly blobId: string | null;
  /** where the next part begins; null: this was the last */
  readonly after: string | null;
  /** objects of the whole calendar, and those up to the end of this part */
  readonly total: number;
  readonly read: number;
  /** what the other server did not give, or gave in a form that nobody can read */
  readonly skipped: readonly SkippedObject[];
}
