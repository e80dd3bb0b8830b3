import type { AttachmentReads, AttachmentWrites } from "./port/attachments.ts";
import type { AuditReads, AuditWrites } from "./port/audit.ts";
import type { BlobReads, BlobWrites } from "./port/blobs.ts";
import type { CalendarReads, CalendarWrites } from "./port/calendars.ts";
import type { ChangeReads, ChangeWrites } from "./port/changes.ts";
import type { FeedReads, FeedWrites, PublicLinkReads, PublicLinkWrites } from "./port/feeds.ts";
import type { HistoryReads, HistoryWrites } from "./port/history.ts";
import type { InboxReads, InboxWrites } from "./port/inbox.ts";
import type { MailReads, MailWrites } from "./port/mail.ts";
import type { NotificationReads, NotificationWrites, PushReads, PushWrites } from "./port/notifications.ts";
import type { ObjectReads, ObjectWrites, SearchReads, SearchWrites } from "./port/objects.ts";
import type {
  AccountLinkReads,
  AccountLinkWrites,
  CredentialReads,
  CredentialWrites,
  PrincipalReads,
  PrincipalWrites,
  SessionReads,
  SessionWrites,
} from "./port/people.ts";
import type { QueueReads, QueueWrites } from "./port/queues.ts";
import type { ReminderReads, ReminderWrites } from "./port/reminders.ts";
import type { SettingReads, SettingWrites } from "./port/settings.ts";
import type { ChangeType } from "./records/changes.ts";
import type { Modseq, PrincipalId } from "./records/ids.ts";

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
