import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { distance } from "@snart/calendar/distance/distance.ts";
import { isoWeek } from "@snart/calendar/time/iso-week.ts";
import { addDays } from "@snart/calendar/time/local.ts";
import { dueTarget } from "./due-target.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import type { TaskGroup, TaskLine } from "./task-groups.ts";
import { TaskRow } from "./task-row.tsx";
import styles from "./task-list.module.css";

interface TaskListProps {
  readonly groups: readonly TaskGroup[];
  readonly selectedKey: string | null;
  readonly onOpen: (task: ShownTask) => void;
  /** a key was pressed on a task; true if it meant something */
  readonly onKey: (task: ShownTask, event: KeyboardEvent) => boolean;
}

/** The groups by how soon. One stop for Tab; arrows walk, and every key of the page still works. */
export function TaskList({ groups, selectedKey, onOpen, onKey }: TaskListProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const lines = groups.flatMap((group) => group.lines);
  const keys = lines.map(({ task }) => task.key);
  const tabStop = wanted !== null && keys.includes(wanted) ? wanted : keys[0];
  const taskOf = (target: EventTarget): ShownTask | undefined => {
    const key =
      target instanceof Element ? target.closest<HTMLElement>("[data-task]")?.dataset["task"] : null;
    return lines.find(({ task }) => task.key === key)?.task;
  };
  const onClick = (event: MouseEvent): void => {
    const task = taskOf(event.target);
    if (!task) return;
    setWanted(task.key);
    onOpen(task);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const task = taskOf(event.target);
    if (!task) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const to = step === 0 ? undefined : keys[keys.indexOf(task.key) + step];
    if (to !== undefined) {
      setWanted(to);
      event.currentTarget.querySelector<HTMLElement>(`[data-task="${CSS.escape(to)}"]`)?.focus();
    } else if (step === 0 && !onKey(task, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // The list hears what its buttons are pressed on.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div className={styles.groups} onClick={onClick} onKeyDown={onKeyDown}>
      {groups.map((group) => (
        <section key={group.name} aria-labelledby={`tasks-${group.name}`}>
          <GroupHead group={group} />
          <Lines group={group} tabStop={tabStop} selectedKey={selectedKey} />
        </section>
      ))}
    </div>
  );
}

function GroupHead({ group: { name, lines } }: { readonly group: TaskGroup }) {
  const t = useMessages();
  const zone = useViewerZone();
  const local = useFormats("UTC");
  const today = zone.toLocal(useNow());
  const aside =
    name === "today"
      ? local.dayOfMonth(today)
      : name === "tomorrow"
        ? local.dayOfMonth(addDays(today, 1))
        : name === "thisWeek"
          ? local.weekInText(isoWeek(today).week)
          : name === "nextWeek"
            ? local.weekInText(isoWeek(addDays(today, 7)).week)
            : "";
  return (
    <h2 id={`tasks-${name}`} className={styles.head} data-group={name}>
      {t(`tasks.group.${name}`)} <span>{aside}</span>
      <span className={styles.count}>{t("tasks.count", { count: lines.length })}</span>
    </h2>
  );
}

interface LinesProps {
  readonly group: TaskGroup;
  readonly tabStop: string | undefined;
  readonly selectedKey: string | null;
}

function Lines({ group, tabStop, selectedKey }: LinesProps) {
  const zone = useViewerZone();
  const language = useLanguage();
  const now = useNow();
  const said = ({ task }: TaskLine): string =>
    task.due ? distance(dueTarget(task.due, zone), now, zone, language) : "";
  return (
    <ul className={styles.list}>
      {group.lines.map((line, at) => {
        const before = group.lines[at - 1];
        return (
          <TaskRow
            key={line.task.key}
            line={line}
            group={group.name}
            isTabStop={line.task.key === tabStop}
            isSelected={line.task.key === selectedKey}
            isRepeat={before !== undefined && said(line) === said(before)}
          />
        );
      })}
    </ul>
  );
}
