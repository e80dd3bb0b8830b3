import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, type Component } from "../icalendar/component.ts";
import { readTime, readTimes, writeTime, type ZoneLookup } from "../icalendar/time-property.ts";
import { readComponentTimes } from "../recurrence/component-times.ts";
import { expand } from "../recurrence/expand.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { SeriesClock } from "../recurrence/series-clock.ts";
import { instantOf, type CalendarTime } from "../time/calendar-time.ts";
import { addToTime } from "../time/duration.ts";
import { UTC } from "../time/zone.ts";

/**
 * Identifies one instance of a series, however its RECURRENCE-ID is written: the instant, read in UTC if it has no
 * zone.
 */
export type InstanceKey = number;

export const keyOfTime = (time: CalendarTime): InstanceKey => instantOf(time, UTC);

/** The time that the series gives the instance; undefined for a main component. */
export function recurrenceTime(component: Component, zones: ZoneLookup): CalendarTime | undefined {
  const property = firstProperty(component, "RECURRENCE-ID");
  return property && readTime(property, zones);
}

/**
 * Names the instances that a component's EXDATE and RECURRENCE-ID mean: as the series reads them, which may start at a time of a date
 * that they give, or be of whole days where they give a time.
 */
function instanceKeys(
  { main, type }: CalendarObject,
  zones: ZoneLookup,
): (time: CalendarTime) => InstanceKey {
  const times = main && readComponentTimes(main, type, zones);
  if (!times?.ok || !times.value) return keyOfTime;
  const clock = new SeriesClock(times.value.start, UTC);
  return (time) => clock.instantAt(clock.reading(time));
}

/** Which instance a component of this object is of; undefined for the main one. */
export function instanceKey(component: Component, object: CalendarObject): InstanceKey | undefined {
  const zones = zonesOf(object);
  const time = recurrenceTime(component, zones);
  return time && instanceKeys(object, zones)(time);
}

const overridesOf = new WeakMap<CalendarObject, ReadonlyMap<InstanceKey, Component>>();

/** The overrides by instance; read once. */
export function overridesByKey(object: CalendarObject): ReadonlyMap<InstanceKey, Component> {
  const known = overridesOf.get(object) ?? readOverrides(object);
  overridesOf.set(object, known);
  return known;
}

function readOverrides(object: CalendarObject): ReadonlyMap<InstanceKey, Component> {
  const zones = zonesOf(object);
  const keyOf = instanceKeys(object, zones);
  const found = new Map<InstanceKey, Component>();
  for (const component of object.overrides) {
    const time = recurrenceTime(component, zones);
    if (time) found.set(keyOf(time), component);
  }
  return found;
}

/** The instances that the main component's EXDATEs exclude. */
export function exceptionKeys(object: CalendarObject): ReadonlySet<InstanceKey> {
  const zones = zonesOf(object);
  const keyOf = instanceKeys(object, zones);
  const found = new Set<InstanceKey>();
  for (const property of object.main ? propertiesNamed(object.main, "EXDATE") : [])
    for (const { start } of readTimes(property, zones) ?? []) found.add(keyOf(start));
  return found;
}

/** Properties of a series that an instance does not have. */
const OF_SERIES = new Set(["RRULE", "RDATE", "EXDATE", "EXRULE", "DTSTART", "DTEND", "DUE", "DURATION"]);

/** Finds instances of one series; each only once, since many guests may need the same ones. */
interface InstanceFinder {
  timeOf(key: InstanceKey): CalendarTime | undefined;
  componentOf(key: InstanceKey): Component | undefined;
}

/** By main component: components are never changed in place. */
const finders = new WeakMap<Component, InstanceFinder>();

function finderOf(object: CalendarObject): InstanceFinder | undefined {
  if (!object.main) return undefined;
  const known = finders.get(object.main);
  if (known) return known;
  const made = makeFinder(object, object.main);
  finders.set(object.main, made);
  return made;
}

function makeFinder(object: CalendarObject, main: Component): InstanceFinder {
  // Exceptions are looked up separately; expanding them here for each instance would take quadratic time.
  const bare = { ...main, properties: main.properties.filter(({ name }) => name !== "EXDATE") };
  const series = seriesOfObject({ ...object, main: bare, overrides: [] });
  const times = new Map<InstanceKey, CalendarTime | undefined>();
  const components = new Map<InstanceKey, Component | undefined>();
  const find = (key: InstanceKey): CalendarTime | undefined => {
    const found = series.ok ? expand(series.value, { from: key, to: key + 1 }, UTC) : series;
    return found.ok ? found.value.find(({ startInstant }) => startInstant === key)?.start : undefined;
  };
  const timeOf = (key: InstanceKey): CalendarTime | undefined => {
    if (!times.has(key)) times.set(key, find(key));
    return times.get(key);
  };
  return {
    timeOf,
    componentOf(key) {
      if (!components.has(key)) components.set(key, derive(object, main, timeOf(key)));
      return components.get(key);
    },
  };
}

function derive(
  object: CalendarObject,
  main: Component,
  time: CalendarTime | undefined,
): Component | undefined {
  const times = readComponentTimes(main, object.type, zonesOf(object));
  if (!time || !times.ok || !times.value) return undefined;
  const { days, milliseconds } = times.value.duration;
  const endName = object.type === "VTODO" ? "DUE" : "DTEND";
  const hasEnd = ["DTEND", "DUE", "DURATION"].some((name) => firstProperty(main, name));
  return {
    ...main,
    properties: [
      ...main.properties.filter(({ name }) => !OF_SERIES.has(name)),
      writeTime("RECURRENCE-ID", time),
      writeTime("DTSTART", time),
      ...(hasEnd ? [writeTime(endName, addToTime(time, days, milliseconds))] : []),
    ],
  };
}

/**
 * The instance's time in the form of the series' start, whether or not it is excluded; undefined if the series has no
 * such instance.
 */
export const timeOfInstance = (object: CalendarObject, key: InstanceKey): CalendarTime | undefined =>
  finderOf(object)?.timeOf(key);

/** An override of one instance with the values of the series; undefined if the series has no such instance. */
export const instanceOf = (object: CalendarObject, key: InstanceKey): Component | undefined =>
  finderOf(object)?.componentOf(key);

/** The object with these overrides after its main component, in the order of their instances. */
export function withOverrides(
  object: CalendarObject,
  main: Component | undefined,
  overrides: ReadonlyMap<InstanceKey, Component>,
): CalendarObject {
  const kept = object.calendar.components.filter(({ name }) => name !== object.type);
  const ordered = [...overrides].toSorted(([a], [b]) => a - b).map(([, component]) => component);
  const components = [...kept, ...(main ? [main] : []), ...ordered];
  return { ...object, calendar: { ...object.calendar, components }, main, overrides: ordered };
}

/** The object with every component changed. */
export function mapComponents(
  object: CalendarObject,
  change: (component: Component) => Component,
): CalendarObject {
  const main = object.main && change(object.main);
  const changed = new Map(object.overrides.map((component) => [component, change(component)]));
  const components = object.calendar.components.map((component) =>
    component === object.main && main ? main : (changed.get(component) ?? component),
  );
  const isSame = components.every((component, index) => component === object.calendar.components[index]);
  if (isSame) return object;
  return {
    ...object,
    calendar: { ...object.calendar, components },
    main,
    overrides: object.overrides.map((component) => changed.get(component) ?? component),
  };
}
