// Parsing with every value read as what it is: times, rules, lengths, numbers and texts (docs/benchmarks.md). Run by icalendar.ts.
import ICAL from "ical.js";
import type { Component, Property } from "../packages/calendar/src/icalendar/component.ts";
import { parseICalendar } from "../packages/calendar/src/icalendar/parse.ts";
import { unescapeText } from "../packages/calendar/src/icalendar/text.ts";
import { readTime, readTimes } from "../packages/calendar/src/icalendar/time-property.ts";
import { parseRule } from "../packages/calendar/src/recurrence/rule.ts";
import { parseDuration } from "../packages/calendar/src/time/duration.ts";
import { ianaZone } from "../packages/calendar/src/time/zone.ts";
import { measure, type Measurement } from "./measure.ts";

/** How each property of the sample is read; the others are URIs, which are as they are written. */
const READERS: Readonly<Record<string, (property: Property) => unknown>> = {
  DTSTART: (property) => readTime(property, ianaZone),
  DTEND: (property) => readTime(property, ianaZone),
  DTSTAMP: (property) => readTime(property, ianaZone),
  EXDATE: (property) => readTimes(property, ianaZone),
  RRULE: ({ value }) => parseRule(value),
  TRIGGER: ({ value }) => parseDuration(value),
  SEQUENCE: ({ value }) => Number(value),
  SUMMARY: ({ value }) => unescapeText(value),
  LOCATION: ({ value }) => unescapeText(value),
  DESCRIPTION: ({ value }) => unescapeText(value),
};

/** Reads every value of our tree; counts those that can be read. */
function readOurs({ properties, components }: Component): number {
  let count = 0;
  for (const property of properties) {
    const read = READERS[property.name];
    if ((read ? read(property) : property.value) !== undefined) count++;
  }
  for (const inner of components) count += readOurs(inner);
  return count;
}

/** The same with the objects of ical.js, which reads a value when it is asked for. */
function readTheirs(component: ICAL.Component): number {
  let count = 0;
  for (const property of component.getAllProperties()) if (property.getValues().length > 0) count++;
  for (const inner of component.getAllSubcomponents()) count += readTheirs(inner);
  return count;
}

export const ours = (text: string): number => {
  const parsed = parseICalendar(text);
  return parsed.ok ? readOurs(parsed.value.calendar) : 0;
};
const theirs = (text: string): number => readTheirs(new ICAL.Component(ICAL.parse(text) as unknown[]));

/**
 * Measures parsing with all values read.
 * @param text a calendar of `units` events
 * @throws Error if the two read different numbers of values
 */
export function measureTypedValues(text: string, units: number): readonly Measurement[] {
  if (ours(text) !== theirs(text)) throw new Error("the parsers read different values");
  const work = { units, roundTime: 200 };
  const name = "parse, then read every value as what it is";
  return [
    measure({
      name,
      against: "ical.js, its values read",
      ours: () => ours(text),
      theirs: () => theirs(text),
      target: 2.5,
      ...work,
    }),
    measure({
      name,
      against: "ical.js to jCal, whose times are texts",
      ours: () => ours(text),
      theirs: () => ICAL.parse(text),
      ...work,
    }),
  ];
}
