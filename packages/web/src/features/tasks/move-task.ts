import type { Span } from "../../store/items/span.ts";
import type { ActionContext } from "../item-actions/model.ts";
import type { TaskRef } from "./task-ref.ts";
import { findTask } from "./use-task.ts";
import { taskActions } from "./use-task-actions.tsx";

/** Lays a task that is dragged into the calendar to a time there. */
export function moveTask(context: ActionContext, ref: TaskRef, span: Span): void {
  const task = findTask(context, ref);
  if (task) taskActions(context).move(task, span);
}
