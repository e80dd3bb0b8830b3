import { MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, timeOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import { isDrawnAsBar, touchedDays } from "../layout/touched-days.ts";
import type { ShownOccurrence } from "../store/items/occurrences.ts";

/** The part of a timed occurrence that falls on one day. */
export interface DaySegment {
  readonly occurrence: ShownOccurrence;
  /** minutes of the day on the viewer's clock, 0–1440 */
  readonly from: number;
  readonly to: number;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** A whole-day occurrence by day numbers; `endDay` is exclusive. */
export interface LaneOccurrence {
  readonly occurrence: ShownOccurrence;
  readonly startDay: number;
  readonly endDay: number;
  /** its own in the lane, where it stands there more than once */
  readonly id?: string;
  /** the occurrence continues beyond the part shown */
  readonly isOpenBefore?: boolean;
  readonly isOpenAfter?: boolean;
}

export interface ViewContents {
  readonly lane: readonly LaneOccurrence[];
  /** per day of the view, in order of time */
  readonly days: readonly (readonly DaySegment[])[];
}

/** Sorts the occurrences of a view into the all-day lane and its days. */
export function contentsOf(
  occurrences: readonly ShownOccurrence[],
  days: readonly Local[],
  zone: Zone,
): ViewContents {
  const lane: LaneOccurrence[] = [];
  const byDay = new Map<number, DaySegment[]>(days.map((day) => [dayOf(day), []]));
  for (const occurrence of occurrences) {
    if (isDrawnAsBar(occurrence)) lane.push({ occurrence, ...touchedDays(occurrence, zone) });
    else for (const [day, segment] of segmentsOf(occurrence, zone)) byDay.get(day)?.push(segment);
  }
  return { lane, days: [...byDay.values()] };
}

function segmentsOf(occurrence: ShownOccurrence, zone: Zone): [number, DaySegment][] {
  const start = zone.toLocal(occurrence.start);
  const end = zone.toLocal(occurrence.end);
  const [first, last] = [dayOf(start), dayOf(end)];
  const minutes = (local: Local): number => timeOfDay(local) / MINUTE;
  if (first === last || (last === first + 1 && minutes(end) === 0)) {
    const to = first === last ? minutes(end) : 1440;
    // When clocks go back, an event can end at an earlier reading than it starts.
    return [
      [
        first,
        { occurrence, from: minutes(start), to: Math.max(to, minutes(start)), isStart: true, isEnd: true },
      ],
    ];
  }
  const until = { occurrence, from: minutes(start), to: 1440, isStart: true, isEnd: false };
  const after = { occurrence, from: 0, to: minutes(end), isStart: false, isEnd: true };
  return minutes(end) === 0
    ? [[first, until]]
    : [
        [first, until],
        [last, after],
      ];
}
