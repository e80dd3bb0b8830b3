import { addDays, asLocal } from "@snart/calendar/time/local.ts";
import { useEffect, useMemo } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { chunksOfDays, missingRuns } from "../../store/days/loaded-chunks.ts";
import { occurrencesIn, type ShownOccurrence } from "../../store/items/occurrences.ts";
import { useAccount } from "../../store/session.ts";
import { useShownEvents } from "../../grid/shown-filter.ts";
import { taskOccurrences } from "../../store/tasks/task-occurrences.ts";

interface PrintedDays {
  readonly fromDay: number;
  /** exclusive */
  readonly toDay: number;
}

/** The occurrences of some days in some calendars, shown on the screen or not; fetched if they are not here. */
export function usePrinted(
  { fromDay, toDay }: PrintedDays,
  chosen: ReadonlySet<string>,
): { readonly occurrences: readonly ShownOccurrence[]; readonly isComplete: boolean } {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { events: all, tasks: allTasks, calendars, chunks, phase, isFetching } = useCalendarSnapshot();
  const events = useShownEvents(all);
  const tasks = useShownEvents(allTasks);
  const hasTasks = useAccount()?.preferences.showTasks !== false;
  useEffect(() => void store.load(fromDay, toDay), [store, fromDay, toDay, phase]);
  const occurrences = useMemo(() => {
    const at = (day: number): number => zone.toInstant(addDays(asLocal(0), day));
    const window = { from: at(fromDay), to: at(toDay) };
    const printed = calendars.map((it) => ({ ...it, isVisible: chosen.has(it.key) }));
    const found = occurrencesIn(events.values(), printed, window, zone);
    const due = hasTasks ? taskOccurrences(tasks.values(), printed, window, zone) : [];
    return [...found, ...due].toSorted((a, b) => a.start - b.start || b.end - a.end);
  }, [events, tasks, hasTasks, calendars, chosen, zone, fromDay, toDay]);
  const isHere = missingRuns(chunks, chunksOfDays(fromDay, toDay)).length === 0;
  return { occurrences, isComplete: phase === "ready" && isHere && !isFetching };
}
