import type { CalendarObject } from "../../icalendar/calendar-object.ts";
import { firstProperty, parameterValue, type Component } from "../../icalendar/component.ts";
import { expand } from "../../recurrence/expand.ts";
import { seriesOfObject } from "../../recurrence/series.ts";
import { instantOf, type CalendarTime } from "../../time/calendar-time.ts";
import { DAY, MAX_INSTANT } from "../../time/instant.ts";
import { UTC } from "../../time/zone.ts";
import { parseLocalDateTime } from "../date-time-text.ts";
import { recurrenceKey } from "../item-time.ts";
import { sameJson } from "../patch.ts";
import type { JsonValue, LocalDateTime, PatchObject } from "../types.ts";
import { shiftText } from "./shift-text.ts";

// RANGE=THISANDFUTURE (RFC 5545 §3.2.13) has no element in JSCalendar, but the conversion draft lets RECURRENCE-ID keep
// its parameters in the "iCalendar" property. So it is told twice: by that mark, which makes a series without end exact for
// whoever knows it, and occurrence by occurrence, as far as that is of use, for everybody else. What is told occurrence by
// occurrence is not written back as long as it only says what the mark says.

/** How far the consequences are told one by one. */
const HORIZON = 5 * 366 * DAY;
const MAX_TOLD = 500;

const MARK: JsonValue = {
  "@type": "ICalComponent",
  name: "vevent",
  convertedProperties: {
    recurrenceId: { "@type": "ICalProperty", name: "recurrence-id", parameters: { range: "THISANDFUTURE" } },
  },
};

/** The override of an instance, marked as holding for those that follow. */
export const asTurn = (patch: PatchObject): PatchObject => ({ ...patch, iCalendar: MARK });

/** Whether an override holds for the occurrences that follow as well. */
export const isTurn = (patch: PatchObject | undefined): boolean =>
  patch !== undefined && patch["iCalendar"] !== undefined && sameJson(patch["iCalendar"], MARK);

export const isThisAndFuture = (override: Component): boolean => {
  const id = firstProperty(override, "RECURRENCE-ID");
  return id !== undefined && parameterValue(id, "RANGE")?.toUpperCase() === "THISANDFUTURE";
};

/** The override that an occurrence has by following another: the same details, its times moved by as much. */
function followerOf(turn: PatchObject, turnKey: LocalDateTime, key: LocalDateTime): PatchObject {
  const { iCalendar: _mark, ...details } = turn;
  const [from, to] = [turnKey, key].map((text) => parseLocalDateTime(text) ?? 0);
  const delta = (to ?? 0) - (from ?? 0);
  const moved = ["start", "due"].flatMap((name): [string, JsonValue][] => {
    const text = details[name];
    return typeof text === "string" ? [[name, shiftText(text, delta)]] : [];
  });
  return { ...details, ...Object.fromEntries(moved) };
}

/** The place of the last of some sorted keys that comes before a key; -1 if none does. */
function lastBefore(sorted: readonly LocalDateTime[], key: LocalDateTime): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Tells what an occurrence would be by following the last turn before it; undefined where there is none. */
export function followersOf(
  overrides: Readonly<Record<LocalDateTime, PatchObject>>,
): (key: LocalDateTime) => PatchObject | undefined {
  const turns = Object.keys(overrides)
    .filter((key) => isTurn(overrides[key]))
    .toSorted();
  return (key) => {
    const turn = turns[lastBefore(turns, key)];
    const patch = turn === undefined ? undefined : overrides[turn];
    return turn !== undefined && patch !== undefined ? followerOf(patch, turn, key) : undefined;
  };
}

/**
 * Overrides for the occurrences that follow instances with RANGE=THISANDFUTURE, each by itself: the first 500 within five
 * years of the last such instance. `told` are the overrides of the instances themselves.
 */
export function readFollowers(
  object: CalendarObject,
  start: CalendarTime,
  told: Readonly<Record<LocalDateTime, PatchObject>>,
): [LocalDateTime, PatchObject][] {
  const turns = new Set(object.overrides.filter(isThisAndFuture));
  const series = turns.size > 0 ? seriesOfObject(object) : undefined;
  if (!series?.ok) return [];
  const ids = series.value.overrides
    .filter(({ source }) => turns.has(source))
    .map(({ recurrenceId }) => instantOf(recurrenceId, UTC));
  const window = { from: Math.min(...ids) - DAY, to: Math.min(MAX_INSTANT, Math.max(...ids) + HORIZON) };
  const found = expand(series.value, window, UTC);
  if (!found.ok) return [];
  const followerAt = followersOf(told);
  const followers = found.value.filter(({ source, isOverride }) => !isOverride && turns.has(source));
  return followers.slice(0, MAX_TOLD).flatMap(({ recurrenceId }): [LocalDateTime, PatchObject][] => {
    const key = recurrenceId ? recurrenceKey(recurrenceId, start) : "";
    const patch = followerAt(key);
    return patch ? [[key, patch]] : [];
  });
}
