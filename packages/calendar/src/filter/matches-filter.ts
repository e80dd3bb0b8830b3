import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { propertiesNamed, type Component, type Property } from "../icalendar/component.ts";
import { unescapeText } from "../icalendar/text.ts";
import { readTimes } from "../icalendar/time-property.ts";
import { addToTime } from "../time/duration.ts";
import { instantOf } from "../time/calendar-time.ts";
import type { Zone } from "../time/zone.ts";
import type { CompFilter, ParamFilter, PropFilter, TimeRange } from "./caldav-filter.ts";
import { remembering } from "./contains-text.ts";
import { matchesText } from "./text-match.ts";
import {
  isAlarmWithin,
  isComponentWithin,
  isFreeBusyWithin,
  timedObject,
  type TimedObject,
} from "./time-range.ts";

function matchesParam(property: Property, filter: ParamFilter): boolean {
  const parameter = property.parameters.find(({ name }) => name === filter.name);
  if (!parameter || filter.isNotDefined) return !parameter && filter.isNotDefined;
  const { textMatch } = filter;
  if (!textMatch) return true;
  // A list doesn't contain a text if none of its values does.
  const hasText = (value: string): boolean => matchesText(value, textMatch);
  return textMatch.negate ? parameter.values.every(hasText) : parameter.values.some(hasText);
}

/** A moment must lie inside the range; a date or period must overlap it. */
function isPropertyWithin(
  property: Property,
  { from, to }: TimeRange,
  { zones, zone }: TimedObject,
): boolean {
  const times = readTimes(property, zones) ?? [];
  return times.some(({ start, end }) => {
    const begins = instantOf(start, zone);
    const last = end ?? (start.kind === "allDay" ? addToTime(start, 1, 0) : undefined);
    const isBeforeEnd = to === null || begins < to;
    if (!last) return isBeforeEnd && (from === null || begins >= from);
    return isBeforeEnd && (from === null || instantOf(last, zone) > from);
  });
}

const textOf = remembering(unescapeText);

function matchesProperty(property: Property, filter: PropFilter, timed: TimedObject): boolean {
  const { timeRange, textMatch, paramFilters } = filter;
  return (
    (!timeRange || isPropertyWithin(property, timeRange, timed)) &&
    (!textMatch || matchesText(textOf(property.value), textMatch)) &&
    paramFilters.every((param) => matchesParam(property, param))
  );
}

function matchesProp(component: Component, filter: PropFilter, timed: TimedObject): boolean {
  const properties = propertiesNamed(component, filter.name);
  if (filter.isNotDefined) return properties.length === 0;
  return properties.some((property) => matchesProperty(property, filter, timed));
}

/** Time ranges apply to the component kinds of RFC 4791 §9.9; for others the result is false. */
function isWithin(component: Component, owner: Component, range: TimeRange, timed: TimedObject): boolean {
  if (component.name === "VCALENDAR")
    return component.components.some(
      (inner) => inner.name === timed.object.type && isComponentWithin(inner, range, timed),
    );
  if (component.name === "VALARM") return isAlarmWithin(component, owner, range, timed);
  if (component.name === "VFREEBUSY") return isFreeBusyWithin(component, range, timed);
  return component.name !== timed.object.type || isComponentWithin(component, range, timed);
}

function matchesComponent(
  component: Component,
  owner: Component,
  filter: CompFilter,
  timed: TimedObject,
): boolean {
  // The cheap conditions come first: a time range may require expanding a series.
  return (
    filter.propFilters.every((prop) => matchesProp(component, prop, timed)) &&
    filter.compFilters.every((comp) => matchesInside(component, comp, timed)) &&
    (!filter.timeRange || isWithin(component, owner, filter.timeRange, timed))
  );
}

function matchesInside(owner: Component, filter: CompFilter, timed: TimedObject): boolean {
  const components = owner.components.filter(({ name }) => name === filter.name);
  if (filter.isNotDefined) return components.length === 0;
  return components.some((component) => matchesComponent(component, owner, filter, timed));
}

/**
 * Whether an object matches a CALDAV:filter, given as its outermost comp-filter, which is for VCALENDAR (RFC 4791
 * §9.7). All conditions on a component must hold for the same component; its recurrences are the ones that it
 * describes. All-day and floating times are read in `floatingZone`.
 */
export function matchesFilter(object: CalendarObject, filter: CompFilter, floatingZone: Zone): boolean {
  if (filter.name !== object.calendar.name) return filter.isNotDefined;
  if (filter.isNotDefined) return false;
  return matchesComponent(object.calendar, object.calendar, filter, timedObject(object, floatingZone));
}
