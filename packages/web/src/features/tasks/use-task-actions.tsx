import { HOUR } from "@snart/calendar/time/instant.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import type { ReactNode } from "react";
import { clockNow } from "../../i18n/clock.ts";
import { isolated } from "../../i18n/isolated.ts";
import type { Change } from "../../store/queue/change.ts";
import { entryKey, type CalendarEntry } from "../../store/items/entries.ts";
import { occurrencesIn } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import { nextTurnAfter, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { undoKeys } from "../../ui/overlays/undo-keys.ts";
import { nextFreeSpan } from "./free-span.ts";
import { changeOfTask, moveOfTask, newTask, progressChange, type NewTask } from "./task-changes.ts";
import { dueTarget } from "./due-target.ts";
import { useTaskContext, type TaskContext } from "./task-context.ts";
import { newId } from "../../api/new-id.ts";

const DAYS_AHEAD = 14;

/** What can be done with tasks: each is done at once, says what it did, and can be taken back. */
export function taskActions({ t, store, zone, formats }: TaskContext) {
  const named = (title = ""): string => isolated(title.trim()) || t("event.untitled");
  const undo = (id: string): void => {
    const title = store.undo(id);
    if (title !== undefined) addToast({ message: t("toast.undone", { title: named(title) }) });
  };
  const tell = (id: string, message: ReactNode): void =>
    void addToast({
      message,
      action: { label: t("toast.undo"), shortcut: undoKeys(), run: () => undo(id) },
    });
  const mayChange = ({ mayWrite, name }: CalendarEntry): boolean => {
    if (!mayWrite) addToast({ message: t("toast.readOnly", { calendar: name }) });
    return mayWrite;
  };
  const perform = (task: ShownTask, changes: readonly Change[]): string =>
    store.perform(task.event.title ?? "", changes);

  const complete = (task: ShownTask, isDone: boolean): void => {
    if (!mayChange(task.calendar)) return;
    const id = perform(task, [progressChange(task, isDone)]);
    const title = named(task.event.title);
    const next = isDone ? nextTurnAfter(task, clockNow(), zone) : null;
    if (!next) return tell(id, t(isDone ? "tasks.isDone" : "tasks.isOpen", { title }));
    tell(
      id,
      <>
        {t("tasks.isDoneNext", { title, when: formats.shortDay(next.at) })}{" "}
        <HowSoon target={dueTarget(next, zone)} warm={false} />
      </>,
    );
  };
  const change = (task: ShownTask, patch: PatchObject): void => {
    if (mayChange(task.calendar)) perform(task, [{ kind: "update", key: task.entry.key, patch }]);
  };
  const move = (task: ShownTask, span: Span): void => {
    if (!mayChange(task.calendar)) return;
    const moved = moveOfTask(task, span, zone);
    if (!moved) return void addToast({ message: t("toast.impossible") });
    const when = span.allDay
      ? formats.shortDay(span.start)
      : `${formats.weekday(span.start)} ${formats.time(span.start)}`;
    tell(
      perform(task, [moved]),
      <>
        {t("toast.moved", { title: named(task.event.title), when })}{" "}
        <HowSoon target={dueTarget({ at: span.start, allDay: span.allDay }, zone)} warm={false} />
      </>,
    );
  };
  return {
    complete,
    change,
    move,
    /** changes one turn alone, where there are many */
    changeTurn: (task: ShownTask, patch: PatchObject): void => {
      if (mayChange(task.calendar)) perform(task, [changeOfTask(task, patch)]);
    },
    /** lays it into the next hour in which nothing else is, once what the next days hold is here */
    plan: async (task: ShownTask): Promise<void> => {
      const now = clockNow();
      const today = dayOf(zone.toLocal(now));
      await store.load(today, today + DAYS_AHEAD + 1);
      const { calendars, events } = store.snapshot.get();
      const busy = occurrencesIn(
        events.values(),
        calendars,
        { from: now, to: now + DAYS_AHEAD * 24 * HOUR },
        zone,
      );
      const span = nextFreeSpan(busy, now, zone, DAYS_AHEAD);
      if (span) move(task, span);
      else addToast({ message: t("tasks.noFreeTime") });
    },
    remove: (task: ShownTask): void => {
      if (!mayChange(task.calendar)) return;
      const { entry, recurrenceId } = task;
      const changes: Change[] =
        recurrenceId === null
          ? [{ kind: "destroy", key: entry.key }]
          : [changeOfTask(task, { excluded: true })];
      tell(perform(task, changes), t("toast.deleted", { title: named(task.event.title) }));
    },
    removeSeries: (task: ShownTask): void => {
      if (!mayChange(task.calendar)) return;
      tell(
        perform(task, [{ kind: "destroy", key: task.entry.key }]),
        t("toast.deleted", { title: named(task.event.title) }),
      );
    },
    add: (made: Omit<NewTask, "uid">, list: CalendarEntry): void => {
      const uid = newId();
      const key = entryKey(list.accountId, `new-${uid}`);
      const event = newTask({ ...made, uid }, zone);
      tell(
        store.perform(made.title, [{ kind: "create", key, event }]),
        t("toast.created", { title: named(made.title) }),
      );
    },
    /** the task of a key and turn as it is now */
    entryOf: (key: string) => store.snapshot.get().tasks.get(store.currentKey(key)),
  };
}

export type TaskActions = ReturnType<typeof taskActions>;

export const useTaskActions = (): TaskActions => taskActions(useTaskContext());
