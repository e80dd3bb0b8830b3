import { AlignLeft, Bell, CalendarClock, Flag, ListTree, Percent, Repeat2, X } from "lucide-react";
import { useEffect, useRef, type KeyboardEvent } from "react";
import { useMessages } from "../../../i18n/messages.ts";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { isSeries, type ShownTask } from "../../../store/tasks/shown-tasks.ts";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { Swatch } from "../../../ui/swatch.tsx";
import { parentUid } from "../task-groups.ts";
import { isBegun, percentOf, PRIORITIES, priorityOf } from "../task-facts.ts";
import { refOf, type TaskRef } from "../task-ref.ts";
import { useTask } from "../use-task.ts";
import { useShownTasks, useTaskLists } from "../use-tasks.ts";
import { useTaskActions } from "../use-task-actions.tsx";
import { KeptText } from "./kept-text.tsx";
import { PanelRow, rowIcon } from "./panel-row.tsx";
import { TaskAdd } from "../task-add.tsx";
import { TaskCheck } from "../task-check.tsx";
import { TaskDue } from "./task-due.tsx";
import { Planned } from "./task-planned.tsx";
import { TaskReminders } from "./task-reminders.tsx";
import { TaskRepeat } from "./task-repeat.tsx";
import { TaskToWeek, type WayToWeek } from "./task-to-week.tsx";
import styles from "./task-panel.module.css";

interface TaskPanelProps {
  readonly task: ShownTask;
  /** all shown tasks, in which the panel finds the parent and the parts */
  readonly tasks: readonly ShownTask[];
  readonly lists: readonly CalendarEntry[];
  readonly onOpen: (task: ShownTask) => void;
  readonly way: WayToWeek;
  readonly onClose: () => void;
}

/** The panel of a task by its reference; none when it is gone. */
export function OpenTask({
  task: ref,
  onOpen,
  way,
}: {
  readonly task: TaskRef;
  readonly onOpen: (task: TaskRef | null) => void;
  readonly way: WayToWeek;
}) {
  const task = useTask(ref);
  const tasks = useShownTasks();
  const lists = useTaskLists();
  return task ? (
    <TaskPanel
      task={task}
      tasks={tasks}
      lists={lists}
      way={way}
      onOpen={(next) => onOpen(refOf(next))}
      onClose={() => onOpen(null)}
    />
  ) : null;
}

const STEPS = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const;

/** Everything about one task, at the side. Every change is saved at once, and can be undone. */
function TaskPanel({ task, tasks, lists, way, onOpen, onClose }: TaskPanelProps) {
  const t = useMessages();
  const panel = useRef<HTMLElement>(null);
  const { change, remove, removeSeries } = useTaskActions();
  const { event, entry, calendar } = task;
  useEffect(() => panel.current?.querySelector<HTMLElement>("[data-title]")?.focus(), [entry.key]);
  const onKeyDown = (key: KeyboardEvent): void => {
    if (key.key === "Escape" && !key.defaultPrevented) onClose();
  };
  const repeats = isSeries(entry.event);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={panel} className={styles.panel} aria-label={t("tasks.panel")} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2>{t("tasks.panel")}</h2>
        <IconButton label={t("tasks.close")} onClick={onClose}>
          <X size={17} strokeWidth={1.6} />
        </IconButton>
      </div>
      <div className={styles.fields} data-colour={calendar.colour}>
        <div className={styles.what}>
          <TaskCheck task={task} />
          <KeptText
            key={entry.key}
            className={styles.title ?? ""}
            label={t("tasks.title")}
            value={event.title ?? ""}
            isTitle
            onKeep={(title) => title.trim() !== "" && change(task, { title: title.trim() })}
          />
        </div>
        <PanelRow icon={<CalendarClock {...rowIcon} />}>
          <TaskDue task={task} />
          <Planned task={task} />
          <TaskToWeek task={task} way={way} />
        </PanelRow>
        {task.due ? (
          <PanelRow icon={<Repeat2 {...rowIcon} />}>
            <TaskRepeat task={task} />
          </PanelRow>
        ) : null}
        {task.due ? (
          <PanelRow icon={<Bell {...rowIcon} />}>
            <TaskReminders task={task} />
          </PanelRow>
        ) : null}
        <ListChoice task={task} lists={lists} />
        <PriorityChoice task={task} />
        {repeats ? null : <Progress task={task} />}
        <PartOf task={task} tasks={tasks} />
        <Parts task={task} tasks={tasks} lists={lists} onOpen={onOpen} />
        <PanelRow icon={<AlignLeft {...rowIcon} />}>
          <KeptText
            key={entry.key}
            className={styles.notes ?? ""}
            label={t("editor.description")}
            placeholder={t("editor.descriptionPlaceholder")}
            value={event.description ?? ""}
            onKeep={(description) => change(task, { description: description || null })}
          />
        </PanelRow>
      </div>
      <div className={styles.foot}>
        <Button look="danger" onClick={() => [remove(task), onClose()]}>
          {t(repeats ? "tasks.skip" : "editor.delete")}
        </Button>
        {repeats ? (
          <Button look="danger" onClick={() => [removeSeries(task), onClose()]}>
            {t("tasks.deleteAll")}
          </Button>
        ) : null}
      </div>
    </aside>
  );
}

