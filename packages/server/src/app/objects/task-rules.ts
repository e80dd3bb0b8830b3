import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { applyItemPatch, asJson, sameJson } from "@snart/calendar/jscalendar/patch.ts";
import { progressSteps, withProgressStamps } from "@snart/calendar/jscalendar/task-progress.ts";
import { taskFromObject } from "@snart/calendar/jscalendar/to-jscalendar.ts";
import type { Item, PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Problem } from "../problems.ts";
import { progressMayBecome } from "../transitions.ts";

/**
 * A patch of a task with its consequences: a change of progress must be in the table, and is stamped. A patch that
 * changes no progress is returned unchanged.
 */
export function withTaskRules(
  stored: CalendarObject,
  patch: PatchObject,
  now: Instant,
): Result<PatchObject, Problem> {
  const before = taskFromObject(stored);
  if (!before.ok) return failed({ code: "invalid-calendar-data", problem: before.problem });
  const applied = applyItemPatch(asJson(before.value), patch);
  // A path that leads nowhere is refused where it is applied.
  if (!applied.ok) return ok(patch);
  const after = applied.value as Item;
  const steps = progressSteps(before.value, after);
  const wrong = steps.find(({ from, to }) => !progressMayBecome(from, to));
  if (wrong)
    return failed({
      code: "invalid-value",
      field: "progress",
      detail: `what is ${wrong.from} cannot become ${wrong.to}`,
    });
  return ok(
    steps.length === 0 ? patch : wholeProperties(before.value, withProgressStamps(before.value, after, now)),
  );
}

/** By whole properties: a null inside an override is a value, and at the end of a path it would remove. */
function wholeProperties(before: Item, after: Item): PatchObject {
  const [old, next] = [asJson(before), asJson(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(next)]);
  const changed = [...names].filter((name) => !sameJson(old[name], next[name]));
  return Object.fromEntries(changed.map((name) => [name, next[name] ?? null]));
}
