import type { CalendarProblem } from "../problems.ts";
import { ok, type Result } from "../result.ts";
import { applyItemPatch, asJson, diffObjects, escapePathToken, sameJson, type JsonObject } from "./patch.ts";
import type { JsonValue, JSEvent, JSTask, PatchObject } from "./types.ts";
import { isJsonObject } from "./value-check.ts";

/** Overrides are set whole: a null inside one is a value, but at the end of a path it would remove. */
function overridesBack(old: JsonValue | undefined, now: JsonValue | undefined): PatchObject {
  if (sameJson(old, now)) return {};
  if (!isJsonObject(old) || !isJsonObject(now)) return { recurrenceOverrides: old ?? null };
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = keys.filter((key) => !sameJson(old[key], now[key]));
  return Object.fromEntries(
    changed.map((key) => [`recurrenceOverrides/${escapePathToken(key)}`, old[key] ?? null]),
  );
}

/** The properties that differ, whole. */
function wholeBack(old: JsonObject, now: JsonObject): PatchObject {
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  const changed = names.filter((name) => !sameJson(old[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, old[name] ?? null]));
}

/**
 * The patch that undoes another: applied to the patched object it restores the original, and it touches only what the
 * patch did. Fails as the patch does where that can't be applied.
 */
export function inversePatch(
  before: JSEvent | JSTask,
  patch: PatchObject,
): Result<PatchObject, CalendarProblem> {
  const applied = applyItemPatch(asJson(before), patch);
  if (!applied.ok) return applied;
  const { recurrenceOverrides: oldOverrides, ...old } = asJson(before);
  const { recurrenceOverrides: newOverrides, ...now } = applied.value;
  const byPath = diffObjects(now, old);
  const back = applyItemPatch(now, byPath);
  // Values that contain null, as only unknown properties do, can't be restored by paths.
  const rest = back.ok && sameJson(back.value, old) ? byPath : wholeBack(old, now);
  return ok({ ...rest, ...overridesBack(oldOverrides, newOverrides) });
}
