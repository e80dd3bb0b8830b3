import { hoursOutside } from "@snart/calendar/free-busy/hours-outside.ts";
import { mergeBusyPeriods, type BusyPeriod } from "@snart/calendar/free-busy/merge-busy-periods.ts";
import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { addDays, asLocal, startOfDay, weekday, type Local } from "@snart/calendar/time/local.ts";
import { USUAL_WEEK, type WorkingWeek } from "@snart/calendar/time/working-hours.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { Span } from "../../../store/items/span.ts";
import type { FreeRow } from "../availability/free-rows.ts";

/** Some days side by side, of each the same hours, on one even scale. */
export interface Timeline {
  /** each at midnight, on the viewer's clock */
  readonly days: readonly Local[];
  /** the first hour that is shown, since midnight, ms */
  readonly from: number;
  /** exclusive */
  readonly to: number;
  readonly viewer: Zone;
}

const FIRST = 7 * HOUR;
const LAST = 18 * HOUR;
/** Who works on few days of the week is shown no farther than this. */
const MOST_SKIPPED = 14;

interface TimelineOf {
  readonly span: Span;
  readonly viewer: Zone;
  readonly count: number;
  /** the viewer's own; days off are skipped, unless the time is on one */
  readonly week: WorkingWeek | undefined;
}

/** Returns the day of a time and the working days after it, from seven to six, or longer where the time is outside that. */
export function timelineOf({ span, viewer, count, week = USUAL_WEEK }: TimelineOf): Timeline {
  const first = startOfDay(viewer.toLocal(span.start));
  const days = [first];
  for (let day = addDays(first, 1), tried = 0; days.length < count; day = addDays(day, 1), tried++)
    if (week[weekday(day) - 1] || tried >= MOST_SKIPPED) days.push(day);
  const [start, end] = [viewer.toLocal(span.start) - first, viewer.toLocal(span.end) - first];
  const from = Math.min(FIRST, Math.floor(start / HOUR) * HOUR);
  return { days, from, to: Math.min(DAY, Math.max(LAST, Math.ceil(end / HOUR) * HOUR)), viewer };
}

/** Returns the same timeline as long as a time is on it, so that nothing moves beneath the pointer, else a new one. */
export function followedTimeline(last: Timeline, of: TimelineOf): Timeline {
  const isSame = last.days.length === of.count && last.viewer.id === of.viewer.id;
  return isSame && isShown(last, of.span) ? last : timelineOf(of);
}

function isShown({ days, from, to, viewer }: Timeline, { start, end }: Span): boolean {
  const first = viewer.toLocal(start);
  const day = startOfDay(first);
  return days.includes(day) && first - day >= from && viewer.toLocal(end) - day <= to;
}

/** A part of the scale, as shares of its width. */
export interface Piece {
  readonly left: number;
  readonly width: number;
}

/** Returns the parts of a period that the timeline shows, one for each day. */
export function piecesOf({ days, from, to, viewer }: Timeline, period: Period): readonly Piece[] {
  return days.flatMap((day, index) => {
    const [start, end] = [period.from, period.to].map((at) =>
      Math.min(Math.max(viewer.toLocal(at) - day, from), to),
    ) as [number, number];
    if (start >= end) return [];
    const share = (at: number): number => (index + (at - from) / (to - from)) / days.length;
    return [{ left: share(start), width: share(end) - share(start) }];
  });
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** Returns the moment at a share of the timeline's width. */
export function instantAt({ days, from, to, viewer }: Timeline, share: number): number {
  const within = Math.min(Math.max(share, 0), 1 - Number.EPSILON) * days.length;
  const day = days[Math.floor(within)] ?? asLocal(0);
  return viewer.toInstant(asLocal(day + from + (within % 1) * (to - from)));
}

/** Returns the times outside somebody's working hours, those that they have given and those of their week. */
export function outsideOf({ busy, zone, hours, part }: FreeRow, window: Period): readonly BusyPeriod[] {
  const said = (busy ?? []).filter(({ type }) => type === "BUSY-UNAVAILABLE");
  return mergeBusyPeriods([...said, ...(part === "room" ? [] : hoursOutside(window, zone, hours))]);
}

/** Returns the window from the first to the last moment of a timeline. */
export const windowOf = ({ days, viewer }: Timeline): Period => ({
  from: viewer.toInstant(days[0] ?? asLocal(0)),
  to: viewer.toInstant(addDays(days.at(-1) ?? asLocal(0), 1)),
});

/** A stretch in which everybody can come, or all but one. */
export interface ComingStretch extends Period {
  readonly isForAll: boolean;
}

const STEP = HOUR / 4;

/** Returns when everybody can come within their hours, and when one person has to give way. Rooms do not count. */
export function comingStretches(rows: readonly FreeRow[], timeline: Timeline): readonly ComingStretch[] {
  const window = windowOf(timeline);
  const taken = rows
    .filter(({ part }) => part !== "room")
    .map((row) => [
      ...(row.busy ?? []).filter(({ type }) => type !== "BUSY-UNAVAILABLE"),
      ...outsideOf(row, window),
    ]);
  const found: { from: number; to: number; isForAll: boolean }[] = [];
  for (const day of timeline.days)
    for (let local = timeline.from; local < timeline.to; local += STEP) {
      const from = timeline.viewer.toInstant(asLocal(day + local));
      const to = from + STEP;
      const missing = taken.filter((periods) => periods.some((one) => one.from < to && from < one.to)).length;
      // Of two people, the other is always free.
      if (missing > 1 || (missing === 1 && taken.length < 3)) continue;
      const last = found.at(-1);
      if (last && last.to === from && last.isForAll === (missing === 0)) last.to = to;
      else found.push({ from, to, isForAll: missing === 0 });
    }
  return found;
}
