import type { CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty, parameterValue } from "../icalendar/component.ts";
import type { Component } from "../icalendar/component.ts";
import type { ZoneLookup } from "../icalendar/time-property.ts";
import { expand } from "../recurrence/expand.ts";
import type { Occurrence } from "../recurrence/expand.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import type { CalendarTime } from "../time/calendar-time.ts";
import { instantOf } from "../time/calendar-time.ts";
import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { UTC } from "../time/zone.ts";
import { readItem } from "./component-item.ts";
import type { Item, LocalDateTime, PatchObject } from "./types.ts";
import { formatLocalDateTime } from "./date-time-text.ts";
import { recurrenceKey, spokenTime } from "./item-time.ts";
import { overrideOf } from "./occurrence.ts";

/** How far the consequences of a RANGE=THISANDFUTURE are told; JSCalendar has no way to say "and so on". */
const HORIZON = 5 * 366 * DAY;
const MAX_TOLD = 500;

export const isThisAndFuture = (override: Component): boolean => {
  const id = firstProperty(override, "RECURRENCE-ID");
  return id !== undefined && parameterValue(id, "RANGE")?.toUpperCase() === "THISANDFUTURE";
};

/** An occurrence that follows such an instance: its details, at its own time. */
function followerPatch(
  item: Item,
  key: LocalDateTime,
  { start, source }: Occurrence<Component>,
  zones: ZoneLookup,
) {
  const followed = { ...readItem(source, zones), start: formatLocalDateTime(spokenTime(start).local) };
  return overrideOf(item, key, followed);
}

/**
 * Overrides for the occurrences that follow instances with RANGE=THISANDFUTURE (RFC 5545 §3.2.13), each by itself:
 * the first 500 within five years of the instance. Empty when there is no such instance.
 */
export function readFollowers(
  object: CalendarObject,
  item: Item,
  start: CalendarTime,
  zones: ZoneLookup,
): [LocalDateTime, PatchObject][] {
  const turns = object.overrides.filter(isThisAndFuture);
  const series = turns.length > 0 ? seriesOfObject(object) : undefined;
  if (!series?.ok) return [];
  const ids = series.value.overrides.filter(({ source }) => turns.includes(source));
  const from = Math.min(...ids.map(({ recurrenceId }) => instantOf(recurrenceId, UTC))) - DAY;
  const to = Math.min(
    MAX_INSTANT,
    Math.max(...ids.map(({ recurrenceId }) => instantOf(recurrenceId, UTC))) + HORIZON,
  );
  const found = expand(series.value, { from, to }, UTC);
  if (!found.ok) return [];
  const followers = found.value.filter(({ source, isOverride }) => !isOverride && turns.includes(source));
  return followers.slice(0, MAX_TOLD).flatMap((occurrence) => {
    if (!occurrence.recurrenceId) return [];
    const key = recurrenceKey(occurrence.recurrenceId, start);
    return [[key, followerPatch(item, key, occurrence, zones)]];
  });
}
