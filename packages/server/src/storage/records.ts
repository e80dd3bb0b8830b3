/** What is stored: the nouns of the storage port. Types only. */

declare const brand: unique symbol;

type Branded<T, B extends string> = T & { readonly [brand]: B };

export type PrincipalId = Branded<string, "PrincipalId">;

export type CalendarId = Branded<string, "CalendarId">;

export type ObjectId = Branded<string, "ObjectId">;

/** Milliseconds since 1970 in UTC. */
export type Millis = number;

/** Grows by one with every change of an account (RFC 8620 state, RFC 6578 sync token, RFC 7162's idea of MODSEQ). */
export type Modseq = number;

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
  /** When it came into its status; absent: when it was made. */
  readonly statusSince?: Millis;
}

/** Somebody in a group; managers change who else is. */
export interface GroupMember {
  readonly groupId: PrincipalId;
  readonly memberId: PrincipalId;
  readonly isManager: boolean;
}

/** A secret link by which a person makes an account their own, or chooses a new password; it works once. */
export interface AccountLink {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly kind: "invitation" | "reset";
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

/** What a person has chosen; absent means "as the browser says". */
export interface Preferences {
  readonly language?: "en-GB" | "sv";
  readonly timeZone?: string;
  /** Whose hours stand beside those of `timeZone`; IANA name. */
  readonly secondTimeZone?: string;
  /** Seven days from Monday on, each `08:00-17:00` or nothing, told apart by commas; 08:00-17:00 on weekdays where it is not said. */
  readonly workingHours?: string;
  readonly theme?: "light" | "dark";
  /** Whether the account password may be used over HTTP Basic (default true until turned off). */
  readonly basicPassword?: boolean;
  readonly singleKeyShortcuts?: boolean;
  readonly showHowSoon?: boolean;
  /** tasks stand among the events; where it is not said, they do */
  readonly showTasks?: boolean;
  /** whose holidays are shown; by time zone and language where it is not said */
  readonly almanac?: "SE" | "GB-ENG" | "GB-SCT" | "GB-NIR";
  /** free on public holidays alone, on eves too (where it is not said), or on the days of custom before them as well */
  readonly freeOn?: "red" | "eves" | "customary";
  readonly defaultCalendarId?: string;
  /** By what reminders come, besides those in the open app; absent: as `DEFAULT_CHANNELS` says. */
  readonly reminders?: ReminderChannels;
  /** When nothing is sent; absent: never. */
  readonly quietHours?: ClockSpan;
  /** When the day's agenda is sent by mail, "06:30"; absent: never. */
  readonly agendaAt?: string;
}

export interface ReminderChannels {
  readonly app?: boolean;
  readonly mail?: boolean;
  readonly push?: boolean;
}

/** From a time of day to another, over midnight where that is earlier: "21:30". */
export interface ClockSpan {
  readonly from: string;
  readonly to: string;
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

export interface Session {
  /** SHA-256 of the cookie's token. */
  readonly tokenHash: string;
  readonly principalId: PrincipalId;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
  readonly userAgent: string | null;
}

// Calendars.

export type ComponentType = "VEVENT" | "VTODO" | "VJOURNAL" | "VAVAILABILITY";

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
  /** A feed keeps it: nobody else writes to it, its owner neither. */
  readonly isReadOnly: boolean;
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
  /** IANA name. */
  readonly timeZone?: string;
  readonly defaultAlertsWithTime?: unknown;
  readonly defaultAlertsWithoutTime?: unknown;
  /** Nothing in it rings for this person. */
  readonly isMuted?: boolean;
}

/** A calendar with what decides an actor's rights on it. */
export interface AccessibleCalendar {
  readonly calendar: Calendar;
  /** Levels granted to the actor directly and through groups; empty for the owner's own. */
  readonly levels: readonly ShareLevel[];
  readonly isOwner: boolean;
  readonly view: CalendarView;
  /** By what the actor takes part in events. */
  readonly me: Addressed;
}

/** What the addresses of a principal are made of. */
export type Addressed = Pick<Principal, "id" | "login" | "email">;

// Objects: one iCalendar object (all components of one UID) each.

/** What a list tells of a calendar object: a calendar may hold a hundred thousand, and each column costs. */
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
}

