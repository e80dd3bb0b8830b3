import type { IndexedObject } from "@snart/calendar/filter/decided-by-head.ts";
import {
  matchesCondition,
  searchTokens,
  type EventFilterCondition,
} from "@snart/calendar/filter/event-filter-condition.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import type { JSEvent, LocalDateTime } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { invalidArguments, type MethodError } from "../../wire/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../wire/json.ts";

/** A filter of a /query, checked (RFC 8620 §5.5). */
export type Filter<C> =
  | { readonly kind: "AND" | "OR" | "NOT"; readonly conditions: readonly Filter<C>[] }
  | { readonly kind: "condition"; readonly condition: C };

/** A filter of CalendarEvent/query. */
export type EventFilter = Filter<EventFilterCondition>;

/** Whether a value is valid for each name of a condition; null always is. */
export type ConditionChecks<C> = Readonly<Record<keyof C & string, (value: Json) => boolean>>;

const MAX_NODES = 200;
const MAX_DEPTH = 16;
const MAX_TEXT = 1_000;
const MAX_IDS = 1_000;

export const isText = (value: Json): boolean =>
  typeof value === "string" && value.length <= MAX_TEXT && !value.includes("\0");
export const isLocal = (value: Json): boolean =>
  typeof value === "string" && parseLocalDateTime(value) !== undefined;
export const areIds = (value: Json): boolean =>
  Array.isArray(value) && value.length <= MAX_IDS && value.every(isText);

const CONDITIONS: ConditionChecks<EventFilterCondition> = {
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
export const parseEventFilter = (filter: JsonObject | null | undefined): Result<EventFilter, MethodError> =>
  parseFilter(filter, CONDITIONS);

/** Checks a filter of any /query; null matches everything. */
export function parseFilter<C extends object>(
  filter: JsonObject | null | undefined,
  checks: ConditionChecks<C>,
): Result<Filter<C>, MethodError> {
  if (!filter) return parseCondition({}, checks);
  let nodes = 0;
  const parse = (node: Json, depth: number): Result<Filter<C>, MethodError> => {
    if (++nodes > MAX_NODES || depth > MAX_DEPTH) {
      return failed({
        type: "unsupportedFilter",
        description: `a filter has at most ${MAX_NODES} parts, ${MAX_DEPTH} deep`,
      });
    }
    if (!isJsonObject(node)) return failed(invalidArguments("a filter must be an object"));
    if (!Object.hasOwn(node, "operator")) return parseCondition(node, checks);
    return parseOperator(node, (child) => parse(child, depth + 1));
  };
  return parse(filter, 0);
}

function parseOperator<C>(
  { operator, conditions, ...others }: JsonObject,
  parse: (child: Json) => Result<Filter<C>, MethodError>,
): Result<Filter<C>, MethodError> {
  if (operator !== "AND" && operator !== "OR" && operator !== "NOT") {
    return failed(invalidArguments("a filter's operator must be AND, OR or NOT"));
  }
  if (!Array.isArray(conditions) || Object.keys(others).length > 0) {
    return failed(invalidArguments("a filter operator has an operator and conditions, nothing else"));
  }
  const parsed: Filter<C>[] = [];
  for (const child of conditions as readonly Json[]) {
    const result = parse(child);
    if (!result.ok) return result;
    parsed.push(result.value);
  }
  return ok({ kind: operator, conditions: parsed });
}

function parseCondition<C extends object>(
  condition: JsonObject,
  checks: ConditionChecks<C>,
): Result<Filter<C>, MethodError> {
  for (const [name, value] of Object.entries(condition)) {
    if (!Object.hasOwn(checks, name))
      return failed({
        type: "unsupportedFilter",
        description: `no condition is called ${name.slice(0, 100)}`,
      });
    const isValid = checks[name as keyof C & string];
    if (value !== null && !isValid(value)) return failed(invalidArguments(`filter/${name} is not valid`));
  }
  return ok({ kind: "condition", condition: condition as C });
}

/**
 * Whether an event, or an occurrence, matches; the exact answer.
 * @param stored its stored object
 * @param zone the query's, also for floating times
 */
export const matchesEventFilter = (
  event: JSEvent,
  stored: IndexedObject,
  filter: EventFilter,
  zone: Zone,
): boolean => matchesFilter(filter, (condition) => matchesCondition(event, condition, zone, stored));

/** Whether a filter is true when `matches` decides each of its conditions. */
export function matchesFilter<C>(filter: Filter<C>, matches: (condition: C) => boolean): boolean {
  switch (filter.kind) {
    case "condition":
      return matches(filter.condition);
    case "AND":
      return filter.conditions.every((child) => matchesFilter(child, matches));
    case "OR":
      return filter.conditions.some((child) => matchesFilter(child, matches));
    case "NOT":
      return !filter.conditions.some((child) => matchesFilter(child, matches));
  }
}

/** A question for the index that misses no match; null sets no bound. */
interface FilterHint {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly calendarIds: ReadonlySet<string> | null;
  readonly uid: string | null;
  /** Words that each match contains, folded; none sets no bound. */
  readonly tokens: readonly string[];
}

const NO_HINT: FilterHint = { from: null, to: null, calendarIds: null, uid: null, tokens: [] };

/** The widest bounds of a filter's matches. */
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
