import type { Calendar, CalendarView, Share } from "../records/calendars.ts";
import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type { PublicLink } from "../records/feeds.ts";

/** A calendar in the trash: everything needed to restore it, without its objects. */
export interface TrashedCalendar {
  readonly calendar: Calendar;
  readonly shares: readonly Share[];
  readonly views: readonly { readonly principalId: PrincipalId; readonly view: CalendarView }[];
  /** Its secret links, which work again after it is restored. */
  readonly links: readonly PublicLink[];
  /** The modseq that removed it with its objects. */
  readonly modseq: Modseq;
  readonly removedAt: Millis;
  readonly removedBy: PrincipalId;
  /** Number of its objects that can be restored. */
  readonly count: number;
}

/** The text of an object at a former state of its account. */
export interface TextAt {
  readonly calendarId: CalendarId;
  readonly uri: string;
  readonly icalendar: string;
}

/** An event that is there, or of which something is kept. */
export interface KeptEvent {
  readonly id: ObjectId;
  readonly accountId: PrincipalId;
  readonly uid: string;
}

/** A part of everything that is kept, in order of the ids of objects: after one, up to another; null: to the end. */
export interface KeptPart {
  readonly after: string;
  readonly upTo: string | null;
}

export interface HistoryReads {
  /**
   * Objects removed after `since` whose calendars still exist, newest first, with the bytes of their texts; the texts themselves are read
   * one by one (`ObjectReads.removed`).
   */
  trash(
    accountId: PrincipalId,
    since: Millis,
    limit: number,
  ): Promise<readonly { readonly id: ObjectId; readonly size: number }[]>;
  /** Calendars removed after `since`, newest first. */
  trashedCalendars(accountId: PrincipalId, since: Millis): Promise<readonly TrashedCalendar[]>;
  trashedCalendar(id: CalendarId): Promise<TrashedCalendar | undefined>;
  /** Objects removed with a calendar and not restored, in id order. */
  objectsOfTrashed(calendar: TrashedCalendar, limit: number): Promise<readonly ObjectId[]>;
  /** The account's state at a moment, as far as the log reaches; 0 if it had none. */
  modseqAt(accountId: PrincipalId, at: Millis): Promise<Modseq>;
  /**
   * The first state from which a calendar's former texts have this account's states: it belonged to another account
   * before.
   */
  knownFrom(calendarId: CalendarId): Promise<Modseq>;
  /** Objects of a calendar created, changed or removed after `since`, in id order; none that was moved since. */
  changedSince(calendarId: CalendarId, since: Modseq): Promise<readonly ObjectId[]>;
  /**
   * What was ever an event with this UID, as far as anything of it is kept: in the calendars of some accounts, and in everybody's trash;
   * by account and id.
   */
  everUnder(uid: string, accountIds: readonly PrincipalId[]): Promise<readonly KeptEvent[]>;
  /**
   * Of a part what is kept, in a calendar or in the trash, in whose text this stands, by id.
   * @param words as they are in a text that is not folded, without wildcards
   */
  saying(words: string, part: KeptPart): Promise<readonly KeptEvent[]>;
  /** The text that was current at a state; undefined if there was none, or none is kept from then. */
  textAt(id: ObjectId, modseq: Modseq): Promise<TextAt | undefined>;
}

export interface HistoryWrites {
  /** Forgets every former text of an object, whether it is there or was removed. */
  forgetFormer(id: ObjectId): Promise<void>;
  /** Forgets a removed object with all its former texts. @returns whether it was there */
  forgetRemoved(id: ObjectId): Promise<boolean>;
  /** Forgets a removed calendar, and with `withObjects` its objects permanently. @returns whether it was there */
  forgetCalendar(id: CalendarId, withObjects: boolean): Promise<boolean>;
  /** Forgets calendars removed by `before`, at most `limit`; their objects are forgotten by their own age. */
  forgetCalendars(before: Millis, limit: number): Promise<number>;
}
