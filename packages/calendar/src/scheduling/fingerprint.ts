import type { CalendarObjectType } from "../icalendar/calendar-object.ts";
import { parameterValue, propertiesNamed, type Component, type Property } from "../icalendar/component.ts";
import { formatParameters } from "../icalendar/parameter.ts";
import { readTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import { unescapeText } from "../icalendar/text.ts";
import { readComponentTimes } from "../recurrence/component-times.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { addressKey, attendeesOf } from "./attendee.ts";
import { keyOfTime } from "./instance.ts";

// Texts that are compared to decide whether people must be notified: they are equal if nothing of that kind has
// changed.

const timeKey = (time: CalendarTime): string => `${time.kind}${keyOfTime(time)}`;

/**
 * When a component takes place: its start and end. For a single event, another zone with the same instants counts as
 * the same.
 */
export function spanOf(component: Component, type: CalendarObjectType, zones: ZoneLookup): string {
  const times = readComponentTimes(component, type, zones);
  if (!times.ok || !times.value) return times.ok ? "none" : "unreadable";
  return `${timeKey(times.value.start)}-${timeKey(times.value.end)}`;
}

/** A rule with its parts in order; with UNTIL and COUNT only if `isBounded`. */
const ruleText = (value: string, isBounded: boolean): string =>
  value
    .toUpperCase()
    .split(";")
    .filter((part) => isBounded || !/^(?:UNTIL|COUNT)=/.test(part))
    .toSorted()
    .join(";");

/** How a series repeats. Its end only counts if asked for: whoever accepted all of it has accepted less of it too. */
export function recurrenceOf(component: Component, zones: ZoneLookup, withEnd: boolean): string {
  const rules = ["RRULE", "EXRULE"].flatMap((name) =>
    propertiesNamed(component, name).map(({ value }) => `${name}:${ruleText(value, withEnd)}`),
  );
  const dates = propertiesNamed(component, "RDATE").flatMap((property) =>
    (readTimes(property, zones) ?? []).map(({ start, end }) => timeKey(start) + (end ? timeKey(end) : "")),
  );
  const zone = rules.length > 0 ? zoneOf(component) : "";
  return [...rules, ...dates].toSorted().join("|") + zone;
}

/** A series in another zone drifts apart from the former one at the next change of clocks. */
const zoneOf = (component: Component): string =>
  component.properties.find(({ name }) => name === "DTSTART")?.parameters.find(({ name }) => name === "TZID")
    ?.values[0] ?? "";

/** Servers and clients maintain these, or they are compared separately. */
const NOT_CONTENT = new Set([
  "DTSTAMP",
  "LAST-MODIFIED",
  "CREATED",
  "SEQUENCE",
  "ATTENDEE",
  "EXDATE",
  "REQUEST-STATUS",
  "RECURRENCE-ID",
  "DTSTART",
  "DTEND",
  "DUE",
  "DURATION",
  "RRULE",
  "RDATE",
  "EXRULE",
  "TRANSP",
  "COMPLETED",
  "PERCENT-COMPLETE",
  "BEGIN",
]);

/** Caches by component: components are never changed in place, and each is compared for every guest. */
function remembered(make: (component: Component) => string): (component: Component) => string {
  const known = new WeakMap<Component, string>();
  return (component) => {
    const text = known.get(component) ?? make(component);
    known.set(component, text);
    return text;
  };
}

/**
 * The contents of a component besides times and people; alarms and private X- notes of clients concern nobody else.
 */
export const contentOf = remembered((component) =>
  component.properties
    .filter(({ name }) => !NOT_CONTENT.has(name) && !name.startsWith("X-"))
    .map((property) =>
      property.name === "ORGANIZER" ? `ORGANIZER:${addressKey(property.value)}` : lineOf(property),
    )
    .toSorted()
    .join("\n"),
);

const lineOf = ({ name, parameters, value }: Property): string =>
  `${name}${formatParameters(parameters)}:${unescapeText(value).trim()}`;

/** The invited people without their answers. */
export const peopleOf = remembered((component) =>
  attendeesOf(component)
    .map((property) =>
      [
        addressKey(property.value),
        ...["ROLE", "CUTYPE", "CN"].map((name) => parameterValue(property, name)),
      ].join(";"),
    )
    .toSorted()
    .join("\n"),
);