function ListChoice({ task, lists }: Pick<TaskPanelProps, "task" | "lists">) {
  const t = useMessages();
  const { change } = useTaskActions();
  const { calendar } = task;
  // Another account's list would make it another task.
  const open = lists.filter((it) => it.accountId === calendar.accountId && it.key !== calendar.key);
  return (
    <PanelRow icon={<Swatch colour={calendar.colour} />}>
      <Select
        label={t("tasks.list")}
        hideLabel
        look="quiet"
        value={calendar.id}
        options={[calendar, ...open].map((it) => ({ value: it.id, label: it.name }))}
        onChange={(id) => change(task, { calendarIds: { [id]: true } })}
      />
    </PanelRow>
  );
}

function PriorityChoice({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const { change } = useTaskActions();
  return (
    <PanelRow icon={<Flag {...rowIcon} />}>
      <Select
        label={t("tasks.priority")}
        hideLabel
        look="quiet"
        value={priorityOf(task.event)}
        options={(["none", "low", "medium", "high"] as const).map((value) => ({
          value,
          label: t(`tasks.priority.${value}`),
        }))}
        onChange={(value) => change(task, { priority: PRIORITIES[value] || null })}
      />
    </PanelRow>
  );
}

function Progress({ task }: { readonly task: ShownTask }) {
  const t = useMessages();
  const { change, complete } = useTaskActions();
  const percent = task.isOver ? 100 : percentOf(task.event);
  const shown = STEPS.includes(percent as (typeof STEPS)[number])
    ? STEPS
    : [...STEPS, percent].toSorted((a, b) => a - b);
  const choose = (value: number): void => {
    if (value === 100) complete(task, true);
    else
      change(task, { percentComplete: value || null, progress: value > 0 ? "in-process" : "needs-action" });
  };
  return (
    <PanelRow icon={<Percent {...rowIcon} />}>
      <Select
        label={t("tasks.progress")}
        hideLabel
        look="quiet"
        value={String(percent)}
        options={shown.map((value) => ({
          value: String(value),
          label:
            value === 0
              ? t(isBegun(task.event) ? "tasks.begun" : "tasks.notBegun")
              : value === 100
                ? t("tasks.allDone")
                : t("tasks.percentDone", { percent: value }),
        }))}
        onChange={(value) => choose(Number(value))}
      />
    </PanelRow>
  );
}

function PartOf({ task, tasks }: Pick<TaskPanelProps, "task" | "tasks">) {
  const t = useMessages();
  const { change } = useTaskActions();
  const whole = parentUid(task);
  const others = new Map(
    tasks
      .filter((it) => it.entry.accountId === task.entry.accountId && (!it.isOver || it.event.uid === whole))
      .filter((it) => it.entry.key !== task.entry.key && parentUid(it) !== task.event.uid)
      .map((it) => [it.event.uid, it.event.title?.trim() || t("event.untitled")]),
  );
  if (others.size === 0) return null;
  const choose = (uid: string): void => {
    const kept = Object.entries(task.entry.event.relatedTo ?? {}).filter(([it]) => it !== whole);
    const chosen = uid === "" ? [] : [[uid, { "@type": "Relation", relation: { parent: true } }] as const];
    const relatedTo = Object.fromEntries([
      ...kept.map(([id, { relation }]) => [id, relationOf(relation)] as const),
      ...chosen,
    ]);
    change(task, { relatedTo: Object.keys(relatedTo).length > 0 ? relatedTo : null });
  };
  return (
    <PanelRow icon={<ListTree {...rowIcon} />}>
      <Select
        label={t("tasks.partOfWhat")}
        hideLabel
        look="quiet"
        value={whole !== undefined && others.has(whole) ? whole : ""}
        options={[
          { value: "", label: t("tasks.partOfNothing") },
          ...[...others].map(([value, label]) => ({ value, label: t("tasks.partOf", { title: label }) })),
        ]}
        onChange={choose}
      />
    </PanelRow>
  );
}

const relationOf = (relation: Readonly<Record<string, boolean>> | undefined) => ({
  "@type": "Relation",
  relation: { ...relation },
});

function Parts({ task, tasks, lists, onOpen }: Omit<TaskPanelProps, "onClose" | "way">) {
  const t = useMessages();
  const parts = tasks.filter(
    (it) => it.entry.accountId === task.entry.accountId && parentUid(it) === task.event.uid,
  );
  const own = lists.find((it) => it.key === task.calendar.key);
  return (
    <section className={styles.parts} aria-label={t("tasks.parts")}>
      <h3>{t("tasks.parts")}</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.key} data-done={part.isOver || undefined}>
            <TaskCheck task={part} />
            <button type="button" onClick={() => onOpen(part)}>
              {part.event.title?.trim() || t("event.untitled")}
            </button>
          </li>
        ))}
      </ul>
      {own ? (
        <TaskAdd
          lists={[own]}
          partOf={task.event.uid}
          label={t("tasks.addPart")}
          placeholder={t("tasks.addPart")}
        />
      ) : null}
    </section>
  );
}
