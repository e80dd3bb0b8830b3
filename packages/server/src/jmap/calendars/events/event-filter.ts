import type { EventFilterCondition } from "@snart/calendar/filter/event-filter-condition.ts";
import type { EventFilter } from "@snart/calendar/filter/event-filter.ts";
import type { Filter } from "@snart/calendar/filter/filter-tree.ts";
import { parseLocalDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { invalidArguments, type MethodError } from "../../wire/errors.ts";
import { isJsonObject, type Json, type JsonObject } from "../../wire/json.ts";

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
  hasAttachment: (value) => typeof value === "boolean",
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
