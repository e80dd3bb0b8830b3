/**
 * What the use cases need from a database, and what they may rely on. Types only; `sql/` implements it once for
 * SQLite and PostgreSQL, and `contract/` is the suite that both must pass.
 *
 * Guarantees
 * - **Atomic**: everything done in one `write` happens or nothing does; a thrown error rolls back.
 * - **Durable**: when `write` resolves, the data survives `kill -9` and power loss.
 * - **Isolated per account**: after `lockAccount` no other writer, in this or another process, changes that account
 *   until the transaction ends, so read-compare-write is compare-and-swap.
 * - **Monotonic**: `modseq` of an account grows by every locked write that changes something and never repeats; a
 *   reader that has seen modseq N sees every change up to N.
 * - **Indexed**: reading a time range costs what it returns, not what the calendar holds.
 */

declare const brand: unique symbol;
type Branded<T, B extends string> = T & { readonly [brand]: B };

export type PrincipalId = Branded<string, "PrincipalId">;
export type CalendarId = Branded<string, "CalendarId">;
export type ObjectId = Branded<string, "ObjectId">;
/** Milliseconds since 1970 in UTC. */
export type Millis = number;
/** Grows by one with every change of an account (RFC 8620 state, RFC 6578 sync token, RFC 7162's idea of MODSEQ). */
export type Modseq = number;

