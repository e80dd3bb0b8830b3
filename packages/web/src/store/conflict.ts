import { asJson, pathTokens, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { JMAP_METADATA } from "@snart/calendar/jscalendar/types.ts";
import type { JsonValue, JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { applyChange } from "./change.ts";
import type { Change } from "./change.ts";

/** One property that both sides have changed, to different values; null: there is none. */
export interface ConflictingPart {
  /** a path as in patch objects */
  readonly path: string;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
}

/** What was changed here and elsewhere, in ways that exclude each other. Nothing of either is lost until someone chooses. */
export interface Conflict {
  /** deleted: here, and changed there; gone: the other way round */
  readonly kind: "changed" | "deleted" | "gone";
  readonly mine: JSEvent | null;
  readonly theirs: JSEvent | null;
  /** empty unless both sides have the event */
  readonly parts: readonly ConflictingPart[];
}

/** What the server says of an event and nobody else may; copies and split series have it from where they came. */
export const serverSet: ReadonlySet<string> = new Set([
  ...JMAP_METADATA.filter((name) => name !== "calendarIds"),
  "created",
  "updated",
]);

/** Says nothing about the event that a person would miss. */
const unnoticed: ReadonlySet<string> = new Set([...serverSet, "sequence", "prodId", "method", "calendarIds"]);

/** A clock time is nothing without its zone: who changes one of these has changed them all. */
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
 * Whether two values of a property mean the same to people: a server may write what it is given in its own way, without
 * space around it or without what goes without saying.
 */
function isAlike(path: string, a: JsonValue, b: JsonValue): boolean {
  return sameJson(a, b) || sameJson(plain(path, a), plain(path, b));
}

function plain(path: string, value: JsonValue): JsonValue {
  // Within a property an empty object says something: an exception that changes nothing is a date of its own.
  const isWhole = !path.includes("/");
  const isEmpty =
    value === "" || value === false || value === 0 || (isObject(value) && !Object.keys(value).length);
  return isWhole && (isEmpty || DEFAULTS[path] === value) ? null : withoutSpace(value);
}

const isObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function withoutSpace(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.replaceAll(/\r\n?/g, "\n").trim();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inside]) => [name, withoutSpace(inside)]));
}

/** The value at a path of an event; null if there is none. */
export function valueAt(event: JSEvent, path: string): JsonValue {
  let value: JsonValue | undefined = asJson(event);
  for (const token of pathTokens(path)) {
    if (value === undefined || !isObject(value)) return null;
    value = Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value ?? null;
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

/** What is left of a patch when those paths are given up, and all that lies within or around them. */
export const withoutPaths = (patch: PatchObject, given: readonly string[]): PatchObject =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([path]) => !given.some((it) => it === path || it.startsWith(`${path}/`) || path.startsWith(`${it}/`)),
    ),
  );

/**
 * The patch that puts my side of a conflict through against the event as it is now: where the way to a part is gone,
 * its whole property is written.
 */
export function forcedPatch(patch: PatchObject, { mine, theirs, parts }: Conflict): PatchObject {
  if (!mine || !theirs) return patch;
  const forced: Record<string, JsonValue> = { ...patch };
  for (const part of parts) forced[part.path] = part.mine;
  if (applyChange(theirs, { kind: "update", key: "", patch: forced }) !== theirs) return forced;
  const names = new Set(Object.keys(forced).map((path) => pathTokens(path)[0] ?? ""));
  return Object.fromEntries([...names].map((name) => [name, valueAt(mine, name)]));
}
