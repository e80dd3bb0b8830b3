import { describe, expect, it } from "vitest";
import { HOUR } from "../../time/instant.ts";
import type { Claim, Facts } from "../facts.ts";
import { bookableStarts, closedTimes, joined, takenTimes } from "./free-times.ts";
import { prepare } from "../prepare.ts";
import type { BookingRules } from "../rules.ts";

const at = (text: string): number => Date.parse(`2026-11-${text}:00Z`);
const RULES: BookingRules = {
  mode: "free",
  timeZone: "Etc/UTC",
  cellMinutes: 15,
  units: 2,
  open: [{ days: ["mo", "tu", "we", "th", "fr"], from: "08:00", to: "17:00" }],
};
const claim = (unit: number, from: string, to: string): Claim => ({
  unit,
  start: at(from),
  end: at(to),
  booking: from,
});
const facts = (...claims: readonly Claim[]): Facts => ({
  bookable: "room",
  labels: [],
  asker: { party: "me", groups: [], manages: false },
  claims,
  claimsFrom: 0,
  claimsTo: 8e15,
  bookings: [],
  bookingsFrom: 0,
  pauses: [],
  sources: [],
});
const MONDAY = { start: at("23T00:00"), end: at("24T00:00") };
const NOW = at("20T12:00");

describe("a thing's times", () => {
  it("are taken where claims have all its units", () => {
    const both = facts(claim(0, "23T09:00", "23T11:00"), claim(1, "23T10:00", "23T12:00"));
    expect(takenTimes(prepare(RULES), both, MONDAY, NOW)).toEqual([
      { start: at("23T10:00"), end: at("23T11:00") },
    ]);
    const held = { ...claim(1, "23T10:00", "23T12:00"), expires: NOW };
    expect(takenTimes(prepare(RULES), facts(claim(0, "23T09:00", "23T11:00"), held), MONDAY, NOW)).toEqual(
      [],
    );
  });

  it("are closed outside its hours", () => {
    expect(closedTimes(prepare(RULES), MONDAY, NOW)).toEqual([
      { start: MONDAY.start, end: at("23T08:00") },
      { start: at("23T17:00"), end: MONDAY.end },
    ]);
  });

  it("begin where the whole length fits", () => {
    const both = facts(claim(0, "23T10:00", "23T11:00"), claim(1, "23T10:00", "23T11:00"));
    const starts = bookableStarts(prepare(RULES), both, { ...MONDAY, length: HOUR }, NOW);
    expect(joined(starts)).toEqual([
      { start: at("23T08:00"), end: at("23T09:15") },
      { start: at("23T11:00"), end: at("23T16:15") },
    ]);
  });

  it("begin nowhere where the facts do not reach", () => {
    const short = { ...facts(), claimsTo: at("23T12:00") };
    const starts = bookableStarts(prepare(RULES), short, { ...MONDAY, length: HOUR }, NOW);
    expect(joined(starts)).toEqual([{ start: at("23T08:00"), end: at("23T11:00") }]);
  });
});
