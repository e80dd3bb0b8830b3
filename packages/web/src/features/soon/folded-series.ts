import type { Instant } from "@snart/calendar/time/instant.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";

/** What a changed time of a series has of its own, so that its rule does not speak for it. */
const OWN: ReadonlySet<string> = new Set(["title", "start", "duration", "timeZone", "locations", "status"]);

/** Whether an occurrence is one of many alike, for which the rule of its series speaks. */
export function isFoldable({ recurrenceId, entry }: ShownOccurrence): boolean {
  if (recurrenceId === null || recurrenceId === undefined) return false;
  const changes = Object.keys(entry.event.recurrenceOverrides?.[recurrenceId] ?? {});
  return !changes.some((path) => OWN.has(path.split("/")[0] ?? ""));
}

/**
 * The occurrences, in order of start; of those that begin at `from` or later, a series' first alone stands for all.
 * A time that was changed stands for itself.
 */
export function foldedFrom(
  from: Instant,
  occurrences: readonly ShownOccurrence[],
): readonly ShownOccurrence[] {
  const told = new Set<string>();
  return occurrences
    .toSorted((a, b) => a.start - b.start)
    .filter((it) => {
      if (it.start < from || !isFoldable(it)) return true;
      return !told.has(it.entry.key) && told.add(it.entry.key);
    });
}
