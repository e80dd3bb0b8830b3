import type { EventEntry } from "../../store/items/entries.ts";

/** A task, or one turn of it, by what stays the same when it changes. */
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
