import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, type Component, type Property } from "../icalendar/component.ts";
import { readTime, type ZoneLookup } from "../icalendar/time-property.ts";
import type { Warning } from "../icalendar/warning.ts";
import { instantOf } from "../time/calendar-time.ts";
import { parseDuration } from "../time/duration.ts";
import { UTC } from "../time/zone.ts";
import { unknownZoneWarnings, zonesOf } from "./resolve-zone.ts";
import { isNoRule, saysItsOwn } from "./rule.ts";
import { isUnplaced } from "./series.ts";

/** What of an object is read otherwise than it is written: values that are not what they seem to say, and zones that nobody knows. */
export const objectWarnings = (object: CalendarObject): readonly Warning[] => [
  ...valueWarnings(object),
  ...unknownZoneWarnings(object),
];

/** Warns of each value that is not what it seems to say, and was read as something sensible; the detail is its property's name. */
export function valueWarnings(object: CalendarObject): readonly Warning[] {
  const zones = zonesOf(object);
  const components = object.main ? [object.main, ...object.overrides] : object.overrides;
  return components.flatMap((component) =>
    component.properties
      .filter((property) => isOdd(property, component, zones))
      .map(({ name, line, value }): Warning => {
        const code = value.trim() === "" ? "empty-value" : "unreadable-value";
        return { code, line, detail: name };
      }),
  );
}

function isOdd(property: Property, component: Component, zones: ZoneLookup): boolean {
  switch (property.name) {
    case "RRULE":
    case "EXRULE":
      return isNoRule(property.value) || !saysItsOwn(property.value);
    case "DTEND":
    case "DUE":
      return !endsAfterStart(property, component, zones);
    case "RECURRENCE-ID":
      return isUnplaced(component, zones);
    case "DURATION":
      return (parseDuration(property.value)?.sign ?? -1) < 0;
    default:
      return false;
  }
}

function endsAfterStart(property: Property, component: Component, zones: ZoneLookup): boolean {
  const end = readTime(property, zones);
  const startProperty = firstProperty(component, "DTSTART");
  const start = startProperty && readTime(startProperty, zones);
  if (!end || !start) return end !== undefined;
  return (
    (start.kind === "allDay") === (end.kind === "allDay") && instantOf(end, UTC) >= instantOf(start, UTC)
  );
}
