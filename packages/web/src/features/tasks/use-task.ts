import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { shownTask, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import { useActionContext, type ActionContext } from "../item-actions/model.ts";
import type { TaskRef } from "./task-ref.ts";

/** The present task; undefined when it is gone. */
export function findTask(
  { store, zone }: ActionContext,
  ref: TaskRef,
  { tasks, calendars } = store.snapshot.get(),
): ShownTask | undefined {
  const entry = tasks.get(store.currentKey(ref.entryKey));
  const calendar = entry && calendars.find((it) => it.key === entry.calendarKey);
  return calendar && shownTask(entry, calendar, ref.recurrenceId, zone);
}

/** A task, drawn again when it changes. */
export function useTask(ref: TaskRef): ShownTask | undefined {
  const context = useActionContext();
  const known = useCalendarSnapshot();
  // The snapshot is handed over, or the compiler would remember the task that was found in the first one.
  return findTask(context, ref, known);
}
