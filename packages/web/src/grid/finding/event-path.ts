import type { EventEntry } from "../../store/items/entries.ts";

/** The path of a page with one occurrence of an event or task open. */
export function pathOfOccurrence(it: {
  readonly entry: Pick<EventEntry, "id">;
  readonly recurrenceId: string | null;
}): string {
  const instance = it.recurrenceId === null ? "" : `.${it.recurrenceId.replaceAll(/[-:]/g, "")}`;
  return `/event/${encodeURIComponent(it.entry.id + instance)}`;
}
