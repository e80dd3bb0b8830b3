import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { END_OF_TIME } from "../columns.ts";
import { intervalNode, intervalProbe } from "./interval-tree.ts";

const HOUR = 3_600_000;
const YEAR = 8_766 * HOUR;

interface Interval {
  readonly start: number;
  readonly end: number | null;
}

const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 20) }),
  fc.integer({ min: Date.UTC(1890, 0, 1), max: Date.UTC(2400, 0, 1) }),
  fc.integer({ min: 480_000, max: 500_000 }).map((hour) => hour * HOUR),
  fc.constantFrom(-8.64e15, 8.64e15, 0, -1, Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)),
);
const length = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 3 * HOUR }),
  fc.integer({ min: 0, max: 40 * YEAR }),
);
const interval: fc.Arbitrary<Interval> = fc.oneof(
  fc.tuple(instant, length).map(([start, ms]) => ({ start, end: start + ms })),
  instant.map((start) => ({ start, end: null })),
);
const bound = fc.option(instant, { nil: null, freq: 6 });

/** The index's question, asked about the interval itself. */
const touches = ({ start, end }: Interval, from: number | null, to: number | null) =>
  (from === null || (end ?? END_OF_TIME) >= from) && (to === null || start < to);

/** The question in the form of the queries. */
function found({ start, end }: Interval, from: number | null, to: number | null): boolean {
  const probe = intervalProbe(from, to);
  const node = intervalNode(start, end);
  const isCandidate =
    probe.before.includes(node) || probe.after.includes(node) || (node >= probe.first && node <= probe.last);
  return isCandidate && touches({ start, end }, from, to);
}

describe("the interval tree", () => {
  it("finds exactly the intervals that touch a range", () => {
    fc.assert(
      fc.property(interval, bound, bound, (one, from, to) => {
        fc.pre(from === null || to === null || from < to);
        expect(found(one, from, to)).toBe(touches(one, from, to));
      }),
      { numRuns: 20_000 },
    );
  });

  it("tests no more inside the range, except within an hour of its edges", () => {
    fc.assert(
      fc.property(interval, instant, instant, (one, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const probe = intervalProbe(from, to);
        const node = intervalNode(one.start, one.end);
        if (node > probe.first && node < probe.last) expect(touches(one, from - HOUR, to + HOUR)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("needs only one bound on the nodes before and after the range", () => {
    fc.assert(
      fc.property(interval, instant, instant, (one, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
        const probe = intervalProbe(from, to);
        const node = intervalNode(one.start, one.end);
        if (probe.before.includes(node) && (one.end ?? END_OF_TIME) >= from)
          expect(touches(one, from, to)).toBe(true);
        if (probe.after.includes(node) && one.start < to) expect(touches(one, from, to)).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it("reads few nodes for any range", () => {
    fc.assert(
      fc.property(bound, bound, (from, to) => {
        const { before, after, first, last } = intervalProbe(from, to);
        expect(before.length + after.length).toBeLessThanOrEqual(42);
        expect(first).toBeLessThanOrEqual(last);
        for (const node of before) expect(node).toBeLessThan(first);
        for (const node of after) expect(node).toBeGreaterThan(last);
      }),
    );
  });

  it("puts short intervals low and endless ones high", () => {
    const start = Date.UTC(2026, 10, 20, 9);
    expect(intervalNode(start, start + HOUR / 2)).toBe(intervalNode(start, start));
    expect(intervalNode(start, null)).toBe(2 ** 21);
    expect(intervalNode(start, start - HOUR)).toBe(intervalNode(start, start));
  });
});
