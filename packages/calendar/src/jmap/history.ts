import type { JSEvent, JSTask, PatchObject, UTCDateTime } from "../jscalendar/types.ts";

/** Who deleted or changed something. */
export interface DoneBy {
  readonly principalId: string;
  readonly name: string;
}

/** Something deleted that can be brought back (urn:snart:jmap). */
export interface TrashItemRecord {
  readonly id: string;
  readonly kind: "event" | "task" | "journal" | "availability" | "calendar";
  readonly title: string;
  readonly calendarId: string | null;
  readonly calendarName: string | null;
  readonly color: string | null;
  /** of a calendar: how much comes back with it */
  readonly count: number | null;
  readonly item: JSEvent | JSTask | null;
  readonly deletedAt: UTCDateTime;
  readonly deletedBy: DoneBy;
  /** `web`, `dav`, `import` …; null: not known */
  readonly via: string | null;
  /** the name of the app password */
  readonly client: string | null;
  readonly expiresAt: UTCDateTime;
  readonly mayRestore: boolean;
  readonly mayDestroy: boolean;
}

/** What one change made of an event or task (urn:snart:jmap). */
export interface VersionRecord {
  readonly id: string;
  readonly objectId: string;
  readonly calendarId: string;
  readonly at: UTCDateTime;
  /** of the account after it, to put a calendar back to */
  readonly state: string;
  readonly by: DoneBy;
  readonly via: string | null;
  readonly client: string | null;
  readonly change: "created" | "updated" | "destroyed";
  readonly isCurrent: boolean;
  readonly item: JSEvent | JSTask | null;
  /** of an `updated` one, from the version before it */
  readonly patch: PatchObject | null;
}

/** What a method that restores things did. */
export interface RestoreAnswer {
  readonly restored: readonly string[];
  /** restored meetings whose organizer no longer organizes them here: their guests hear nothing of them */
  readonly notScheduled: readonly string[];
  readonly notRestored: Readonly<Record<string, object>>;
}

/** What `Calendar/rewind` did, or would do. */
export interface RewindAnswer {
  readonly created: number;
  readonly updated: number;
  readonly destroyed: number;
  readonly notRestored: Readonly<Record<string, object>>;
  /** rewinding to this state undoes it; null for a preview */
  readonly undoState: string | null;
}
