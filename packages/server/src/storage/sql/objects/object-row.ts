import type { ComponentType } from "../../records/calendars.ts";
import type { CalendarId, ObjectId, PrincipalId } from "../../records/ids.ts";
import type { ListedObject, ObjectHead, StoredObject } from "../../records/objects.ts";
import type { ObjectTable } from "../tables/objects.ts";
import { END_OF_TIME, intervalNode } from "./interval-tree.ts";

export type ObjectColumn = Exclude<keyof ObjectTable, "interval_node">;

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
/** The columns of a `ListedObject`, and a row's values in their order. */
export const listedColumns = [
  "id",
  "uri",
  "etag",
  "schedule_tag",
  "component",
  "size",
  "created_at",
  "updated_at",
] as const;
export type ListedValues = readonly [
  id: string,
  uri: string,
  etag: string,
  scheduleTag: string | null,
  component: string,
  size: number,
  createdAt: number,
  updatedAt: number,
  ...more: unknown[],
];

export const listedFromValues = (values: ListedValues): ListedObject => ({
  id: values[0] as ObjectId,
  uri: values[1],
  etag: values[2],
  scheduleTag: values[3],
  component: values[4] as ComponentType,
  size: values[5],
  createdAt: values[6],
  updatedAt: values[7],
});

/** A row's values in the order of `headColumns`, and of `objectColumns`. */
export type HeadValues = readonly [
  id: string,
  accountId: string,
  calendarId: string,
  uri: string,
  uid: string,
  component: string,
  etag: string,
  scheduleTag: string | null,
  size: number,
  start: number,
  end: number,
  isRecurring: number,
  summary: string,
  createdModseq: number,
  modseq: number,
  createdAt: number,
  updatedAt: number,
];
export type ObjectValues = readonly [...head: HeadValues, icalendar: string];

export const headFromValues = (values: HeadValues | ObjectValues): ObjectHead => ({
  id: values[0] as ObjectId,
  accountId: values[1] as PrincipalId,
  calendarId: values[2] as CalendarId,
  uri: values[3],
  uid: values[4],
  component: values[5] as ComponentType,
  etag: values[6],
  scheduleTag: values[7],
  size: values[8],
  start: values[9],
  end: values[10] === END_OF_TIME ? null : values[10],
  isRecurring: values[11] === 1,
  summary: values[12],
  createdModseq: values[13],
  modseq: values[14],
  createdAt: values[15],
  updatedAt: values[16],
});

export const objectFromValues = (values: ObjectValues): StoredObject => ({
  ...headFromValues(values),
  icalendar: values[17],
});

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
