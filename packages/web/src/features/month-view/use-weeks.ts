import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useLanguage } from "../../i18n/messages.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot, useCalendarStore } from "../../store/calendar-context.tsx";
import { chunksOfDays, missingRuns } from "../../store/loaded-chunks.ts";
import { almanacRegion } from "../calendar-view/screen.tsx";
import { mondayOfWeek, WEEK_COUNT } from "./month-weeks.ts";
import type { WeekSpan } from "./month-weeks.ts";
import { blockSpan, OccurrenceBlocks } from "./occurrence-blocks.ts";
import type { WeekContents } from "./week-contents.ts";

const AHEAD = 8;

export interface Weeks {
  /** what a week holds */
  readonly of: (week: number) => WeekContents;
  /** everything of the weeks on screen is here */
  readonly isComplete: boolean;
}

/** What the weeks around those on screen hold, fetched when they come near. */
export function useWeeks({ from, to }: WeekSpan): Weeks {
  const store = useCalendarStore();
  const zone = useViewerZone();
  const language = useLanguage();
  const { events, calendars, chunks, phase, isFetching } = useCalendarSnapshot();
  const [blocks] = useState(() => new OccurrenceBlocks());
  const region = almanacRegion(zone.id, language);
  const source = useMemo(() => ({ events, calendars, zone, region }), [events, calendars, zone, region]);
  const wanted = blockSpan({ from: Math.max(0, from - AHEAD), to: Math.min(WEEK_COUNT, to + AHEAD) });
  const fromDay = mondayOfWeek(wanted.from);
  const toDay = mondayOfWeek(wanted.to);
  useEffect(() => {
    if (toDay > fromDay) void store.load(fromDay, toDay);
  }, [store, fromDay, toDay, phase]);
  // Expanded while nothing else is done, so that no frame of a scroll has to wait for it.
  const prepare = useEffectEvent(() => blocks.prepare(wanted, source));
  useEffect(() => {
    const timer = setTimeout(() => prepare(), 60);
    return () => clearTimeout(timer);
  }, [fromDay, toDay, source]);
  const seen = chunksOfDays(mondayOfWeek(from), mondayOfWeek(to));
  const isHere = to > from && missingRuns(chunks, seen).length === 0;
  return {
    of: (week) => blocks.week(week, source),
    isComplete: phase === "ready" && isHere && !isFetching,
  };
}
