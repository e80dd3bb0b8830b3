import { GripVertical } from "lucide-react";
import type { DragEvent } from "react";
import type { Local } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { dayToPlan } from "../day-to-plan.ts";
import { carryTask } from "../task-drag.ts";
import { refOf } from "../task-ref.ts";
import styles from "./task-panel.module.css";

/** The way to the week from elsewhere; `here` beside days with their hours; null where there is no room for both. */
export type WayToWeek = ((day: Local) => void) | "here" | null;

/**
 * From a list, it opens the week beside the task. Beside the week, it is the handle by which the task is dragged to a
 * time.
 */
export function TaskToWeek({ task, way }: { readonly task: ShownTask; readonly way: WayToWeek }) {
  const t = useMessages();
  const zone = useViewerZone();
  if (way === null || task.isOver || !task.calendar.mayWrite) return null;
  if (way !== "here")
    return (
      <Button look="quiet" title="W" onClick={() => way(dayToPlan(task, clockNow(), zone))}>
        {t("tasks.besideWeek")}
      </Button>
    );
  const startDrag = (drag: DragEvent): void => {
    carryTask(drag.dataTransfer, refOf(task));
    drag.dataTransfer.effectAllowed = "move";
  };
  return (
    // The fields beside it set date and time without dragging.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <span className={styles.grip} draggable onDragStart={startDrag}>
      <GripVertical size={15} strokeWidth={1.6} aria-hidden />
      {t("tasks.dragToWeek")}
    </span>
  );
}
