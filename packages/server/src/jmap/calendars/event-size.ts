import { failed } from "@snart/calendar/result.ts";
import type { Failed } from "@snart/calendar/result.ts";
import type { Limits } from "../../app/limits.ts";
import { setErrorOf } from "../problem.ts";
import type { SetError } from "../wire/errors.ts";
import { isJsonObject, jsonWeight } from "../wire/json.ts";
import type { JsonObject } from "../wire/json.ts";

/** iCalendar says what JSON says in no less than a third of the room. */
const DENSITY = 3;

/**
 * Refuses an event, or a patch of one, that cannot fit into a calendar object, before any work is done on it. An override
 * is written as a whole component, so a thousand properties and a thousand overrides come to a million.
 */
export function tooLarge(given: JsonObject, limits: Limits): Failed<SetError> | undefined {
  const limit = limits.objectSize;
  const { recurrenceOverrides, ...series } = given;
  const known = new WeakMap<object, number>();
  const overrides = recurrenceOverrides ?? null;
  const components = isJsonObject(overrides) ? Object.values(overrides).filter(isComponent).length : 0;
  const weight = jsonWeight(overrides, known) + jsonWeight(series, known) * (components + 1);
  return weight > DENSITY * limit ? failed(setErrorOf({ code: "object-too-large", limit })) : undefined;
}

/** An occurrence that is only taken away is one date, not a component. */
const isComponent = (patch: unknown): boolean => !isJsonObject(patch) || patch.excluded !== true;
