import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../i18n/format.ts";
import { isolated } from "../../i18n/isolated.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import type { CalendarStore } from "../../store/calendar-store.ts";

/** The context of the actions on events and tasks. */
export interface ActionContext {
  readonly t: Messages;
  readonly store: CalendarStore;
  readonly zone: Zone;
  readonly formats: Formats;
}

export function useActionContext(): ActionContext {
  const zone = useViewerZone();
  return { t: useMessages(), store: useCalendarStore(), zone, formats: useFormats(zone.id) };
}

/** A title in the middle of a sentence. */
export const titleText = (title: string | undefined, t: Messages): string =>
  isolated(title?.trim() ?? "") || t("event.untitled");
