import { useMemo } from "react";
import { useNow } from "../../i18n/clock.ts";
import { useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useShortDate } from "../../i18n/use-short-date.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import { shownTasks, type ShownTask } from "../../store/tasks/shown-tasks.ts";
import { HowSoon } from "../../ui/distance/how-soon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { wordsTest } from "../../store/items/found-events.ts";
import type { Row } from "./row.ts";

const SHORTEST = 2;
const MOST = 5;

/** The tasks that contain some words, of a series its next turn; unfinished ones first, the soonest of them first. */
export function useTaskRows(query: string, onTask: (task: ShownTask) => void): readonly Row[] {
  const t = useMessages();
  const zone = useViewerZone();
  const formats = useFormats(zone.id);
  const day = useShortDate(zone);
  const now = useNow();
  const { tasks, calendars } = useCalendarSnapshot();
  const words = query.trim();
  const found = useMemo(() => {
    if (words.length < SHORTEST) return [];
    const matches = wordsTest(words);
    const matching = [...tasks.values()].filter(({ event }) => matches(event));
    return shownTasks(matching, calendars, now, zone)
      .toSorted(
        (a, b) => Number(a.isOver) - Number(b.isOver) || (a.due?.at ?? Infinity) - (b.due?.at ?? Infinity),
      )
      .slice(0, MOST);
  }, [words, tasks, calendars, now, zone]);
  return found.map((task): Row => {
    const { due, event, calendar, isOver } = task;
    const date = due ? day(due.at) : t("tasks.group.noDate");
    const target = due?.allDay
      ? ({ kind: "date", date: zone.toLocal(due.at) } as const)
      : due && ({ kind: "instant", at: due.at } as const);
    return {
      key: `task ${task.key}`,
      icon: <Swatch colour={calendar.colour} hollow={!isOver} />,
      text: event.title?.trim() || t("event.untitled"),
      words,
      aside: isOver ? t("tasks.allDone") : due && !due.allDay ? `${date} ${formats.time(due.at)}` : date,
      end: target && !isOver ? <HowSoon target={target} /> : null,
      go: () => onTask(task),
    };
  });
}
