import { useMemo } from "react";
import { useShownEvents } from "../../grid/shown-filter.ts";
import { useNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { shownTasks, type ShownTask } from "../../store/tasks/shown-tasks.ts";

/**
 * All tasks of the lists that are shown.
 * @param isFiltered only those that pass the filter of the view
 */
export function useShownTasks(isFiltered = false): readonly ShownTask[] {
  const zone = useViewerZone();
  const now = useNow();
  const { tasks: all, calendars } = useCalendarSnapshot();
  const passing = useShownEvents(all);
  const tasks = isFiltered ? passing : all;
  return useMemo(() => shownTasks(tasks.values(), calendars, now, zone), [tasks, calendars, now, zone]);
}

/** The lists that may be written, where new tasks go first. */
export function useTaskLists(): readonly CalendarEntry[] {
  const { calendars } = useCalendarSnapshot();
  return useMemo(() => {
    const open = calendars.filter((it) => it.mayWrite && it.holdsTasks);
    const rank = (it: CalendarEntry): number => (it.isDefault ? 0 : it.isShared ? 2 : 1);
    return open.toSorted((a, b) => rank(a) - rank(b));
  }, [calendars]);
}
