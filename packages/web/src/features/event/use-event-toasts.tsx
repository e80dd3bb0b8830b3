import { isolated } from "../../i18n/isolated.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import type { Span } from "../../store/span.ts";
import { addToast } from "../../ui/toasts.ts";
import { SpanDistance } from "./components/span-distance.tsx";

export type ActionToast =
  | "toast.created"
  | "toast.moved"
  | "toast.changed"
  | "toast.copied"
  | "toast.deleted"
  | "toast.movedMany"
  | "toast.changedMany"
  | "toast.copiedMany"
  | "toast.deletedMany";

/** Whether this is a machine whose shortcuts use ⌘. */
const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Says what was done to an event, how soon it is now, and offers to take it back. */
export function useEventToasts() {
  const t = useMessages();
  const store = useCalendarStore();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const named = (title: string): string => isolated(title.trim()) || t("event.untitled");

  const undo = (id?: string): void => {
    const key = store.undoTells(id) ? "toast.undoneTold" : "toast.undone";
    const title = store.undo(id);
    addToast({
      message: title === undefined ? t("toast.nothingToUndo") : t(key, { title: named(title) }),
    });
  };
  const tell = (actionId: string, key: ActionToast, title: string, span?: Span): void => {
    const when = span
      ? span.allDay
        ? formats.shortDay(span.start)
        : `${formats.weekday(span.start)} ${formats.time(span.start)}`
      : "";
    const text = t(key, { title: named(title), when });
    addToast({
      message: span ? (
        <>
          {text} <SpanDistance span={span} warm={false} />
        </>
      ) : (
        text
      ),
      action: { label: t("toast.undo"), shortcut: isMac() ? "⌘ Z" : "Ctrl Z", run: () => undo(actionId) },
    });
  };
  return { tell, undo };
}
