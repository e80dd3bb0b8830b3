import type { CalendarProblem } from "../problems.ts";
import { failed, ok, type Result } from "../result.ts";
import type { JsonValue, JSEvent, PatchObject } from "./types.ts";

export type JsonObject = { readonly [name: string]: JsonValue };

/** A JSCalendar object as plain JSON; its interfaces hold nothing else. */
export const asJson = (object: object): JsonObject => object as JsonObject;

/** Deeper paths are refused: JSCalendar doesn't nest this far. */
const MAX_DEPTH = 12;

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isForbidden = (name: string): boolean => name === "__proto__";

const unescapeToken = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** A name as part of a path (RFC 6901 §3). */
export const escapePathToken = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The names along a path; a patch's paths have no leading `/`. */
export const pathTokens = (path: string): string[] => path.split("/").map(unescapeToken);

/** A copy with the value at the path replaced or, with null, removed; undefined if the parent does not exist. */
function patched(object: JsonObject, tokens: readonly string[], value: JsonValue): JsonObject | undefined {
  const [name, ...rest] = tokens;
  if (name === undefined || isForbidden(name)) return undefined;
  if (rest.length > 0) {
    const child = Object.hasOwn(object, name) ? object[name] : undefined;
    const next = isObject(child) ? patched(child, rest, value) : undefined;
    return next && { ...object, [name]: next };
  }
  if (value !== null) return { ...object, [name]: value };
  const { [name]: _removed, ...others } = object;
  return others;
}

const invalid = (path: string, detail: string) =>
  failed<CalendarProblem>({ code: "invalid-jscalendar", properties: [path], detail });

/** The first path that begins with another one, which RFC 8620 §5.3 forbids; undefined if there is none. */
export function pathInsideAnother(paths: readonly string[]): string | undefined {
  const all = new Set(paths);
  return paths.find((path) => {
    const tokens = path.split("/");
    return tokens.some((_, i) => i > 0 && all.has(tokens.slice(0, i).join("/")));
  });
}

/**
 * Applies a patch to any JSON object (RFC 8620 §5.3, RFC 8984 §1.4.9): each path sets its value, or removes it with
 * null. Fails without effect if the parent of a path does not exist or is an array, or if one path is the beginning
 * of another.
 */
export function applyPatchTo(object: JsonObject, patch: PatchObject): Result<JsonObject, CalendarProblem> {
  const paths = Object.keys(patch);
  const doubled = pathInsideAnother(paths);
  if (doubled !== undefined) return invalid(doubled, "one path of the patch is the beginning of another");
  let result = object;
  for (const path of paths) {
    const tokens = pathTokens(path);
    const next = tokens.length > MAX_DEPTH ? undefined : patched(result, tokens, patch[path] ?? null);
    if (!next) return invalid(path, "the path leads nowhere in this object");
    result = next;
  }
  return ok(result);
}

/** Properties whose default is an empty map, so a path may lead into them when they are absent (RFC 8984 §4). */
const MAPS: readonly string[] = [
  "locations",
  "virtualLocations",
  "links",
  "keywords",
  "categories",
  "relatedTo",
  "participants",
  "alerts",
  "recurrenceOverrides",
];

const MAP_NAMES: ReadonlySet<string> = new Set(MAPS);

/** Whether a property is an empty map, which equals its absence. */
export const isEmptyMap = (name: string, value: JsonValue | undefined): boolean =>
  MAP_NAMES.has(name) && isObject(value) && Object.keys(value).length === 0;

/** The absent maps that paths lead into. */
function absentMaps(item: JsonObject, paths: readonly string[]): string[] {
  const roots = new Set(paths.filter((path) => path.includes("/")).map((path) => pathTokens(path)[0]));
  return MAPS.filter((name) => roots.has(name) && (item[name] ?? null) === null);
}

/**
 * Runs a change on an item whose absent maps are filled in as empty ones; those that stay empty are removed again.
 */
export function withMaps<T extends Result<JsonObject, CalendarProblem>>(
  item: JsonObject,
  paths: readonly string[],
  work: (item: JsonObject) => T,
): T | Result<JsonObject, CalendarProblem> {
  const absent = absentMaps(item, paths);
  if (absent.length === 0) return work(item);
  const done = work({ ...item, ...Object.fromEntries(absent.map((name) => [name, {}])) });
  if (!done.ok) return done;
  const isLeft = ([name, value]: [string, JsonValue]): boolean =>
    !(absent.includes(name) && isEmptyMap(name, value));
  return ok(Object.fromEntries(Object.entries(done.value).filter(isLeft)));
}

/** Applies a patch to an event or task: like `applyPatchTo`, but paths may lead into absent maps. */
export const applyItemPatch = (item: JsonObject, patch: PatchObject): Result<JsonObject, CalendarProblem> =>
  withMaps(item, Object.keys(patch), (whole) => applyPatchTo(whole, patch));

/**
 * Applies a patch to an event, or to a task in the shape of one; see `applyItemPatch`. `@type`, `uid` and an event's
 * `start` can't be removed.
 */
export function applyPatch(event: JSEvent, patch: PatchObject): Result<JSEvent, CalendarProblem> {
  const result = applyItemPatch(asJson(event), patch);
  if (!result.ok) return result;
  const needed = result.value["@type"] === "Task" ? ["@type", "uid"] : ["@type", "uid", "start"];
  const missing = needed.filter((name) => typeof result.value[name] !== "string");
  if (missing.length > 0) {
    return failed({ code: "invalid-jscalendar", properties: missing, detail: "an event needs these" });
  }
  return ok(result.value as unknown as JSEvent);
}

/** Whether two JSON values are equal; the order of an object's names is ignored. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item: JsonValue, i) => sameJson(item, b[i] as JsonValue));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

function collect(
  before: JsonObject,
  after: JsonObject,
  prefix: string,
  into: Record<string, JsonValue>,
): void {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const path = prefix + escapePathToken(name);
    // Own members only: "constructor" is a name like any other.
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    const next = Object.hasOwn(after, name) ? after[name] : undefined;
    if (sameJson(old, next)) continue;
    if (isObject(old) && isObject(next)) collect(old, next, `${path}/`, into);
    else into[path] = next ?? null;
  }
}

/** The smallest patch, by whole properties, that turns one JSON object into another. Arrays are replaced whole. */
export function diffObjects(before: JsonObject, after: JsonObject): PatchObject {
  const patch: Record<string, JsonValue> = {};
  collect(before, after, "", patch);
  return patch;
}

/** The patch that turns one event into another; see `diffObjects`. */
export const diffPatch = (before: JSEvent, after: JSEvent): PatchObject =>
  diffObjects(asJson(before), asJson(after));
