import { isGenerated } from "@snart/calendar/jscalendar/series/series-of-event.ts";
import { applyPatch } from "@snart/calendar/jscalendar/patch.ts";
import type { JSEvent, JsonValue, PatchObject, RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { firstOfRepeat } from "@snart/calendar/recurrence/editor/rule-editor.ts";
import { asLocal, type Local } from "@snart/calendar/time/local.ts";
import { localDateTimeText, readLocalText } from "../../../store/items/local-text.ts";
import { repeatFromJs, repeatToJs, ruleStartOf } from "../draft/draft-repeat.ts";

/**
 * Adapts a patch with a new rule, chosen at one occurrence, to its series. “Every week” means the weekday of that
 * occurrence and not of the first one, the series begins with the first time of the rule, and overrides of times that the
 * rule no longer has are dropped. A patch without a rule is returned unchanged.
 */
export function fittedToSeries(series: JSEvent, patch: PatchObject, chosenAt: Local): PatchObject {
  const rule = patch["recurrenceRule"] as unknown as RecurrenceRule | null | undefined;
  const applied = applyPatch(series, patch);
  const at = applied.ok ? ruleStartOf(applied.value) : undefined;
  if (!rule || !applied.ok || !at) return patch;
  const repeat = repeatFromJs(rule, { ...at, start: chosenAt });
  const first = firstOfRepeat(repeat, at.start);
  const written = repeatToJs(repeat, { ...at, start: first }, rule) ?? rule;
  const start = localDateTimeText(first);
  const event: JSEvent = { ...applied.value, start, recurrenceRule: written };
  return {
    ...withoutOverrides(patch),
    recurrenceRule: written as unknown as JsonValue,
    ...(start !== series.start && { start }),
    ...fittingOverrides(series, applied.value, event),
  };
}

const withoutOverrides = (patch: PatchObject): PatchObject =>
  Object.fromEntries(Object.entries(patch).filter(([path]) => !path.startsWith("recurrenceOverrides")));

/** Returns the remaining overrides: those of times in the rule, and those of times added to it. */
function fittingOverrides(before: JSEvent, moved: JSEvent, after: JSEvent): PatchObject {
  const overrides = Object.entries(moved.recurrenceOverrides ?? {});
  if (overrides.length === 0) return {};
  const delta = (readLocalText(moved.start) ?? 0) - (readLocalText(before.start) ?? 0);
  const isAdded = (key: string): boolean => {
    const local = readLocalText(key);
    return local !== undefined && !isGenerated(before, localDateTimeText(asLocal(local - delta)));
  };
  const left = overrides.filter(([key]) => isGenerated(after, key) || isAdded(key));
  return { recurrenceOverrides: left.length > 0 ? (Object.fromEntries(left) as JsonValue) : null };
}
