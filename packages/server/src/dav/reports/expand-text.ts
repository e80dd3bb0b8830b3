// CALDAV:expand (RFC 4791 §9.6.5): a series as its instances, for clients that can't or don't want to compute them.
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  firstProperty,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { writeTime } from "@snart/calendar/icalendar/time-property.ts";
import { serialiseICalendar } from "@snart/calendar/icalendar/serialise.ts";
import { expandAsFar } from "@snart/calendar/recurrence/expand-as-far.ts";
import type { Occurrence, Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { timed, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { UTC, type Zone } from "@snart/calendar/time/zone.ts";

interface Expanded {
  readonly calendar: Component;
  readonly count: number;
  /** approximate length of its text in characters */
  readonly size: number;
}

/** The limits of expansion. */
interface ExpandBounds {
  readonly occurrences: number;
  /** characters of text */
  readonly size: number;
}

/**
 * The instances within the window as components of their own, times in UTC; all-day and floating times stay as they are.
 * @returns "too-many" if the object is beyond the bounds on its own
 */
export function expandObject(
  object: CalendarObject,
  window: Window,
  floatingZone: Zone,
  bounds: ExpandBounds,
): Result<Expanded, "too-many"> {
  const series = seriesOfObject(object);
  // A task without any time has nothing to expand and is returned unchanged.
  if (!series.ok) return ok({ calendar: object.calendar, count: 1, size: 0 });
  const limits = { maxOccurrences: bounds.occurrences };
  const { occurrences, problem } = expandAsFar(series.value, window, floatingZone, limits);
  if (problem?.code === "too-many-occurrences") return failed("too-many");
  const size = sizeOf(occurrences);
  if (size > bounds.size) return failed("too-many");
  const instances = occurrences.map((occurrence) => instanceOf(object, occurrence));
  return ok({ calendar: withComponents(object.calendar, instances), count: instances.length, size });
}

function sizeOf(occurrences: readonly Occurrence<Component>[]): number {
  const known = new Map<Component, number>();
  let sum = 0;
  for (const { source } of occurrences) {
    const size = known.get(source) ?? serialiseICalendar(source).length;
    known.set(source, size);
    sum += size;
  }
  return sum;
}

/** Properties that an instance lacks or has with a value of its own. */
const REPLACED = new Set([
  "DTSTART",
  "DTEND",
  "DUE",
  "DURATION",
  "RECURRENCE-ID",
  "RRULE",
  "EXRULE",
  "RDATE",
  "EXDATE",
]);

function instanceOf(
  { type }: CalendarObject,
  { source, start, end, recurrenceId }: Occurrence<Component>,
): Component {
  const kept = source.properties.filter(({ name }) => !REPLACED.has(name));
  const hasEnd = ["DTEND", "DUE", "DURATION"].some((name) => firstProperty(source, name) !== undefined);
  const endName = type === "VTODO" ? "DUE" : "DTEND";
  const times: Property[] = [writeTime("DTSTART", inUtc(start))];
  if (hasEnd) times.push(writeTime(endName, inUtc(end)));
  if (recurrenceId) times.push(writeTime("RECURRENCE-ID", inUtc(recurrenceId)));
  return withProperties(source, [...times, ...kept]);
}

const inUtc = (time: CalendarTime): CalendarTime =>
  time.kind === "timed" ? timed(UTC.toLocal(time.zone.toInstant(time.local)), UTC, null) : time;
