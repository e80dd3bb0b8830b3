import { levelCovering, NO_RIGHTS, rightsOf, type CalendarRights } from "@snart/calendar/access/rights.ts";
import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JsonValue } from "@snart/calendar/jscalendar/types.ts";
import type { ShareChanges } from "../../app/calendars/share-calendar.ts";
import type { PrincipalId, ShareLevel } from "../../app/types.ts";
import { couldBeId } from "../standard/arguments.ts";
import { isJsonObject, type Json, type JsonObject } from "../wire/json.ts";

const isRights = (value: Json): boolean =>
  isJsonObject(value) &&
  Object.entries(value).every(([name, may]) => Object.hasOwn(NO_RIGHTS, name) && typeof may === "boolean");

/** Whether a value is a valid `shareWith`. */
export const isShareWith = (value: Json): boolean =>
  value === null ||
  (isJsonObject(value) && Object.entries(value).every(([id, rights]) => couldBeId(id) && isRights(rights)));

/** The level for given rights: the weakest that allows them all. Never less, or a client shows a right that is not there. */
const levelFor = (rights: Json): ShareLevel | null =>
  levelCovering({ ...NO_RIGHTS, ...(rights as unknown as Partial<CalendarRights>) }) ?? null;

/** Rights whose withdrawal must not be answered with success while the level still includes them. */
const GUARDED = ["mayWriteOwn", "mayWriteAll", "mayShare", "mayDelete"] as const;

/** A right that a new `shareWith` takes away and that the level for the remaining rights includes; undefined if none. */
export function rightKept(before: Json, after: Json): string | undefined {
  const [old, next] = [before, after].map((value) => (isJsonObject(value) ? value : {}));
  for (const [id, rights] of Object.entries(next ?? {})) {
    const had = (old?.[id] ?? {}) as unknown as Partial<CalendarRights>;
    const given = (rights ?? {}) as unknown as Partial<CalendarRights>;
    const level = levelFor(rights ?? {});
    const kept = GUARDED.find((name) => had[name] && !given[name] && level && rightsOf(level)[name]);
    if (kept) return kept;
  }
  return undefined;
}

/** The changes of a new `shareWith`; only people whose rights differ. */
export function shareChangesOf(before: Json, after: Json): ShareChanges {
  const old: JsonObject = isJsonObject(before) ? before : {};
  const next: JsonObject = isJsonObject(after) ? after : {};
  const ids = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const changed = ids.filter(
    (id) => !sameJson((old[id] ?? null) as JsonValue, (next[id] ?? null) as JsonValue),
  );
  return new Map(changed.map((id) => [id as PrincipalId, next[id] ? levelFor(next[id]) : null]));
}
