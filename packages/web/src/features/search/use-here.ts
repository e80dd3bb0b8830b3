import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { useMemo } from "react";
import type { SearchAsk } from "../../grid/finding/search-address.ts";
import { passes } from "../../grid/shown-filter.ts";
import { useNow } from "../../i18n/clock.ts";
import { useViewerZone } from "../../i18n/viewer-zone.ts";
import { useCalendarSnapshot } from "../../store/calendar-context.tsx";
import type { CalendarEntry, EventEntry } from "../../store/items/entries.ts";
import { foldedText, wordsTest } from "../../store/items/found-events.ts";
import { hitsOf, type Stream } from "./streams.ts";

const isAt = ({ locations }: JSEvent, place: string): boolean =>
  Object.values(locations ?? {}).some(({ name = "" }) => foldedText(name).includes(foldedText(place)));

/** Expanding more would be felt while typing. */
const MOST = 500;

/** The matching events of the copy on this device, in these calendars: for when the server does not answer. */
export function useHere(ask: SearchAsk, calendars: readonly CalendarEntry[]): readonly Stream[] {
  const zone = useViewerZone();
  const now = useNow();
  const { events } = useCalendarSnapshot();
  const { words, person, place, files, kind } = ask;
  return useMemo(() => {
    if (calendars.length === 0 || kind === "tasks" || kind === "days") return [];
    const keys = new Set(calendars.map(({ key }) => key));
    const matches = wordsTest(words.trim());
    const matching = [...events.values()]
      .filter(
        ({ event, calendarKey }) =>
          keys.has(calendarKey) &&
          matches(event) &&
          (person === null || passes(event, { kind: "person", name: "", address: person })) &&
          (place === null || isAt(event, place)) &&
          (files === "all" || Object.values(event.links ?? {}).some(({ rel }) => rel === "enclosure")),
      )
      .slice(0, MOST);
    const isAhead = (entry: EventEntry): boolean =>
      hitsOf([entry], "coming", { calendars, now, zone }).some(({ end }) => end > now);
    const stream = (part: Stream["part"], entries: readonly EventEntry[]): Stream => ({
      accountId: "",
      part,
      entries,
      position: entries.length,
      isDone: true,
    });
    const ahead = new Set(matching.filter(isAhead));
    return [
      stream("coming", [...ahead]),
      stream(
        "past",
        matching.filter((it) => !ahead.has(it)),
      ),
    ];
  }, [words, person, place, files, kind, calendars, events, now, zone]);
}
