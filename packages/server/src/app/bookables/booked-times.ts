import { BOOKING_LIMITS } from "@snart/calendar/booking/limits.ts";
import { busyTypeOf } from "@snart/calendar/free-busy/busy-type.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component } from "@snart/calendar/icalendar/component.ts";
import { expand } from "@snart/calendar/recurrence/expand.ts";
import { seriesOfObject } from "@snart/calendar/recurrence/series.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { findAttendee, partstatOf, type IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import { keyOfTime, type InstanceKey } from "@snart/calendar/scheduling/instance.ts";
import { instantOf, ownLocal } from "@snart/calendar/time/calendar-time.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT, type Instant } from "@snart/calendar/time/instant.ts";
import type { Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Problem } from "../problems.ts";

/** One date of an event that takes a bookable's time. */
export interface BookedTime {
  /** Which date of a series; null: the event is single. */
  readonly recurrenceId: Instant | null;
  /** The same date as scheduling names it … */
  readonly key: InstanceKey | null;
  /** … and as the event's own clocks show it; null: the event is single. */
  readonly local: Local | null;
  readonly start: Instant;
  /** Exclusive. */
  readonly end: Instant;
}

/** A series is booked so far ahead, which is less than rules may allow; what lies beyond is booked when it comes nearer. */
const HORIZON = BOOKING_LIMITS.horizonMonths * 30 * DAY;

/**
 * When an event asks for its bookable's time: what is cancelled asks for none, nor what has no length. Of a series, dates that
 * end after `now` and begin within the horizon.
 * @param zone of all-day and floating times
 * @param isAsked of which of its components
 */
export function askedTimes(
  object: CalendarObject,
  zone: Zone,
  now: Instant,
  isAsked: (component: Component) => boolean = () => true,
): Result<readonly BookedTime[], Problem> {
  const series = seriesOfObject(object);
  if (!series.ok) return failed({ code: "invalid-calendar-data", problem: series.problem });
  const limit = BOOKING_LIMITS.bookingsInSeries;
  const isSingle =
    series.value.rules.length + series.value.recurrenceDates.length + series.value.overrides.length === 0;
  const window = isSingle ? { from: MIN_INSTANT, to: MAX_INSTANT } : { from: now, to: now + HORIZON };
  const dates = expand(series.value, window, zone, { maxOccurrences: limit });
  if (!dates.ok) return failed({ code: "invalid-calendar-data", problem: dates.problem });
  return ok(
    dates.value.flatMap(({ recurrenceId, startInstant: start, endInstant: end, source }) =>
      busyTypeOf(source) === undefined || end <= start || !isAsked(source)
        ? []
        : [
            {
              recurrenceId: recurrenceId && instantOf(recurrenceId, zone),
              key: recurrenceId && keyOfTime(recurrenceId),
              local: recurrenceId && ownLocal(recurrenceId),
              start,
              end,
            },
          ],
    ),
  );
}

/** Whether a series has dates beyond what is booked ahead. */
export function goesOnAfterHorizon(object: CalendarObject, zone: Zone, now: Instant): boolean {
  const series = seriesOfObject(object);
  if (!series.ok || series.value.rules.length + series.value.recurrenceDates.length === 0) return false;
  const window = { from: now + HORIZON, to: now + 2 * HORIZON };
  const dates = expand(series.value, window, zone, { maxOccurrences: 1 });
  // More than one is too many to count here.
  return !dates.ok || dates.value.length > 0;
}

/**
 * Whether a part of an event takes the bookable's time: what its managers enter does, and an invitation that it has accepted, or accepted
 * with reservation until a manager says.
 */
export const takesTime =
  (isBookable: IsAddressOf) =>
  (component: Component): boolean => {
    const line = findAttendee(component, isBookable);
    return !line || ["ACCEPTED", "TENTATIVE"].includes(partstatOf(line));
  };

/** Whether a part of an event asks for the bookable's time, and it has declined. */
export const isRefusedTime =
  (isBookable: IsAddressOf) =>
  (component: Component): boolean => {
    const line = findAttendee(component, isBookable);
    return line !== undefined && partstatOf(line) === "DECLINED";
  };
