import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { distance } from "@snart/calendar/distance/distance.ts";
import { readComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { instantOf, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";

/**
 * How soon an event starts, or how long ago it ended, for a page that is made when somebody asks for it. Undefined while
 * it runs, and for times in no zone: nobody knows where the reader is.
 */
export function eventSoonText(
  object: CalendarObject,
  component: Component,
  now: Instant,
  language: Language,
): string | undefined {
  const times = readComponentTimes(component, object.type, zonesOf(object));
  if (!times.ok || !times.value) return undefined;
  const { start, end } = times.value;
  if (start.kind === "floating") return undefined;
  if (start.kind === "allDay") return distance({ kind: "date", date: start.date }, now, UTC, language);
  if (instantOf(start, UTC) > now) return soonText(start, now, language);
  return instantOf(end, UTC) <= now ? soonText(end, now, language) : undefined;
}

/** The distance to a moment, in whole days of its own zone. */
export const soonText = (time: CalendarTime, now: Instant, language: Language): string =>
  distance(
    { kind: "instant", at: instantOf(time, UTC) },
    now,
    time.kind === "timed" ? time.zone : UTC,
    language,
  );
