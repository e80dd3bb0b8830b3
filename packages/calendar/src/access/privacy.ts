import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  withComponents,
  withProperties,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { textValue } from "../icalendar/text.ts";

/**
 * How much of an object the owner shows to others: all of it, its times only, or not even that it exists (RFC 8984
 * §4.4.3).
 */
type Privacy = "public" | "private" | "secret";

/**
 * The privacy of a whole object: the strictest value that any of its components names, since in JSCalendar an
 * instance has none of its own. An unknown value counts as `PRIVATE` (RFC 5545 §3.8.1.3).
 */
export function privacyOf({ main, overrides }: Pick<CalendarObject, "main" | "overrides">): Privacy {
  const all = (main ? [main, ...overrides] : overrides).map(privacyOfComponent);
  return all.includes("secret") ? "secret" : all.includes("private") ? "private" : "public";
}

function privacyOfComponent(component: Component): Privacy {
  const access = textValue(component, "CLASS")?.trim().toUpperCase();
  if (access === undefined || access === "" || access === "PUBLIC") return "public";
  // An availability without its AVAILABLE parts would say the opposite: never available.
  return access === "CONFIDENTIAL" || component.name === "VAVAILABILITY" ? "secret" : "private";
}

/**
 * The times and metadata of a private object that others may see (RFC 8984 §4.4.3), including its recurrence
 * properties.
 */
const TOLD: ReadonlySet<string> = new Set([
  "CLASS",
  "CREATED",
  "DTEND",
  "DTSTAMP",
  "DTSTART",
  "DUE",
  "DURATION",
  "EXDATE",
  "EXRULE",
  "LAST-MODIFIED",
  "RDATE",
  "RECURRENCE-ID",
  "RRULE",
  "SEQUENCE",
  "TRANSP",
  "UID",
]);
/** Without these parameters the same value means another time. */
const TOLD_PARAMETERS: ReadonlySet<string> = new Set(["RANGE", "TZID", "VALUE"]);
const TOLD_OF_CALENDAR: ReadonlySet<string> = new Set(["CALSCALE", "PRODID", "VERSION"]);

/**
 * A `VCALENDAR` with only what others may see of a private object: when it takes place and recurs, whether it takes
 * time, and its time zones. A cancelled object takes no time; the text doesn't say that it was cancelled.
 */
export function timesOnly(calendar: Component): Component {
  const components = calendar.components.map((component) =>
    component.name === "VTIMEZONE" ? zoneRules(component) : itemTimes(component),
  );
  const properties = calendar.properties.filter(({ name }) => TOLD_OF_CALENDAR.has(name));
  return withComponents(withProperties(calendar, properties), components);
}

const TOLD_OF_ZONE: ReadonlySet<string> = new Set([
  "DTSTART",
  "RDATE",
  "RRULE",
  "TZID",
  "TZOFFSETFROM",
  "TZOFFSETTO",
]);

/** A time zone by its rules, without comments and extensions. */
function zoneRules(zone: Component): Component {
  const told = zone.properties.filter(({ name }) => TOLD_OF_ZONE.has(name));
  return withComponents(withProperties(zone, told), zone.components.map(zoneRules));
}

function itemTimes(component: Component): Component {
  const told = component.properties.filter(({ name }) => TOLD.has(name)).map(withToldParameters);
  const isCancelled = textValue(component, "STATUS")?.trim().toUpperCase() === "CANCELLED";
  const properties =
    component.name === "VEVENT" && isCancelled
      ? [...told.filter(({ name }) => name !== "TRANSP"), TRANSPARENT]
      : told;
  const hasClass = firstProperty(component, "CLASS") !== undefined;
  return withComponents(withProperties(component, hasClass ? properties : [...properties, PRIVATE]), []);
}

const TRANSPARENT: Property = { name: "TRANSP", parameters: [], value: "TRANSPARENT", line: 0 };
const PRIVATE: Property = { name: "CLASS", parameters: [], value: "PRIVATE", line: 0 };

const withToldParameters = (property: Property): Property => ({
  ...property,
  parameters: property.parameters.filter(({ name }) => TOLD_PARAMETERS.has(name)),
});
