import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../testing/cpu-ms.ts";
import { mergeBusyPeriods, withoutStretches, type BusyPeriod, type BusyType } from "./merge-busy-periods.ts";

const LAST = 40;
const TYPES: readonly BusyType[] = ["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"];
const stretch = fc.tuple(fc.nat(LAST), fc.nat(LAST)).map(([from, to]) => ({ from, to }));
const period: fc.Arbitrary<BusyPeriod> = fc
  .tuple(stretch, fc.constantFrom(...TYPES))
  .map(([times, type]) => ({ ...times, type }));
const covers = (at: number) => (p: { from: number; to: number }) => p.from <= at && at < p.to;

/** The type at one moment, found by looking at every period: slow and simple. */
function typeAt(periods: readonly BusyPeriod[], at: number): BusyType | undefined {
  const there = periods.filter(covers(at)).map(({ type }) => type);
  return TYPES.find((type) => there.includes(type));
}

describe("merging busy periods", () => {
  it("gives the strongest type at every moment, in as few periods as possible", () => {
    fc.assert(
      fc.property(fc.array(period, { maxLength: 12 }), (periods) => {
        const merged = mergeBusyPeriods(periods);
        for (let at = 0; at <= LAST; at++) expect(typeAt(merged, at)).toBe(typeAt(periods, at));
        for (const [index, { from, to, type }] of merged.entries()) {
          expect(from).toBeLessThan(to);
          const next = merged[index + 1];
          if (next) expect(to < next.from || (to === next.from && type !== next.type)).toBe(true);
        }
      }),
    );
  });
  it("removes stretches and leaves the rest unchanged", () => {
    fc.assert(
      fc.property(fc.array(period, { maxLength: 8 }), fc.array(stretch, { maxLength: 8 }), (periods, out) => {
        const left = withoutStretches(periods, out);
        for (let at = 0; at <= LAST; at++)
          expect(typeAt(left, at)).toBe(out.some(covers(at)) ? undefined : typeAt(periods, at));
      }),
    );
  });
  it("takes no longer than sorting, however many periods there are", () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ({
      from: i * 2,
      to: i * 2 + 3,
      type: TYPES[i % 3] ?? "BUSY",
    }));
    const before = cpuMs();
    expect(withoutStretches(mergeBusyPeriods(many), many).length).toBe(0);
    expect(cpuMs() - before).toBeLessThan(3_000);
  });
});
