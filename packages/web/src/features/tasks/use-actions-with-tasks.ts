import { isTask } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import type { ItemActions } from "../event/screen.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code } from "../../ui/part.tsx";
import { refOf, type TaskRef } from "./task-ref.ts";
import { useActionContext } from "../item-actions/model.tsx";

const withMoving = code(() => import("./move-task.ts"));

/** The actions of a view on events and on the tasks among them: tasks open in a panel of their own. */
export function useActionsWithTasks(itemActions: ItemActions, open: (task: TaskRef) => void) {
  const context = useActionContext();
  const unreachable = (): void => void addToast({ message: context.t("error.unreachable") });
  const moveTask = (task: TaskRef, span: Span): void =>
    withMoving((actions) => actions.moveTask(context, task, span), unreachable);
  const removeTask = (task: TaskRef): void =>
    withMoving((actions) => actions.removeTask(context, task), unreachable);
  const orTask =
    <A extends readonly unknown[]>(
      otherwise: (it: ShownOccurrence, ...given: A) => void,
      withTask: (task: TaskRef, ...given: A) => void,
    ) =>
    (it: ShownOccurrence, ...given: A): void =>
      isTask(it.entry.event) ? withTask(refOf(it), ...given) : otherwise(it, ...given);
  return {
    ...itemActions,
    open: orTask(itemActions.open, open),
    edit: orTask(itemActions.edit, open),
    copy: orTask(itemActions.copy, open),
    remove: orTask(itemActions.remove, removeTask),
    move: orTask(itemActions.move, moveTask),
    moveTask,
  };
}
