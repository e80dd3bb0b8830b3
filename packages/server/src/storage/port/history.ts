import type { Calendar, CalendarView, Share } from "../records/calendars.ts";
import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type { PublicLink } from "../records/feeds.ts";
import type { RemovedObject } from "../records/objects.ts";

/** A calendar in the trash: all that it takes to bring it back, its objects apart. */
export interface TrashedCalendar {
  readonly calendar: Calendar;
  readonly shares: readonly Share[];
  readonly views: readonly { readonly principalId: PrincipalId; readonly view: CalendarView }[];
  /** The secret links to it, by which those who have one find it again. */
  readonly links: readonly PublicLink[];
  /** The change that removed it, and its objects with it. */
  readonly modseq: Modseq;
  readonly removedAt: Millis;
  readonly removedBy: PrincipalId;
  /** Objects that went with it and can be brought back. */
  readonly count: number;
}

/** What an object said at a former state of its account. */
export interface TextAt {
  readonly calendarId: CalendarId;
  readonly uri: string;
  readonly icalendar: string;
}

export interface HistoryReads {
  /** Objects removed after `since` whose calendars are still there, newest first. */
  trash(accountId: PrincipalId, since: Millis, limit: number): Promise<readonly RemovedObject[]>;
  /** Calendars removed after `since`, newest first. */
  trashedCalendars(accountId: PrincipalId, since: Millis): Promise<readonly TrashedCalendar[]>;
  trashedCalendar(id: CalendarId): Promise<TrashedCalendar | undefined>;
  /** Objects that went with a calendar and are not back, in id order. */
  objectsOfTrashed(calendar: TrashedCalendar, limit: number): Promise<readonly ObjectId[]>;
  /** The account's state at a moment, as far as the log reaches; 0 when it had none. */
  modseqAt(accountId: PrincipalId, at: Millis): Promise<Modseq>;
  /** The first state at which a calendar's former texts stand under its account's states: it was another account's before. */
  knownFrom(calendarId: CalendarId): Promise<Modseq>;
  /** Objects of a calendar that were made, changed or removed after `since`, in id order; none that was moved since. */
  changedSince(calendarId: CalendarId, since: Modseq): Promise<readonly ObjectId[]>;
  /** The former text that was current at a state; undefined when there was none, or none is kept from then. */
  textAt(id: ObjectId, modseq: Modseq): Promise<TextAt | undefined>;
}

export interface HistoryWrites {
  /** Forgets a removed object with all its former texts. @returns whether it was there */
  forgetRemoved(id: ObjectId): Promise<boolean>;
  /** Forgets a removed calendar, and with `withObjects` all that went with it for good. @returns whether it was there */
  forgetCalendar(id: CalendarId, withObjects: boolean): Promise<boolean>;
  /** Forgets the calendars removed by `before`; their objects go by their own age. */
  forgetCalendars(before: Millis): Promise<number>;
}
