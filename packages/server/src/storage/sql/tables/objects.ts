import type { Generated } from "kysely";

// Calendar objects, what they were, and how they are found.

export interface ObjectTable {
  id: string;
  account_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  component: string;
  etag: string;
  schedule_tag: string | null;
  size: number;
  start_ms: number;
  /** `END_OF_TIME` when the object has no end. */
  end_ms: number;
  /** Where the bounds hang in the interval tree, see interval-tree.ts. */
  interval_node: number;
  is_recurring: number;
  summary: string;
  created_modseq: number;
  modseq: number;
  created_at: number;
  updated_at: number;
  icalendar: string;
}

export interface ObjectPropertyTable {
  object_id: string;
  /** JSON of `{namespace}name` to XML text. */
  properties: string;
}

/** What others than its owner have of an object for themselves. */
export interface OwnPartTable {
  object_id: string;
  principal_id: string;
  icalendar: string;
}

export interface VersionTable {
  object_id: string;
  modseq: number;
  account_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  component: string;
  summary: string;
  replaced_at: number;
  replaced_by: string;
  was_removed: number;
  icalendar: string;
}

export interface TombstoneTable {
  account_id: string;
  modseq: number;
  /** "CalendarEvent" or "Calendar". */
  type: string;
  /** Of the object, or of the calendar itself. */
  object_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  created_modseq: number;
  /** 1 when the object lives on at another place: gone for its collection, not for its account. */
  is_moved: number;
}

export interface ChangeTable {
  account_id: string;
  modseq: number;
  type: string;
  object_id: string;
  calendar_id: string | null;
  change: string;
  at: number;
  actor_id: string;
  via: string | null;
  client: string | null;
}

/** `doc` is SQLite's, `grams` PostgreSQL's. */
export interface SearchDocTable {
  doc: Generated<number>;
  object_id: string;
  calendar_id: string;
  start_ms: number;
  end_ms: number;
  grams: Generated<string>;
}

export interface SearchRestTable {
  object_id: string;
  calendar_id: string;
  /** 1 while it is still to be looked through, 0 when it has too many grams. */
  is_waiting: number;
}
