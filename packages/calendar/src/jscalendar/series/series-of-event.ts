import type { CalendarProblem } from "../../problems.ts";
import { expand } from "../../recurrence/expand.ts";
import type { Override, RecurrenceDate, Series, SeriesDuration } from "../../recurrence/series.ts";
import { failed, ok, type Result } from "../../result.ts";
import { instantOf, type CalendarTime } from "../../time/calendar-time.ts";
import {
  addDuration,
  durationOf,
  exactMilliseconds,
  nominalDays,
  parseDuration,
} from "../../time/duration.ts";
import { DAY } from "../../time/instant.ts";
import { ianaZone, UTC } from "../../time/zone.ts";
import { ruleFromJs } from "../properties/recurrence-rule.ts";
import type { Item, JSEvent, LocalDateTime, PatchObject } from "../types.ts";
import { UTC_NAME, isAllDay, timeFrom } from "../item-time.ts";
import { isExcluded, occurrenceOf } from "../occurrence.ts";
import { isTurn } from "./this-and-future.ts";

const durationOfItem = (item: Item) => parseDuration(item.duration ?? "PT0S") ?? durationOf(0);

/** When an event (or one of its occurrences) starts and ends; undefined if that can't be read. */
export function timesOf(
  item: Item,
): { readonly start: CalendarTime; readonly end: CalendarTime } | undefined {
  const frame = { timeZone: item.timeZone ?? null, allDay: isAllDay(item) };
  const start = timeFrom(item.start ?? item.due ?? "", frame);
  return start && { start, end: endAfter(start, item) };
}

function endAfter(start: CalendarTime, item: Item): CalendarTime {
  const end = addDuration(start, durationOfItem(item));
  // A whole day without a duration lasts that day.
  return start.kind === "allDay" && instantOf(end, UTC) <= instantOf(start, UTC)
    ? addDuration(start, { ...durationOf(0), days: 1 })
    : end;
}

function seriesDuration(item: Item, start: CalendarTime): SeriesDuration {
  const duration = durationOfItem(item);
  const days = nominalDays(duration);
  const milliseconds = exactMilliseconds(duration);
  if (start.kind === "allDay")
    return { days: Math.max(1, days + Math.round(milliseconds / DAY)), milliseconds: 0 };
  const zone = item.endTimeZone ? ianaZone(item.endTimeZone) : undefined;
  const tzid = item.endTimeZone === UTC_NAME ? null : (zone?.id ?? null);
  return { days, milliseconds, ...(zone && { endZone: { zone, tzid } }) };
}

function overrideAt(
  event: JSEvent,
  key: LocalDateTime,
  patch: PatchObject,
  start: CalendarTime,
): Override<JSEvent> | undefined {
  const source = occurrenceEvent(event, key);
  const recurrenceId = timeFrom(
    key,
    { timeZone: event.timeZone ?? null, allDay: start.kind === "allDay" },
    start,
  );
  const times = timesOf(source);
  if (!recurrenceId || !times) return undefined;
  return { recurrenceId, ...times, thisAndFuture: isTurn(patch), excluded: isExcluded(patch), source };
}

/** Starts that the rule may not give: every override that is not an exclusion may add one (RFC 8984 §4.3.5). */
const datesOf = (overrides: readonly Override<JSEvent>[]): RecurrenceDate[] =>
  overrides.filter(({ excluded }) => !excluded).map(({ recurrenceId }) => ({ start: recurrenceId }));

/**
 * The series that `expand` needs to find when an event takes place; `source` of a changed occurrence is the event
 * with the override applied. Fails if start or zone can't be read.
 */
export function seriesOfEvent(event: JSEvent): Result<Series<JSEvent>, CalendarProblem> {
  const times = timesOf(event);
  if (!times) {
    return failed({
      code: "invalid-jscalendar",
      properties: ["start", "timeZone"],
      detail: "no readable start",
    });
  }
  const overrides = Object.entries(event.recurrenceOverrides ?? {})
    .map(([key, patch]) => overrideAt(event, key, patch, times.start))
    .filter((override) => override !== undefined);
  const { start } = times;
  return ok({
    start,
    duration: seriesDuration(event, start),
    rules: event.recurrenceRule ? [ruleFromJs(event.recurrenceRule, start)] : [],
    exclusionRules: [],
    recurrenceDates: datesOf(overrides),
    exceptionDates: overrides.filter(({ excluded }) => excluded).map(({ recurrenceId }) => recurrenceId),
    overrides: overrides.filter(({ excluded }) => !excluded),
    source: event,
  });
}

/** One occurrence as an event of its own: override applied, `start` and `recurrenceId` set, no recurrence. */
export function occurrenceEvent(event: JSEvent, recurrenceId: LocalDateTime): JSEvent {
  const item = occurrenceOf(event, recurrenceId, event.recurrenceOverrides?.[recurrenceId]);
  return {
    ...(item as JSEvent),
    recurrenceId,
    ...(event.timeZone && { recurrenceIdTimeZone: event.timeZone }),
  };
}

/**
 * Tells whether the rule (or the start) gives an occurrence at a key, ignoring exceptions; the series is read once.
 */
export function generatorOf(item: Item): (key: LocalDateTime) => boolean {
  const isStart = (key: LocalDateTime): boolean => key === (item.start ?? item.due);
  if (!item.recurrenceRule) return isStart;
  const { recurrenceOverrides: _overrides, ...plain } = item;
  const event = { uid: "", ...plain, "@type": "Event", start: item.start ?? item.due ?? "" };
  const series = seriesOfEvent(event as JSEvent);
  if (!series.ok) return isStart;
  const frame = { timeZone: item.timeZone ?? null, allDay: isAllDay(item) };
  return (key) => {
    if (isStart(key)) return true;
    const wanted = timeFrom(key, frame, series.value.start);
    if (!wanted) return false;
    const at = instantOf(wanted, UTC);
    const found = expand(series.value, { from: at, to: at + 1 }, UTC);
    return found.ok && found.value.some(({ startInstant }) => startInstant === at);
  };
}

/** Whether the rule (or the start) gives an occurrence at a key, ignoring exceptions. */
export const isGenerated = (item: Item, key: LocalDateTime): boolean => generatorOf(item)(key);
