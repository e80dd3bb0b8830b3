import { useMessages } from "../../i18n/messages.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import { useTaskActions } from "./use-task-actions.tsx";
import styles from "./task-check.module.css";

interface TaskCheckProps {
  readonly task: ShownTask;
  /** false where the line that it stands in is the stop for keys, which then has a key for it */
  readonly isTabStop?: boolean;
}

/** The box of a task: filled when it is done. */
export function TaskCheck({ task, isTabStop = true }: TaskCheckProps) {
  const t = useMessages();
  const { complete } = useTaskActions();
  return (
    <input
      type="checkbox"
      className={styles.check}
      checked={task.isOver}
      aria-label={t("tasks.markDone", { title: task.event.title?.trim() || t("event.untitled") })}
      tabIndex={isTabStop ? 0 : -1}
      data-no-drag
      data-priority={(task.event.priority ?? 0) > 0 && (task.event.priority ?? 0) < 5 ? "high" : undefined}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
      onChange={(event) => complete(task, event.currentTarget.checked)}
    />
  );
}
