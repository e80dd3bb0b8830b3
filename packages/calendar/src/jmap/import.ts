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
