// Partial retrieval (RFC 4791 §9.6.1 to §9.6.4, §9.6.6).
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { withComponents, withProperties, type Component } from "@snart/calendar/icalendar/component.ts";
import type { Window } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ComponentSelection } from "../xml/requests/calendar-data.ts";

/** The parts of a component that a selection names; undefined if it is for another component. */
export function selectParts(component: Component, selection: ComponentSelection): Component | undefined {
  if (component.name !== selection.name) return undefined;
  const { properties, components } = selection;
  const byName = properties === "all" ? undefined : new Map(properties.map((p) => [p.name, p.withValue]));
  const kept = byName
    ? component.properties
        .filter(({ name }) => byName.has(name))
        .map((property) => (byName.get(property.name) ? property : { ...property, value: "" }))
    : component.properties;
  const inside =
    components === "all"
      ? component.components
      : component.components.flatMap((child) => {
          const found = components
            .map((wanted) => selectParts(child, wanted))
            .find((part) => part !== undefined);
          return found ? [found] : [];
        });
  return withComponents(withProperties(component, kept), inside);
}

/**
 * The series with only those overrides that take place, or would have, within the window
 * (CALDAV:limit-recurrence-set).
 */
export function limitOverrides(object: CalendarObject, window: Window, floatingZone: Zone): Component {
  const series = seriesOfObject(object);
  if (!series.ok) return object.calendar;
  const left = series.value.overrides.filter(({ thisAndFuture, recurrenceId, start, end }) => {
    if (thisAndFuture) return false;
    const [original, from, to] = [recurrenceId, start, end].map((time) => instantOf(time, floatingZone));
    if (original === undefined || from === undefined || to === undefined) return false;
    const overlaps = (a: number, b: number): boolean =>
      a < window.to && (b > window.from || a >= window.from);
    return !overlaps(from, to) && !overlaps(original, original + (to - from));
  });
  const dropped = new Set(left.map(({ source }) => source));
  return withComponents(
    object.calendar,
    object.calendar.components.filter((component) => !dropped.has(component)),
  );
}
