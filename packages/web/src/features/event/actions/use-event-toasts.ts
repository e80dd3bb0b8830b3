import { useMessages } from "../../../i18n/messages.ts";
import { useFormats } from "../../../i18n/use-formats.ts";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarStore } from "../../../store/calendar-context.tsx";
import type { Span } from "../../../store/items/span.ts";
import { addToast } from "../../../ui/overlays/toasts.ts";
import type { ActionToast } from "./event-toasts.tsx";

const toasts = () => import("./event-toasts.tsx");

/** Says what was done to an event, and takes it back; by code that is here once the calendar is drawn (screen.tsx). */
export function useEventToasts() {
  const t = useMessages();
  const store = useCalendarStore();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const context = { t, store, zone, formats };
  const unreachable = (): void => void addToast({ message: t("error.unreachable") });
  return {
    tell: (actionId: string, key: ActionToast, title: string, span?: Span, calendar?: string): void =>
      void toasts().then(
        ({ tellAction }) => tellAction(context, { actionId, key, title, span, calendar }),
        unreachable,
      ),
    undo: (id?: string): void => void toasts().then(({ undoAction }) => undoAction(context, id), unreachable),
  };
}
