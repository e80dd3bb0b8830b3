import type { Instant } from "../time/instant.ts";
import { formatUtcDateTime } from "./date-time-text.ts";
import { isExcluded, occurrenceOf, overrideOf } from "./occurrence.ts";
import { sameJson } from "./patch.ts";
import type { Item, LocalDateTime, PatchObject, Progress } from "./types.ts";

/** A change of progress of a task, or of one of its occurrences. */
interface ProgressStep {
  /** undefined: the task as a whole */
  readonly recurrenceId: LocalDateTime | undefined;
  readonly from: Progress;
  readonly to: Progress;
}

/** Default of RFC 8984 §5.2.5 for a task without participants. */
const progressOf = ({ progress = "needs-action" }: Item): Progress => progress;

const OVER: ReadonlySet<Progress> = new Set(["completed", "failed", "cancelled"]);

/** Whether a task, or one of its occurrences, needs no more work. */
export const isOver = (item: Item): boolean => OVER.has(progressOf(item));

const overridesOf = (item: Item): Readonly<Record<LocalDateTime, PatchObject>> =>
  item.recurrenceOverrides ?? {};

/** The occurrences whose overrides change their progress, each before and after. */
function changedOccurrences(before: Item, after: Item): readonly (readonly [LocalDateTime, Item, Item])[] {
  const [old, next] = [overridesOf(before), overridesOf(after)];
  return Object.entries(next).flatMap(([key, patch]) => {
    if (isExcluded(patch) || sameJson(patch, old[key])) return [];
    const former = isExcluded(old[key]) ? {} : old[key];
    const [was, is] = [occurrenceOf(before, key, former), occurrenceOf(after, key, patch)];
    return progressOf(was) === progressOf(is) ? [] : [[key, was, is] as const];
  });
}

/** Every change of progress between two versions of a task, including its occurrences. */
export function progressSteps(before: Item, after: Item): readonly ProgressStep[] {
  const step = (recurrenceId: LocalDateTime | undefined, was: Item, is: Item): ProgressStep => ({
    recurrenceId,
    from: progressOf(was),
    to: progressOf(is),
  });
  const own = progressOf(before) === progressOf(after) ? [] : [step(undefined, before, after)];
  return [...own, ...changedOccurrences(before, after).map(([key, was, is]) => step(key, was, is))];
}

/** Sets the properties that follow a change of progress, unless the change sets them itself. */
function stamped(was: Item, is: Item, now: Instant): Item {
  const isDone = progressOf(is) === "completed";
  const keepsTime = was.progressUpdated !== is.progressUpdated && is.progressUpdated !== undefined;
  const { percentComplete, ...rest } = keepsTime ? is : { ...is, progressUpdated: formatUtcDateTime(now) };
  const isOwnPercent = percentComplete !== was.percentComplete;
  const percent = isOwnPercent
    ? percentComplete
    : isDone
      ? 100
      : percentComplete === 100
        ? undefined
        : percentComplete;
  return percent === undefined ? rest : { ...rest, percentComplete: percent };
}

/**
 * A task to be stored after a change: where its progress changed, `progressUpdated` becomes `now` and
 * `percentComplete` is 100 exactly when it is completed, as CalDAV clients write it (COMPLETED, PERCENT-COMPLETE).
 * Values of these that the change sets itself stay. The same object if no progress changed.
 */
export function withProgressStamps(before: Item, after: Item, now: Instant): Item {
  const whole = progressOf(before) === progressOf(after) ? after : stamped(before, after, now);
  const occurrences = changedOccurrences(before, after);
  if (occurrences.length === 0) return whole;
  const overrides: Record<LocalDateTime, PatchObject> = { ...overridesOf(whole) };
  for (const [key, was, is] of occurrences) overrides[key] = overrideOf(whole, key, stamped(was, is, now));
  return { ...whole, recurrenceOverrides: overrides };
}
