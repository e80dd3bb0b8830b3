import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../../i18n/format.ts";
import { isolated } from "../../../i18n/isolated.ts";
import type { Messages } from "../../../i18n/messages.ts";
import type { CalendarStore } from "../../../store/calendar-store.ts";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import { undoKeys } from "../../../ui/overlays/undo-keys.ts";
import { SpanDistance } from "../parts/span-distance.tsx";

export type ActionToast =
  | "toast.created"
  | "toast.moved"
  | "toast.changed"
  | "toast.copied"
  | "toast.brought"
  | "toast.deleted"
  | "toast.movedMany"
  | "toast.changedMany"
  | "toast.copiedMany"
  | "toast.deletedMany";

/** What the messages about actions are made with. */
export interface ToastContext {
  readonly t: Messages;
  readonly store: CalendarStore;
  readonly zone: Zone;
  readonly formats: Formats;
}

/** What was done: how it is said, to what, and where that lies now. */
interface Told {
  readonly actionId: string;
  readonly key: ActionToast;
  readonly title: string;
  readonly span?: Span | undefined;
  /** the name of the calendar that it is in now */
  readonly calendar?: string | undefined;
}

/** Takes back an action, the last one unless an id is given, and says so: by its title, or how many it was of. */
export function undoAction({ t, store }: ToastContext, id?: string): void {
  const { tells, count } = store.undoAbout(id);
  const title = store.undo(id);
  const name = isolated(title?.trim() ?? "") || t("event.untitled");
  const told =
    count > 1
      ? t(tells ? "toast.undoneManyTold" : "toast.undoneMany", { count })
      : t(tells ? "toast.undoneTold" : "toast.undone", { title: name });
  addToast({ message: title === undefined ? t("toast.nothingToUndo") : told });
}

/** Says what was done to an event, how soon it is now, and offers to take it back. */
export function tellAction(context: ToastContext, { actionId, key, title, span, calendar = "" }: Told): void {
  const { t, formats } = context;
  const when = span
    ? span.allDay
      ? formats.shortDay(span.start)
      : `${formats.weekday(span.start)} ${formats.time(span.start)}`
    : "";
  const text = t(key, {
    title: isolated(title.trim()) || t("event.untitled"),
    when,
    calendar: isolated(calendar),
  });
  addToast({
    message: span ? (
      <>
        {text} <SpanDistance span={span} warm={false} />
      </>
    ) : (
      text
    ),
    action: {
      label: t("toast.undo"),
      shortcut: undoKeys(),
      run: () => undoAction(context, actionId),
    },
  });
}
