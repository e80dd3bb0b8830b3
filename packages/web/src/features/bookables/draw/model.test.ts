import { prepare } from "@snart/calendar/booking/prepare.ts";
import type { BookingRules } from "@snart/calendar/booking/rules.ts";
import type { DrawRecord } from "@snart/calendar/jmap/booking.ts";
import { expect, it } from "vitest";
import { hoursOn, isTold, moved, passesIn, stayBetween } from "./model.ts";

const base = { timeZone: "Europe/Stockholm", cellMinutes: 60, units: 1 } as const;
const nights: BookingRules = { ...base, mode: "nights", nights: { checkIn: "15:00", checkOut: "12:00" } };
const slots: BookingRules = {
  ...base,
  mode: "slots",
  slotPlans: [{ days: ["th", "fr"], passes: [{ from: "07:00", to: "10:00" }] }],
};
const period = { from: "2026-12-24", to: "2026-12-27" };
const utc = (text: string): number => Date.parse(`2026-12-${text}Z`);

it("names the times that can be wished for, in the clocks of the thing", () => {
  expect(passesIn(prepare(slots), period)).toEqual([
    { start: utc("24T06:00"), end: utc("24T09:00") },
    { start: utc("25T06:00"), end: utc("25T09:00") },
  ]);
  const stay = { start: utc("24T14:00"), end: utc("26T11:00") };
  const day = utc("24T00:00") / 86_400_000;
  expect(stayBetween(prepare(nights), period, day, day + 2)).toEqual(stay);
  expect(stayBetween(prepare(nights), period, day, day)).toBeUndefined();
  expect(stayBetween(prepare(nights), period, day - 1, day + 1)).toBeUndefined();
  expect(stayBetween(prepare(nights), period, day, day + 3)).toBeDefined();
  expect(stayBetween(prepare(nights), period, day, day + 4)).toBeUndefined();
  const hours = { start: utc("24T17:00"), end: utc("24T23:00") };
  const free = prepare({ ...base, mode: "free" });
  expect(hoursOn(free, period, day, [18 * 60, 0])).toEqual(hours);
  expect(hoursOn(free, period, day, [18 * 60, 17 * 60])).toBeUndefined();
  expect(hoursOn(free, period, day + 2, [18 * 60, 19 * 60])).toBeDefined();
  expect(hoursOn(free, period, day + 3, [18 * 60, 19 * 60])).toBeUndefined();
});

it("moves a wish up and down, and no further than the ends", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "b", "c"]);
});

it("tells of a draw where its days are shown, and everywhere while wishes are taken", () => {
  const day = utc("24T00:00") / 86_400_000;
  const draw = (stage: DrawRecord["stage"]) => ({ ...period, stage }) as DrawRecord;
  expect(isTold(draw("open"), { first: day - 100, days: 7 })).toBe(true);
  expect(isTold(draw("drawn"), { first: day - 7, days: 7 })).toBe(false);
  expect(isTold(draw("drawn"), { first: day - 7, days: 8 })).toBe(true);
  expect(isTold(draw("ahead"), { first: day + 2, days: 7 })).toBe(true);
  expect(isTold(draw("ahead"), { first: day + 3, days: 7 })).toBe(false);
});
