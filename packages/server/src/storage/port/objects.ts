import type { CalendarId, Modseq, ObjectId, PrincipalId } from "../records/ids.ts";
import type {
  ListedObject,
  ObjectHead,
  ObjectQuery,
  Removal,
  RemovedObject,
  SearchQuery,
  StoredObject,
} from "../records/objects.ts";

export interface ObjectReads {
  byId(id: ObjectId): Promise<StoredObject | undefined>;
  byIds(ids: readonly ObjectId[]): Promise<readonly StoredObject[]>;
  byUri(calendarId: CalendarId, uri: string): Promise<StoredObject | undefined>;
  byUris(calendarId: CalendarId, uris: readonly string[]): Promise<readonly StoredObject[]>;
  byUid(calendarId: CalendarId, uid: string): Promise<StoredObject | undefined>;
  /** Where a UID lives anywhere in an account. */
  byUidInAccount(accountId: PrincipalId, uid: string): Promise<readonly ObjectHead[]>;
  /** In id order: what a list tells of them. */
  listed(query: ObjectQuery): Promise<readonly ListedObject[]>;
  /** In id order. */
  heads(query: ObjectQuery): Promise<readonly ObjectHead[]>;
  /** In id order. */
  find(query: ObjectQuery): Promise<readonly StoredObject[]>;
  count(calendarId: CalendarId): Promise<number>;
  /** Octets of the objects of a calendar together. */
  sizeOfAll(calendarId: CalendarId): Promise<number>;
  /** An object that is gone, as it was when it was removed; undefined if it is there or its last version has expired. */
  removed(id: ObjectId): Promise<RemovedObject | undefined>;
  /** What clients keep beside objects of a calendar (RFC 4918 §4.2): `{namespace}name` to XML text; absent: nothing. */
  deadProperties(
    calendarId: CalendarId,
    ids: readonly ObjectId[],
  ): Promise<ReadonlyMap<ObjectId, Readonly<Record<string, string>>>>;
  /** What a principal has of objects for itself, as iCalendar text; absent: nothing. */
  ownParts(principalId: PrincipalId, ids: readonly ObjectId[]): Promise<ReadonlyMap<ObjectId, string>>;
}

export interface ObjectWrites {
  /** @returns which unique rule it would break, if any */
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
   * removal and an insertion.
   */
  move(
    id: ObjectId,
    to: { calendarId: CalendarId; uri: string },
    removal: Removal,
  ): Promise<"moved" | "uri-taken" | "uid-taken">;
  /** All of them at once. They stay when the object is replaced or moved, change no state, and go with it. */
  setDeadProperties(id: ObjectId, properties: Readonly<Record<string, string>>): Promise<void>;
  /**
   * What one principal has of an object for itself, as iCalendar text; null: nothing any more. The object counts as changed, its text
   * and entity tag stay. It stays when the object is replaced or moved, and goes with it; see `bringBackOwnParts`.
   */
  setOwnParts(
    id: ObjectId,
    principalId: PrincipalId,
    icalendar: string | null,
    modseq: Modseq,
  ): Promise<void>;
  /** Gives an object that was removed, and is there again, what everybody had of it for themselves. */
  bringBackOwnParts(id: ObjectId): Promise<void>;
}

export interface SearchReads {
  /**
   * A superset of what contains the words: the caller decides with `calendar/filter`. What is not in the index comes
   * with the first part, beyond its limit, so that nothing is missed.
   */
  find(query: SearchQuery): Promise<readonly ObjectId[]>;
  /** Objects that have not been looked through yet. */
  waiting(limit: number): Promise<readonly ObjectId[]>;
}

export interface SearchWrites {
  /** Leaves an object to be looked through later: until then every search is given it. */
  defer(head: Pick<ObjectHead, "id" | "calendarId">): Promise<void>;
  /** As `waiting`, without those that another process is taking in; for whoever does so in this transaction. */
  takeWaiting(limit: number): Promise<readonly ObjectId[]>;
  /**
   * Takes objects into the index, in place of what was known of them; without grams they are always looked at. Many at once cost much less
   * than each by itself. Removing and moving follow the object by themselves.
   */
  putAll(
    entries: readonly {
      readonly head: Pick<ObjectHead, "id" | "calendarId" | "start" | "end">;
      readonly grams: ReadonlySet<string> | undefined;
    }[],
  ): Promise<void>;
}
