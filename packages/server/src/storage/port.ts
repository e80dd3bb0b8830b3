import type {
  AccessibleCalendar,
  AccountLink,
  AuditAction,
  AuditEntry,
  BlobRecord,
  Calendar,
  CalendarId,
  CalendarView,
  ChangeEntry,
  ChangeSet,
  ChangeType,
  CollectionChanges,
  Credential,
  CredentialKind,
  FormerPlace,
  GroupMember,
  InboxChanges,
  InboxItem,
  Job,
  JobUpdate,
  ListedObject,
  LoggedType,
  MailDelivery,
  Millis,
  Modseq,
  Notification,
  NotificationList,
  ObjectHead,
  ObjectId,
  ObjectQuery,
  ObjectVersion,
  OutboxMessage,
  Principal,
  PrincipalId,
  PrincipalKind,
  PushSubscription,
  ReceivedMail,
  Removal,
  RemovedObject,
  SearchQuery,
  Session,
  Share,
  ShareChange,
  StoredObject,
} from "./records.ts";
import type { AttachmentReads, AttachmentWrites } from "./port-attachments.ts";
import type { HistoryReads, HistoryWrites } from "./port-history.ts";
import type { ReminderReads, ReminderWrites } from "./port-reminders.ts";
import type { FeedReads, FeedWrites, PublicLinkReads, PublicLinkWrites } from "./port-feeds.ts";

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

