import type { Span } from "../../store/items/span.ts";
import type { ActionContext } from "../item-actions/model.tsx";
import type { TaskRef } from "./task-ref.ts";
import { findTask } from "./use-task.ts";
import { taskActions } from "./use-task-actions.tsx";

/** Lays a task that stands in the calendar, or is dragged there, to another time. */
export function moveTask(context: ActionContext, ref: TaskRef, span: Span): void {
  const task = findTask(context, ref);
  if (task) taskActions(context).move(task, span);
}

/** Deletes a task that stands in the calendar. */
export function removeTask(context: ActionContext, ref: TaskRef): void {
  const task = findTask(context, ref);
  if (task) taskActions(context).remove(task);
}
