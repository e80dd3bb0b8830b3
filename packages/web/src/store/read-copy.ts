import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { isRecord } from "../api/request.ts";
import type { CopiedAccount, CopyContents, CopyFrame } from "./local-copy.ts";
import type { PendingChange } from "./queue-entry.ts";

const isTextual = (value: unknown): value is string => typeof value === "string";

const isEvent = (value: unknown): value is JSEvent =>
  isRecord(value) && isTextual(value["start"]) && isTextual(value["uid"]) && isTextual(value["id"]);

function isAccount(value: unknown): value is CopiedAccount {
  if (!isRecord(value) || !Array.isArray(value["calendars"])) return false;
  return (
    ["id", "name", "eventState", "calendarState"].every((name) => isTextual(value[name])) &&
    value["calendars"].every((it: unknown) => isRecord(it) && isTextual(it["id"]) && isTextual(it["name"]))
  );
}

function isFrame(value: unknown): value is CopyFrame {
  return (
    isRecord(value) &&
    isTextual(value["primaryId"]) &&
    isTextual(value["timeZone"]) &&
    Array.isArray(value["accounts"]) &&
    value["accounts"].every(isAccount) &&
    Array.isArray(value["chunks"]) &&
    value["chunks"].every((it) => Number.isSafeInteger(it)) &&
    (value["syncedAt"] === null || typeof value["syncedAt"] === "number")
  );
}

const changeKinds: ReadonlySet<unknown> = new Set(["create", "update", "destroy", "restore"]);

function isEntry(value: unknown): value is PendingChange {
  if (!isRecord(value) || !isRecord(value["change"])) return false;
  const { change, id, action, before } = value;
  if (!isTextual(id) || !isTextual(action) || !isTextual(change["key"])) return false;
  if (!changeKinds.has(change["kind"]) || (before !== null && !isRecord(before))) return false;
  if (change["kind"] === "update") return isRecord(change["patch"]);
  return change["kind"] === "destroy" || isRecord(change["event"]);
}

/** What was read from disk, without what is broken; where an event was, its days count as not fetched. */
export function readContents(
  frame: unknown,
  keys: readonly unknown[],
  values: readonly unknown[],
  queue: readonly unknown[],
): CopyContents {
  const entries = readEntries(queue);
  if (!isFrame(frame)) return { frame: null, events: new Map(), queue: entries };
  const events = new Map<string, JSEvent>();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    if (isTextual(key) && isEvent(value)) events.set(key, value);
  }
  const isWhole = events.size === keys.length;
  return { frame: isWhole ? frame : { ...frame, chunks: [] }, events, queue: entries };
}

/** The changes that can be read, in order. */
export const readEntries = (queue: readonly unknown[]): readonly PendingChange[] =>
  queue.filter(isEntry).toSorted((a, b) => (a.id < b.id ? -1 : 1));
