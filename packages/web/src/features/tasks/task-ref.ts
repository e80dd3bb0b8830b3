import type { EventEntry } from "../../store/items/entries.ts";

/** Names a task, or one turn of it, by properties that no change affects. */
export interface TaskRef {
  readonly entryKey: string;
  readonly recurrenceId: string | null;
}

interface Named {
  readonly entry: EventEntry;
  readonly recurrenceId: string | null;
}

export const refOf = ({ entry, recurrenceId }: Named): TaskRef => ({ entryKey: entry.key, recurrenceId });

export const isOf = ({ entry, recurrenceId }: Named, ref: TaskRef): boolean =>
  entry.key === ref.entryKey && recurrenceId === ref.recurrenceId;
