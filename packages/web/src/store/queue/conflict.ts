import { asJson, pathTokens } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue, JSEvent, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { applyChange } from "./change.ts";

/** One property that both sides have changed, to different values; null: there is none. */
export interface ConflictingPart {
  /** a path as in patch objects */
  readonly path: string;
  readonly mine: JsonValue;
  readonly theirs: JsonValue;
}

/** Changes made here and elsewhere that exclude each other. Nothing of either is lost until someone chooses. */
export interface Conflict {
  /** deleted: here, and changed there; gone: the other way round */
  readonly kind: "changed" | "deleted" | "gone";
  readonly mine: JSEvent | null;
  readonly theirs: JSEvent | null;
  /** empty unless both sides have the event */
  readonly parts: readonly ConflictingPart[];
}

export const isObject = (value: JsonValue): value is Readonly<Record<string, JsonValue>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path of an event; null if there is none. */
export function valueAt(event: JSEvent, path: string): JsonValue {
  let value: JsonValue | undefined = asJson(event);
  for (const token of pathTokens(path)) {
    if (value === undefined || !isObject(value)) return null;
    value = Object.hasOwn(value, token) ? value[token] : undefined;
  }
  return value ?? null;
}

/** Returns the patch without the given paths and all paths within or around them. */
export const withoutPaths = (patch: PatchObject, given: readonly string[]): PatchObject =>
  Object.fromEntries(
    Object.entries(patch).filter(
      ([path]) => !given.some((it) => it === path || it.startsWith(`${path}/`) || path.startsWith(`${it}/`)),
    ),
  );

/**
 * Returns the patch that puts my side of a conflict through against the present event: where the parent of a part is
 * gone, it writes the whole property.
 */
export function forcedPatch(patch: PatchObject, { mine, theirs, parts }: Conflict): PatchObject {
  if (!mine || !theirs) return patch;
  const forced: Record<string, JsonValue> = { ...patch };
  for (const part of parts) forced[part.path] = part.mine;
  if (applyChange(theirs, { kind: "update", key: "", patch: forced }) !== theirs) return forced;
  const names = new Set(Object.keys(forced).map((path) => pathTokens(path)[0] ?? ""));
  return Object.fromEntries([...names].map((name) => [name, valueAt(mine, name)]));
}