export interface Storage {
  /** Reads in one snapshot. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * The same for what is asked with nearly every request, such as who somebody is and may do: may give what the same
   * question was answered with before, as long as nobody, of whatever process, has committed anything since. So `work` must
   * depend on nothing but the question and the database, and what is given must not be changed.
   * @param question names the work and says all that it depends on; kept in memory, so never a secret
   */
  readOften<T>(question: readonly string[], work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
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
  readonly accountLinks: AccountLinkReads;
  readonly calendars: CalendarReads;
  readonly objects: ObjectReads;
  readonly inbox: InboxReads;
  readonly search: SearchReads;
  readonly notifications: NotificationReads;
  readonly changes: ChangeReads;
  readonly blobs: BlobReads;
  readonly attachments: AttachmentReads;
  readonly push: PushReads;
  readonly mail: MailReads;
  readonly settings: SettingReads;
  readonly queues: QueueReads;
  readonly audit: AuditReads;
  readonly feeds: FeedReads;
  readonly publicLinks: PublicLinkReads;
  readonly history: HistoryReads;
  readonly reminders: ReminderReads;
}

export interface WriteTransaction extends ReadTransaction {
  /**
   * Takes the account's write lock and its next modseq, once per transaction and account (later calls return the same
   * number). The number is stored only when something is written with it; account data written with any other number is
   * refused with an exception. Whoever locks several accounts takes them in id order.
   * @param above the number is greater than this one; to be asked for before anything is written with it
   */
  lockAccount(accountId: PrincipalId, above?: Modseq): Promise<Modseq>;
  readonly principals: PrincipalReads & PrincipalWrites;
  readonly credentials: CredentialReads & CredentialWrites;
  readonly sessions: SessionReads & SessionWrites;
  readonly accountLinks: AccountLinkReads & AccountLinkWrites;
  readonly calendars: CalendarReads & CalendarWrites;
  readonly objects: ObjectReads & ObjectWrites;
  readonly inbox: InboxReads & InboxWrites;
  readonly search: SearchReads & SearchWrites;
  readonly notifications: NotificationReads & NotificationWrites;
  readonly changes: ChangeReads & ChangeWrites;
  readonly blobs: BlobReads & BlobWrites;
  readonly attachments: AttachmentReads & AttachmentWrites;
  readonly push: PushReads & PushWrites;
  readonly mail: MailReads & MailWrites;
  readonly settings: SettingReads & SettingWrites;
  readonly queues: QueueReads & QueueWrites;
  readonly audit: AuditReads & AuditWrites;
  readonly feeds: FeedReads & FeedWrites;
  readonly publicLinks: PublicLinkReads & PublicLinkWrites;
  readonly history: HistoryReads & HistoryWrites;
  readonly reminders: ReminderReads & ReminderWrites;
}

export interface PrincipalReads {
  byId(id: PrincipalId): Promise<Principal | undefined>;
  byLogin(login: string): Promise<Principal | undefined>;
  byEmail(email: string): Promise<Principal | undefined>;
  list(kind?: PrincipalKind): Promise<readonly Principal[]>;
  count(): Promise<number>;
  /** Groups that the principal is a member of, directly; none that is deleted. */
  groupsOf(id: PrincipalId): Promise<readonly PrincipalId[]>;
  /** In id order, whatever their status. */
  membersOf(groupId: PrincipalId): Promise<readonly GroupMember[]>;
  /** The account's newest modseq; 0 for a new one. */
  modseq(id: PrincipalId): Promise<Modseq>;
  /** The iCalendar text of when the principal is to be had (RFC 7953); undefined: nothing is said. */
  availability(id: PrincipalId): Promise<string | undefined>;
}

export interface PrincipalWrites {
  /** @returns "duplicate" when login or email is taken. */
  insert(principal: Principal): Promise<"inserted" | "duplicate">;
  update(id: PrincipalId, fields: Partial<Omit<Principal, "id" | "createdAt" | "kind">>): Promise<void>;
  /** Who is a member already becomes a manager, or is none any more. */
  addMember(groupId: PrincipalId, memberId: PrincipalId, isManager?: boolean): Promise<void>;
  removeMember(groupId: PrincipalId, memberId: PrincipalId): Promise<void>;
  /** Says when the principal is to be had; undefined takes it back. */
  setAvailability(id: PrincipalId, icalendar: string | undefined): Promise<void>;
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

export interface AccountLinkReads {
  byTokenHash(tokenHash: string): Promise<AccountLink | undefined>;
  /** Newest first. */
  ofPrincipal(principalId: PrincipalId): Promise<readonly AccountLink[]>;
}

export interface AccountLinkWrites {
  insert(link: AccountLink): Promise<void>;
  removeOfPrincipal(principalId: PrincipalId): Promise<void>;
  removeExpired(now: Millis): Promise<number>;
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
  /** Of all of an account's calendars. */
  sharesOfAccount(accountId: PrincipalId): Promise<readonly Share[]>;
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
  /**
   * Gives a calendar with all that is in it, in its trash and attached to it to another account, under the same ids. The account that
   * it leaves keeps a tombstone of it and of each object; in the other everything is new. Shares and views stay.
   * @param leaving of the account that it leaves
   * @param to its modseq is greater than that of `leaving`, so that former texts stay older than what comes
   */
  handOver(
    id: CalendarId,
    leaving: Modseq,
    to: { readonly accountId: PrincipalId; readonly uri: string; readonly modseq: Modseq },
  ): Promise<void>;
  setShare(share: Share): Promise<void>;
  removeShare(calendarId: CalendarId, principalId: PrincipalId): Promise<void>;
  setView(calendarId: CalendarId, principalId: PrincipalId, view: CalendarView): Promise<void>;
}

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
  /** Takes an object into the index, in place of what was known of it; without grams it is always looked at. Removing and moving follow the object by themselves. */
  put(
    head: Pick<ObjectHead, "id" | "calendarId" | "start" | "end">,
    grams: ReadonlySet<string> | undefined,
  ): Promise<void>;
}

export interface InboxReads {
  /** Grows when anything in the account's inbox changes; 0 when nothing ever was. */
  state(accountId: PrincipalId): Promise<Modseq>;
  /** Newest first. */
  list(accountId: PrincipalId, limit: number): Promise<readonly InboxItem[]>;
  byUris(accountId: PrincipalId, uris: readonly string[]): Promise<readonly InboxItem[]>;
  /** `since` 0 = everything that is there. @returns "too-old" when what was removed since is no longer known */
  changes(accountId: PrincipalId, since: Modseq, limit: number): Promise<InboxChanges | "too-old">;
}

export interface InboxWrites {
  /** @returns "duplicate" when an item of that uri is or was there: what is delivered twice arrives once */
  insert(item: InboxItem): Promise<"inserted" | "duplicate">;
  /** @returns whether there was one */
  remove(accountId: PrincipalId, uri: string, modseq: Modseq): Promise<boolean>;
  /** Removes all but the newest `keep` items. */
  trim(accountId: PrincipalId, keep: number, modseq: Modseq): Promise<void>;
}

export interface NotificationReads {
  /** Newest first. */
  list(of: NotificationList, limit: number): Promise<readonly Notification[]>;
  /** @returns "too-old" when what was removed since is no longer known */
  changes(of: NotificationList, since: Modseq): Promise<ChangeSet | "too-old">;
}

export interface NotificationWrites {
  insert(notification: Notification): Promise<void>;
  /** @returns whether there was one */
  remove(of: NotificationList, id: string, modseq: Modseq): Promise<boolean>;
  /** Removes all but the newest `keep`. */
  trim(of: NotificationList, keep: number, modseq: Modseq): Promise<void>;
}

export interface ChangeReads {
  /** @returns "too-old" when the log no longer reaches back to `since`, or `since` is from the future */
  inAccount(
    accountId: PrincipalId,
    type: LoggedType,
    since: Modseq,
    limit: number,
  ): Promise<ChangeSet | "too-old">;
  /** `since` 0 = everything that is there. */
  inCalendar(calendarId: CalendarId, since: Modseq, limit: number): Promise<CollectionChanges | "too-old">;
  /** Where these objects were when the account was at `since`. */
  formerPlaces(ids: readonly ObjectId[], since: Modseq): Promise<readonly FormerPlace[]>;
  /** Calendars that any of these began or ceased to see after `since`. */
  sharesChanged(
    accountId: PrincipalId,
    principalIds: readonly PrincipalId[],
    since: Modseq,
  ): Promise<readonly CalendarId[]>;
  /** Newest first. */
  history(accountId: PrincipalId, id: string, limit: number): Promise<readonly ChangeEntry[]>;
  /** Former texts of one object, newest first. */
  versions(objectId: ObjectId, limit: number): Promise<readonly ObjectVersion[]>;
}

export interface ChangeWrites {
  shareChanged(change: ShareChange): Promise<void>;
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

export interface BlobReads {
  head(accountId: PrincipalId, id: string): Promise<BlobRecord | undefined>;
  content(accountId: PrincipalId, id: string): Promise<Uint8Array | undefined>;
}

export interface BlobWrites {
  insert(record: BlobRecord, content: Uint8Array): Promise<void>;
  removeExpired(now: Millis): Promise<number>;
}

export interface PushReads {
  byId(id: string): Promise<PushSubscription | undefined>;
  ofPrincipal(principalId: PrincipalId): Promise<readonly PushSubscription[]>;
  /** Those that are verified and have not expired. */
  live(now: Millis): Promise<readonly PushSubscription[]>;
}

export interface PushWrites {
  insert(subscription: PushSubscription): Promise<void>;
  update(
    id: string,
    fields: Partial<Pick<PushSubscription, "isVerified" | "expiresAt" | "types">>,
  ): Promise<void>;
  /** @returns whether there was one */
  remove(principalId: PrincipalId, id: string): Promise<boolean>;
}

export interface MailReads {
  delivery(id: string): Promise<MailDelivery | undefined>;
  /** Newest first. */
  deliveriesOf(
    accountId: PrincipalId,
    objectId: ObjectId | null,
    limit: number,
  ): Promise<readonly MailDelivery[]>;
  /** What somebody was sent about a UID, by whomever, newest first. */
  deliveriesTo(recipient: string, uid: string, limit: number): Promise<readonly MailDelivery[]>;
  /** Scheduling messages about a UID, newest first. */
  deliveriesAbout(uid: string, limit: number): Promise<readonly MailDelivery[]>;
  /** Those with any of these Message-IDs. */
  deliveriesByMessageId(messageIds: readonly string[]): Promise<readonly MailDelivery[]>;
  receivedById(id: string): Promise<ReceivedMail | undefined>;
  /** Newest first. */
  received(limit: number): Promise<readonly ReceivedMail[]>;
  /** Whether a message of this sender about this UID was let into the account before. */
  wasReceived(accountId: PrincipalId, uid: string, sender: string, outcome: string): Promise<boolean>;
}

export interface MailWrites {
  insertDelivery(delivery: MailDelivery): Promise<void>;
  updateDelivery(
    id: string,
    fields: Pick<MailDelivery, "updatedAt"> & Partial<Pick<MailDelivery, "state" | "detail">>,
  ): Promise<void>;
  /** @returns "duplicate" when it has come before */
  insertReceived(received: ReceivedMail): Promise<"inserted" | "duplicate">;
  updateReceived(
    id: string,
    fields: Partial<Pick<ReceivedMail, "uid" | "method" | "accountId" | "outcome" | "detail">>,
  ): Promise<void>;
  /** Forgets about `limit` entries of each log older than `before`. @returns how many of the longer one */
  forget(before: Millis, limit: number): Promise<number>;
}

export interface SettingReads {
  get(key: string): Promise<string | undefined>;
}

export interface SettingWrites {
  set(key: string, value: string): Promise<void>;
  remove(key: string): Promise<void>;
}

export interface AuditQuery {
  readonly actions?: readonly AuditAction[];
  /** Only entries older than this one. */
  readonly beforeId?: string;
  /** What subject or detail contains, whatever its case. */
  readonly text?: string;
}

export interface AuditReads {
  /** Newest first. */
  latest(limit: number, of?: AuditQuery): Promise<readonly AuditEntry[]>;
}

export interface AuditWrites {
  append(entry: AuditEntry): Promise<void>;
  /** Forgets about `limit` entries older than `before`. @returns how many */
  forget(before: Millis, limit: number): Promise<number>;
}

export interface QueueReads {
  job(id: string): Promise<Job | undefined>;
  outboxSize(): Promise<number>;
}

export interface QueueWrites {
  enqueue(message: OutboxMessage): Promise<"queued" | "duplicate">;
  /** Takes up to `limit` messages that are due, hiding them from others until `now + leaseMs`; counts as an attempt. */
  takeOutbox(now: Millis, limit: number, leaseMs: number): Promise<readonly OutboxMessage[]>;
  /** Hides messages that are being sent from others until `until`; those sent meanwhile stay as they are. */
  renewOutbox(ids: readonly string[], until: Millis): Promise<void>;
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
