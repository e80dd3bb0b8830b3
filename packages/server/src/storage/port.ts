import type { AttachmentReads, AttachmentWrites } from "./port/attachments.ts";
import type { AttemptReads, AttemptWrites, KnownPlaceReads, KnownPlaceWrites } from "./port/attempts.ts";
import type { AuditReads, AuditWrites } from "./port/audit.ts";
import type { BlobReads, BlobWrites } from "./port/blobs.ts";
import type {
  BookableReads,
  BookableWrites,
  BookingReads,
  BookingRefusalReads,
  BookingRefusalWrites,
  RulesAcceptanceReads,
  RulesAcceptanceWrites,
  BookingRulesReads,
  BookingRulesWrites,
  BookingHandoverReads,
  BookingHandoverWrites,
  BookingWaitReads,
  BookingWaitWrites,
  DisplayReads,
  DisplayWrites,
  BookingWrites,
  ClaimReads,
  ClaimWrites,
} from "./port/bookings.ts";
import type {
  BookingLinkReads,
  BookingLinkWrites,
  BookingPageReads,
  BookingPageWrites,
  PageBookingReads,
  PageBookingWrites,
} from "./port/booking-pages.ts";
import type { PollReads, PollVoterReads, PollVoterWrites, PollWrites } from "./port/polls.ts";
import type { CalendarReads, CalendarWrites } from "./port/calendars.ts";
import type { ChangeReads, ChangeWrites } from "./port/changes.ts";
import type { DrawReads, DrawWrites } from "./port/draws.ts";
import type { FeedReads, FeedWrites, PublicLinkReads, PublicLinkWrites } from "./port/feeds.ts";
import type { HistoryReads, HistoryWrites } from "./port/history.ts";
import type {
  HouseholdReads,
  HouseholdTagReads,
  HouseholdTagWrites,
  HouseholdWrites,
} from "./port/households.ts";
import type { InboxReads, InboxWrites } from "./port/inbox.ts";
import type { MailReads, MailWrites } from "./port/mail.ts";
import type {
  CollectionPushReads,
  CollectionPushWrites,
  HomePushReads,
  HomePushWrites,
  NotificationReads,
  NotificationWrites,
  PushReads,
  PushWrites,
} from "./port/notifications.ts";
import type { ObjectReads, ObjectWrites, SearchReads, SearchWrites } from "./port/objects.ts";
import type {
  AccountLinkReads,
  AccountLinkWrites,
  CredentialReads,
  CredentialWrites,
  PrincipalReads,
  PrincipalWrites,
  ProvisionedReads,
  ProvisionedWrites,
  ProvisioningTokenReads,
  ProvisioningTokenWrites,
  SessionReads,
  SessionWrites,
  SignInStepReads,
  SignInStepWrites,
} from "./port/people.ts";
import type { QueueReads, QueueWrites } from "./port/queues.ts";
import type { ReminderReads, ReminderWrites } from "./port/reminders.ts";
import type { SettingReads, SettingWrites } from "./port/settings.ts";
import type { ChangeType } from "./records/changes.ts";
import type { Modseq, PrincipalId } from "./records/ids.ts";
import type { AccountUsage } from "./records/people.ts";
import type { StorageTrouble } from "@snart/calendar/jmap/account.ts";

/**
 * The database as the use cases need it, and what they may rely on. Types, and the one error that storage throws for a
 * fault of the database (`port/failure.ts`); `sql/` implements it once for SQLite and PostgreSQL, and `contract/` is the
 * suite that both must pass.
 *
 * Guarantees
 * - **Atomic**: everything done in one `write` happens or nothing does; a thrown error rolls back.
 * - **Durable**: when `write` resolves, the data survives `kill -9` and power loss.
 * - **Isolated per account**: after `lockAccount` no other writer, in this or another process, changes that account
 *   until the transaction ends, so read-compare-write is compare-and-swap.
 * - **Monotonic**: `modseq` of an account grows by every locked write that changes something and never repeats; a
 *   reader that has seen modseq N sees every change up to N.
 * - **Indexed**: reading a time range costs what it returns, not what the calendar holds.
 * - **Honest**: a database that is away, lost or too slow is a `StorageFailure`, which says whether the transaction may
 *   have been committed all the same.
 *
 * What the work of a transaction must keep to: a database may undo a transaction because of others (a deadlock, a
 * connection that was ended), and then `work` runs again from its beginning. So it changes nothing but the database,
 * through its `tx`; what it finds out, it returns.
 */

/**
 * Of the room that is set aside for a full disk, deletions whose texts stay for the trash may take a half, and so may what is needed
 * before one can delete; what frees room for good may take the whole.
 */
export type ReservePart = "half" | "whole";

/** What only reads. */
export interface Reads {
  /** Reads in one snapshot. */
  read<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
}

