import type { AlmanacDate } from "@snart/calendar/almanac/almanac-date.ts";
import { findInAlmanac } from "@snart/calendar/almanac/find-in-almanac.ts";
import { findNameDays } from "@snart/calendar/almanac/name-days.ts";
import { distanceOfOccurrence } from "@snart/calendar/distance/distance-of-occurrence.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { fieldsOfLocal, localFromFields } from "@snart/calendar/time/local.ts";
import type { SearchAsk } from "../../grid/finding/search-address.ts";
import { pathOfOccurrence } from "../../grid/finding/event-path.ts";
import { useAlmanac } from "../../grid/almanac/use-almanac.ts";
import { useNameDays } from "../../grid/almanac/use-name-days.ts";
import { addressOf } from "../../grid/view-address.ts";
import { useNow } from "../../i18n/clock.ts";
import { useLanguage, useMessages } from "../../i18n/messages.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { useShortDate } from "../../i18n/use-short-date.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { isBusyOnly } from "../../store/items/event-facts.ts";
import { wordsTest } from "../../store/items/found-events.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import { shownTasks } from "../../store/tasks/shown-tasks.ts";
import type { Hit } from "./hit.ts";
import { farness, type Part } from "./streams.ts";
import { SHORTEST } from "./use-search.ts";

/** Makes the lines of found events. */
export function useEventHit(): (occurrence: ShownOccurrence, part: Part) => Hit {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const now = useNow();
  const formats = useFormats(zone.id);
  const date = useShortDate(zone);
  return (it, part) => ({
    key: it.entry.key,
    part,
    farness: farness(it, part, now),
    distance: distanceOfOccurrence(it, now, zone, language),
    when: it.allDay ? date(it.start) : `${date(it.start)} ${formats.timeRange(it.start, it.end)}`,
    title: it.event.title?.trim() || t(isBusyOnly(it.event) ? "event.busy" : "event.untitled"),
    place: Object.values(it.event.locations ?? {})[0]?.name ?? "",
    calendar: it.calendar.name,
    colour: it.colour,
    isHollow: false,
    path: pathOfOccurrence(it),
  });
}

/** Whether only events have what is asked for. */
const isOfEventsAlone = ({ person, place, files }: SearchAsk): boolean =>
  person !== null || place !== null || files === "with";

/** The tasks with the words, of which this device has all. */
export function useTaskHits(ask: SearchAsk, calendars: readonly CalendarEntry[]): readonly Hit[] {
  const t = useMessages();
  const zone = useViewerZone();
  const language = useLanguage();
  const now = useNow();
  const formats = useFormats(zone.id);
  const date = useShortDate(zone);
  const { tasks } = useCalendarSnapshot();
  const isFor = ask.kind === "all" || ask.kind === "tasks";
  if (!isFor || isOfEventsAlone(ask) || ask.words.trim().length < SHORTEST) return [];
  const matches = wordsTest(ask.words.trim());
  const matching = [...tasks.values()].filter(({ event }) => matches(event));
  return shownTasks(matching, calendars, now, zone).map((task): Hit => {
    const { due, isOver } = task;
    const day = due ? date(due.at) : t("tasks.group.noDate");
    return {
      key: `task ${task.key}`,
      part: isOver ? "past" : "coming",
      farness: due ? Math.abs(due.at - now) : Infinity,
      distance: due
        ? distanceOfOccurrence(
            { start: due.at, end: due.allDay ? due.at + DAY : due.at, allDay: due.allDay },
            now,
            zone,
            language,
          )
        : null,
      when: due && !due.allDay ? `${day} ${formats.time(due.at)}` : day,
      title: task.event.title?.trim() || t("event.untitled"),
      place: t(isOver ? "tasks.allDone" : "search.task"),
      calendar: task.calendar.name,
      colour: task.calendar.colour,
      isHollow: !isOver,
      path: pathOfOccurrence(task),
    };
  });
}

/** The named days and name days with the words, within a year from today or in the year that is asked for. */
export function useDayHits(ask: SearchAsk): readonly Hit[] {
  const language = useLanguage();
  const t = useMessages();
  const zone = useViewerZone();
  const now = useNow();
  const date = useShortDate(zone);
  const almanac = useAlmanac();
  const nameDays = useNameDays();
  const isFor = ask.kind === "all" || ask.kind === "days";
  if (!isFor || isOfEventsAlone(ask) || ask.calendar !== null) return [];
  const { year, month, day } = fieldsOfLocal(zone.toLocal(now));
  const today = { year, month, day };
  const hit = (at: AlmanacDate, title: string): Hit => {
    const local = localFromFields(at.year, at.month, at.day);
    const start = zone.toInstant(local);
    return {
      key: `day ${local} ${title}`,
      part: local < zone.toLocal(now) - DAY ? "past" : "coming",
      farness: Math.abs(start - now),
      distance: distanceOfOccurrence({ start, end: start + DAY, allDay: true }, now, zone, language),
      when: date(start),
      title,
      place: t("search.almanac"),
      calendar: "",
      colour: null,
      isHollow: false,
      path: addressOf({ kind: "day", date: local }),
    };
  };
  return [
    ...findInAlmanac(ask.words, { today, ...almanac }).map((it) =>
      it.kind === "named"
        ? hit(it.day.date, it.day.names[language === "sv" ? "sv" : "en"])
        : hit(it.days.first, t("almanac.squeeze", { take: it.days.take, gives: it.days.gives })),
    ),
    ...findNameDays(ask.words, nameDays, today).map(({ date: at, names }) =>
      hit(at, t("almanac.nameDay", { names })),
    ),
  ];
}
