import { readCalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { splitByUid, type StreamHeader } from "@snart/calendar/icalendar/split-stream.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject, type Series } from "@snart/calendar/recurrence/series.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";

/** A published calendar, read. */
export interface PublicFeed {
  readonly name: string;
  readonly colour: string | null;
  readonly series: readonly Series<Component>[];
}

/** One time that something takes place. */
export interface PublicOccurrence {
  readonly key: string;
  readonly title: string;
  /** It says only that the time is taken; the title is in the language of the calendar's owner. */
  readonly isBusyOnly: boolean;
  readonly place: string;
  readonly allDay: boolean;
  readonly isCancelled: boolean;
  readonly start: Instant;
  /** exclusive */
  readonly end: Instant;
}

/** Reads iCalendar text as far as it can be read. */
export async function readPublicFeed(text: string): Promise<PublicFeed> {
  let header: StreamHeader = {};
  const options = {
    newUid: (own: string) => own.slice(0, 200),
    onHeader: (found: StreamHeader) => void (header = found),
  };
  const series: Series<Component>[] = [];
  for await (const item of splitByUid([text], options)) {
    const object = item.ok ? readCalendarObject(item.calendar) : undefined;
    if (!object?.ok || object.value.type !== "VEVENT") continue;
    const one = seriesOfObject(object.value);
    if (one.ok) series.push(one.value);
  }
  return { name: header.name ?? "", colour: header.colour ?? null, series };
}

/** What takes place within a window, by start, the longer first. */
export function publicOccurrences(feed: PublicFeed, window: Window, zone: Zone): readonly PublicOccurrence[] {
  const found: PublicOccurrence[] = [];
  for (const [index, series] of feed.series.entries()) {
    for (const one of expandAsFar(series, window, zone).occurrences) {
      const { startInstant, endInstant, start, source } = one;
      found.push({
        key: `${index} ${startInstant}`,
        title: textValue(source, "SUMMARY") ?? "",
        // Public events are never private, and private ones are published as their times.
        isBusyOnly: textValue(source, "CLASS")?.toUpperCase() === "PRIVATE",
        place: textValue(source, "LOCATION") ?? "",
        allDay: start.kind === "allDay",
        isCancelled: textValue(source, "STATUS")?.toUpperCase() === "CANCELLED",
        start: startInstant,
        end: Math.max(startInstant, endInstant),
      });
    }
  }
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end || (a.key < b.key ? -1 : 1));
}
