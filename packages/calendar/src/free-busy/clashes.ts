import { readCalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { splitByUid } from "../icalendar/split-stream.ts";
import { textValue } from "../icalendar/text.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import type { Occurrence, Window } from "../recurrence/expand.ts";
import type { Instant } from "../time/instant.ts";
import type { Zone } from "../time/zone.ts";
import { busyOccurrences } from "./busy-periods.ts";
import { busyTypeOf } from "./busy-type.ts";

/** An event that takes a time at which somebody is asked to come. */
export interface Clash {
  /** SUMMARY; empty: it has none */
  readonly title: string;
  readonly start: Instant;
  readonly isAllDay: boolean;
}

export interface FoundClashes {
  /** of each window in its order, by start */
  readonly clashes: readonly (readonly Clash[])[];
  /** how many events, and series of them, were read */
  readonly events: number;
  /** how many could not be read: whether they clash is not known */
  readonly unread: number;
}

const MAX_OCCURRENCES = 1_000;

/**
 * What in the text of a calendar takes some windows of time. Transparent and cancelled events take none. Never throws for any text.
 * @param zone of whoever reads, in which all-day and floating events are
 */
export async function findClashes(
  text: string,
  windows: readonly Window[],
  zone: Zone,
): Promise<FoundClashes> {
  const clashes: Clash[][] = windows.map(() => []);
  const around = {
    from: Math.min(...windows.map(({ from }) => from)),
    to: Math.max(...windows.map(({ to }) => to)),
  };
  let events = 0;
  let unread = 0;
  for await (const imported of splitByUid([text], { newUid: (component) => component })) {
    const read = imported.ok ? readCalendarObject(imported.calendar) : imported;
    if (read.ok && read.value.type !== "VEVENT") continue;
    const series = read.ok ? seriesOfObject(read.value) : read;
    if (!series.ok) {
      unread += 1;
      continue;
    }
    events += 1;
    for (const one of busyOccurrences(series.value, around, zone, MAX_OCCURRENCES).occurrences) {
      if (!busyTypeOf(one.source)) continue;
      for (const [at, { from, to }] of windows.entries())
        if (one.startInstant < to && from < one.endInstant) clashes[at]?.push(clashOf(one));
    }
  }
  return { clashes: clashes.map((each) => each.toSorted((a, b) => a.start - b.start)), events, unread };
}

const clashOf = ({ source, start, startInstant }: Occurrence<Component>): Clash => ({
  title: textValue(source, "SUMMARY")?.trim() ?? "",
  start: startInstant,
  isAllDay: start.kind === "allDay",
});
