import { HOUR, MINUTE, type Instant } from "@snart/calendar/time/instant.ts";
import type { ShownOccurrence } from "../../store/items/occurrences.ts";
import type { Span } from "../../store/items/span.ts";
import { takesTime } from "../../store/items/takes-time.ts";

/** The hours that stand around a new event. */
const STRIP = 6 * HOUR;

/** What the strip of hours shows; ends are exclusive. */
export interface HoursAround {
  readonly from: Instant;
  readonly to: Instant;
  /** in the order of their starts */
  readonly blocks: readonly HourBlock[];
}

/** What takes time, and where it is drawn. */
interface HourBlock {
  readonly occurrence: ShownOccurrence;
  /** the half that it has to itself; null: nothing else takes its time */
  readonly lane: "upper" | "lower" | null;
}

/** Returns what takes the viewer's time during a span, in the order of starts. Whole days take nobody's hours. */
export const clashesWith = (
  span: Span,
  occurrences: readonly ShownOccurrence[],
  address: string,
): readonly ShownOccurrence[] =>
  span.allDay
    ? []
    : occurrences
        .filter((it) => takesTime(it, address) && it.start < span.end && it.end > span.start)
        .toSorted((a, b) => a.start - b.start || a.end - b.end);

/**
 * Returns the hours around a span of less than a day, and what takes time in them. They begin at a half or whole hour of UTC, which in
 * some zones is another minute.
 */
export function hoursAround(
  span: Span,
  occurrences: readonly ShownOccurrence[],
  address: string,
): HoursAround {
  const length = Math.max(STRIP, Math.ceil((span.end - span.start + 2 * HOUR) / HOUR) * HOUR);
  const middle = (span.start + span.end) / 2;
  const from = Math.floor((middle - length / 2) / (30 * MINUTE)) * 30 * MINUTE;
  const to = from + length;
  const inside = clashesWith({ start: from, end: to, allDay: false }, occurrences, address);
  return { from, to, blocks: inLanes(inside) };
}

/** Puts what overlaps into two halves; a third one lies over the lower half. */
function inLanes(occurrences: readonly ShownOccurrence[]): readonly HourBlock[] {
  let upperEnd = -Infinity;
  return occurrences.map((occurrence) => {
    const { start, end } = occurrence;
    if (!occurrences.some((it) => it !== occurrence && it.start < end && it.end > start))
      return { occurrence, lane: null };
    if (start < upperEnd) return { occurrence, lane: "lower" };
    upperEnd = end;
    return { occurrence, lane: "upper" };
  });
}