export interface ObjectHead extends ListedObject {
  readonly accountId: PrincipalId;
  readonly calendarId: CalendarId;
  /** Unique in the calendar (RFC 4791 §4.1). */
  readonly uid: string;
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
}

export interface Removal {
  readonly modseq: Modseq;
  readonly now: Millis;
  readonly actorId: PrincipalId;
}

// Scheduling inboxes: what others sent to an account (RFC 6638 §2.2).

export interface InboxItemHead {
  readonly accountId: PrincipalId;
  /** Last path segment of its URL; never used again in the account. */
  readonly uri: string;
  readonly uid: string;
  readonly component: ComponentType;
  /** iTIP method in upper case. */
  readonly method: string;
  readonly etag: string;
  readonly size: number;
  readonly modseq: Modseq;
  readonly createdAt: Millis;
}

export interface InboxItem extends InboxItemHead {
  readonly icalendar: string;
}

/** What changed in an inbox (RFC 6578). */
export interface InboxChanges {
  readonly newModseq: Modseq;
  readonly hasMore: boolean;
  readonly added: readonly InboxItem[];
  readonly removed: readonly string[];
}

// Changes.

/** Types with entries in the change log. */
export type LoggedType = "Principal" | "Calendar" | "CalendarEvent" | "Task";
export type ChangeType = LoggedType | NotificationType;

export interface ChangeEntry {
  readonly accountId: PrincipalId;
  readonly modseq: Modseq;
  readonly type: ChangeType;
  readonly id: string;
  readonly calendarId: CalendarId | null;
  readonly change: "created" | "updated" | "destroyed";
  readonly at: Millis;
  readonly actorId: PrincipalId;
  /** By what it was made; absent: nobody noted it. */
  readonly via?: ChangeSource;
  /** The name of the app password that was used. */
  readonly client?: string;
}

/** What changes are made by. */
export type ChangeSource = "web" | "jmap" | "dav" | "import" | "scheduling" | "subscription" | "command-line";

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
  readonly changed: readonly ListedObject[];
  /** URIs that are gone: deleted, moved away or renamed, and not there again. */
  readonly removed: readonly string[];
}

/** Where an object was at a former state of its account, and what it may have said. */
export interface FormerPlace {
  readonly id: ObjectId;
  /** null: not known */
  readonly calendarId: CalendarId | null;
  /** One of these was its text; none when that has been forgotten, or is still the present one. */
  readonly texts: readonly string[];
}

/** Somebody began or ceased to see what is in a calendar. */
export interface ShareChange {
  readonly accountId: PrincipalId;
  readonly principalId: PrincipalId;
  readonly modseq: Modseq;
  readonly calendarId: CalendarId;
}

// Notifications: what somebody is told of what others did.

export type NotificationType = "ShareNotification" | "CalendarEventNotification" | "Reminder";

export interface Notification {
  readonly id: string;
  readonly type: NotificationType;
  /** The account in which it is kept. */
  readonly accountId: PrincipalId;
  readonly recipientId: PrincipalId;
  /** The calendar or event. */
  readonly aboutId: string;
  readonly modseq: Modseq;
  readonly createdAt: Millis;
  /** As its type defines. */
  readonly payload: unknown;
}

