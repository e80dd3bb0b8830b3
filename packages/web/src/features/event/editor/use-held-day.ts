import { dayOf } from "@snart/calendar/time/local.ts";
import { useEffect } from "react";
import { useViewerZone } from "../../../i18n/viewer-zone.ts";
import { useCalendarStore } from "../../../store/calendar-context.tsx";
import type { ShownOccurrence } from "../../../store/items/occurrences.ts";

/** Keeps an event loaded while it is edited, however far the person turns the calendar meanwhile. */
export function useHeldDay(occurrence: ShownOccurrence | null): void {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const day = occurrence === null ? null : dayOf(zone.toLocal(occurrence.start));
  useEffect(() => (day === null ? undefined : store.look(day, day + 1)), [store, day]);
}
