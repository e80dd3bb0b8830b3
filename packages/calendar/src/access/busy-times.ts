import { busyTypeOf, type Addresses } from "../free-busy/busy-type.ts";
import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeProperty,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { timesOnly } from "./privacy.ts";

// Whoever sees no more of a calendar than when it is busy gets its events reduced to the times that they take: a step
// beyond a private event of a calendar that one reads, whose UID and history are shown.

/** What an event's times need, and a component can't be without (RFC 5545 §3.6.1). */
const KEPT: ReadonlySet<string> = new Set([
  "DTEND",
  "DTSTAMP",
  "DTSTART",
  "DURATION",
  "EXDATE",
  "EXRULE",
  "RDATE",
  "RECURRENCE-ID",
  "RRULE",
]);
const KEPT_OF_CALENDAR: ReadonlySet<string> = new Set(["CALSCALE", "VERSION"]);
const PRODID: Property = makeProperty("PRODID", "-//Snart//Busy times//EN");
const PRIVATE: Property = makeProperty("CLASS", "PRIVATE");
const TENTATIVE: Property = makeProperty("STATUS", "TENTATIVE");

/** Whether an object makes the people with these addresses busy at any time, as {@link busyTypeOf} says. */
export const takesTime = ({ main, overrides }: CalendarObject, owner: Addresses): boolean =>
  [...(main ? [main] : []), ...overrides].some((component) => busyTypeOf(component, owner) !== undefined);

/**
 * An object reduced to the times that make its owner busy, and whether they are tentative. Instances that take no time
 * are left out. Nothing else is in it: no text, no people, and not the UID, which may say something or lead further.
 * @param uid the UID in its place
 * @param owner matches the addresses of the calendar's owner, whose answers count
 * @returns undefined if it takes no time at all
 */
export function busyTimes(object: CalendarObject, uid: string, owner: Addresses): Component | undefined {
  if (!takesTime(object, owner)) return undefined;
  const { main } = object;
  const isMainBusy = main !== undefined && busyTypeOf(main, owner) !== undefined;
  const free = object.overrides.filter((override) => busyTypeOf(override, owner) === undefined);
  const reduced = timesOnly(object.calendar);
  const components = object.calendar.components.flatMap((component, at) => {
    const times = reduced.components[at];
    if (!times) return [];
    if (component.name === "VTIMEZONE") return [times];
    const type = busyTypeOf(component, owner);
    if (type === undefined) return [];
    const kept = [
      makeProperty("UID", uid),
      ...times.properties.filter(({ name }) => KEPT.has(name)).map(withoutExtensions),
      PRIVATE,
      ...(type === "BUSY-TENTATIVE" ? [TENTATIVE] : []),
    ];
    const left = component === main && isMainBusy ? free.flatMap(leftOut) : [];
    return [withProperties(times, [...kept, ...left])];
  });
  const properties = reduced.properties.filter(({ name }) => KEPT_OF_CALENDAR.has(name));
  return withComponents(withProperties(reduced, [...properties, PRODID]), components);
}

/** A rule without parts of somebody's own (RFC 5545 §3.3.10 names all of the others). */
const withoutExtensions = (property: Property): Property =>
  property.name === "RRULE" || property.name === "EXRULE"
    ? { ...property, value: property.value.replace(/;X-[^;]*/gi, "") }
    : property;

/** The EXDATE that leaves an instance out of its series (RFC 5545 §3.8.5.1), in the form of its RECURRENCE-ID. */
function leftOut(override: Component): readonly Property[] {
  const id = firstProperty(override, "RECURRENCE-ID");
  if (!id) return [];
  const parameters = id.parameters.filter(({ name }) => name === "TZID" || name === "VALUE");
  return [{ ...id, name: "EXDATE", parameters }];
}
