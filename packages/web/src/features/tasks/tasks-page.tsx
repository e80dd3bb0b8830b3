import { SlidersHorizontal } from "lucide-react";
import { useEffect, type KeyboardEvent } from "react";
import { Button as AriaButton, MenuTrigger } from "react-aria-components";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import type { Local } from "@snart/calendar/time/local.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";
import { EmptyHorizon } from "../../ui/empty-horizon.tsx";
import { Menu, MenuItem, MenuSwitches } from "../../ui/overlays/menu.tsx";
import { useStoredFlag } from "../../ui/use-stored-flag.ts";
import { usePreferences } from "../preferences/model.ts";
import { TaskAdd } from "./task-add.tsx";
import { TaskList } from "./task-list.tsx";
import { dayToPlan } from "./day-to-plan.ts";
import { isOf, refOf, type TaskRef } from "./task-ref.ts";
import { groupTasks } from "./task-groups.ts";
import { useTaskActions } from "./use-task-actions.tsx";
import { useShownTasks, useTaskLists } from "./use-tasks.ts";
import { ListSkeleton } from "../../ui/plain-page.tsx";
import styles from "./tasks-page.module.css";

export interface TasksPageProps {
  readonly page: {
    readonly task: TaskRef | null;
    readonly openTask: (task: TaskRef | null) => void;
    readonly goTo: (day: Local, kind: "week") => void;
  };
  readonly isPhone: boolean;
}

/** All tasks, by how soon they are due. */
export function TasksPage({ page, isPhone }: TasksPageProps) {
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const store = useCalendarStore();
  const { hasTasks, phase, isOnline } = useCalendarSnapshot();
  const [showsDone, setShowsDone] = useStoredFlag("tasks.done", false);
  const [preferences] = usePreferences();
  const lists = useTaskLists();
  const all = useShownTasks();
  const { complete, plan, remove } = useTaskActions();
  const groups = groupTasks(showsDone ? all : all.filter((it) => !it.isOver), now, zone);
  useEffect(() => {
    if (phase === "ready" && isOnline) void store.loadTasks();
  }, [store, phase, isOnline]);
  const onOpen = (task: ShownTask): void => page.openTask(refOf(task));
  const selected = all.find((it) => page.task && isOf(it, page.task))?.key ?? null;
  const onKey = (task: ShownTask, event: KeyboardEvent): boolean => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const single = preferences?.singleKeyShortcuts !== false;
    const actions: Readonly<Record<string, () => void>> = {
      " ": () => complete(task, !task.isOver),
      Delete: () => remove(task),
      Backspace: () => remove(task),
      ...(single && {
        p: () => void plan(task),
        ...(!isPhone && {
          w: () => {
            onOpen(task);
            page.goTo(dayToPlan(task, now, zone), "week");
          },
        }),
        e: () => onOpen(task),
        x: () => complete(task, !task.isOver),
      }),
    };
    const act = actions[event.key];
    act?.();
    return act !== undefined;
  };
  return (
    <div className={styles.page}>
      <div>
        <div className={styles.top}>
          <TaskAdd lists={lists} label={t("tasks.add")} placeholder={t("tasks.addPlaceholder")} />
          <ViewMenu showsDone={showsDone} onShowDone={setShowsDone} />
        </div>
        {groups.length > 0 ? (
          <TaskList groups={groups} selectedKey={selected} onOpen={onOpen} onKey={onKey} />
        ) : hasTasks ? (
          <div className={styles.nothing}>
            <EmptyHorizon lit />
            <h2>{t("tasks.nothing")}</h2>
            <p>{t("tasks.nothingHint")}</p>
          </div>
        ) : isOnline ? (
          <ListSkeleton label={t("tasks.loading")} className={styles.skeleton} />
        ) : (
          <p className={styles.away}>{t("tasks.notHere")}</p>
        )}
      </div>
    </div>
  );
}

interface ViewMenuProps {
  readonly showsDone: boolean;
  readonly onShowDone: (showsDone: boolean) => void;
}

/** Which tasks are shown, and where. */
function ViewMenu({ showsDone, onShowDone }: ViewMenuProps) {
  const t = useMessages();
  const [preferences, prefer] = usePreferences();
  const isInCalendar = preferences?.showTasks !== false;
  const change = (on: readonly string[]): void => {
    if (on.includes("done") !== showsDone) onShowDone(!showsDone);
    if (on.includes("calendar") !== isInCalendar) prefer({ showTasks: !isInCalendar });
  };
  return (
    <MenuTrigger>
      <AriaButton className={styles.view ?? ""} aria-label={t("tasks.view")}>
        <SlidersHorizontal size={17} strokeWidth={1.6} aria-hidden />
      </AriaButton>
      <Menu label={t("tasks.view")}>
        <MenuSwitches
          label={t("tasks.view")}
          on={[...(showsDone ? ["done"] : []), ...(isInCalendar ? ["calendar"] : [])]}
          onChange={change}
        >
          <MenuItem id="done">{t("tasks.showDone")}</MenuItem>
          <MenuItem id="calendar">{t("tasks.showInCalendar")}</MenuItem>
        </MenuSwitches>
      </Menu>
    </MenuTrigger>
  );
}
