import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../time/instant.ts";
import { cellCount, cellsOf, claimedTime } from "./cells.ts";
import type { Claim, Facts } from "./facts.ts";
import { prepare } from "./prepare.ts";
import { claimOf, unitFor } from "./units.ts";

const canoes = prepare({ mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 3 });
const noon = Date.UTC(2026, 5, 10, 12);
const facts = (claims: readonly Claim[]): Facts => ({
  bookable: "canoes",
  labels: [],
  asker: { party: "1203", groups: [], manages: false },
  claims,
  claimsFrom: 0,
  claimsTo: Date.UTC(2030, 0),
  bookings: [],
  bookingsFrom: 0,
  pauses: [],
  sources: [],
});
const claim = (unit: number, from: number, to: number, more: Partial<Claim> = {}): Claim => ({
  unit,
  start: noon + from * HOUR,
  end: noon + to * HOUR,
  booking: `${String(unit)} ${String(from)}`,
  ...more,
});
const at = (from: number, to: number) => ({ start: noon + from * HOUR, end: noon + to * HOUR });

describe("cells", () => {
  it("of a time off the grid reach outward", () => {
    const [start, end] = [noon + 5 * MINUTE, noon + 70 * MINUTE];
    expect(claimedTime(start, end, 15 * MINUTE)).toEqual({ start: noon, end: noon + 75 * MINUTE });
    expect(cellCount(cellsOf(start, end, 15 * MINUTE))).toBe(5);
  });
  it("of a time on the grid are its own, before 1970 too", () => {
    expect(cellsOf(noon, noon + HOUR, HOUR)).toEqual({ first: noon / HOUR, last: noon / HOUR });
    expect(cellsOf(-HOUR, HOUR, HOUR)).toEqual({ first: -1, last: 0 });
  });
});

describe("the unit of a booking", () => {
  it("is one for its whole length, though at no moment all are taken", () => {
    const claims = [claim(0, 0, 1), claim(1, 1, 2), claim(2, 2, 3)];
    expect(unitFor(canoes, facts(claims), at(0, 3), noon)).toEqual({
      reason: { kind: "taken", until: noon + HOUR },
    });
  });
  it("is the one that stands empty for the shortest time before", () => {
    expect(unitFor(canoes, facts([claim(2, 0, 1), claim(1, -5, -4)]), at(1, 2), noon)).toEqual({ unit: 2 });
    expect(unitFor(canoes, facts([]), at(1, 2), noon)).toEqual({ unit: 0 });
  });
  it("is not one whose claim lies within the gap", () => {
    const cleaned = prepare({ ...canoes.rules, units: 1, gap: "PT1H" });
    expect(unitFor(cleaned, facts([claim(0, 0, 1)]), at(2, 3), noon)).toEqual({ unit: 0 });
    expect(unitFor(cleaned, facts([claim(0, 0, 1)]), at(1.5, 3), noon)).toEqual({
      reason: { kind: "taken", until: noon + 2 * HOUR },
    });
    expect(unitFor(cleaned, facts([claim(0, 3, 4)]), at(1, 2.5), noon)).toHaveProperty("reason");
  });
  it("can be one whose hold has expired, at that very moment", () => {
    const one = prepare({ ...canoes.rules, units: 1 });
    const held = facts([claim(0, 0, 1, { expires: noon })]);
    expect(unitFor(one, held, at(0, 1), noon - 1)).toEqual({ reason: { kind: "held", until: noon } });
    expect(unitFor(one, held, at(0, 1), noon)).toEqual({ unit: 0 });
  });
  it("can be the one of the booking that is moved, and of the own hold", () => {
    const one = prepare({ ...canoes.rules, units: 1 });
    const mine = facts([claim(0, 0, 2, { booking: "mine" })]);
    expect(unitFor(one, mine, { ...at(1, 3), instead: "mine" }, noon)).toEqual({ unit: 0 });
    expect(unitFor(one, mine, { ...at(1, 3), hold: "mine" }, noon)).toEqual({ unit: 0 });
    expect(unitFor(one, mine, at(1, 3), noon)).toHaveProperty("reason");
  });
  it("is the wanted one or none", () => {
    expect(unitFor(canoes, facts([]), { ...at(0, 1), unit: 2 }, noon)).toEqual({ unit: 2 });
    expect(unitFor(canoes, facts([claim(2, 0, 1)]), { ...at(0, 1), unit: 2 }, noon)).toHaveProperty(
      "reason.kind",
      "taken",
    );
    expect(unitFor(canoes, facts([]), { ...at(0, 1), unit: 3 }, noon)).toHaveProperty(
      "reason.kind",
      "notATime",
    );
  });
  it("never overlaps another claim of the unit, however many are booked one after the other", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 })), {
          maxLength: 40,
        }),
        (times) => {
          const claims: Claim[] = [];
          times.forEach(([from, length], index) => {
            const wish = { start: noon + from * 10 * MINUTE, end: noon + (from + length) * 10 * MINUTE };
            const found = unitFor(canoes, facts(claims), wish, noon);
            if ("unit" in found) claims.push(claimOf(canoes, wish, found.unit, String(index)));
          });
          const cells = claims.flatMap(({ unit, start, end }) => {
            const { first, last } = cellsOf(start, end, 15 * MINUTE);
            return Array.from(
              { length: last - first + 1 },
              (_, at_) => `${String(unit)} ${String(first + at_)}`,
            );
          });
          expect(new Set(cells).size).toBe(cells.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
