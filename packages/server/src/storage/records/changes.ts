import type { CalendarId, Millis, Modseq, ObjectId, PrincipalId } from "./ids.ts";
import type { NotificationType } from "./notifications.ts";
import type { ListedObject } from "./objects.ts";

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
  /** Its source; absent: not recorded. */
  readonly via?: ChangeSource;
  /** The name of the app password that was used. */
  readonly client?: string;
}

/** The sources of changes. */
export type ChangeSource = "web" | "jmap" | "dav" | "import" | "scheduling" | "subscription" | "command-line";

/** The changes for a client that knows the account up to `since` (RFC 8620 §5.2). */
export interface ChangeSet {
  readonly newModseq: Modseq;
  /** Of the modseq after `newModseq`, things with ids up to this are in it as well; absent: none. */
  readonly newWithin?: string;
  readonly hasMore: boolean;
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly destroyed: readonly string[];
}

/** The same for one collection (RFC 6578). */
export interface CollectionChanges {
  readonly newModseq: Modseq;
  /** Of the modseq after `newModseq`, members with URIs up to this are in it as well; absent: none. */
  readonly newWithin?: string;
  readonly hasMore: boolean;
  readonly changed: readonly ListedObject[];
  /** URIs that are gone: deleted, moved away or renamed, and not in use again. */
  readonly removed: readonly string[];
}

/** The place of an object at a former state of its account, and its possible texts. */
export interface FormerPlace {
  readonly id: ObjectId;
  /** null: unknown */
  readonly calendarId: CalendarId | null;
  /** One of these was its text; none if that has been forgotten, or is still the present one. */
  readonly texts: readonly string[];
}

/** A person began or ceased to see the contents of a calendar. */
export interface ShareChange {
  readonly accountId: PrincipalId;
  readonly principalId: PrincipalId;
  readonly modseq: Modseq;
  readonly calendarId: CalendarId;
}
