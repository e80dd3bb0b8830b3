import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventType } from "./event-type.ts";
import { hostInTurn } from "./host-in-turn.ts";
import { prepareEventType } from "./prepare.ts";

const DAY = 86_400_000;
const NOW = Date.parse("2026-11-23T10:20:00Z");
const type = (...weights: readonly (number | undefined)[]): EventType => ({
  timeZone: "Europe/Stockholm",
  lengths: ["PT30M"],
  start: { every: "PT30M" },
  schedule: { of: "host" },
  horizon: { within: "P60D" },
  hosts: ["anna", "bo", "cia"].map((id, at) => {
    const weight = weights[at];
    return { id, ...(weight !== undefined && { weight }) };
  }),
  mode: "rotate",
});
const ALL = ["cia", "bo", "anna"];
const made = (host: string, days: number) => ({ hosts: [host], booked: NOW - days * DAY });

const turn = (
  history: readonly ReturnType<typeof made>[],
  able: readonly string[] = ALL,
  ...weights: readonly (number | undefined)[]
) => hostInTurn(prepareEventType(type(...weights)), able, history, NOW);

describe("the host whose turn it is", () => {
  it("has the fewest bookings of those who can", () => {
    const history = [made("anna", 1), made("bo", 2), made("bo", 3), made("cia", 4), made("cia", 5)];
    expect(turn(history)).toBe("anna");
    expect(turn([...history, made("anna", 6), made("anna", 7)])).toBe("cia");
    expect(turn(history, ["bo"])).toBe("bo");
    expect(turn(history, [])).toBeUndefined();
  });

  it("has a share by weight", () => {
    const history = [made("anna", 1), made("anna", 2), made("bo", 3), made("cia", 4)];
    // Two of three are less than one of one.
    expect(turn(history, ALL, 3, 1, 1)).toBe("anna");
    // Two of two are as much as one of one: Cia was booked longest ago.
    expect(turn(history, ALL, 2, 1, 1)).toBe("cia");
  });

  it("was booked longest ago where shares are equal, and never is longest", () => {
    expect(turn([made("anna", 3), made("bo", 5), made("cia", 4)])).toBe("bo");
    expect(turn([made("anna", 40), made("bo", 50)])).toBe("cia");
    expect(turn([made("anna", 40), made("bo", 50), made("cia", 45)])).toBe("bo");
  });

  it("is the first by id where nothing else tells them apart", () => {
    expect(turn([])).toBe("anna");
    expect(turn([], ["cia", "bo"])).toBe("bo");
  });

  it("counts thirty days, and nothing that was booked before them", () => {
    expect(turn([made("anna", 30), made("bo", 29), made("cia", 29)])).toBe("anna");
    expect(turn([made("anna", 29.99), made("bo", 1), made("cia", 2)])).toBe("anna");
    expect(turn([made("anna", 29.99), made("anna", 29), made("bo", 1), made("cia", 2)])).toBe("cia");
  });

  it("does not depend on any order, and gives each a share by weight over time", () => {
    fc.assert(
      fc.property(
        fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 5 }))),
        fc.shuffledSubarray(ALL, { minLength: 3 }),
        (weights, able) => {
          const sum = weights.reduce((a, b) => a + b, 0);
          const history: ReturnType<typeof made>[] = [];
          for (let round = 0; round < sum; round++) {
            const chosen = turn(history, able, ...weights) ?? "";
            expect(turn(history.toReversed(), able.toReversed(), ...weights)).toBe(chosen);
            history.push(made(chosen, 20 - round / 10));
          }
          for (const [at, id] of ["anna", "bo", "cia"].entries())
            expect(history.filter(({ hosts }) => hosts[0] === id).length).toBe(weights[at]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
