import type { Generated } from "kysely";
import type { ComponentType } from "../../records/calendars.ts";
import type { ChangeEntry } from "../../records/changes.ts";
import type { ObjectId, PrincipalId } from "../../records/ids.ts";
import type {
  ListedObject,
  ObjectHead,
  ObjectVersion,
  RemovedObject,
  StoredObject,
} from "../../records/objects.ts";
import { columnsOf, named, type Forms, type RowOf } from "../columns.ts";

// Calendar objects, their former texts, and their indexes.

const LISTED = {
  id: "plain",
  uri: "plain",
  etag: "plain",
  scheduleTag: "plain",
  component: "plain",
  size: "plain",
  createdAt: "plain",
  updatedAt: "plain",
  creatorId: "plain",
} as const satisfies Forms<ListedObject>;

const HEAD = {
  ...LISTED,
  accountId: "plain",
  calendarId: "plain",
  uid: "plain",
  organizerId: "plain",
  start: named("start_ms", "plain"),
  end: named("end_ms", "endOrNever"),
  isRecurring: "flag",
  summary: "plain",
  createdModseq: "plain",
  modseq: "plain",
} as const satisfies Forms<ObjectHead>;

/**
 * Reads a list's columns like its `readValues`, written out: the engine then knows the record's shape, and a list of
 * a hundred thousand takes a twentieth less.
 */
const readListed = (values: readonly unknown[]): ListedObject => ({
  id: values[0] as ObjectId,
  uri: values[1] as string,
  etag: values[2] as string,
  scheduleTag: values[3] as string | null,
  component: values[4] as ComponentType,
  size: values[5] as number,
  createdAt: values[6] as number,
  updatedAt: values[7] as number,
  creatorId: values[8] as PrincipalId | null,
});

/**
 * The columns of a list, of an object's head, and of the whole object: the fewer columns, the less many of them cost.
 */
export const listedObject = { ...columnsOf<ListedObject>()(LISTED), readValues: readListed };
export const objectHead = columnsOf<ObjectHead>()(HEAD);
export const storedObject = columnsOf<StoredObject>()({ ...HEAD, icalendar: "plain" });
export type ObjectTable = RowOf<typeof storedObject> & {
  /** The node of the bounds in the interval tree, see interval-tree.ts. */
  interval_node: number;
};

export interface ObjectPropertyTable {
  object_id: string;
  /** JSON of `{namespace}name` to XML text. */
  properties: string;
}

export interface SteadySeriesTable {
  object_id: string;
  /** of the text that it was found in */
  etag: string;
  from_ms: number;
  until_ms: number;
  pause_ms: number;
}

/** Sharees' own parts of an object. */
export interface OwnPartTable {
  object_id: string;
  principal_id: string;
  icalendar: string;
}

/** A former text, and whether it was the last one. */
export const objectVersion = columnsOf<ObjectVersion>()({
  objectId: "plain",
  modseq: "plain",
  icalendar: "plain",
  replacedAt: "plain",
  replacedBy: "plain",
  wasRemoved: "flag",
});
export const removedObject = columnsOf<RemovedObject>()({
  id: named("object_id", "plain"),
  accountId: "plain",
  calendarId: "plain",
  uri: "plain",
  uid: "plain",
  icalendar: "plain",
  removedAt: named("replaced_at", "plain"),
  removedBy: named("replaced_by", "plain"),
  organizerId: "plain",
});
export type VersionTable = RowOf<typeof objectVersion> &
  RowOf<typeof removedObject> & { component: string; summary: string };

export interface TombstoneTable {
  account_id: string;
  modseq: number;
  /** "CalendarEvent" or "Calendar". */
  type: string;
  /** The object's, or the calendar's own id. */
  object_id: string;
  calendar_id: string;
  uri: string;
  uid: string;
  created_modseq: number;
  /** 1 if the object still exists in another place: gone for its collection, not for its account. */
  is_moved: number;
}

export const changeEntry = columnsOf<ChangeEntry>()({
  accountId: "plain",
  modseq: "plain",
  type: "plain",
  id: named("object_id", "plain"),
  calendarId: "plain",
  change: "plain",
  at: "plain",
  actorId: "plain",
  via: "plainOrAbsent",
  client: "plainOrAbsent",
});

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
  /** 1 while it waits to be indexed, 0 if it has too many grams. */
  is_waiting: number;
}
