// iCalendar text and its conversions. Run by main.ts.
import ICAL from "ical.js";
import type { CompFilter } from "../packages/calendar/src/filter/caldav-filter.ts";
import { matchesFilter } from "../packages/calendar/src/filter/matches-filter.ts";
import {
  readCalendarObject,
  type CalendarObject,
} from "../packages/calendar/src/icalendar/calendar-object.ts";
import { makeComponent, type Component } from "../packages/calendar/src/icalendar/component.ts";
import { parseICalendar } from "../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { objectFromEvent } from "../packages/calendar/src/jscalendar/from-jscalendar.ts";
import { eventFromObject } from "../packages/calendar/src/jscalendar/to-jscalendar.ts";
import type { JSEvent } from "../packages/calendar/src/jscalendar/types.ts";
import type { Result } from "../packages/calendar/src/result.ts";
import { UTC, ianaZone } from "../packages/calendar/src/time/zone.ts";
import { measure, type Measurement, type Section } from "./measure.ts";
import { sampleCalendar } from "./sample-calendar.ts";
import { measureTypedValues } from "./typed-values.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
/** For texts larger than the engine accepts by default. */
const LARGE = { maxLength: 1e9, maxProperties: 1e8 };

const unwrap = <T, P>(result: Result<T, P>): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
};
export const parse = (text: string): Component => unwrap(parseICalendar(text, LARGE)).calendar;

/** Reading a character makes a string of many parts one flat string, as sending it would. */
export const flat = (text: string): number => text.charCodeAt(text.length >> 1);

/** Reads every name, parameter and value of our tree. */
function readTree({ name, properties, components }: Component): number {
  let sum = name.length;
  for (const property of properties) {
    sum += property.name.length + flat(property.value);
    for (const parameter of property.parameters)
      for (const value of parameter.values) sum += parameter.name.length + flat(value);
  }
  for (const inner of components) sum += readTree(inner);
  return sum;
}

type JCalProperty = [string, Record<string, string | string[]>, string, ...unknown[]];
type JCal = [string, JCalProperty[], JCal[]];

/** The same for jCal. */
function readJCal([name, properties, components]: JCal): number {
  let sum = name.length;
  for (const [property, parameters, type, ...values] of properties) {
    sum += property.length + type.length;
    // A rule is an object of its parts.
    for (const value of values)
      sum += typeof value === "string" ? flat(value) : Object.keys(Object(value)).length;
    for (const parameter of Object.keys(parameters))
      for (const value of [parameters[parameter] ?? ""].flat()) sum += parameter.length + flat(value);
  }
  for (const inner of components) sum += readJCal(inner);
  return sum;
}

function textSection(): Section {
  const units = 2000;
  const text = sampleCalendar(units);
  const calendar = parse(text);
  const jcal: unknown = ICAL.parse(text);
  const work = { units, roundTime: 200 };
  return {
    title: `iCalendar text, ${String(units)} events, ${(text.length / 1e6).toFixed(1)} MB (µs an event)`,
    rows: [
      measure({
        name: "parse",
        against: "ical.js to jCal",
        ours: () => parseICalendar(text),
        theirs: () => ICAL.parse(text),
        target: 3,
        ...work,
      }),
      measure({
        name: "parse, then read every name, parameter and value",
        against: "ical.js to jCal",
        ours: () => readTree(parse(text)),
        theirs: () => readJCal(ICAL.parse(text) as JCal),
        target: 3,
        ...work,
      }),
      ...measureTypedValues(text, units),
      measure({
        name: "serialise, to one flat string",
        against: "ical.js from jCal",
        ours: () => flat(serialiseICalendar(calendar)),
        theirs: () => flat(ICAL.stringify(jcal as never)),
        target: 4,
        ...work,
      }),
    ],
  };
}

/** The ratio says how many times as much an event costs among this many as among a thousand. */
function growth(name: string, among: number, work: (events: number) => () => unknown): Measurement {
  const [few, many] = [work(1000), work(among)];
  const times = among / 1000;
  return measure({
    name,
    against: `among ${String(among)}`,
    ours: () => {
      for (let time = 0; time < times; time++) few();
    },
    theirs: many,
    units: among,
    roundTime: 200,
    rounds: among > 10_000 ? 7 : 15,
  });
}

const objectsOf = (events: number): readonly CalendarObject[] => {
  const { properties, components } = parse(sampleCalendar(events));
  return components.map((event) =>
    unwrap(readCalendarObject(makeComponent("VCALENDAR", properties, [event]))),
  );
};

function converting(events: number): () => unknown {
  const objects = objectsOf(events);
  return () => objects.map((object) => eventFromObject(object));
}

function convertingBack(events: number): () => unknown {
  const items: readonly JSEvent[] = objectsOf(events).map((object) => unwrap(eventFromObject(object)));
  const context = { uid: "u", now: 1_800_000_000_000, prodId: "-//Example//EN" };
  return () => items.map((item) => objectFromEvent(item, context));
}

const filterOf = (event: Partial<CompFilter>): CompFilter => {
  const any = { isNotDefined: false, propFilters: [], compFilters: [] };
  return { ...any, name: "VCALENDAR", compFilters: [{ ...any, name: "VEVENT", ...event }] };
};
const WEEK = { from: Date.parse("2027-03-01T00:00Z"), to: Date.parse("2027-03-08T00:00Z") };
const FILTERS = {
  "calendar-query: one week": filterOf({ timeRange: WEEK }),
  "calendar-query: text in SUMMARY": filterOf({
    propFilters: [
      {
        name: "SUMMARY",
        isNotDefined: false,
        textMatch: { text: "BUDGET 77", collation: "i;unicode-casemap", negate: false },
        paramFilters: [],
      },
    ],
  }),
};

const filtering = (filter: CompFilter) => (events: number) => {
  const objects = objectsOf(events);
  return () => objects.filter((object) => matchesFilter(object, filter, zone)).length;
};

function growthSection(): Section {
  const parsing = (events: number) => {
    const text = sampleCalendar(events);
    return () => parse(text);
  };
  const serialising = (events: number) => {
    const calendar = parse(sampleCalendar(events));
    return () => flat(serialiseICalendar(calendar));
  };
  return {
    title: "cost of an event among 1000 (ours) and among many (theirs): 1.0 is linear; µs an event",
    rows: [
      growth("parse", 10_000, parsing),
      growth("parse", 100_000, parsing),
      growth("serialise", 10_000, serialising),
      growth("serialise", 100_000, serialising),
      growth("convert to JSCalendar", 10_000, converting),
      growth("convert from JSCalendar", 10_000, convertingBack),
      ...Object.entries(FILTERS).map(([name, filter]) => growth(name, 10_000, filtering(filter))),
    ],
  };
}

/** Measures parsing, serialising, converting and filtering; takes about two minutes. */
export const measureICalendar = (): readonly Section[] => [textSection(), growthSection()];
