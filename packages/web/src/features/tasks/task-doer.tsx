import { useEffect, useEffectEvent } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { shownTask, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import type { TaskDeed, TaskRef } from "./task-ref.ts";
import { useTaskActions } from "./use-task-actions.tsx";
import { TaskCheck } from "./task-check.tsx";

/** A task as it is now; undefined when it is gone. */
export function useTask({ entryKey, recurrenceId }: TaskRef): ShownTask | undefined {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { tasks, calendars } = useCalendarSnapshot();
  const entry = tasks.get(store.currentKey(entryKey));
  const calendar = entry && calendars.find((it) => it.key === entry.calendarKey);
  return calendar && shownTask(entry, calendar, recurrenceId, zone);
}

/** Does what was done to a task in a calendar, once. */
export function TaskDoer({ deed, onDone }: { readonly deed: TaskDeed; readonly onDone: () => void }) {
  const task = useTask(deed.task);
  const { move, remove } = useTaskActions();
  const run = useEffectEvent(({ kind, span }: TaskDeed) => {
    if (task && kind === "move") move(task, span);
    if (task && kind === "remove") remove(task);
    onDone();
  });
  useEffect(() => run(deed), [deed]);
  return null;
}

/** The box of a task among events. */
export function TaskBox({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const { entry, recurrenceId } = occurrence;
  const task = useTask({ entryKey: entry.key, recurrenceId });
  return task ? <TaskCheck task={task} isTabStop={false} /> : null;
}