/** Somebody's notifications of one type in one account. */
export interface NotificationList {
  readonly accountId: PrincipalId;
  readonly recipientId: PrincipalId;
  readonly type: NotificationType;
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

// Blobs: uploads waiting to be used (RFC 8620 §6).

export interface BlobRecord {
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly type: string;
  readonly size: number;
  readonly createdAt: Millis;
  readonly expiresAt: Millis;
}

// Attachments: files that calendar objects name (RFC 8607).

/** One version of a file; its id is the MANAGED-ID of the properties that name it. */
export interface AttachmentRecord {
  readonly id: string;
  /** On whose quota it counts: the account of the calendar for which it came. */
  readonly accountId: PrincipalId;
  /** SHA-256 of the content, base64url. */
  readonly hash: string;
  readonly type: string;
  readonly filename: string;
  /** in octets */
  readonly size: number;
  readonly createdAt: Millis;
  readonly createdBy: PrincipalId;
}

export interface AttachmentContent {
  readonly hash: string;
  readonly size: number;
  readonly parts: number;
}

// Push: devices that want to be told of changes (RFC 8620 §7.2).

export interface PushSubscription {
  readonly id: string;
  readonly principalId: PrincipalId;
  readonly deviceClientId: string;
  readonly url: string;
  /** For encryption (RFC 8291), base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string } | null;
  readonly verificationCode: string;
  /** Whether whoever made it has shown that the URL is theirs. */
  readonly isVerified: boolean;
  readonly expiresAt: Millis;
  /** null: of all */
  readonly types: readonly string[] | null;
  readonly createdAt: Millis;
  /** By what its maker was signed in; it ends with that. */
  readonly signedInBy: { readonly via: string; readonly proof: string };
}

// Server-wide settings and secrets of its own making (setup token, signing keys).

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

// Mail: what goes to people by mail, and what came in.

/** `failed`: it could not be sent; `bounced`: it was, and came back. */
export type DeliveryState = "queued" | "sent" | "answered" | "bounced" | "failed";

export interface MailDelivery {
  /** of its outbox message */
  readonly id: string;
  readonly accountId: PrincipalId;
  /** What it is for: `invitation`, or as its sender names it. */
  readonly purpose: string;
  /** The event that it is about; null: none. */
  readonly objectId: ObjectId | null;
  readonly uid: string | null;
  /** iTIP method in upper case; null: no scheduling message. */
  readonly method: string | null;
  /** Address in lower case. */
  readonly recipient: string;
  /** Message-ID with its angle brackets; not to be guessed by who has not got the mail. */
  readonly messageId: string;
  readonly state: DeliveryState;
  /** What the other side said, when it did not go well. */
  readonly detail: string | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

/** A message that came by mail, and what became of it. */
export interface ReceivedMail {
  /** One-way form of what makes the message itself: what comes twice is dealt with once. */
  readonly id: string;
  readonly at: Millis;
  readonly sender: string;
  readonly subject: string;
  readonly uid: string | null;
  readonly method: string | null;
  /** Whose calendar it was for; null: nobody's. */
  readonly accountId: PrincipalId | null;
  readonly outcome: string;
  readonly detail: string;
}

// The audit log: who got in, and who took or changed what concerns others (QUALITY §6).

export type AuditAction =
  | "set-up"
  | "user-added"
  | "user-invited"
  | "invitation-accepted"
  | "reset-link-created"
  | "password-reset"
  | "account-changed"
  | "account-deleted"
  | "account-removed"
  | "group-created"
  | "group-changed"
  | "calendar-handed-over"
  | "sign-in"
  | "sign-in-failed"
  | "sign-in-paused"
  | "sign-out"
  | "password-changed"
  | "app-password-created"
  | "app-password-removed"
  | "calendar-exported"
  | "subscription-added"
  | "public-link-created"
  | "public-link-changed"
  | "public-link-removed"
  | "share-changed";

export interface AuditEntry {
  readonly id: string;
  readonly at: Millis;
  /** null when nobody has proved who they are */
  readonly actorId: PrincipalId | null;
  readonly action: AuditAction;
  /** What it was done to: an e-mail address as typed, a calendar's id, a device's label. */
  readonly subject: string;
  /** Where it came from and what else is known; never a secret. */
  readonly detail: Readonly<Record<string, string>>;
}
