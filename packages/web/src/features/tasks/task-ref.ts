import type { EventEntry } from "../../store/items/entries.ts";
import type { Span } from "../../store/items/span.ts";

/** A task, or one turn of it, by what stays the same when it changes. */
export interface TaskRef {
  readonly entryKey: string;
  readonly recurrenceId: string | null;
}

/** What is to be done with a task that stands among events. */
export interface TaskDeed {
  readonly kind: "move" | "remove";
  readonly task: TaskRef;
  readonly span: Span;
}

interface Named {
  readonly entry: EventEntry;
  readonly recurrenceId: string | null;
}

export const refOf = ({ entry, recurrenceId }: Named): TaskRef => ({ entryKey: entry.key, recurrenceId });

export const isOf = ({ entry, recurrenceId }: Named, ref: TaskRef): boolean =>
  entry.key === ref.entryKey && recurrenceId === ref.recurrenceId;
