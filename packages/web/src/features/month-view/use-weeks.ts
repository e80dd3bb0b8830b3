import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { useShownEvents } from "../../grid/shown-filter.ts";
import { chunksOfDays, missingRuns } from "../../store/days/loaded-chunks.ts";
import { useShowsTasks } from "../../store/tasks/use-shows-tasks.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { mondayOfWeek, WEEK_COUNT, type WeekSpan } from "./month-weeks.ts";
import { KeptWeeks, wholeSpan } from "./kept-weeks.ts";
import type { WeekContents } from "./week-contents.ts";

/** The number of weeks prepared around those on screen. */
const AHEAD = 5;
/** Events are fetched for this many weeks at a time, long before they are visible. */
const FETCHED_WEEKS = 24;
const FETCHED_AHEAD = 10;
/** The pause between two prepared weeks, ms, which leaves time for frames. */
const PAUSE = 20;

interface Weeks {
  /** returns the contents of a week */
  readonly of: (week: number) => WeekContents;
  /** whether everything in the weeks on screen has been fetched */
  readonly isComplete: boolean;
}

/** Returns the contents of the visible weeks and those around them, and fetches them when they come near. */
export function useWeeks({ from, to }: WeekSpan): Weeks {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const { events: all, tasks: allTasks, calendars, chunks, phase, isFetching } = useCalendarSnapshot();
  const events = useShownEvents(all);
  const tasks = useShownEvents(allTasks);
  const [kept] = useState(() => new KeptWeeks());
  const almanac = useAlmanac();
  const showsTasks = useShowsTasks();
  const source = useMemo(
    () => ({ events, tasks, calendars, zone, almanac, showsTasks }),
    [events, tasks, calendars, zone, almanac, showsTasks],
  );
  const fetched = wholeSpan(widened({ from, to }, FETCHED_AHEAD), FETCHED_WEEKS);
  const fromDay = mondayOfWeek(fetched.from);
  const toDay = mondayOfWeek(fetched.to);
  const isPlaced = to > from;
  useEffect(
    () => (isPlaced ? store.look(fromDay, toDay) : undefined),
    [store, isPlaced, fromDay, toDay, phase],
  );
  // The weeks are expanded in idle time, so that no frame of a scroll waits for them.
  const prepareOne = useEffectEvent(() => isPlaced && kept.prepareOne(widened({ from, to }, AHEAD), source));
  useEffect(() => {
    const timer = setInterval(() => (prepareOne() ? undefined : clearInterval(timer)), PAUSE);
    return () => clearInterval(timer);
  }, [from, to, source]);
  const seen = chunksOfDays(mondayOfWeek(from), mondayOfWeek(to));
  const isHere = isPlaced && missingRuns(chunks, seen).length === 0;
  return {
    of: (week) => kept.week(week, source),
    isComplete: phase === "ready" && isHere && !isFetching,
  };
}

const widened = ({ from, to }: WeekSpan, by: number): WeekSpan => ({
  from: Math.max(0, from - by),
  to: Math.min(WEEK_COUNT, to + by),
});
