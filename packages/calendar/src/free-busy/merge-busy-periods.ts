import type { Instant } from "../time/instant.ts";

/** RFC 5545 §3.2.9: a free time is simply not listed. */
export type BusyType = "BUSY" | "BUSY-UNAVAILABLE" | "BUSY-TENTATIVE";

/** From inclusive, to exclusive, within the window asked for. */
export interface BusyPeriod {
  readonly from: Instant;
  readonly to: Instant;
  readonly type: BusyType;
}

/**
 * Strongest first: where periods overlap, the answer gives the stronger type (as Principal/getAvailability asks of
 * JMAP servers).
 */
const STRENGTH: readonly BusyType[] = ["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"];

/** A moment at which this many periods of a type begin (or, below zero, end). */
interface Edge {
  readonly at: Instant;
  readonly rank: number;
  readonly change: 1 | -1;
}

/**
 * Periods without overlaps, by start, joined where two of a type touch; where several overlap, the strongest type
 * wins: BUSY, then BUSY-UNAVAILABLE, then BUSY-TENTATIVE. Empty periods are dropped. Takes n log n.
 */
export function mergeBusyPeriods(periods: readonly BusyPeriod[]): readonly BusyPeriod[] {
  const edges = periods.flatMap(({ from, to, type }): Edge[] => {
    const rank = STRENGTH.indexOf(type);
    return from < to
      ? [
          { at: from, rank, change: 1 },
          { at: to, rank, change: -1 },
        ]
      : [];
  });
  edges.sort((a, b) => a.at - b.at);
  const merged: BusyPeriod[] = [];
  const open = STRENGTH.map(() => 0);
  let since: Instant = 0;
  for (const { at, rank, change } of edges) {
    const type = STRENGTH[open.findIndex((count) => count > 0)];
    if (type && since < at) append(merged, { from: since, to: at, type });
    open[rank] = (open[rank] ?? 0) + change;
    since = at;
  }
  return merged;
}

/** Adds a later period, joining it to the previous one if they touch. */
function append(periods: BusyPeriod[], period: BusyPeriod): void {
  const last = periods.at(-1);
  if (last?.to === period.from && last.type === period.type) {
    periods[periods.length - 1] = { ...last, to: period.to };
  } else periods.push(period);
}

/** A stretch of time: from inclusive, to exclusive. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
}

/** The parts of periods outside the given stretches; the stretches may overlap. Takes n log n. */
export function withoutStretches(
  periods: readonly BusyPeriod[],
  stretches: readonly Stretch[],
): readonly BusyPeriod[] {
  const covers = mergeBusyPeriods(stretches.map(({ from, to }) => ({ from, to, type: "BUSY" })));
  const left: BusyPeriod[] = [];
  let first = 0;
  for (const period of mergeBusyPeriods(periods)) {
    // Both lists are in order and without overlaps: what ended before this period ended before every later one.
    while ((covers[first]?.to ?? Infinity) <= period.from) first++;
    let { from } = period;
    for (let index = first; (covers[index]?.from ?? Infinity) < period.to; index++) {
      const cover = covers[index];
      if (!cover) break;
      if (from < cover.from) left.push({ ...period, from, to: cover.from });
      from = Math.max(from, cover.to);
    }
    if (from < period.to) left.push({ ...period, from });
  }
  return left;
}
