import { sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { followersOf } from "@snart/calendar/jscalendar/series/this-and-future.ts";
import type { JsonValue, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, type Failed } from "@snart/calendar/result.ts";
import type { Limits } from "../../../app/limits.ts";
import { setErrorOf } from "../../problem.ts";
import type { SetError } from "../../wire/errors.ts";
import { isJsonObject, jsonWeight, type Json, type JsonObject } from "../../wire/json.ts";

/** iCalendar takes at least a third of the space of the same JSON. */
const DENSITY = 3;

/**
 * Refuses an event, or a patch of one, that can't fit into a calendar object, before any work on it. An override is
 * written as a whole component, so a thousand properties and a thousand overrides give a million.
 */
export function tooLarge(given: JsonObject, limits: Limits): Failed<SetError> | undefined {
  const limit = limits.objectSize;
  const { recurrenceOverrides, ...series } = given;
  const known = new WeakMap<object, number>();
  const overrides = recurrenceOverrides ?? null;
  const components = isJsonObject(overrides) ? componentsOf(overrides) : 0;
  const weight = jsonWeight(overrides, known) + jsonWeight(series, known) * (components + 1);
  return weight > DENSITY * limit ? failed(setErrorOf({ code: "object-too-large", limit })) : undefined;
}

/**
 * How many overrides are written as components: not single dates, and not those that another's RANGE implies (RFC
 * 5545 §3.2.13).
 */
function componentsOf(overrides: JsonObject): number {
  const patches = Object.entries(overrides).filter(([, patch]) => isJsonObject(patch));
  const followerAt = followersOf(Object.fromEntries(patches) as Readonly<Record<string, PatchObject>>);
  const isDate = (patch: Json): boolean =>
    isJsonObject(patch) && (patch.excluded === true || Object.keys(patch).length === 0);
  const isFollower = (key: string, patch: Json): boolean => {
    const follower = followerAt(key);
    return follower !== undefined && sameJson(follower, patch as JsonValue);
  };
  return Object.entries(overrides).filter(([key, patch]) => !isDate(patch) && !isFollower(key, patch)).length;
}
