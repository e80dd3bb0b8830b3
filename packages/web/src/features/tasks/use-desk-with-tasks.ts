import { isTask } from "../../store/items/entries.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import type { EventDesk } from "../event/screen.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { code } from "../../ui/part.tsx";
import { refOf, type TaskRef } from "./task-ref.ts";
import { useActionContext } from "../item-actions/model.tsx";

const withMoving = code(() => import("./move-task.ts"));

/** The desk of events for what stands among them as well: tasks open in a panel of their own, and move as tasks do. */
export function useDeskWithTasks(desk: EventDesk, open: (task: TaskRef) => void) {
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
    ...desk,
    open: orTask(desk.open, open),
    edit: orTask(desk.edit, open),
    copy: orTask(desk.copy, open),
    remove: orTask(desk.remove, removeTask),
    move: orTask(desk.move, moveTask),
    moveTask,
  };
}
