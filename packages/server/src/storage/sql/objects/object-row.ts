import type {
  CalendarId,
  ComponentType,
  ObjectHead,
  ObjectId,
  PrincipalId,
  StoredObject,
} from "../../records.ts";
import type { ObjectTable } from "../database.ts";
import { END_OF_TIME, intervalNode } from "./interval-tree.ts";

export type HeadRow = Omit<ObjectTable, "icalendar" | "interval_node">;
export type ObjectRow = HeadRow & { icalendar: string };

/** The columns of an `ObjectHead`. */
export const headColumns = [
  "id",
  "account_id",
  "calendar_id",
  "uri",
  "uid",
  "component",
  "etag",
  "schedule_tag",
  "size",
  "start_ms",
  "end_ms",
  "is_recurring",
  "summary",
  "created_modseq",
  "modseq",
  "created_at",
  "updated_at",
] as const;
export const objectColumns = [...headColumns, "icalendar"] as const;

export function headFromRow(row: HeadRow): ObjectHead {
  return {
    id: row.id as ObjectId,
    accountId: row.account_id as PrincipalId,
    calendarId: row.calendar_id as CalendarId,
    uri: row.uri,
    uid: row.uid,
    component: row.component as ComponentType,
    etag: row.etag,
    scheduleTag: row.schedule_tag,
    size: row.size,
    start: row.start_ms,
    end: row.end_ms === END_OF_TIME ? null : row.end_ms,
    isRecurring: row.is_recurring === 1,
    summary: row.summary,
    createdModseq: row.created_modseq,
    modseq: row.modseq,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function objectFromRow(row: ObjectRow): StoredObject {
  return { ...headFromRow(row), icalendar: row.icalendar };
}

/** What a new text changes: everything but the object's identity, place and beginning. */
export type ContentColumns = Omit<
  ObjectTable,
  "id" | "account_id" | "calendar_id" | "uri" | "created_modseq" | "created_at"
>;

export function contentColumns(object: StoredObject): ContentColumns {
  return {
    uid: object.uid,
    component: object.component,
    etag: object.etag,
    schedule_tag: object.scheduleTag,
    size: object.size,
    start_ms: object.start,
    end_ms: object.end ?? END_OF_TIME,
    interval_node: intervalNode(object.start, object.end),
    is_recurring: object.isRecurring ? 1 : 0,
    summary: object.summary,
    modseq: object.modseq,
    updated_at: object.updatedAt,
    icalendar: object.icalendar,
  };
}

export function rowOf(object: StoredObject): ObjectTable {
  return {
    ...contentColumns(object),
    id: object.id,
    account_id: object.accountId,
    calendar_id: object.calendarId,
    uri: object.uri,
    created_modseq: object.createdModseq,
    created_at: object.createdAt,
  };
}
