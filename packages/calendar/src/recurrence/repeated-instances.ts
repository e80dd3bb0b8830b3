import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, withComponents, type Component } from "../icalendar/component.ts";
import { newestOfEach } from "../icalendar/newest-of-each.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { instantOf } from "../time/calendar-time.ts";
import { UTC } from "../time/zone.ts";
import { zonesOf } from "./resolve-zone.ts";

/**
 * An object in which each instance stands once (RFC 5545 §3.8.4.4 names one instance by a `RECURRENCE-ID`, and says nothing of two with
 * the same): of components of one instance, however its time is written, {@link newestOfEach} says which one counts.
 * @returns the VCALENDAR, the same if nothing is repeated
 */
export function withoutRepeatedInstances(object: CalendarObject): Component {
  if (object.overrides.length < 2) return object.calendar;
  const zones = zonesOf(object);
  const { repeated } = newestOfEach(
    object.overrides,
    (component) => instanceKey(component, zones),
    (component) => component,
  );
  if (repeated.size === 0) return object.calendar;
  return withComponents(
    object.calendar,
    object.calendar.components.filter((component) => !repeated.has(component)),
  );
}

/** The same for each way to write a time; a text that is no time is itself. */
function instanceKey(component: Component, zones: ZoneLookup): string {
  const property = firstProperty(component, "RECURRENCE-ID");
  const time = property && readTime(property, zones);
  return time ? `${time.kind} ${instantOf(time, UTC)}` : `text ${property?.value.trim() ?? ""}`;
}
