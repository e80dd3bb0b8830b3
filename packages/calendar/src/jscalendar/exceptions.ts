import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, propertiesNamed, withProperties, type Component } from "../icalendar/component.ts";
import { readTime, readTimes, writeTimes, type ZoneLookup } from "../icalendar/time-property.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { durationOf, formatDuration } from "../time/duration.ts";
import { readItem } from "./component-item.ts";
import type { Item, LocalDateTime, PatchObject } from "./types.ts";
import { timeOf } from "./properties/event-times.ts";
import { recurrenceKey, timeBetween } from "./item-time.ts";
import { overrideOf } from "./occurrence.ts";
import { readFurtherRules } from "./further-rules.ts";
import { asTurn, isThisAndFuture, readFollowers } from "./series/this-and-future.ts";

/** The start that a series' exceptions refer to: DTSTART, or the DUE of a task without one. */
export const seriesStart = (main: Component, zones: ZoneLookup): CalendarTime | undefined =>
  timeOf(main, "DTSTART", zones) ?? timeOf(main, "DUE", zones);

/** The key of an override component; undefined if its RECURRENCE-ID can't be read. */
export function keyOfOverride(
  override: Component,
  start: CalendarTime,
  zones: ZoneLookup,
): LocalDateTime | undefined {
  const property = firstProperty(override, "RECURRENCE-ID");
  const time = property && readTime(property, zones);
  return time && recurrenceKey(time, start);
}

/** RDATE as overrides: empty, or with a duration where it is a period. */
function readAdded(
  main: Component,
  start: CalendarTime,
  item: Item,
  zones: ZoneLookup,
): [LocalDateTime, PatchObject][] {
  const times = propertiesNamed(main, "RDATE").flatMap((property) => readTimes(property, zones) ?? []);
  return times.map(({ start: from, end }) => {
    const length = end && formatDuration(durationOf(Math.max(0, timeBetween(from, end))));
    const isUsual = length === undefined || length === item.duration;
    return [recurrenceKey(from, start), isUsual ? {} : { duration: length }];
  });
}

/**
 * All exceptions of a series: EXDATE, RDATE and the components of single instances, which take precedence. `main` is
 * the component that the item was read from.
 */
export function readExceptions(
  object: CalendarObject,
  main: Component,
  item: Item,
  zones: ZoneLookup,
): Record<LocalDateTime, PatchObject> {
  const start = seriesStart(main, zones);
  if (!start) return {};
  const instances = readInstances(object, main, start, item, zones);
  const found = new Map<LocalDateTime, PatchObject>([
    ...readAdded(main, start, item, zones),
    ...readFurtherRules(object, main, start, item),
    ...readFollowers(object, start, instances),
  ]);
  for (const { start: time } of propertiesNamed(main, "EXDATE").flatMap((p) => readTimes(p, zones) ?? [])) {
    found.set(recurrenceKey(time, start), { excluded: true });
  }
  for (const [key, patch] of Object.entries(instances)) found.set(key, patch);
  return Object.fromEntries([...found].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The components of single instances as overrides. */
function readInstances(
  object: CalendarObject,
  main: Component,
  start: CalendarTime,
  item: Item,
  zones: ZoneLookup,
): Readonly<Record<LocalDateTime, PatchObject>> {
  const instances = object.overrides.flatMap((override): [LocalDateTime, PatchObject][] => {
    const key = override === main ? undefined : keyOfOverride(override, start, zones);
    if (key === undefined) return [];
    const patch = overrideOf(item, key, readItem(override, zones));
    return [[key, isThisAndFuture(override) ? asTurn(patch) : patch]];
  });
  return Object.fromEntries(instances);
}

/** The dates to remove from a list and to add to it. */
interface DateChange {
  readonly drop: (key: LocalDateTime) => boolean;
  readonly add: readonly CalendarTime[];
}

/** The component with a changed EXDATE or RDATE list; lines that lose no date stay unchanged. */
export function withDates(
  main: Component,
  name: "EXDATE" | "RDATE",
  start: CalendarTime,
  { drop, add }: DateChange,
  zones: ZoneLookup,
): Component {
  const properties = main.properties.flatMap((property) => {
    const times = property.name === name ? readTimes(property, zones) : undefined;
    if (!times) return [property];
    const items = property.value.split(",").filter((item) => item.trim() !== "");
    const kept = items.filter((_, i) => {
      const time = times[i];
      return !time || !drop(recurrenceKey(time.start, start));
    });
    if (kept.length === items.length) return [property];
    return kept.length > 0 ? [{ ...property, value: kept.join(",") }] : [];
  });
  if (add.length === 0 && properties.length === main.properties.length) {
    return properties.every((property, i) => property === main.properties[i])
      ? main
      : withProperties(main, properties);
  }
  return withProperties(main, add.length > 0 ? [...properties, writeTimes(name, add)] : properties);
}
