import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { TaskCheck } from "./task-check.tsx";
import { refOf } from "./task-ref.ts";
import { useTask } from "./use-task.ts";

/** The box of a task that stands among events. */
export function TaskBox({ occurrence }: { readonly occurrence: ShownOccurrence }) {
  const task = useTask(refOf(occurrence));
  return task ? <TaskCheck task={task} isTabStop={false} /> : null;
}
