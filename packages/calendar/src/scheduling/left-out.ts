import type { CalendarObject } from "../icalendar/calendar-object.ts";
import {
  firstProperty,
  makeProperty,
  withoutProperties,
  withProperty,
  type Component,
  type Property,
} from "../icalendar/component.ts";
import { parseTimeValue, readTime, writeTime } from "../icalendar/time-property.ts";
import { zonesOf } from "../recurrence/resolve-zone.ts";
import type { Instant } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import {
  exceptionKeys,
  keyOfTime,
  overridesByKey,
  timeOfInstance,
  withOverrides,
  type InstanceKey,
} from "./instance.ts";
import { utcStamp } from "./itip-message.ts";

// An EXDATE in a guest's copy is either the organizer's or the guest's own. This property records the guest's own,
// with the time that each instance then had: an invitation sent before knows nothing of them, while one in which the
// organizer restores or moves the instance must bring it back. Its value is text, pairs of UTC times with spaces
// between them: as periods, which older copies have, they would be empty or run backwards, and a strict parser then
// refuses the whole object.

const NAME = "X-SNART-LEFT-OUT";

/**
 * The instances that the owner of a copy has removed from it and that are still removed, with the time at which each
 * would have begun.
 */
export function leftOutOf(object: CalendarObject): ReadonlyMap<InstanceKey, Instant> {
  const note = object.main && firstProperty(object.main, NAME);
  const exceptions = exceptionKeys(object);
  const found = new Map<InstanceKey, Instant>();
  for (const [, instance = "", start = ""] of note?.value.matchAll(PAIR) ?? []) {
    const key = readStamp(instance);
    const time = readStamp(start);
    if (key !== undefined && time !== undefined && exceptions.has(key)) found.set(key, time);
  }
  return found;
}

const PAIR = /(\d{8}T\d{6}Z)\/(\d{8}T\d{6}Z)/g;

function readStamp(text: string): Instant | undefined {
  const time = parseTimeValue(text);
  return time && UTC.toInstant(time.local);
}

/** When an instance begins: at the series' time, unless it has an override. */
export function startOfInstance(object: CalendarObject, key: InstanceKey): Instant {
  const override = overridesByKey(object).get(key);
  const property = override && firstProperty(override, "DTSTART");
  const time = property && readTime(property, zonesOf(object));
  return time ? keyOfTime(time) : key;
}

/** A guest's copy that records which instances its owner has newly removed. */
export function withLeftOut(before: CalendarObject, after: CalendarObject): CalendarObject {
  const known = exceptionKeys(before);
  const noted = leftOutOf(before);
  const starts = new Map<InstanceKey, Instant>();
  for (const key of exceptionKeys(after)) {
    const start = noted.get(key) ?? (known.has(key) ? undefined : startOfInstance(before, key));
    if (start !== undefined) starts.set(key, start);
  }
  const { main } = after;
  if (!main || noteText(starts) === noteText(leftOutOf(after))) return after;
  return withOverrides(after, withNote(main, starts), overridesByKey(after));
}

const noteText = (starts: ReadonlyMap<InstanceKey, Instant>): string =>
  [...starts]
    .toSorted(([a], [b]) => a - b)
    .map(([key, start]) => `${utcStamp(key)}/${utcStamp(start)}`)
    .join(" ");

const withNote = (main: Component, starts: ReadonlyMap<InstanceKey, Instant>): Component =>
  starts.size === 0
    ? withoutProperties(main, NAME)
    : withProperty(main, makeProperty(NAME, noteText(starts)));

/** The main component of a new invitation without the instances that stay removed from the copy. */
export function withoutLeftOut(
  main: Component,
  fresh: CalendarObject,
  starts: ReadonlyMap<InstanceKey, Instant>,
): Component {
  const times = [...starts.keys()].flatMap((key) => timeOfInstance(fresh, key) ?? []);
  if (times.length === 0) return main;
  const properties = [...main.properties, ...times.map((time) => writeTime("EXDATE", time))];
  return withNote({ ...main, properties }, starts);
}

/**
 * The main component without the EXDATEs of instances that take place again, and without the notes on them: an instance must not
 * be excepted and have an override as well.
 */
export function withInstancesBack(
  main: Component,
  object: CalendarObject,
  back: ReadonlySet<InstanceKey>,
): Component {
  const isBack = (property: Property, value: string): boolean => {
    const alone = { ...main, properties: [...main.properties.filter(isNoException), { ...property, value }] };
    return [...exceptionKeys({ ...object, main: alone })].some((key) => back.has(key));
  };
  if ([...exceptionKeys(object)].every((key) => !back.has(key))) return main;
  const properties = main.properties.flatMap((property) => {
    if (isNoException(property)) return [property];
    const kept = property.value.split(",").filter((value) => !isBack(property, value));
    return kept.length === 0 ? [] : [{ ...property, value: kept.join(",") }];
  });
  const starts = [...leftOutOf(object)].filter(([key]) => !back.has(key));
  return withNote({ ...main, properties }, new Map(starts));
}

const isNoException = ({ name }: Property): boolean => name !== "EXDATE";
