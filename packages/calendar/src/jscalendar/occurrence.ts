import { asLocal } from "../time/local.ts";
import { JMAP_METADATA, type Item, type JsonValue, type LocalDateTime, type PatchObject } from "./types.ts";
import { formatLocalDateTime, parseLocalDateTime } from "./date-time-text.ts";
import { ok } from "../result.ts";
import { applyPatchTo, asJson, diffObjects, pathTokens, withMaps, type JsonObject } from "./patch.ts";

/** Properties that an override may not change (RFC 8984 §4.3.5), and stamps. */
const NOT_OVERRIDABLE: ReadonlySet<string> = new Set([
  ...JMAP_METADATA,
  "@type",
  "uid",
  "prodId",
  "method",
  "created",
  "updated",
  "sequence",
  "privacy",
  "relatedTo",
  "organizerCalendarAddress",
  "sentBy",
  "recurrenceId",
  "recurrenceIdTimeZone",
  "recurrenceRule",
  "recurrenceOverrides",
  "mayInviteSelf",
  "mayInviteOthers",
  "hideAttendees",
  "excluded",
]);

const isOverridable = (path: string): boolean => !NOT_OVERRIDABLE.has(pathTokens(path)[0] ?? "");

/** Whether an override removes the occurrence. */
export const isExcluded = (patch: PatchObject | undefined): boolean => patch?.["excluded"] === true;

/** A task's `due` moves along with its start. */
function dueAt({ start, due }: Item, key: LocalDateTime): Pick<Item, "due"> {
  const [from, to, at] = [start, key, due].map((text) =>
    text === undefined ? undefined : parseLocalDateTime(text),
  );
  if (from === undefined || to === undefined || at === undefined) return {};
  return { due: formatLocalDateTime(asLocal(at + to - from)) };
}

/**
 * The occurrence that a series would have at a key, without any override. Single instances without their series stand in an item that is
 * the first of them.
 */
export function plainOccurrence(item: Item, key: LocalDateTime): Item {
  const { recurrenceRule: _rule, recurrenceOverrides: _overrides, ...rest } = item;
  if (key === item.recurrenceId) return rest;
  // A task without a start repeats from its due time.
  const isByDue = item.start === undefined && item.due !== undefined;
  const times = isByDue ? { due: key } : dueAt(item, key);
  return { ...rest, ...times, ...(item.start !== undefined && { start: key }) };
}

/**
 * One occurrence with its override. Paths that an override may not change or that lead nowhere are ignored; an absent
 * map counts as empty, so an occurrence keeps its own keyword when the series loses its last one.
 */
export function occurrenceOf(item: Item, key: LocalDateTime, patch: PatchObject = {}): Item {
  const paths = Object.keys(patch).filter(isOverridable);
  const patched = withMaps(asJson(plainOccurrence(item, key)), paths, (plain) => {
    let result: JsonObject = plain;
    for (const path of paths) {
      const next = applyPatchTo(result, { [path]: patch[path] ?? null });
      if (next.ok) result = next.value;
    }
    return ok(result);
  });
  return (patched.ok ? patched.value : {}) as Item;
}

/** The override that turns the plain occurrence of a series into another one. */
export function overrideOf(item: Item, key: LocalDateTime, occurrence: Item): PatchObject {
  const patch = diffObjects(asJson(plainOccurrence(item, key)), asJson(occurrence));
  const entries: [string, JsonValue][] = Object.entries(patch).filter(([path]) => isOverridable(path));
  return Object.fromEntries(entries);
}
