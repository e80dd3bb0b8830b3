import { isTask } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import type { ItemActions } from "../event/screen.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code } from "../../ui/part.tsx";
import { refOf, type TaskRef } from "./task-ref.ts";
import { useActionContext } from "../item-actions/model.ts";

const withMoving = code(() => import("./move-task.ts"));

/**
 * The actions of a view on events and on the tasks among them. They are the same for both; only what is opened differs:
 * tasks have a panel of their own. `moveTask` lays a task there that does not stand in the calendar yet.
 */
export function useActionsWithTasks(itemActions: ItemActions, open: (task: TaskRef) => void) {
  const context = useActionContext();
  const unreachable = (): void => void addToast({ message: context.t("error.unreachable") });
  const orPanel =
    <A extends readonly unknown[]>(otherwise: (it: ShownOccurrence, ...given: A) => void) =>
    (it: ShownOccurrence, ...given: A): void =>
      isTask(it.entry.event) ? open(refOf(it)) : otherwise(it, ...given);
  return {
    ...itemActions,
    open: orPanel(itemActions.open),
    edit: orPanel(itemActions.edit),
    moveTask: (task: TaskRef, span: Span): void =>
      withMoving((actions) => actions.moveTask(context, task, span), unreachable),
  };
}
