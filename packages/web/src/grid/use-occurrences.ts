import { addDays, asLocal, dayOf, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useEffect, useMemo } from "react";
import { useViewerZone } from "../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../store/calendar-context.tsx";
import { useShownEvents } from "./shown-filter.ts";
import { chunksOfDays, missingRuns } from "../store/days/loaded-chunks.ts";
import { eventsNear } from "../store/days/events-near.ts";
import { occurrencesIn, type ShownOccurrence } from "../store/items/occurrences.ts";
import { withTaskOccurrences } from "../store/tasks/task-occurrences.ts";
import { useShowsTasks } from "../store/tasks/use-shows-tasks.ts";

interface DayRange {
  readonly occurrences: readonly ShownOccurrence[];
  /** everything of these days is here */
  readonly isComplete: boolean;
}

const localOfDay = (day: number): Local => addDays(asLocal(0), day);

/** The occurrences of some days (days since 1970-01-01, `toDay` exclusive), fetched when they are first asked for. */
export function useOccurrences(fromDay: number, toDay: number): DayRange {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { events: all, tasks: allTasks, calendars, chunks, phase, isFetching } = useCalendarSnapshot();
  const events = useShownEvents(all);
  const tasks = useShownEvents(allTasks);
  const showsTasks = useShowsTasks();
  useEffect(() => (toDay > fromDay ? store.look(fromDay, toDay) : undefined), [store, fromDay, toDay, phase]);
  const occurrences = useMemo(() => {
    if (toDay <= fromDay) return [];
    const window = { from: zone.toInstant(localOfDay(fromDay)), to: zone.toInstant(localOfDay(toDay)) };
    const found = occurrencesIn(eventsNear(events, window, zone), calendars, window, zone);
    return showsTasks ? withTaskOccurrences(found, tasks.values(), calendars, window, zone) : found;
  }, [events, tasks, showsTasks, calendars, zone, fromDay, toDay]);
  const isAsked = toDay <= fromDay || missingRuns(chunks, chunksOfDays(fromDay, toDay)).length === 0;
  return { occurrences, isComplete: phase === "ready" && isAsked && !isFetching };
}

/** The days that something takes place on, as day numbers. */
export function busyDaysOf(occurrences: readonly ShownOccurrence[], zone: Zone): ReadonlySet<number> {
  const busy = new Set<number>();
  for (const { start, end } of occurrences) {
    const last = dayOf(zone.toLocal(Math.max(start, end - 1)));
    for (let day = dayOf(zone.toLocal(start)); day <= last && busy.size < 400; day++) busy.add(day);
  }
  return busy;
}
