import type { Item, JSEvent, JsonValue, LocalDateTime, PatchObject } from "../types.ts";
import { parseLocalDateTime } from "../date-time-text.ts";
import { isExcluded, occurrenceOf, overrideOf } from "../occurrence.ts";
import { applyItemPatch, asJson, diffObjects, sameJson } from "../patch.ts";
import { isGenerated } from "./series-of-event.ts";
import { shiftRule } from "./shift-rule.ts";
import { shiftText } from "./shift-text.ts";

/** The patch that sets one override (or removes it, with null), whether or not the event already has overrides. */
function overridePatch(event: JSEvent, key: LocalDateTime, override: PatchObject | null): PatchObject {
  if (event.recurrenceOverrides) return { [`recurrenceOverrides/${key}`]: override };
  return override === null ? {} : { recurrenceOverrides: { [key]: override } };
}

/**
 * The patch to the series that changes one occurrence; `patch` applies to the occurrence (`start`, `title`, …).
 * Properties that an override may not change (`privacy`, `relatedTo`, …: RFC 8984 §4.3.5) are ignored. An occurrence
 * that ends up equal to the series loses its override. If a path of `patch` leads nowhere, `patch` itself becomes the
 * override; such paths have no effect.
 */
export function changeOne(event: JSEvent, recurrenceId: LocalDateTime, patch: PatchObject): PatchObject {
  const set = event.recurrenceOverrides?.[recurrenceId];
  const old = set && !isExcluded(set) ? set : {};
  const changed = applyItemPatch(asJson(occurrenceOf(event, recurrenceId, old)), patch);
  if (!changed.ok) return overridePatch(event, recurrenceId, { ...old, ...patch });
  const override = overrideOf(event, recurrenceId, changed.value as Item);
  const isPlain = Object.keys(override).length === 0 && isGenerated(event, recurrenceId);
  return overridePatch(event, recurrenceId, isPlain ? null : override);
}

/** The patch to the series that removes one occurrence. */
export function removeOne(event: JSEvent, recurrenceId: LocalDateTime): PatchObject {
  const override = isGenerated(event, recurrenceId) ? { excluded: true } : null;
  return overridePatch(event, recurrenceId, override);
}

/** The override of an occurrence that moved: a start of its own moves along. */
const shiftedOverride = (override: PatchObject, delta: number): PatchObject =>
  typeof override["start"] === "string"
    ? { ...override, start: shiftText(override["start"], delta) }
    : override;

/** Replaces a whole property whose content was recomputed, instead of the patch's paths into it. */
function withWhole(patch: PatchObject, name: string, value: JsonValue): PatchObject {
  const others = Object.entries(patch).filter(([path]) => path !== name && !path.startsWith(`${name}/`));
  return { ...Object.fromEntries(others), [name]: value };
}

/**
 * The patch that changes the whole series. When the start moves, UNTIL, overrides and the parts of the rule that
 * repeat the start move along. With `recurrenceId`, `patch.start` is the new start of that occurrence: the series
 * moves by the same amount. A patch that leads nowhere is returned unchanged.
 */
export function changeAll(
  event: JSEvent,
  patch: PatchObject,
  recurrenceId: LocalDateTime = event.start,
): PatchObject {
  const [own, to] = [recurrenceId, patch["start"]].map((text) =>
    typeof text === "string" ? parseLocalDateTime(text) : undefined,
  );
  if (own === undefined || to === undefined) return patch;
  const moved: PatchObject = { ...patch, start: shiftText(event.start, to - own) };
  const applied = applyItemPatch(asJson(event), moved);
  return applied.ok && to !== own ? rebased(event, applied.value as Item, moved, to - own) : moved;
}

function rebased(event: JSEvent, after: Item, patch: PatchObject, delta: number): PatchObject {
  const [from, to] = [parseLocalDateTime(event.start), parseLocalDateTime(after.start ?? "")];
  let result = patch;
  const { recurrenceRule: rule, recurrenceOverrides: overrides } = after;
  // A rule in the same patch is already meant for the new start.
  const isOwnRule = sameJson(asJson({ rule }), asJson({ rule: event.recurrenceRule }));
  if (rule && isOwnRule && from !== undefined && to !== undefined) {
    const shifted = shiftRule(rule, from, to);
    const changes = diffObjects(asJson(rule), asJson(shifted));
    if (Object.keys(changes).length > 0) result = withWhole(result, "recurrenceRule", asJson(shifted));
  }
  if (!overrides || Object.keys(overrides).length === 0) return result;
  const moved = Object.entries(overrides).map(([key, override]): [string, JsonValue] => [
    shiftText(key, delta),
    shiftedOverride(override, delta),
  ]);
  return withWhole(result, "recurrenceOverrides", Object.fromEntries(moved));
}

export { removeFollowing, splitAt } from "./split-series.ts";
