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
