import type { EventFilterCondition } from "@snart/calendar/filter/event-filter-condition.ts";
import { matchesCondition, searchTokens } from "@snart/calendar/filter/event-filter-condition.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { JSEvent, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import type { Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { invalidArguments } from "../wire/errors.ts";
import type { MethodError } from "../wire/errors.ts";
import { isJsonObject } from "../wire/json.ts";
import type { Json, JsonObject } from "../wire/json.ts";

/** A filter of CalendarEvent/query, checked (RFC 8620 §5.5). */
export type EventFilter =
  | { readonly kind: "AND" | "OR" | "NOT"; readonly conditions: readonly EventFilter[] }
  | { readonly kind: "condition"; readonly condition: EventFilterCondition };

const MAX_NODES = 200;
const MAX_DEPTH = 16;
const MAX_TEXT = 1_000;
const MAX_IDS = 1_000;

const isText = (value: Json): boolean =>
  typeof value === "string" && value.length <= MAX_TEXT && !value.includes("\0");
const isLocal = (value: Json): boolean =>
  typeof value === "string" && parseLocalDateTime(value) !== undefined;
const areIds = (value: Json): boolean =>
  Array.isArray(value) && value.length <= MAX_IDS && value.every(isText);

const CONDITIONS: Readonly<Record<keyof EventFilterCondition, (value: Json) => boolean>> = {
  inCalendar: isText,
  inCalendars: areIds,
  after: isLocal,
  before: isLocal,
  text: isText,
  title: isText,
  description: isText,
  location: isText,
  owner: isText,
  attendee: isText,
  participationStatus: isText,
  uid: isText,
};

/** Checks a filter; null matches everything. */
export function parseEventFilter(filter: JsonObject | null | undefined): Result<EventFilter, MethodError> {
  if (!filter) return ok({ kind: "condition", condition: {} });
  let nodes = 0;
  const parse = (node: Json, depth: number): Result<EventFilter, MethodError> => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
      return failed({
        type: "unsupportedFilter",
        description: `a filter has at most ${MAX_NODES} parts, ${MAX_DEPTH} deep`,
      });
    }
    if (!isJsonObject(node)) return failed(invalidArguments("a filter must be an object"));
    if (!Object.hasOwn(node, "operator")) return parseCondition(node);
    return parseOperator(node, (child) => parse(child, depth + 1));
  };
  return parse(filter, 0);
}

function parseOperator(
  { operator, conditions, ...others }: JsonObject,
  parse: (child: Json) => Result<EventFilter, MethodError>,
): Result<EventFilter, MethodError> {
  if (operator !== "AND" && operator !== "OR" && operator !== "NOT") {
    return failed(invalidArguments("a filter's operator must be AND, OR or NOT"));
  }
  if (!Array.isArray(conditions) || Object.keys(others).length > 0) {
    return failed(invalidArguments("a filter operator has an operator and conditions, nothing else"));
  }
  const parsed: EventFilter[] = [];
  for (const child of conditions as readonly Json[]) {
    const result = parse(child);
    if (!result.ok) return result;
    parsed.push(result.value);
  }
  return ok({ kind: operator, conditions: parsed });
}

function parseCondition(condition: JsonObject): Result<EventFilter, MethodError> {
  for (const [name, value] of Object.entries(condition)) {
    if (!Object.hasOwn(CONDITIONS, name))
      return failed({
        type: "unsupportedFilter",
        description: `no condition is called ${name.slice(0, 100)}`,
      });
    const isValid = CONDITIONS[name as keyof EventFilterCondition];
    if (value !== null && !isValid(value)) return failed(invalidArguments(`filter/${name} is not valid`));
  }
  return ok({ kind: "condition", condition: condition as EventFilterCondition });
}

/** Whether an event matches; the exact answer. `zone` is the query's, also for floating times. */
export function matchesEventFilter(event: JSEvent, filter: EventFilter, zone: Zone): boolean {
  switch (filter.kind) {
    case "condition":
      return matchesCondition(event, filter.condition, zone);
    case "AND":
      return filter.conditions.every((child) => matchesEventFilter(event, child, zone));
    case "OR":
      return filter.conditions.some((child) => matchesEventFilter(event, child, zone));
    case "NOT":
      return !filter.conditions.some((child) => matchesEventFilter(event, child, zone));
  }
}

/** What the index can be asked so that nothing that matches is missed; null is no bound. */
export interface FilterHint {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly calendarIds: ReadonlySet<string> | null;
  readonly uid: string | null;
  /** Words that each match contains, folded; none is no bound. */
  readonly tokens: readonly string[];
}

const NO_HINT: FilterHint = { from: null, to: null, calendarIds: null, uid: null, tokens: [] };

/** The widest that a filter's matches may lie. */
export function hintOf(filter: EventFilter, zone: Zone): FilterHint {
  switch (filter.kind) {
    case "condition":
      return hintOfCondition(filter.condition, zone);
    case "AND":
      return filter.conditions.map((child) => hintOf(child, zone)).reduce(both, NO_HINT);
    case "OR":
      // Without conditions nothing matches: then any hint will do.
      return filter.conditions.length === 0
        ? NO_HINT
        : filter.conditions.map((child) => hintOf(child, zone)).reduce(either);
    case "NOT":
      return NO_HINT;
  }
}

function hintOfCondition(condition: EventFilterCondition, zone: Zone): FilterHint {
  const { inCalendar, inCalendars, after, before, uid } = condition;
  const { text, title, description, location, owner, attendee } = condition;
  const one = typeof inCalendar === "string" ? new Set([inCalendar]) : null;
  const several = inCalendars ? new Set(inCalendars) : null;
  return {
    from: instantFrom(after, zone),
    to: instantFrom(before, zone),
    calendarIds: one && several ? one.intersection(several) : (one ?? several),
    uid: uid ?? null,
    tokens: [text, title, description, location, owner, attendee].flatMap((search) =>
      typeof search === "string" ? searchTokens(search) : [],
    ),
  };
}

function instantFrom(text: LocalDateTime | null | undefined, zone: Zone): Instant | null {
  const local = typeof text === "string" ? parseLocalDateTime(text) : undefined;
  return local === undefined ? null : zone.toInstant(local);
}

const both = (a: FilterHint, b: FilterHint): FilterHint => ({
  from: a.from === null || b.from === null ? (a.from ?? b.from) : Math.max(a.from, b.from),
  to: a.to === null || b.to === null ? (a.to ?? b.to) : Math.min(a.to, b.to),
  calendarIds:
    a.calendarIds && b.calendarIds
      ? a.calendarIds.intersection(b.calendarIds)
      : (a.calendarIds ?? b.calendarIds),
  uid: a.uid ?? b.uid,
  tokens: [...a.tokens, ...b.tokens],
});

const either = (a: FilterHint, b: FilterHint): FilterHint => ({
  from: a.from === null || b.from === null ? null : Math.min(a.from, b.from),
  to: a.to === null || b.to === null ? null : Math.max(a.to, b.to),
  calendarIds: a.calendarIds && b.calendarIds ? a.calendarIds.union(b.calendarIds) : null,
  uid: a.uid === b.uid ? a.uid : null,
  tokens: a.tokens.filter((token) => b.tokens.includes(token)),
});
