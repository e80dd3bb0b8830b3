import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { firstProperty, type Component } from "../../icalendar/component.ts";
import { writeTime } from "../../icalendar/time-property.ts";
import { organizerOf } from "../attendee.ts";
import { exceptionKeys, mapComponents, overridesByKey, timeOfInstance, withOverrides } from "../instance.ts";

/**
 * A guest's object with what their app has left out of it, and what is the organizer's to take out: the series, instances with values of
 * their own, exceptions, and who the organizer is. Apps that don't know a part of iCalendar drop it with every write. A guest who leaves an
 * instance out says so with an EXDATE; without a series there is none, and leaving the component out says it.
 * @returns the same object if nothing is missing
 */
export function withDroppedRestored(before: CalendarObject, written: CalendarObject): CalendarObject {
  const after = withOrganizer(before, written);
  if (!before.main) return after;
  const main = withExceptions(before, { ...after, main: after.main ?? before.main });
  const gone = exceptionKeys({ ...after, main });
  const there = overridesByKey(after);
  const dropped = [...overridesByKey(before)].filter(([key]) => !there.has(key) && !gone.has(key));
  if (main === after.main && dropped.length === 0) return after;
  return withOverrides(after, main, new Map([...there, ...dropped]));
}

function withExceptions(before: CalendarObject, after: CalendarObject): Component | undefined {
  const { main } = after;
  const gone = exceptionKeys(after);
  const there = overridesByKey(after);
  const missing = [...exceptionKeys(before)].filter((key) => !gone.has(key) && !there.has(key));
  const times = missing.flatMap((key) => timeOfInstance(before, key) ?? []);
  if (!main || times.length === 0) return main;
  return { ...main, properties: [...main.properties, ...times.map((time) => writeTime("EXDATE", time))] };
}

function withOrganizer(before: CalendarObject, after: CalendarObject): CalendarObject {
  const organizer = organizerOf(after) ? undefined : organizerOf(before);
  if (!organizer) return after;
  return mapComponents(after, (component) =>
    firstProperty(component, "ORGANIZER")
      ? component
      : { ...component, properties: [...component.properties, organizer] },
  );
}
