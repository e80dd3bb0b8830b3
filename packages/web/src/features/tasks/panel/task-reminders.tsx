import { useMessages } from "../../../i18n/messages.ts";
import type { ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { changedAlerts, remindersOf, RemindersField } from "../../event/model.ts";
import { useTaskActions } from "../use-task-actions.tsx";

/** The reminders of a task, which count from the time at which it is due; of a series those of all its turns. */
export function TaskReminders({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const { change } = useTaskActions();
  const { due, entry } = task;
  if (!due) return null;
  const anchor = isDue(task) ? "end" : "start";
  return (
    <RemindersField
      at={due.at}
      atOnce={t(anchor === "end" ? "reminder.atDue" : "reminder.atStart")}
      reminders={remindersOf(entry.event, anchor)}
      onChange={(reminders) =>
        change(task, {
          alerts: changedAlerts(entry.event, reminders, anchor),
          ...(entry.event.useDefaultAlerts === true && { useDefaultAlerts: null }),
        })
      }
    />
  );
}

/** Returns whether a task has a due time, and not only a start. */
const isDue = ({ entry }: ShownTask): boolean => "due" in entry.event && entry.event.due !== undefined;
