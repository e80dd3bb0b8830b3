import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { asDates } from "@snart/calendar/jscalendar/several-instances.ts";
import { isRecord } from "../../api/read-json.ts";
import type { CopiedAccount, CopyContents, CopyFrame } from "./local-copy.ts";
import type { Change } from "../queue/change.ts";
import type { PendingChange } from "../queue/queue-entry.ts";
import type { UndoRecord } from "../queue/undo-stack.ts";

const isTextual = (value: unknown): value is string => typeof value === "string";

const isItem = (value: unknown): value is JSEvent =>
  isRecord(value) &&
  (value["@type"] === "Task" || isTextual(value["start"])) &&
  isTextual(value["uid"]) &&
  isTextual(value["id"]);

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

function isChange(value: unknown): value is Change {
  if (!isRecord(value) || !isTextual(value["key"])) return false;
  switch (value["kind"]) {
    case "create":
    case "restore":
      return isRecord(value["event"]);
    case "update":
      return isRecord(value["patch"]);
    case "destroy":
      return true;
    case "calendar":
      return isTextual(value["name"]) && isRecord(value["patch"]) && isRecord(value["was"]);
    case "profile":
      return isRecord(value["patch"]) && isRecord(value["was"]);
    default:
      return false;
  }
}

function isEntry(value: unknown): value is PendingChange {
  if (!isRecord(value) || !isChange(value["change"])) return false;
  const { id, action, before } = value;
  return isTextual(id) && isTextual(action) && (before === null || isRecord(before));
}

function isUndoRecord(value: unknown): value is UndoRecord {
  if (!isRecord(value) || !Array.isArray(value["inverse"])) return false;
  const { id, title, count, order, side, states = {}, inverse } = value;
  return (
    isTextual(id) &&
    isTextual(title) &&
    (count === undefined || typeof count === "number") &&
    isTextual(order) &&
    (side === "undo" || side === "redo") &&
    isRecord(states) &&
    Object.values(states).every(isTextual) &&
    inverse.every(isChange)
  );
}

/** The stored form. */
interface Stored {
  readonly frame: unknown;
  readonly keys: readonly unknown[];
  readonly values: readonly unknown[];
  readonly queue: readonly unknown[];
  readonly undo: readonly unknown[];
}

/** Reads the copy from disk without its broken parts. The days of a broken event count as not fetched. */
export function readContents({ frame, keys, values, ...stored }: Stored): CopyContents {
  const [queue, undo] = [readEntries(stored.queue), stored.undo.filter(isUndoRecord)];
  if (!isFrame(frame)) return { frame: null, events: new Map(), queue, undo };
  const events = new Map<string, JSEvent>();
  for (const [index, key] of keys.entries()) {
    const value = values[index];
    // A copy of before may hold several instances in their former form.
    if (isTextual(key) && isItem(value)) events.set(key, asDates<JSEvent>(value));
  }
  const isWhole = events.size === keys.length;
  return { frame: isWhole ? frame : { ...frame, chunks: [] }, events, queue, undo };
}

/** The changes that can be read, in order. */
export const readEntries = (queue: readonly unknown[]): readonly PendingChange[] =>
  queue.filter(isEntry).toSorted((a, b) => (a.id < b.id ? -1 : 1));
