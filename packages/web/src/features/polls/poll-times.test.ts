import { DAY, HOUR } from "@snart/calendar/time/instant.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { askedOf, freeAt, momentAt, placeIn, weekFrom, withSuggested } from "./poll-times.ts";

const STOCKHOLM = ianaZone("Europe/Stockholm") ?? UTC;
const NOW = Date.parse("2026-11-20T12:00:00Z");
const busy = (from: number, to: number) => ({ from, to, type: "BUSY" as const });
const known = new Map([
  ["elin", { timeZone: null, busy: [busy(NOW, NOW + 14 * DAY)], absences: [] }],
  ["nils", { timeZone: null, busy: [], absences: [] }],
]);
const people = ["elin", "nils", "bo"].map((id) => ({ id, name: id }));
const asked = askedOf(people, known, STOCKHOLM);

describe("the times of a new poll", () => {
  it("are suggested when everybody is free of whom it is known, and those that are there stay", () => {
    const own = NOW + 3 * DAY;
    const options = withSuggested([own], asked, HOUR, NOW, STOCKHOLM);
    expect(options).toHaveLength(5);
    expect(options).toContain(own);
    for (const start of options.filter((each) => each !== own))
      expect(start).toBeGreaterThanOrEqual(NOW + 14 * DAY);
    expect(withSuggested(options, asked, HOUR, NOW, STOCKHOLM)).toEqual(options);
  });

  it("say how many are free of whom it is known, and of whom nothing is", () => {
    expect(freeAt(asked, NOW + DAY, HOUR)).toEqual({ free: 1, known: 2, unknown: ["bo"] });
    expect(freeAt(asked, NOW + 15 * DAY, HOUR).free).toBe(2);
  });

  it.each([
    ["2026-10-25T12:00:00Z", "2026-10-18T22:00:00.000Z", 7 * DAY + HOUR],
    ["2026-03-29T12:00:00Z", "2026-03-22T23:00:00.000Z", 7 * DAY - HOUR],
    ["2026-11-23T00:00:00Z", "2026-11-22T23:00:00.000Z", 7 * DAY],
  ])("stand in the week of %s, whatever the clocks do", (at, monday, length) => {
    const week = weekFrom(Date.parse(at), STOCKHOLM);
    expect(new Date(week[0] ?? 0).toISOString()).toBe(monday);
    expect((week[7] ?? 0) - (week[0] ?? 0)).toBe(length);
  });

  it("begin on a quarter of an hour where the pointer is, and stand where they begin", () => {
    const [monday = 0] = weekFrom(NOW, STOCKHOLM);
    const at = momentAt(monday, 0.4, STOCKHOLM);
    expect(new Date(at).toISOString()).toBe("2026-11-16T12:00:00.000Z");
    expect(placeIn(monday, { from: at, to: at + HOUR }, STOCKHOLM)?.top).toBeCloseTo(40);
    expect(placeIn(monday, { from: at - 12 * HOUR, to: at - 11 * HOUR }, STOCKHOLM)).toBeUndefined();
    for (const part of [-5, 0, 1, 7]) expect(momentAt(monday, part, STOCKHOLM) % (15 * 60_000)).toBe(0);
  });
});
