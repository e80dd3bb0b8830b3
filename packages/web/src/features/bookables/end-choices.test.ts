import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { endChoices } from "./end-choices.ts";

const stockholm = ianaZone("Europe/Stockholm");
if (!stockholm) throw new Error("no zone");
const plain = { timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 } as const;
const at = (text: string): number => Date.parse(text);

it("ends a slot where it ends", () => {
  const slot = { start: at("2026-11-23T06:00Z"), end: at("2026-11-23T09:00Z") };
  expect(endChoices({ ...plain, mode: "slots" }, slot, stockholm)).toEqual([slot.end]);
});

it("goes on over the free slots that follow, as many as the rules allow", () => {
  const slot = (from: string, to: string, state: "free" | "taken" = "free") => ({
    start: `2026-11-23T${from}:00Z`,
    end: `2026-11-23T${to}:00Z`,
    name: null,
    state,
    who: null,
    bookingId: null,
    tail: 0,
    reasons: [],
  });
  const day = [
    slot("06:00", "09:00"),
    slot("09:00", "12:00"),
    slot("12:00", "15:00"),
    slot("16:00", "19:00"),
  ];
  const first = { start: at("2026-11-23T06:00Z"), end: at("2026-11-23T09:00Z") };
  const hours = (maxPasses: number | undefined, slots = day): readonly number[] => {
    const lengths = maxPasses === undefined ? {} : { lengths: { maxPasses } };
    const ends = endChoices({ ...plain, mode: "slots", ...lengths }, first, stockholm, slots);
    return ends.map((end) => (end - first.start) / HOUR);
  };
  expect(hours(undefined)).toEqual([3]);
  expect(hours(2)).toEqual([3, 6]);
  // Not over a break, and not over what others have.
  expect(hours(4)).toEqual([3, 6, 9]);
  expect(
    hours(
      4,
      [day[0], slot("09:00", "12:00", "taken")].filter((one) => one !== undefined),
    ),
  ).toEqual([3]);
});

it("ends a free time by the half hour, up to the longest", () => {
  const slot = { start: at("2026-11-23T06:00Z"), end: at("2026-11-23T07:00Z") };
  const ends = endChoices({ ...plain, mode: "free", lengths: { min: "PT1H", max: "PT3H" } }, slot, stockholm);
  expect(ends.map((end) => (end - slot.start) / HOUR)).toEqual([1, 1.5, 2, 2.5, 3]);
});

it("ends in steps as wide as a cell, and never before the slot", () => {
  const slot = { start: at("2026-11-23T06:00Z"), end: at("2026-11-23T07:00Z") };
  const rules = { ...plain, mode: "free", cellMinutes: 60, lengths: { max: "PT30M" } } as const;
  expect(endChoices(rules, slot, stockholm)).toEqual([slot.end]);
  expect(endChoices({ ...plain, mode: "free" }, slot, stockholm).at(-1)).toBe(slot.start + 8 * HOUR);
});

it("ends a stay at the same time of a later day, over a change of the clocks too", () => {
  // The clocks go back on Sunday 25 October 2026.
  const night = { start: at("2026-10-23T13:00Z"), end: at("2026-10-24T10:00Z") };
  const ends = endChoices({ ...plain, mode: "nights", lengths: { maxNights: 3 } }, night, stockholm);
  expect(ends.map((end) => new Date(end).toISOString().slice(0, 16))).toEqual([
    "2026-10-24T10:00",
    "2026-10-25T11:00",
    "2026-10-26T11:00",
  ]);
});

it("begins with the shortest stay", () => {
  const night = { start: at("2026-11-23T14:00Z"), end: at("2026-11-24T11:00Z") };
  const ends = endChoices(
    { ...plain, mode: "nights", lengths: { minNights: 2, maxNights: 3 } },
    night,
    stockholm,
  );
  expect(ends.map((end) => (end - night.end) / (24 * 60 * MINUTE))).toEqual([1, 2]);
});
