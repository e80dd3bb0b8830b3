import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import {
  JMAP_METADATA,
  type JsonValue,
  type JSEvent,
  type PatchObject,
} from "@snart/calendar/jscalendar/types.ts";
import { applyChange, type Change } from "./change.ts";
import { isObject, valueAt, type Conflict } from "./conflict.ts";

/** Properties that only the server sets; copies and split series have them from their source. */
export const serverSet: ReadonlySet<string> = new Set([
  ...JMAP_METADATA.filter((name) => name !== "calendarIds"),
  "created",
  "updated",
]);

/** Properties whose change a person would not notice. */
const unnoticed: ReadonlySet<string> = new Set([...serverSet, "sequence", "prodId", "method", "calendarIds"]);

/** A clock time has no meaning without its zone: a change of one of these changes them all. */
const together: ReadonlySet<string> = new Set(["start", "due", "timeZone", "showWithoutTime"]);

/** Said as well by leaving it out (RFC 8984 §4). */
const DEFAULTS: Readonly<Record<string, JsonValue>> = {
  freeBusyStatus: "busy",
  privacy: "public",
  status: "confirmed",
  duration: "PT0S",
  descriptionContentType: "text/plain",
};

/**
 * Whether two values of a property mean the same to people: a server may store a value in its own form, without
 * surrounding space or without default values.
 */
function isAlike(path: string, a: JsonValue, b: JsonValue): boolean {
  return sameJson(a, b) || sameJson(plain(path, a), plain(path, b));
}

function plain(path: string, value: JsonValue): JsonValue {
  // Within a property an empty object has a meaning: an override that changes nothing is still a date.
  const isWhole = !path.includes("/");
  const isEmpty =
    value === "" || value === false || value === 0 || (isObject(value) && !Object.keys(value).length);
  return isWhole && (isEmpty || DEFAULTS[path] === value) ? null : withoutSpace(value);
}

function withoutSpace(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.replaceAll(/\r\n?/g, "\n").trim();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, withoutSpace(inside)]));
}

/**
 * Whether a change that was made when the event was as `before` can be made of it as the server has it now (`theirs`,
 * null if it is gone): the conflict if both have changed the same property, to different values; else null.
 */
export function conflictOf(change: Change, before: JSEvent | null, theirs: JSEvent | null): Conflict | null {
  if (!before || change.kind === "create" || change.kind === "restore") return null;
  if (change.kind === "calendar" || change.kind === "profile") return null;
  if (change.kind === "destroy") {
    if (!theirs || sameForPeople(before, theirs)) return null;
    return { kind: "deleted", mine: null, theirs, parts: [] };
  }
  const mine = applyChange(before, change) ?? before;
  if (!theirs) return { kind: "gone", mine, theirs: null, parts: [] };
  const parts = watchedPaths(change.patch)
    .map((path) => ({ path, mine: valueAt(mine, path), theirs: valueAt(theirs, path) }))
    .filter(
      ({ path, mine: mineNow, theirs: theirsNow }) =>
        !isAlike(path, theirsNow, valueAt(before, path)) && !isAlike(path, theirsNow, mineNow),
    );
  return parts.length > 0 ? { kind: "changed", mine, theirs, parts } : null;
}

function watchedPaths(patch: PatchObject): string[] {
  const paths = new Set(Object.keys(patch));
  if ([...paths].some((path) => together.has(path))) for (const path of together) paths.add(path);
  return [...paths];
}

function sameForPeople(a: JSEvent, b: JSEvent): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => unnoticed.has(name) || isAlike(name, valueAt(a, name), valueAt(b, name)));
}