export interface Storage {
  /** Reads in one snapshot. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * Reads and writes atomically; resolves after the commit is durable. `work` may run concurrently with reads, never
   * with another write on SQLite; it must not wait for anything but the database, and it must not start another
   * transaction (that throws): everything goes through its `tx`.
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls `listener` after each commit that changed an account, in every process that shares the database.
   * @returns a function that stops it
   */
  onAccountChange(listener: (change: AccountChange) => void): () => void;
  /** Whether the database answers, and with which schema; cheap, for `/healthz`. */
  health(): Promise<StorageHealth>;
  /** What is wrong with the database itself, one sentence each; reads all of it, for `snart doctor`. */
  examine(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface AccountChange {
  readonly accountId: PrincipalId;
  readonly modseq: Modseq;
  readonly types: readonly ChangeType[];
}
export interface StorageHealth {
  readonly dialect: "sqlite" | "postgres";
  readonly schemaVersion: number;
  readonly ok: boolean;
  readonly detail: string;
}

export interface ReadTransaction {
  readonly principals: PrincipalReads;
  readonly credentials: CredentialReads;
  readonly sessions: SessionReads;
  readonly calendars: CalendarReads;
  readonly objects: ObjectReads;
  readonly changes: ChangeReads;
  readonly blobs: BlobReads;
  readonly settings: SettingReads;
  readonly queues: QueueReads;
}
export interface WriteTransaction extends ReadTransaction {
  /**
   * Takes the account's write lock and its next modseq, once per transaction and account (later calls return the same
   * number). The number is stored only when something is written with it; account data written with any other number is
   * refused with an exception. Whoever locks several accounts takes them in id order.
   */
  lockAccount(accountId: PrincipalId): Promise<Modseq>;
  readonly principals: PrincipalReads & PrincipalWrites;
  readonly credentials: CredentialReads & CredentialWrites;
  readonly sessions: SessionReads & SessionWrites;
  readonly calendars: CalendarReads & CalendarWrites;
  readonly objects: ObjectReads & ObjectWrites;
  readonly changes: ChangeReads & ChangeWrites;
  readonly blobs: BlobReads & BlobWrites;
  readonly settings: SettingReads & SettingWrites;
  readonly queues: QueueReads & QueueWrites;
}

// Principals: people, groups and bookable things; each is the account that owns its calendars.

export type PrincipalKind = "person" | "group" | "bookable";
export type PrincipalStatus = "invited" | "active" | "suspended" | "deleted";
export interface Principal {
  readonly id: PrincipalId;
  readonly kind: PrincipalKind;
  /** Name in URLs and for Basic sign-in; lower case, unique. */
  readonly login: string;
  readonly displayName: string;
  /** Lower case, unique among people; null for things without mail. */
  readonly email: string | null;
  readonly status: PrincipalStatus;
  readonly isAdmin: boolean;
  readonly preferences: Preferences;
  readonly createdAt: Millis;
}
/** What a person has chosen; absent means "as the browser says". */
export interface Preferences {
  readonly language?: "en-GB" | "sv";
  readonly timeZone?: string;
  readonly theme?: "light" | "dark";
  /** Whether the account password may be used over HTTP Basic (default true until turned off). */
  readonly basicPassword?: boolean;
  readonly singleKeyShortcuts?: boolean;
  readonly showHowSoon?: boolean;
  readonly defaultCalendarId?: string;
}
export interface PrincipalReads {
  byId(id: PrincipalId): Promise<Principal | undefined>;
  byLogin(login: string): Promise<Principal | undefined>;
  byEmail(email: string): Promise<Principal | undefined>;
  list(kind?: PrincipalKind): Promise<readonly Principal[]>;
  count(): Promise<number>;
  /** Groups that the principal is a member of, directly. */
  groupsOf(id: PrincipalId): Promise<readonly PrincipalId[]>;
  /** The account's newest modseq; 0 for a new one. */
  modseq(id: PrincipalId): Promise<Modseq>;
}
export interface PrincipalWrites {
  /** @returns "duplicate" when login or email is taken. */
  insert(principal: Principal): Promise<"inserted" | "duplicate">;
  update(id: PrincipalId, fields: Partial<Omit<Principal, "id" | "createdAt" | "kind">>): Promise<void>;
  addMember(groupId: PrincipalId, memberId: PrincipalId): Promise<void>;
  removeMember(groupId: PrincipalId, memberId: PrincipalId): Promise<void>;
}

// Credentials: anything that proves who somebody is.

export type CredentialKind = "password" | "app-password" | "passkey" | "oidc" | "totp";
export interface Credential {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly kind: CredentialKind;
  /** The person's own name for it ("Elin's phone"). */
  readonly label: string;
  /** PHC string or another one-way form; never the secret. */
  readonly secretHash: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  /** What used it last, from the User-Agent. */
  readonly lastUsedBy: string | null;
}
export interface CredentialReads {
  ofPrincipal(principalId: PrincipalId, kind?: CredentialKind): Promise<readonly Credential[]>;
}
export interface CredentialWrites {
  insert(credential: Credential): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<Credential, "label" | "secretHash" | "lastUsedAt" | "lastUsedBy">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(principalId: PrincipalId, id: string): Promise<boolean>;
}

export interface Session {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly userAgent: string | null;
}
export interface SessionReads {
  byTokenHash(tokenHash: string): Promise<Session | undefined>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly Session[]>;
}
export interface SessionWrites {
  insert(session: Session): Promise<void>;
  extend(tokenHash: string, expiresAt: Millis): Promise<void>;
  remove(tokenHash: string): Promise<void>;
  /** Ends all of somebody's sessions, except one if given. */
  removeOfPrincipal(principalId: PrincipalId, exceptTokenHash?: string): Promise<void>;
  removeExpired(now: Millis): Promise<number>;
}

// Calendars.

export type ComponentType = "VEVENT" | "VTODO" | "VJOURNAL";
export interface Calendar {
  readonly id: CalendarId;
  /** The principal that owns it: a person, a group or a bookable. */
  readonly accountId: PrincipalId;
  /** Last path segment of its collection URL; unique in the account. */
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** CSS colour or one of the twelve names of design/tokens.md. */
  readonly color: string | null;
  readonly sortOrder: number;
  /** IANA name for floating and all-day times in queries (RFC 4791 §5.2.2), or null. */
  readonly timeZone: string | null;
  /** The VTIMEZONE text a CalDAV client stored, given back as it was. */
  readonly timeZoneText: string | null;
  readonly components: readonly ComponentType[];
  /** Other properties clients stored (RFC 4918 dead properties): `{namespace}name` to XML text. */
  readonly deadProperties: Readonly<Record<string, string>>;
  readonly createdModseq: Modseq;
  /** Grows when the calendar's own properties change. */
  readonly modseq: Modseq;
  /** Grows when anything in it changes: its ctag and sync token. Every write of an object raises it by itself. */
  readonly contentModseq: Modseq;
}
export type ShareLevel = "freeBusy" | "read" | "write" | "edit" | "manage";
export interface Share {
  readonly calendarId: CalendarId;
  readonly principalId: PrincipalId;
  readonly level: ShareLevel;
}
/** How one person sees one calendar; absent fields fall back to the calendar's own. */
export interface CalendarView {
  readonly name?: string;
  readonly color?: string;
  readonly sortOrder?: number;
  readonly isVisible?: boolean;
  readonly isSubscribed?: boolean;
  readonly includeInAvailability?: "all" | "attending" | "none";
  readonly defaultAlertsWithTime?: unknown;
  readonly defaultAlertsWithoutTime?: unknown;
}
/** A calendar with what decides an actor's rights on it. */
export interface AccessibleCalendar {
  readonly calendar: Calendar;
  /** Levels granted to the actor directly and through groups; empty for the owner's own. */
  readonly levels: readonly ShareLevel[];
  readonly isOwner: boolean;
  readonly view: CalendarView;
}
export interface CalendarReads {
  byId(id: CalendarId): Promise<Calendar | undefined>;
  byUri(accountId: PrincipalId, uri: string): Promise<Calendar | undefined>;
  ofAccount(accountId: PrincipalId): Promise<readonly Calendar[]>;
  /** Every calendar that `actorId` may see in some way: own, of own groups, shared directly or by group. One query. */
  accessibleTo(actorId: PrincipalId): Promise<readonly AccessibleCalendar[]>;
  /** The same for one calendar; undefined also when it exists but the actor has no way to it. */
  accessible(actorId: PrincipalId, id: CalendarId): Promise<AccessibleCalendar | undefined>;
  sharesOf(id: CalendarId): Promise<readonly Share[]>;
}
export interface CalendarWrites {
  /** @returns "duplicate" when the uri is taken in the account */
  insert(calendar: Calendar): Promise<"inserted" | "duplicate">;
  update(
    id: CalendarId,
    fields: Partial<Omit<Calendar, "id" | "accountId" | "createdModseq">>,
  ): Promise<void>;
  /** Removes the calendar and its objects, leaving a tombstone for each; versions stay for the trash. */
  remove(id: CalendarId, modseq: Modseq, now: Millis, actorId: PrincipalId): Promise<void>;
  setShare(share: Share): Promise<void>;
  removeShare(calendarId: CalendarId, principalId: PrincipalId): Promise<void>;
  setView(calendarId: CalendarId, principalId: PrincipalId, view: CalendarView): Promise<void>;
}

// Objects: one iCalendar object (all components of one UID) each.

export interface ObjectHead {
  readonly id: ObjectId;
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  /** Last path segment of its URL; unique in the calendar. */
  readonly uri: string;
  /** Unique in the calendar (RFC 4791 §4.1). */
  readonly uid: string;
  readonly component: ComponentType;
  /** Strong entity tag without quotes. */
  readonly etag: string;
  readonly scheduleTag: string | null;
  /** Bytes of the stored text. */
  readonly size: number;
  /** Outer bounds over every occurrence and every viewer's zone; end null = without end. A hint (decision 6). */
  readonly start: Millis;
  readonly end: Millis | null;
  readonly isRecurring: boolean;
  /** Title, for search, trash and history lists. */
  readonly summary: string;
  readonly createdModseq: Modseq;
  readonly modseq: Modseq;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}
export interface StoredObject extends ObjectHead {
  /** The iCalendar text exactly as received. */
  readonly icalendar: string;
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
export interface ObjectReads {
  byId(id: ObjectId): Promise<StoredObject | undefined>;
  byIds(ids: readonly ObjectId[]): Promise<readonly StoredObject[]>;
  byUri(calendarId: CalendarId, uri: string): Promise<StoredObject | undefined>;
  byUris(calendarId: CalendarId, uris: readonly string[]): Promise<readonly StoredObject[]>;
  byUid(calendarId: CalendarId, uid: string): Promise<StoredObject | undefined>;
  /** Where a UID lives anywhere in an account. */
  byUidInAccount(accountId: PrincipalId, uid: string): Promise<readonly ObjectHead[]>;
  /** In id order. */
  heads(query: ObjectQuery): Promise<readonly ObjectHead[]>;
  /** In id order. */
  find(query: ObjectQuery): Promise<readonly StoredObject[]>;
  count(calendarId: CalendarId): Promise<number>;
  /** An object that is gone, as it was when it was removed; undefined if it is there or its last version has expired. */
  removed(id: ObjectId): Promise<RemovedObject | undefined>;
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
}
export interface Removal {
  readonly modseq: Modseq;
  readonly now: Millis;
  readonly actorId: PrincipalId;
}

// Changes.

export type ChangeType = "Principal" | "Calendar" | "CalendarEvent";
export interface ChangeEntry {
  readonly accountId: PrincipalId;
  readonly modseq: Modseq;
  readonly type: ChangeType;
  readonly id: string;
  readonly calendarId: CalendarId | null;
  readonly change: "created" | "updated" | "destroyed";
  readonly at: Millis;
  readonly actorId: PrincipalId;
}
/** What a client that knows the account up to `since` has to learn (RFC 8620 §5.2). */
export interface ChangeSet {
  readonly newModseq: Modseq;
  readonly hasMore: boolean;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly destroyed: readonly string[];
}
/** The same for one collection (RFC 6578). */
export interface CollectionChanges {
  readonly newModseq: Modseq;
  readonly hasMore: boolean;
  readonly changed: readonly ObjectHead[];
  /** URIs that are gone: deleted, moved away or renamed, and not there again. */
  readonly removed: readonly string[];
}
export interface ChangeReads {
  /** @returns "too-old" when the log no longer reaches back to `since`, or `since` is from the future */
  inAccount(
    accountId: PrincipalId,
    type: ChangeType,
    since: Modseq,
    limit: number,
  ): Promise<ChangeSet | "too-old">;
  /** `since` 0 = everything that is there. */
  inCalendar(calendarId: CalendarId, since: Modseq, limit: number): Promise<CollectionChanges | "too-old">;
  /** Newest first. */
  history(accountId: PrincipalId, id: string, limit: number): Promise<readonly ChangeEntry[]>;
  /** Former texts of one object, newest first. */
  versions(objectId: ObjectId, limit: number): Promise<readonly ObjectVersion[]>;
}
export interface ObjectVersion {
  readonly objectId: ObjectId;
  readonly modseq: Modseq;
  readonly icalendar: string;
  readonly replacedAt: Millis;
  readonly replacedBy: PrincipalId;
  /** True when this was the text at the time of deletion. */
  readonly wasRemoved: boolean;
}
export interface ChangeWrites {
  append(entries: readonly ChangeEntry[]): Promise<void>;
  /**
   * Forgets about `limit` former texts: those replaced by `replaced`, and all of what was deleted by `removed` and not
   * brought back. @returns how many; fewer than `limit` when no more are that old
   */
  forgetVersions(replaced: Millis, removed: Millis, limit: number): Promise<number>;
  /**
   * Forgets about `limit` entries of the log written by `before`, with the tombstones of their time; who knows only what is
   * forgotten is told "too-old" from then on. @returns how many; fewer than `limit` when no more are that old
   */
  forgetLog(before: Millis, limit: number): Promise<number>;
}

// Blobs: uploads waiting to be used (RFC 8620 §6).

export interface BlobRecord {
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}
export interface BlobReads {
  head(accountId: PrincipalId, id: string): Promise<BlobRecord | undefined>;
  content(accountId: PrincipalId, id: string): Promise<Uint8Array | undefined>;
}
export interface BlobWrites {
  insert(record: BlobRecord, content: Uint8Array): Promise<void>;
  removeExpired(now: Millis): Promise<number>;
}

// Server-wide settings and secrets of its own making (setup token, signing keys).

export interface SettingReads {
  get(key: string): Promise<string | undefined>;
}
export interface SettingWrites {
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

// Queues: effects to be sent after commit (outbox) and work to be done later (jobs).

export interface OutboxMessage {
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly kind: string;
  /** A second message with the same key is dropped. */
  readonly dedupeKey: string;
  readonly payload: unknown;
  readonly createdAt: Millis;
  readonly availableAt: Millis;
  readonly attempts: number;
  readonly lastError: string | null;
}
export type JobState = "queued" | "running" | "done" | "retrying" | "dead";
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly state: JobState;
  readonly runAt: Millis;
  readonly attempts: number;
  readonly lastError: string | null;
  /** Progress and result, as the job's kind defines. */
  readonly progress: unknown;
}
export type JobUpdate = Partial<Pick<Job, "state" | "runAt" | "lastError" | "progress">>;
export interface QueueReads {
  job(id: string): Promise<Job | undefined>;
  outboxSize(): Promise<number>;
}
export interface QueueWrites {
  enqueue(message: OutboxMessage): Promise<"queued" | "duplicate">;
  /** Takes up to `limit` messages that are due, hiding them from others until `now + leaseMs`; counts as an attempt. */
  takeOutbox(now: Millis, limit: number, leaseMs: number): Promise<readonly OutboxMessage[]>;
  /** It is sent; its key goes on dropping repetitions. */
  finishOutbox(id: string): Promise<void>;
  retryOutbox(id: string, availableAt: Millis, error: string): Promise<void>;
  /** Under the id of a finished job starts it anew; under that of one still to be done changes nothing. */
  schedule(job: Job): Promise<void>;
  takeJobs(now: Millis, limit: number, leaseMs: number): Promise<readonly Job[]>;
  /** Removes finished jobs and sent messages whose time was at or before `before`. @returns how many */
  removeFinished(before: Millis): Promise<number>;
  /** @param attempt which one asks: a job that was taken over since stays as it is. @returns whether it was done */
  updateJob(id: string, attempt: number, fields: JobUpdate): Promise<boolean>;
}
