import { useState, type DragEvent } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { dueTarget } from "./due-target.ts";
import { carryTask } from "./task-drag.ts";
import { groupTasks } from "./task-groups.ts";
import { refOf, type TaskRef } from "./task-ref.ts";
import { useShownTasks } from "./use-tasks.ts";
import { TaskCheck } from "./task-check.tsx";
import styles from "./task-tray.module.css";

const MOST = 4;

/**
 * Tasks that are overdue or have no date, to be dragged to a time; on the page of tasks a key plans them.
 */
export function TaskTray({ onOpen }: { readonly onOpen: (task: TaskRef) => void }) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const [isWhole, setWhole] = useState(false);
  const lines = groupTasks(useShownTasks(true), now, zone)
    .filter(({ name }) => name === "overdue" || name === "noDate")
    .flatMap((group) => group.lines);
  if (lines.length === 0) return null;
  return (
    <section className={styles.tray} aria-label={t("tasks.toPlan")}>
      <h3>
        {t("tasks.toPlan")}{" "}
        {lines.length > MOST ? (
          <button type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {t("tasks.count", { count: lines.length })}
          </button>
        ) : null}
      </h3>
      <ul>
        {lines.slice(0, isWhole ? undefined : MOST).map(({ task }) => (
          <TrayTask key={task.key} task={task} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function TrayTask({ task, onOpen }: { readonly task: ShownTask; readonly onOpen: (task: TaskRef) => void }) {
  const t = useMessages();
  const zone = useViewerZone();
  const startDrag = (drag: DragEvent): void => {
    carryTask(drag.dataTransfer, refOf(task));
    drag.dataTransfer.effectAllowed = "move";
  };
  return (
    // A dragged task can be planned by a key as well (tasks-page.tsx).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li data-colour={task.calendar.colour} draggable={task.calendar.mayWrite} onDragStart={startDrag}>
      <TaskCheck task={task} />
      <button type="button" className={styles.button} onClick={() => onOpen(refOf(task))}>
        <span className={styles.title}>{task.event.title?.trim() || t("event.untitled")}</span>
        {task.due ? <HowSoon target={dueTarget(task.due, zone)} size={13} /> : null}
      </button>
    </li>
  );
}