export interface Storage extends Reads {
  /**
   * Reads in a snapshot that begins after the call, and that others share who ask meanwhile: for what many ask at one moment, who then
   * need one connection, and of whom what they ask alike is asked once. What the request has read before may be older.
   */
  readTogether<T>(work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * Runs the work of one request: reads in it that follow each other may share one snapshot, until it writes, and for a short while at most.
   */
  inRequest<T>(work: () => Promise<T>): Promise<T>;
  /** What the request reads from now on may be newer than what it has read: before it waits for somebody else's write. */
  leaveSnapshot(): void;
  /**
   * The same for questions of nearly every request, such as identity and rights: may return an earlier answer to the
   * same question, as long as no process has committed anything since. So `work` must depend on nothing but the
   * question and the database, and its result must not be changed.
   * @param question names the work and everything that it depends on; kept in memory, so never a secret
   */
  readOften<T>(question: readonly string[], work: (tx: ReadTransaction) => Promise<T>): Promise<T>;
  /**
   * Reads and writes atomically; resolves after the commit is durable. `work` may run concurrently with reads, never
   * with another write on SQLite; it must not wait for anything but the database, and it must not start another
   * transaction (that throws): everything goes through its `tx`.
   * @param reserve the part of the room set aside that it may take on a full disk; absent: none, it is refused there
   */
  write<T>(work: (tx: WriteTransaction) => Promise<T>, reserve?: ReservePart): Promise<T>;
  /**
   * Runs `work` while this process has no write transaction open: for what locks the database by a connection of its own, which would
   * otherwise wait for a transaction that waits for it. PostgreSQL needs no such moment: there it runs at once.
   */
  betweenWrites<T>(work: () => T): Promise<T>;
  /**
   * Calls `listener` after each commit that changed an account, in every process that shares the database.
   * @returns a function that stops it
   */
  onAccountChange(listener: (change: AccountChange) => void): () => void;
  /** Whether the database answers, and its schema; cheap, for `/healthz`. */
  health(): Promise<StorageHealth>;
  /** How large and how busy the database is, for `/metrics`. */
  load(): Promise<StorageLoad>;
  /** Problems of the database itself, one sentence each; reads all of it, for `snart doctor`. */
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
  readonly trouble: StorageTrouble | null;
  readonly detail: string;
  /** what may still be written on the disk of the database; null: it is on no disk of this machine, or cannot be read */
  readonly freeBytes: number | null;
}

export interface StorageLoad {
  readonly databaseBytes: number;
  /** Of SQLite's write-ahead log; null: it has none, or it is on no disk of this machine. */
  readonly logBytes: number | null;
  /** How many transactions wait for others: for their locks on PostgreSQL, for their turn to write in this process on SQLite. */
  readonly waiting: number;
}

/** Every noun of storage, with its reads and its writes. */
export interface Nouns {
  principals: [PrincipalReads, PrincipalWrites];
  credentials: [CredentialReads, CredentialWrites];
  sessions: [SessionReads, SessionWrites];
  provisioningTokens: [ProvisioningTokenReads, ProvisioningTokenWrites];
  provisioned: [ProvisionedReads, ProvisionedWrites];
  signInSteps: [SignInStepReads, SignInStepWrites];
  attempts: [AttemptReads, AttemptWrites];
  knownPlaces: [KnownPlaceReads, KnownPlaceWrites];
  accountLinks: [AccountLinkReads, AccountLinkWrites];
  calendars: [CalendarReads, CalendarWrites];
  objects: [ObjectReads, ObjectWrites];
  inbox: [InboxReads, InboxWrites];
  search: [SearchReads, SearchWrites];
  notifications: [NotificationReads, NotificationWrites];
  changes: [ChangeReads, ChangeWrites];
  blobs: [BlobReads, BlobWrites];
  attachments: [AttachmentReads, AttachmentWrites];
  push: [PushReads, PushWrites];
  collectionPushes: [CollectionPushReads, CollectionPushWrites];
  homePushes: [HomePushReads, HomePushWrites];
  mail: [MailReads, MailWrites];
  settings: [SettingReads, SettingWrites];
  queues: [QueueReads, QueueWrites];
  audit: [AuditReads, AuditWrites];
  feeds: [FeedReads, FeedWrites];
  publicLinks: [PublicLinkReads, PublicLinkWrites];
  history: [HistoryReads, HistoryWrites];
  reminders: [ReminderReads, ReminderWrites];
  bookables: [BookableReads, BookableWrites];
  bookingRules: [BookingRulesReads, BookingRulesWrites];
  bookings: [BookingReads, BookingWrites];
  bookingRefusals: [BookingRefusalReads, BookingRefusalWrites];
  rulesAcceptances: [RulesAcceptanceReads, RulesAcceptanceWrites];
  bookingHandovers: [BookingHandoverReads, BookingHandoverWrites];
  bookingWaits: [BookingWaitReads, BookingWaitWrites];
  bookingPages: [BookingPageReads, BookingPageWrites];
  bookingLinks: [BookingLinkReads, BookingLinkWrites];
  pageBookings: [PageBookingReads, PageBookingWrites];
  polls: [PollReads, PollWrites];
  pollVoters: [PollVoterReads, PollVoterWrites];
  displays: [DisplayReads, DisplayWrites];
  draws: [DrawReads, DrawWrites];
  claims: [ClaimReads, ClaimWrites];
  households: [HouseholdReads, HouseholdWrites];
  householdTags: [HouseholdTagReads, HouseholdTagWrites];
}

/** A noun with both its reads and writes. */
export type Noun<N extends keyof Nouns> = Nouns[N][0] & Nouns[N][1];

export type ReadTransaction = { readonly [N in keyof Nouns]: Nouns[N][0] };

export type WriteTransaction = { readonly [N in keyof Nouns]: Noun<N> } & {
  /**
   * Takes the account's write lock and its next modseq, once per transaction and account (later calls return the same
   * number). The number is stored only when something is written with it; account data written with any other number is
   * refused with an exception. Whoever locks several accounts takes them in id order.
   * @param above the number is greater than this one; to be asked for before anything is written with it
   */
  lockAccount(accountId: PrincipalId, above?: Modseq): Promise<Modseq>;
  /**
   * The room that a locked account's calendar objects take, with what this transaction has written.
   * @throws if the account is not locked
   */
  usageOf(accountId: PrincipalId): AccountUsage;
};
