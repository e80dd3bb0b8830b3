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

// JSCalendar has no element for RANGE=THISANDFUTURE (RFC 5545 §3.2.13), but the conversion draft lets RECURRENCE-ID
// keep its parameters in the "iCalendar" property. It is given twice: as that mark, which is exact for a series
// without end, and occurrence by occurrence, within useful limits, for clients that don't know the mark. The single
// occurrences are not written back as long as they only repeat the mark.

/** How long after the mark the single occurrences are given. */
const HORIZON = 5 * 366 * DAY;
const MAX_TOLD = 500;

const MARK: JsonValue = {
  "@type": "ICalComponent",
  name: "vevent",
  convertedProperties: {
    recurrenceId: { "@type": "ICalProperty", name: "recurrence-id", parameters: { range: "THISANDFUTURE" } },
  },
};

/** The override of an instance, marked as applying to the following ones. */
export const asTurn = (patch: PatchObject): PatchObject => ({ ...patch, iCalendar: MARK });

/** Whether an override also applies to the following occurrences. */
export const isTurn = (patch: PatchObject | undefined): boolean =>
  patch !== undefined && patch["iCalendar"] !== undefined && sameJson(patch["iCalendar"], MARK);

export const isThisAndFuture = (override: Component): boolean => {
  const id = firstProperty(override, "RECURRENCE-ID");
  return id !== undefined && parameterValue(id, "RANGE")?.toUpperCase() === "THISANDFUTURE";
};

/** The override of an occurrence that follows a marked one: the same details, its times moved by the same amount. */
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

/** The index of the last sorted key before a key; -1 if there is none. */
function lastBefore(sorted: readonly LocalDateTime[], key: LocalDateTime): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Gives the override that an occurrence has through the last marked one before it; undefined if there is none. */
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
 * Overrides for the occurrences that follow instances with RANGE=THISANDFUTURE, one by one: the first 500 within five
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
