import { lazy, Suspense } from "react";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { isTask } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import type { EventDesk } from "../event/screen.tsx";
import type { WayToWeek } from "./task-to-week.tsx";
import { refOf, type TaskDeed, type TaskRef } from "./task-ref.ts";

/** The desk of events for what stands among them as well: tasks open in a panel of their own, and move as tasks do. */
export function deskWithTasks(
  desk: EventDesk,
  open: (task: TaskRef) => void,
  act: (deed: TaskDeed) => void,
): EventDesk {
  const orTask =
    <A extends readonly unknown[]>(
      otherwise: (it: ShownOccurrence, ...given: A) => void,
      withTask: (task: TaskRef, it: ShownOccurrence, ...given: A) => void,
    ) =>
    (it: ShownOccurrence, ...given: A): void =>
      isTask(it.entry.event) ? withTask(refOf(it), it, ...given) : otherwise(it, ...given);
  return {
    ...desk,
    open: orTask(desk.open, open),
    edit: orTask(desk.edit, open),
    copy: orTask(desk.copy, open),
    remove: orTask(desk.remove, (task, span) => act({ kind: "remove", task, span })),
    move: orTask(desk.move, (task, _it, span: Span) => act({ kind: "move", task, span })),
  };
}

const Panel = lazy(() => import("./task-panel.tsx").then((module) => ({ default: module.OpenTask })));

/** The panel of the task that is open. */
export const TaskSide = (props: {
  readonly task: TaskRef;
  readonly onOpen: (task: TaskRef | null) => void;
  readonly way: WayToWeek;
}) => (
  <Suspense>
    <Panel {...props} />
  </Suspense>
);

const Box = lazy(() => import("./task-doer.tsx").then((module) => ({ default: module.TaskBox })));

/** The box of a task that stands among events. */
export const TaskBox = (props: { readonly occurrence: ShownOccurrence }) => (
  <Suspense>
    <Box {...props} />
  </Suspense>
);

const Doer = lazy(() => import("./task-doer.tsx").then((module) => ({ default: module.TaskDoer })));

/** Does what was done to a task among events, once it can. */
export const TaskDoer = (props: { readonly deed: TaskDeed; readonly onDone: () => void }) => (
  <Suspense>
    <Doer {...props} />
  </Suspense>
);

/** The page of tasks; loaded when it is opened. */
export const TasksScreen = lazy(() =>
  import("./tasks-page.tsx").then((module) => ({ default: module.TasksPage })),
);

const Tray = lazy(() => import("./task-tray.tsx").then((module) => ({ default: module.TaskTray })));

/** What has no time in the calendar yet, to be dragged into it; fetched once there are tasks. */
export function TaskTray(props: { readonly onOpen: (task: TaskRef) => void }) {
  const { tasks } = useCalendarSnapshot();
  return tasks.size > 0 ? (
    <Suspense>
      <Tray {...props} />
    </Suspense>
  ) : null;
}

export { carriedTask, carriesTask } from "./task-drag.ts";
export { refOf } from "./task-ref.ts";
export type { TaskDeed, TaskRef } from "./task-ref.ts";
