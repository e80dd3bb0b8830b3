import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import type { ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { taskTimes } from "../../../store/tasks/task-times.ts";
import { Button } from "../../../ui/button.tsx";
import { HowSoon } from "../../../ui/distance/how-soon.tsx";
import { dueTarget } from "../due-target.ts";
import { useTaskActions } from "../use-task-actions.tsx";
import styles from "./task-panel.module.css";

/** The place of the task in the calendar, if it has a separate time there. */
export function Planned({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const { plan } = useTaskActions();
  const { span } = taskTimes(task.event, zone);
  const isPlanned = span !== null && !span.allDay && span.end > span.start;
  return (
    <p className={styles.planned}>
      {isPlanned ? (
        <span>
          {t("tasks.planned", {
            day: formats.shortDay(span.start),
            time: formats.timeRange(span.start, span.end),
          })}
        </span>
      ) : task.isOver ? null : (
        <Button look="quiet" onClick={() => void plan(task)} title="P">
          {t("tasks.plan")}
        </Button>
      )}
      {task.due ? <HowSoon target={dueTarget(task.due, zone)} size={16} /> : null}
    </p>
  );
}
