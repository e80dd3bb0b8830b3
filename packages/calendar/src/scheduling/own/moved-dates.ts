import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import type { Component } from "../../icalendar/component.ts";
import { readComponentTimes } from "../../recurrence/component-times.ts";
import { zonesOf } from "../../recurrence/resolve-zone.ts";
import { SeriesClock } from "../../recurrence/series-clock.ts";
import { DAY } from "../../time/instant.ts";
import { asLocal, dayOf, timeOfDay } from "../../time/local.ts";
import { UTC } from "../../time/zone.ts";
import { exceptionKeys, overridesByKey, timeOfInstance, type InstanceKey } from "../instance.ts";

/**
 * Which overrides of a guest's copy belong to which instances of its series at other times. Where the dates of the copy still take
 * place, they stay; where one doesn't, or where the organizer's own overrides have moved by as much as the start of the series, all of
 * them move with it. A date that the moved series doesn't have stays on its day, if something takes place on it.
 * @returns the overrides by the instances of `fresh`
 */
export function movedDates(
  stored: CalendarObject,
  fresh: CalendarObject,
): ReadonlyMap<InstanceKey, Component> {
  const overrides = overridesByKey(stored);
  const [was, is] = [clockOf(stored), clockOf(fresh)];
  const found = new Map<InstanceKey, Component>();
  if (!was || !is || overrides.size === 0) return found;
  const [told, gone] = [overridesByKey(fresh), exceptionKeys(fresh)];
  const stands = (key: InstanceKey): boolean =>
    told.has(key) || (!gone.has(key) && timeOfInstance(fresh, key) !== undefined);
  const moved = (key: InstanceKey): InstanceKey =>
    is.instantAt(asLocal(was.zone.toLocal(key) + is.first - was.first));
  const onItsDay = (key: InstanceKey): InstanceKey =>
    is.instantAt(asLocal(dayOf(was.zone.toLocal(key)) * DAY + timeOfDay(is.first)));
  const keys = [...overrides.keys()];
  const toldAt = (place: (key: InstanceKey) => InstanceKey): number =>
    keys.filter((key) => told.has(place(key))).length;
  const isMovedAlong = !keys.every(stands) || toldAt(moved) > toldAt((key) => key);
  for (const [key, override] of overrides) {
    const places = isMovedAlong ? [moved(key), key, onItsDay(key)] : [key];
    const place = places.find((one) => stands(one) && !found.has(one));
    if (place !== undefined) found.set(place, override);
  }
  return found;
}

function clockOf(object: CalendarObject): SeriesClock | undefined {
  const times = object.main && readComponentTimes(object.main, object.type, zonesOf(object));
  return times?.ok && times.value ? new SeriesClock(times.value.start, UTC) : undefined;
}
