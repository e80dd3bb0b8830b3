import type { ReactNode } from "react";
import type { Formats } from "../../i18n/format.ts";
import type { Messages } from "../../i18n/messages.ts";
import { isTask, type CalendarEntry, type EventEntry } from "../../store/items/entries.ts";
import type { Span } from "../../store/items/span.ts";
import { addToast, type ToastAction } from "../../ui/overlays/toasts.ts";
import { redoKeys, undoKeys } from "../../ui/overlays/undo-keys.ts";
import { titleText, type ActionContext } from "./model.ts";

// What an action says on the screen, and how it is undone there.

/** How many events and tasks there are, in words. */
export function itemsText(items: readonly { readonly entry: EventEntry }[], t: Messages): string {
  const tasks = items.filter(({ entry }) => isTask(entry.event)).length;
  const events = items.length - tasks;
  if (tasks === 0) return t("toast.events", { count: events });
  if (events === 0) return t("toast.tasks", { count: tasks });
  return t("toast.eventsAndTasks", { events, tasks });
}

/** Whether a calendar can be written to; says so when it can only be read. */
export function mayChange({ mayWrite, name }: CalendarEntry, { t }: Pick<ActionContext, "t">): boolean {
  if (!mayWrite) addToast({ message: t("toast.readOnly", { calendar: name }) });
  return mayWrite;
}

/** The day of a piece of time, with the hour where it has one. */
export const whenText = ({ start, allDay }: Span, formats: Formats): string =>
  allDay ? formats.shortDay(start) : `${formats.weekday(start)} ${formats.time(start)}`;

/** What a message on an action has beside its words and Undo. */
interface DoneOptions {
  /** the new distance */
  readonly distance?: ReactNode;
  /** something else that was perhaps meant */
  readonly also?: Omit<ToastAction, "takesBack" | "shortcut"> | undefined;
}

/** Reports an action, and offers to undo it. */
export function tellDone(
  context: ActionContext,
  actionId: string,
  text: string,
  { distance, also }: DoneOptions = {},
): void {
  addToast({
    message: distance ? (
      <>
        {text} {distance}
      </>
    ) : (
      text
    ),
    ...(also && { also }),
    action: {
      label: context.t("toast.undo"),
      shortcut: undoKeys(),
      run: () => undoAction(context, actionId),
    },
  });
}

/** What undoing needs of an action's context. */
type Undoing = Pick<ActionContext, "t" | "store">;

/** Undoes an action, by default the last one, and reports it: by its title, or the number of items. */
export function undoAction({ t, store }: Undoing, id?: string): void {
  const facts = store.undoAbout(id);
  const title = store.undo(id);
  if (title === undefined) addToast({ message: t("toast.nothingToUndo") });
  else
    addToast({
      message: undoneText(t, facts, title),
      action: { label: t("action.redo"), shortcut: redoKeys(), run: () => redoAction({ t, store }) },
    });
}

/** Does again what was undone last, and reports it. */
export function redoAction({ t, store }: Undoing): void {
  const { count } = store.redoAbout();
  const title = store.redo();
  if (title === undefined) addToast({ message: t("toast.nothingToRedo") });
  else
    addToast({
      message:
        count > 1 ? t("toast.redoneMany", { title }) : t("toast.redone", { title: titleText(title, t) }),
      action: { label: t("toast.undo"), shortcut: undoKeys(), run: () => undoAction({ t, store }) },
    });
}

/** What was made is gone again; what was changed is as it was. */
function undoneText(
  t: ActionContext["t"],
  { tells, count, removes }: ReturnType<ActionContext["store"]["undoAbout"]>,
  title: string,
): string {
  if (count > 1)
    return t(removes ? "toast.removedMany" : tells ? "toast.undoneManyTold" : "toast.undoneMany", { title });
  const named = { title: titleText(title, t) };
  if (removes) return t(tells ? "toast.removedAgainTold" : "toast.removedAgain", named);
  return t(tells ? "toast.undoneTold" : "toast.undone", named);
}
