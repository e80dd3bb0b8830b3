import { applyPatch, pathTokens, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, JsonValue } from "@snart/calendar/jscalendar/types.ts";
import { isObject, type ConflictingPart } from "../../store/queue/conflict.ts";

/** The subject of a conflict, in a person's words. */
export type ConflictTopic = "title" | "when" | "description" | "place" | "calendar" | "repeat" | "rest";

/** One line of the comparison: a topic of the whole event, or of one date of its series. */
export interface ConflictRow {
  readonly topic: ConflictTopic;
  /** local start, as its series gives it; null: of all of it */
  readonly recurrenceId: string | null;
}

const topics: Readonly<Record<string, ConflictTopic>> = {
  title: "title",
  start: "when",
  duration: "when",
  timeZone: "when",
  showWithoutTime: "when",
  description: "description",
  locations: "place",
  calendarIds: "calendar",
  recurrenceRule: "repeat",
  recurrenceOverrides: "repeat",
};

const ORDER: readonly ConflictTopic[] = [
  "title",
  "when",
  "repeat",
  "place",
  "calendar",
  "description",
  "rest",
];

const topicOf = (path: string): ConflictTopic => topics[pathTokens(path)[0] ?? ""] ?? "rest";

/** The lines of a conflict, each once, in the order of the editor. */
export function conflictRows(parts: readonly ConflictingPart[]): readonly ConflictRow[] {
  const found = new Map(
    parts.flatMap(rowsOf).map((row) => [`${row.recurrenceId ?? ""} ${row.topic}`, row] as const),
  );
  return [...found.values()].toSorted(
    (a, b) =>
      (a.recurrenceId ?? "").localeCompare(b.recurrenceId ?? "") ||
      ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic),
  );
}

function rowsOf({ path, mine, theirs }: ConflictingPart): readonly ConflictRow[] {
  const [property, recurrenceId, name] = pathTokens(path);
  if (property !== "recurrenceOverrides" || recurrenceId === undefined)
    return [{ topic: topicOf(path), recurrenceId: null }];
  const names = name === undefined ? changedNames(mine, theirs) : [name];
  return names.map((it) => ({ topic: topicOf(it), recurrenceId }));
}

/** A date that one side has and the other not has no property to compare. */
function changedNames(mine: JsonValue, theirs: JsonValue): readonly string[] {
  if (!isObject(mine) || !isObject(theirs)) return ["recurrenceRule"];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].filter((name) => !sameJson(mine[name] ?? null, theirs[name] ?? null));
}

/** The event of a line: the whole, or its one date with what is changed on it; null: the date is left out. */
export function eventOfRow(event: JSEvent, { recurrenceId }: ConflictRow): JSEvent | null {
  if (recurrenceId === null) return event;
  const override = event.recurrenceOverrides?.[recurrenceId] ?? {};
  if (override["excluded"] === true) return null;
  const patched = applyPatch({ ...event, start: recurrenceId }, override);
  return patched.ok ? patched.value : event;
}
