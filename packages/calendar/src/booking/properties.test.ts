import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bookingRules, bookingTrial, type Trial } from "../testing/booking-arbitrary.ts";
import { naiveJudge } from "../testing/naive-judge.ts";
import { judge } from "./judge.ts";
import { dayAt } from "./passes.ts";
import { prepare } from "./prepare.ts";
import { readRules } from "./read-rules.ts";
import type { Reason } from "./reason.ts";
import { slotsOf } from "./slots.ts";
import { unitFor } from "./units.ts";
import { verdictOn } from "./verdict.ts";

/** The same trials each time, so that what they must reach is certain; others and more with SNART_BOOKING_RUNS=5000. */
const wanted = process.env["SNART_BOOKING_RUNS"];
const RUNS = Number(wanted ?? 400);
const runs = (count: number) => ({
  numRuns: Math.ceil(count),
  ...(wanted === undefined && { seed: 20_261_128 }),
});

const nameOf = (reason: Reason): string => {
  if (reason.kind === "quota") return `quota ${String(reason.index)}`;
  return reason.kind === "held" ? "taken" : reason.kind;
};

const shuffled = <T>(list: readonly T[], by: number): readonly T[] =>
  list
    .map((each, index) => ({ each, key: (index * 7919 + by) % 31 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ each }) => each);

/** The verdict without approvals, which pass by what is compared. */
const verdictOf = ({ rules, facts, wish, now }: Trial) => verdictOn(prepare(rules), facts, wish, now);

describe("random rules", () => {
  it("are rules that can be read", () => {
    fc.assert(
      fc.property(bookingRules, (rules) => {
        const read = readRules(JSON.parse(JSON.stringify(rules)));
        expect(read).toEqual({ ok: true, value: rules });
      }),
      runs(RUNS / 4),
    );
  });

  it("are judged as by a second judge that counts minutes and dates", () => {
    let granted = 0;
    const kinds = new Set<string>();
    fc.assert(
      fc.property(bookingTrial, (trial) => {
        const naive = naiveJudge(trial.rules, trial.facts, trial.wish, trial.now);
        const verdict = verdictOf(trial);
        const reasons = verdict.ok ? [] : verdict.reasons.map(nameOf);
        for (const reason of reasons) kinds.add(reason.split(" ")[0] ?? "");
        if (verdict.ok) granted++;
        expect([...new Set(reasons)].toSorted()).toEqual(naive.reasons);
        expect(verdict.ok).toBe(naive.ok);
        if (verdict.ok) expect(naive.freeUnits).toContain(verdict.unit);
      }),
      runs(RUNS),
    );
    // The trials are of use only if they reach both answers, and every reason that the second judge knows.
    expect(granted).toBeGreaterThan(20);
    expect([...kinds].toSorted()).toEqual([
      "adjacent",
      "byLot",
      "closed",
      "elsewhere",
      "maintenance",
      "noSeries",
      "notAllowed",
      "notYet",
      "offGrid",
      "paused",
      "quota",
      "rulesNotAccepted",
      "taken",
      "tooClose",
      "tooLate",
      "tooLong",
      "tooShort",
      "unknown",
      "wrongDay",
    ]);
  });

  it("are judged alike whatever the order of the facts", () => {
    fc.assert(
      fc.property(bookingTrial, fc.nat(30), (trial, by) => {
        const { rules, facts, wish, now } = trial;
        const other = {
          ...facts,
          claims: shuffled(facts.claims, by),
          bookings: shuffled(facts.bookings, by),
          sources: shuffled(facts.sources, by),
        };
        expect(judge(prepare(rules), other, wish, now)).toEqual(judge(prepare(rules), facts, wish, now));
      }),
      runs(RUNS / 2),
    );
  });

  it("never take a slot away when somebody else's booking goes", () => {
    fc.assert(
      fc.property(bookingTrial, fc.nat(5), (trial, which) => {
        const { rules, facts, wish, now } = trial;
        const prepared = prepare(rules);
        if (!verdictOn(prepared, facts, wish, now).ok) return;
        const fewer = { ...facts, claims: facts.claims.filter((_, index) => index !== which) };
        expect(verdictOn(prepared, fewer, wish, now).ok).toBe(true);
      }),
      runs(RUNS),
    );
  });

  it("show only slots that can be booked, and hide none without a reason", () => {
    let shown = 0;
    fc.assert(
      fc.property(bookingTrial, ({ rules, facts, now }) => {
        const prepared = prepare(rules);
        const today = dayAt(prepared, now);
        for (const slot of slotsOf(prepared, facts, { first: today - 1, last: today + 6 }, now)) {
          const verdict = judge(prepared, facts, { start: slot.start, end: slot.end }, now);
          if (slot.state === "free") {
            shown++;
            expect(verdict.ok).toBe(true);
            expect(unitFor(prepared, facts, slot, now)).toHaveProperty("unit");
          } else if (!verdict.ok) expect(verdict.reasons.length).toBeGreaterThan(0);
          else expect(["yours", "requested"]).toContain(slot.state);
        }
      }),
      runs(RUNS / 20),
    );
    expect(shown).toBeGreaterThan(100);
  });

  it("offer only ways out that can be booked, at most three", () => {
    let offered = 0;
    fc.assert(
      fc.property(bookingTrial, ({ rules, facts, wish, now }) => {
        const prepared = prepare(rules);
        const verdict = judge(prepared, facts, wish, now);
        if (verdict.ok) return;
        expect(verdict.alternatives.length).toBeLessThanOrEqual(3);
        for (const { start, end, instead } of verdict.alternatives) {
          offered++;
          const other = { ...wish, start, end, ...(instead !== undefined && { instead }) };
          expect(verdictOn(prepared, facts, other, now).ok).toBe(true);
          expect(start).not.toBe(wish.start);
          const exchanged = facts.bookings.find(({ id }) => id === instead);
          expect(exchanged?.start === start && exchanged.end === end).toBe(false);
        }
      }),
      runs(RUNS / 2),
    );
    expect(offered).toBeGreaterThan(20);
  });

  it("can be booked at the moment that a refusal names, if nothing changes until then", () => {
    let named = 0;
    fc.assert(
      fc.property(bookingTrial, ({ rules, facts, wish, now }) => {
        const prepared = prepare(rules);
        const verdict = verdictOn(prepared, facts, wish, now);
        if (verdict.ok || verdict.opensAt === undefined) return;
        named++;
        expect(verdict.opensAt).toBeGreaterThan(now);
        expect(verdictOn(prepared, facts, wish, verdict.opensAt).ok).toBe(true);
      }),
      runs(RUNS),
    );
    expect(named).toBeGreaterThan(5);
  });
});
