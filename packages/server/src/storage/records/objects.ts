import type { ComponentType } from "./calendars.ts";
import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "./ids.ts";

// Objects: one iCalendar object (all components of one UID) each.

/**
 * The columns of a calendar object in lists: a calendar may have a hundred thousand objects, and each column costs.
 */
export interface ListedObject {
  readonly id: ObjectId;
  /** Last path segment of its URL; unique in the calendar. */
  readonly uri: string;
  /** Strong entity tag without quotes. */
  readonly etag: string;
  readonly scheduleTag: string | null;
  readonly component: ComponentType;
  /** Bytes of the stored text. */
  readonly size: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** Who made it, if that is not the account's owner; null also for what was made before this was recorded. */
  readonly creatorId: PrincipalId | null;
}

export interface ObjectHead extends ListedObject {
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  /** Unique in the calendar (RFC 4791 §4.1). */
  readonly uid: string;
  /**
   * Who organizes it, if that is neither the account's owner nor somebody elsewhere: a sharee, or a member of the
   * group. Answers to that person come to this object.
   */
  readonly organizerId: PrincipalId | null;
  /** Outer bounds over every occurrence and every viewer's zone; end null = without end. A hint (decision 6). */
  readonly start: Millis;
  readonly end: Millis | null;
  readonly isRecurring: boolean;
  /** Title, for search, trash and history lists. */
  readonly summary: string;
  readonly createdModseq: Modseq;
  readonly modseq: Modseq;
}

export interface StoredObject extends ObjectHead {
  /** The iCalendar text exactly as received. */
  readonly icalendar: string;
}

/** Found objects, parted by their size. */
export interface SizedObjects {
  readonly small: readonly StoredObject[];
  /** The octets of the others, by their path segment. */
  readonly large: ReadonlyMap<string, number>;
}

export interface ObjectQuery {
  readonly calendarIds: readonly CalendarId[];
  readonly component?: ComponentType;
  /** Objects whose bounds touch [from, to), ending at `from` included; null = open. An empty range finds nothing. */
  readonly from?: Millis | null;
  readonly to?: Millis | null;
  readonly uid?: string;
  /** Only objects after this id in id order, for paging; with `limit`. */
  readonly afterId?: ObjectId;
  readonly limit?: number;
}

/** What the indexes alone know of an object. */
export interface ObjectOutline {
  readonly id: ObjectId;
  readonly uri: string;
  /** as in `ObjectHead` */
  readonly start: Millis;
  readonly end: Millis | null;
  readonly modseq: Modseq;
}

/** Objects whose texts have all of these grams (`calendar/filter/search-grams.ts`), nearest in time first. */
export interface SearchQuery {
  readonly calendarIds: readonly CalendarId[];
  readonly grams: readonly string[];
  readonly nearestTo: Millis;
  readonly limit: number;
  readonly offset: number;
}

export interface RemovedObject {
  readonly id: ObjectId;
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  readonly uri: string;
  readonly uid: string;
  readonly icalendar: string;
  readonly removedAt: Millis;
  readonly removedBy: PrincipalId;
  /** See `ObjectHead.organizerId`. */
  readonly organizerId: PrincipalId | null;
}

export interface Removal {
  readonly modseq: Modseq;
  readonly now: Millis;
  readonly actorId: PrincipalId;
}

export interface ObjectVersion {
  readonly objectId: ObjectId;
  readonly modseq: Modseq;
  readonly icalendar: string;
  readonly replacedAt: Millis;
  readonly replacedBy: PrincipalId;
  /** True if this was the text at the time of deletion. */
  readonly wasRemoved: boolean;
}
