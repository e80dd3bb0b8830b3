import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Formats } from "../../i18n/format.ts";
import { useMessages, type Messages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarStore } from "../../store/calendar-context.tsx";
import type { CalendarStore } from "../../store/calendar-store.ts";

/** What the actions of tasks work with. */
export interface TaskContext {
  readonly t: Messages;
  readonly store: CalendarStore;
  readonly zone: Zone;
  readonly formats: Formats;
}

export function useTaskContext(): TaskContext {
  const zone = useViewerZone();
  return { t: useMessages(), store: useCalendarStore(), zone, formats: useFormats(zone.id) };
}
