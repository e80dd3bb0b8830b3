import { localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { asTurned } from "./as-turned.ts";

const at = (day: number, hour = 0) => localFromFields(2026, 11, day, hour);

it("makes whole days of the days that hours touch, and not of one that they end at midnight of", () => {
  const evening = { start: at(24, 22), end: at(26), allDay: false };
  expect(asTurned(evening, evening, true)).toEqual({ start: at(24), end: at(25), allDay: true });
});

it("gives the hours back that there were, on the day that was chosen meanwhile; else one from nine", () => {
  const before = { start: at(24, 18), end: at(24, 20), allDay: false };
  const whole = { start: at(27), end: at(27), allDay: true };
  expect(asTurned(whole, before, false)).toEqual({ start: at(27, 18), end: at(27, 20), allDay: false });
  expect(asTurned(whole, whole, false)).toEqual({ start: at(27, 9), end: at(27, 10), allDay: false });
});
