import type { Steadiness } from "@snart/calendar/recurrence/steadiness.ts";
import type { CalendarId, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type {
  ListedObject,
  ObjectHead,
  ObjectOutline,
  ObjectQuery,
  Removal,
  RemovedObject,
  SearchQuery,
  SizedObjects,
  StoredObject,
} from "../records/objects.ts";

export interface ObjectReads {
  byId(id: ObjectId): Promise<StoredObject | undefined>;
  byIds(ids: readonly ObjectId[]): Promise<readonly StoredObject[]>;
  /** The columns of a list of these objects, in id order. */
  listedByIds(ids: readonly ObjectId[]): Promise<readonly ListedObject[]>;
  byUri(calendarId: CalendarId, uri: string): Promise<StoredObject | undefined>;
  byUris(calendarId: CalendarId, uris: readonly string[]): Promise<readonly StoredObject[]>;
  /** The same, but of those larger than `mostBytes` the size alone, so that many may be read together. */
  byUrisUpTo(calendarId: CalendarId, uris: readonly string[], mostBytes: number): Promise<SizedObjects>;
  byUid(calendarId: CalendarId, uid: string): Promise<StoredObject | undefined>;
  /** The places of a UID in an account. */
  byUidInAccount(accountId: PrincipalId, uid: string): Promise<readonly ObjectHead[]>;
  /** The objects of a UID that this principal organizes in calendars of others (`ObjectHead.organizerId`). */
  byUidOfOrganizer(organizerId: PrincipalId, uid: string): Promise<readonly ObjectHead[]>;
  /** In id order: the columns of a list. */
  listed(query: ObjectQuery): Promise<readonly ListedObject[]>;
  /** In id order. */
  heads(query: ObjectQuery): Promise<readonly ObjectHead[]>;
  /** In id order. */
  find(query: ObjectQuery): Promise<readonly StoredObject[]>;
  /** The next objects of all accounts after an id, in id order; "": from the beginning. */
  headsAfter(id: ObjectId | "", limit: number): Promise<readonly ObjectHead[]>;
  /** Of all objects of a calendar, in order, from an index alone: also of those whose rows can't be read. */
  ids(calendarId: CalendarId): Promise<readonly ObjectId[]>;
  /** The same with what other indexes know of them. */
  outlines(calendarId: CalendarId): Promise<readonly ObjectOutline[]>;
  count(calendarId: CalendarId): Promise<number>;
  /** Octets of all objects of a calendar. */
  sizeOfAll(calendarId: CalendarId): Promise<number>;
  /** A removed object, as it was when it was removed; undefined if it exists or its last version has expired. */
  removed(id: ObjectId): Promise<RemovedObject | undefined>;
  /** The dead properties of objects in a calendar (RFC 4918 §4.2): `{namespace}name` to XML text; absent: none. */
  deadProperties(
    calendarId: CalendarId,
    ids: readonly ObjectId[],
  ): Promise<ReadonlyMap<ObjectId, Readonly<Record<string, string>>>>;
  /** How regularly series take place, as far as it was kept for the texts with these entity tags. */
  steadiness(etags: ReadonlyMap<ObjectId, string>): Promise<ReadonlyMap<ObjectId, Steadiness>>;
  /** A principal's own parts of objects, as iCalendar text; absent: none. */
  ownParts(principalId: PrincipalId, ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, string>>;
}

export interface ObjectWrites {
  /** @returns the unique rule that it would break, if any */
  insert(object: StoredObject): Promise<"inserted" | "uri-taken" | "uid-taken">;
  /**
   * Replaces the object's content if its etag is still `expectedEtag`, keeping the former text as a version. Its calendar,
   * uri and beginning stay: see `move`.
   */
  replace(
    object: StoredObject,
    expectedEtag: string,
    actorId: PrincipalId,
  ): Promise<"replaced" | "changed" | "uid-taken">;
  /** Removes it if its etag is still `expectedEtag`, leaving a version and a tombstone. */
  remove(id: ObjectId, expectedEtag: string, removal: Removal): Promise<"removed" | "changed">;
  /**
   * Moves it to another calendar or uri of its account, leaving a tombstone at the old place. To another account it is a
   * removal and an insertion. With `replacesText` the same write goes on to replace its text, of which a version is kept: afterwards the
   * object looks as if this transaction had written it.
   */
  move(
    id: ObjectId,
    to: { calendarId: CalendarId; uri: string; replacesText?: boolean },
    removal: Removal,
  ): Promise<"moved" | "uri-taken" | "uid-taken">;
  /**
   * Replaces all of them. They stay when the object is replaced or moved, change no state, and are removed with it.
   */
  setDeadProperties(id: ObjectId, properties: Readonly<Record<string, string>>): Promise<void>;
  /** Keeps how regularly a series takes place, of the text with this entity tag: another text has none. */
  setSteadiness(id: ObjectId, etag: string, steadiness: Steadiness): Promise<void>;
  /**
   * Sets one principal's own parts of an object, as iCalendar text; null removes them. The object counts as changed,
   * its text and entity tag stay. They stay when the object is replaced or moved, and are removed with it; see
   * `bringBackOwnParts`.
   */
  setOwnParts(
    id: ObjectId,
    principalId: PrincipalId,
    icalendar: string | null,
    modseq: Modseq,
  ): Promise<void>;
  /** Restores everybody's own parts of an object that was removed and is restored. */
  bringBackOwnParts(id: ObjectId): Promise<void>;
}

export interface SearchReads {
  /**
   * A superset of the objects with these words: the caller filters with `calendar/filter`. Objects that are not
   * indexed come with the first part, beyond its limit, so that nothing is missed.
   */
  find(query: SearchQuery): Promise<readonly ObjectId[]>;
  /** Objects that have not been indexed yet. */
  waiting(limit: number): Promise<readonly ObjectId[]>;
}

export interface SearchWrites {
  /** Leaves an object to be indexed later: until then every search returns it. */
  defer(head: Pick<ObjectHead, "id" | "calendarId">): Promise<void>;
  /** Like `waiting`, without those that another process is indexing; for indexing in this transaction. */
  takeWaiting(limit: number): Promise<readonly ObjectId[]>;
  /** Has these waiting objects scanned in every search, as they can't be indexed. */
  putAside(ids: readonly ObjectId[]): Promise<void>;
  /**
   * Indexes objects, replacing their former entries; those without grams are scanned in every search. Many at once
   * cost much less than one by one. Removing and moving an object updates its entry.
   */
  putAll(
    entries: readonly {
      readonly head: Pick<ObjectHead, "id" | "calendarId" | "start" | "end">;
      readonly grams: ReadonlySet<string> | undefined;
    }[],
  ): Promise<void>;
}
