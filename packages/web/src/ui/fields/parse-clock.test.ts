import { expect, it } from "vitest";
import { formatClock, parseClock } from "./parse-clock.ts";

it.each([
  ["9", 540],
  ["09:30", 570],
  ["9.30", 570],
  ["930", 570],
  ["1930", 1170],
  [" 0:15 ", 15],
  ["23 59", 1439],
  ["9 am", 540],
  ["9:30 pm", 1290],
  ["9:30\u00a0PM", 1290],
  ["12 am", 0],
  ["12:15 p.m.", 735],
  ["7 em", 1140],
  ["730fm", 450],
])("reads %j", (text, minutes) => {
  expect(parseClock(text)).toBe(minutes);
});

it.each(["", "24", "9:60", "12345", "nine", "9:3", "-1", "13 pm", "0 am", "9 xm", "pm"])(
  "refuses %j",
  (text) => {
    expect(parseClock(text)).toBeUndefined();
  },
);

it("writes 24 hours with two digits", () => {
  expect([formatClock(0), formatClock(570), formatClock(1439)]).toEqual(["00:00", "09:30", "23:59"]);
});
