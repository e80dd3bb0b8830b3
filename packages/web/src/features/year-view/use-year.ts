import { dayOf, fieldsOfLocal, localFromFields } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { useEffect, useMemo } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { busynessOf, type BusyDay } from "../../layout/busyness.ts";
import { touchedDays } from "../../layout/touched-days.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { eventFacts } from "../../store/items/event-facts.ts";
import { useShownEvents } from "../../grid/shown-filter.ts";
import { chunksOfDays, missingRuns } from "../../store/days/loaded-chunks.ts";
import { eventsNear } from "../../store/days/events-near.ts";
import { occurrencesIn, type ShownOccurrence } from "../../store/items/occurrences.ts";
import { taskOccurrences } from "../../store/tasks/task-occurrences.ts";
import { useShowsTasks } from "../../store/tasks/use-shows-tasks.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import type { WideViewProps } from "../calendar-view/model.ts";
import { footOfYear, monthsOfYear, type YearFoot, type YearMonth } from "./year-contents.ts";

export interface Year {
  readonly months: readonly YearMonth[];
  /** from 1 January */
  readonly busy: readonly BusyDay[];
  /** how many tasks are due, by day number */
  readonly tasks: ReadonlyMap<number, number>;
  readonly foot: YearFoot;
  /** the days of whole-day events that take the viewer's time: nobody needs leave on them again */
  readonly away: ReadonlySet<number>;
  /** everything of the year is here */
  readonly isComplete: boolean;
}

/** The events of a year, fetched when it is first looked at. Declined, cancelled and free events do not count. */
export function useYear({ view, today, account }: WideViewProps["page"]): Year {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { events: all, tasks: allTasks, calendars, chunks, phase, isFetching } = useCalendarSnapshot();
  const events = useShownEvents(all);
  const shownTasks = useShownEvents(allTasks);
  const { year } = fieldsOfLocal(view.date);
  const almanac = useAlmanac();
  const [first, after] = [localFromFields(year, 1, 1), localFromFields(year + 1, 1, 1)];
  const [fromDay, toDay] = [dayOf(first), dayOf(after)];
  useEffect(() => store.look(fromDay, toDay), [store, fromDay, toDay, phase]);
  const months = useMemo(() => monthsOfYear(year, almanac), [year, almanac]);
  const { busy, away } = useMemo(() => {
    const window = { from: zone.toInstant(first), to: zone.toInstant(after) };
    const taken = occurrencesIn(eventsNear(events, window, zone), calendars, window, zone).filter(
      ({ event }) => {
        const { isCancelled, answer } = eventFacts(event, account.email);
        return !isCancelled && answer !== "declined" && event.freeBusyStatus !== "free";
      },
    );
    return { busy: busynessOf(taken, { fromDay, toDay }, zone), away: daysAway(taken, zone) };
  }, [events, calendars, zone, first, after, fromDay, toDay, account.email]);
  const showsTasks = useShowsTasks();
  const tasks = useMemo(() => {
    const window = { from: zone.toInstant(first), to: zone.toInstant(after) };
    const due = showsTasks ? taskOccurrences(shownTasks.values(), calendars, window, zone) : [];
    return new Map(
      [...Map.groupBy(due, ({ start, end }) => dayOf(zone.toLocal(Math.max(start, end - 1))))].map(
        ([day, on]) => [day, on.length],
      ),
    );
  }, [showsTasks, shownTasks, calendars, zone, first, after]);
  const foot = useMemo(() => footOfYear(months, busy, today), [months, busy, today]);
  const isHere = missingRuns(chunks, chunksOfDays(fromDay, toDay)).length === 0;
  return { months, busy, tasks, foot, away, isComplete: phase === "ready" && isHere && !isFetching };
}

/** The days of the viewer's own whole-day events, by number. */
function daysAway(taken: readonly ShownOccurrence[], zone: Zone): ReadonlySet<number> {
  const whole = taken.filter(({ allDay, calendar }) => allDay && !calendar.isShared);
  return new Set(
    whole.flatMap((it) => {
      const { startDay, endDay } = touchedDays(it, zone);
      return Array.from({ length: endDay - startDay }, (_, index) => startDay + index);
    }),
  );
}
