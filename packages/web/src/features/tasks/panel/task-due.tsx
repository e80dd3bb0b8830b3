import { MINUTE } from "@snart/calendar/time/instant.ts";
import {
  addDays,
  asLocal,
  dayOf,
  startOfDay,
  startOfWeek,
  timeOfDay,
  type Local,
} from "@snart/calendar/time/local.ts";
import { X } from "lucide-react";
import { useNow } from "../../../i18n/clock.ts";
import { useMessages } from "../../../i18n/messages.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { isSeries, type ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TimeField } from "../../../ui/fields/time-field.tsx";
import { DateField } from "../../../grid/day-field/date-field.tsx";
import { duePatch, type DueChoice } from "../../../store/tasks/task-changes.ts";
import { useTaskActions } from "../use-task-actions.tsx";
import styles from "./task-panel.module.css";

const EVENING = 18 * 60;

/** When a task is due: a day, perhaps a time, or neither. Of a series the one turn is moved. */
export function TaskDue({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const zone = useViewerZone();
  const today = startOfDay(zone.toLocal(useNow()));
  const { change, move } = useTaskActions();
  const { due } = task;
  const set = (choice: DueChoice | null): void => {
    if (!isSeries(task.entry.event) || choice === null)
      return change(task, duePatch(task.entry.event, choice, zone));
    const start = zone.toInstant(choice.local);
    const end = choice.allDay ? zone.toInstant(addDays(choice.local, 1)) : start;
    move(task, { start, end, allDay: choice.allDay });
  };
  if (!due) return <DueOffers today={today} onChoose={(local) => set({ local, allDay: true })} />;
  const local = zone.toLocal(due.at);
  const day = startOfDay(local);
  const minutes = timeOfDay(local) / MINUTE;
  const at = (onDay: Local, minute: number): DueChoice => ({
    local: asLocal(startOfDay(onDay) + minute * MINUTE),
    allDay: false,
  });
  return (
    <>
      <div className={styles.due}>
        <DateField
          label={t("tasks.dueDate")}
          value={day}
          onChange={(next) => set(due.allDay ? { local: next, allDay: true } : at(next, minutes))}
        />
        {due.allDay ? null : (
          <TimeField label={t("tasks.dueTime")} value={minutes} onChange={(minute) => set(at(day, minute))} />
        )}
        {isSeries(task.entry.event) ? null : (
          <IconButton label={t("tasks.noDue")} size={24} onClick={() => set(null)}>
            <X size={14} strokeWidth={1.7} />
          </IconButton>
        )}
      </div>
      {isSeries(task.entry.event) ? (
        <p className={styles.hint}>{t("tasks.thisTurn")}</p>
      ) : (
        <Checkbox
          checked={due.allDay}
          onChange={(allDay) => set(allDay ? { local: day, allDay } : at(day, EVENING))}
        >
          {t("tasks.wholeDay")}
        </Checkbox>
      )}
    </>
  );
}

function DueOffers({ today, onChoose }: { readonly today: Local; readonly onChoose: (day: Local) => void }) {
  const t = useMessages();
  const offers = [
    ["tasks.group.today", today],
    ["tasks.group.tomorrow", addDays(today, 1)],
    ["tasks.group.nextWeek", addDays(startOfWeek(today), 7)],
  ] as const;
  return (
    <div className={styles.offers}>
      {offers.map(([label, day]) => (
        <Button key={dayOf(day)} onClick={() => onChoose(day)}>
          {t(label)}
        </Button>
      ))}
    </div>
  );
}
