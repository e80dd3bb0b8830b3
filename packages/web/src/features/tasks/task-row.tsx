import { Repeat2 } from "lucide-react";
import type { CSSProperties, DragEvent } from "react";
import { useHowSoon, useNearness } from "../../i18n/use-how-soon.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { isSeries } from "../../store/tasks/shown-tasks.ts";
import type { TaskTime } from "../../store/tasks/task-times.ts";
import { DistanceText } from "../../ui/distance/distance.tsx";
import { dueTarget } from "./due-target.ts";
import { carryTask } from "./task-drag.ts";
import { refOf } from "./task-ref.ts";
import type { TaskGroupName, TaskLine } from "./task-groups.ts";
import { percentOf, priorityOf } from "./task-facts.ts";
import { TaskCheck } from "./task-check.tsx";
import styles from "./task-row.module.css";

interface TaskRowProps {
  readonly line: TaskLine;
  readonly group: TaskGroupName;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  /** the line before says the same distance */
  readonly isRepeat: boolean;
}

/**
 * One task: how soon it is due, its box, its title. The list handles presses and keys, and finds the task by its key.
 */
export function TaskRow({ line, group, isTabStop, isSelected, isRepeat }: TaskRowProps) {
  const t = useMessages();
  const { task, depth, partOf } = line;
  const { event, calendar, due } = task;
  const title = event.title?.trim() || t("event.untitled");
  const priority = priorityOf(event);
  const percent = task.isOver ? 0 : percentOf(event);
  const startDrag = (drag: DragEvent): void => {
    carryTask(drag.dataTransfer, refOf(task));
    drag.dataTransfer.effectAllowed = "move";
  };
  return (
    // A dragged task can be planned by a key as well (tasks-page.tsx).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.row}
      style={{ "--depth": depth } as CSSProperties}
      data-colour={calendar.colour}
      data-done={task.isOver || undefined}
      data-overdue={group === "overdue" || undefined}
      data-selected={isSelected || undefined}
      data-failed={task.entry.problem ? "" : undefined}
      draggable={calendar.mayWrite && !task.isOver}
      onDragStart={startDrag}
    >
      <span className={styles.soon}>
        {due && group !== "done" ? <DueDistance due={due} isRepeat={isRepeat} /> : null}
      </span>
      <TaskCheck task={task} isTabStop={false} />
      <button type="button" className={styles.button} data-task={task.key} tabIndex={isTabStop ? 0 : -1}>
        <span className={styles.title}>
          {priority === "none" ? null : (
            <b className={styles.priority} data-priority={priority}>
              {t(`tasks.priority.${priority}`)}
            </b>
          )}
          {title}
          {task.isOver ? <span className="visually-hidden">, {t("tasks.doneWord")}</span> : null}
        </span>
        <span className={styles.detail}>
          {due ? <DueWords due={due} isDayKnown={group === "today" || group === "tomorrow"} /> : null}
          {isSeries(task.entry.event) ? (
            <span className={styles.repeats}>
              <Repeat2 size={13} strokeWidth={1.6} aria-hidden />
              <span className="visually-hidden">{t("event.repeats")}</span>
            </span>
          ) : null}
          {percent > 0 ? <span>{t("tasks.percentDone", { percent })}</span> : null}
          {partOf === null ? null : <span>{t("tasks.partOf", { title: partOf })}</span>}
          <span className={styles.list}>{calendar.name}</span>
          {task.entry.problem ? <b className={styles.failed}>{t("tasks.notSaved")}</b> : null}
        </span>
      </button>
    </li>
  );
}

function DueDistance({ due, isRepeat }: { readonly due: TaskTime; readonly isRepeat: boolean }) {
  const zone = useViewerZone();
  const target = dueTarget(due, zone);
  const text = useHowSoon(target);
  const warmth = useNearness(target);
  return (
    <DistanceText
      text={text}
      warmth={warmth}
      className={isRepeat ? "visually-hidden" : (styles.distance ?? "")}
      dateTime={new Date(due.at).toISOString()}
    />
  );
}

function DueWords({ due, isDayKnown }: { readonly due: TaskTime; readonly isDayKnown: boolean }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const day = isDayKnown ? "" : formats.shortDay(due.at);
  const time = due.allDay ? "" : formats.time(due.at);
  const when = [day, time].filter(Boolean).join(" ");
  return when === "" ? (
    <span className={styles.when}>{t("tasks.wholeDay")}</span>
  ) : (
    <span className={styles.when}>{when}</span>
  );
}
