import { HOUR } from "@snart/calendar/time/instant.ts";
import type { PatchObject } from "@snart/calendar/jscalendar/types.ts";
import { dayOf } from "@snart/calendar/time/local.ts";
import { clockNow } from "../../i18n/clock.ts";
import type { Change } from "../../store/queue/change.ts";
import { entryKey, type CalendarEntry } from "../../store/items/entries.ts";
import { occurrencesIn } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import { nextTurnAfter, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { addToast } from "../../ui/overlays/toasts.ts";
import { titleText, useActionContext, type ActionContext } from "../item-actions/model.ts";
import { mayChange, tellDone, whenText } from "../item-actions/screen.tsx";
import { nextFreeSpan } from "./free-span.ts";
import {
  changeOfTask,
  movePatch,
  newTask,
  progressChange,
  removalOfTask,
  type NewTask,
} from "../../store/tasks/task-changes.ts";
import { dueTarget } from "./due-target.ts";
import { newId } from "../../api/new-id.ts";

const DAYS_AHEAD = 14;

/** Changes a task, if its list may be written to; returns the id of the action. */
const perform = (context: ActionContext, task: ShownTask, changes: readonly Change[]): string | undefined =>
  mayChange(task.calendar, context) ? context.store.perform(task.event.title ?? "", changes) : undefined;

function complete(context: ActionContext, task: ShownTask, isDone: boolean): void {
  const { t, zone, formats } = context;
  const id = perform(context, task, [progressChange(task, isDone)]);
  if (id === undefined) return;
  const title = titleText(task.event.title, t);
  const next = isDone ? nextTurnAfter(task, clockNow(), zone) : null;
  if (!next) return tellDone(context, id, t(isDone ? "tasks.isDone" : "tasks.isOpen", { title }));
  const text = t("tasks.isDoneNext", { title, when: formats.shortDay(next.at) });
  tellDone(context, id, text, {
    distance: <HowSoon target={dueTarget(next, zone)} warm={false} />,
  });
}

function move(context: ActionContext, task: ShownTask, span: Span): void {
  const { t, zone, formats } = context;
  if (!mayChange(task.calendar, context)) return;
  const patch = movePatch(task, span, zone);
  if (!patch) return void addToast({ message: t("toast.impossible") });
  const id = context.store.perform(task.event.title ?? "", [changeOfTask(task, patch)]);
  const text = t("toast.moved", { title: titleText(task.event.title, t), when: whenText(span, formats) });
  const target = dueTarget({ at: span.start, allDay: span.allDay }, zone);
  tellDone(context, id, text, { distance: <HowSoon target={target} warm={false} /> });
}

/** Plans a task in the next free hour, once the events of the next days are here. */
async function plan(context: ActionContext, task: ShownTask): Promise<void> {
  const { t, store, zone } = context;
  const now = clockNow();
  const today = dayOf(zone.toLocal(now));
  await store.load(today, today + DAYS_AHEAD + 1);
  const { calendars, events } = store.snapshot.get();
  const window = { from: now, to: now + DAYS_AHEAD * 24 * HOUR };
  const busy = occurrencesIn(events.values(), calendars, window, zone);
  const span = nextFreeSpan(busy, now, zone, DAYS_AHEAD);
  if (span) move(context, task, span);
  else addToast({ message: t("tasks.noFreeTime") });
}

function remove(context: ActionContext, task: ShownTask, change: Change): void {
  const id = perform(context, task, [change]);
  const { t } = context;
  if (id !== undefined) tellDone(context, id, t("toast.deleted", { title: titleText(task.event.title, t) }));
}

function add(context: ActionContext, made: Omit<NewTask, "uid">, list: CalendarEntry): void {
  const { t, store, zone } = context;
  const uid = newId();
  const key = entryKey(list.accountId, `new-${uid}`);
  const id = store.perform(made.title, [{ kind: "create", key, event: newTask({ ...made, uid }, zone) }]);
  tellDone(context, id, t("toast.created", { title: titleText(made.title, t) }));
}

/** The actions on tasks: each takes effect at once, reports its result, and can be undone. */
export function taskActions(context: ActionContext) {
  const { store } = context;
  return {
    complete: (task: ShownTask, isDone: boolean): void => complete(context, task, isDone),
    change: (task: ShownTask, patch: PatchObject): void =>
      void perform(context, task, [{ kind: "update", key: task.entry.key, patch }]),
    /** changes one turn alone, where there are many */
    changeTurn: (task: ShownTask, patch: PatchObject): void =>
      void perform(context, task, [changeOfTask(task, patch)]),
    move: (task: ShownTask, span: Span): void => move(context, task, span),
    plan: (task: ShownTask): Promise<void> => plan(context, task),
    /** deletes a task, or one turn of it alone */
    remove: (task: ShownTask): void => remove(context, task, removalOfTask(task)),
    removeSeries: (task: ShownTask): void => remove(context, task, { kind: "destroy", key: task.entry.key }),
    add: (made: Omit<NewTask, "uid">, list: CalendarEntry): void => add(context, made, list),
    /** finds the present task of a key and turn */
    entryOf: (key: string) => store.snapshot.get().tasks.get(store.currentKey(key)),
  };
}

type TaskActions = ReturnType<typeof taskActions>;

export const useTaskActions = (): TaskActions => taskActions(useActionContext());
