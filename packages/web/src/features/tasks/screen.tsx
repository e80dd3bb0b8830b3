import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { part } from "../../ui/part.tsx";
import type { TaskRef } from "./task-ref.ts";

/** The panel of the task that is open. */
export const { Component: TaskSide } = part(() => import("./panel/task-panel.tsx").then((it) => it.OpenTask));

/** The box of a task that stands among events. */
export const { Soon: TaskBox } = part(() => import("./task-box.tsx").then((it) => it.TaskBox));

const tray = part(() => import("./task-tray.tsx").then((it) => it.TaskTray));

/** The tasks without a time in the calendar, to be dragged into it; only where there are tasks. */
export function TaskTray(props: { readonly onOpen: (task: TaskRef) => void }) {
  const { tasks } = useCalendarSnapshot();
  return tasks.size > 0 ? <tray.Soon {...props} /> : null;
}

export { carriedTask, carriesTask } from "./task-drag.ts";
export { refOf } from "./task-ref.ts";
export type { TaskRef } from "./task-ref.ts";
export { useActionsWithTasks } from "./use-actions-with-tasks.ts";
