import { expect, it } from "vitest";
import { calendarColours, hexOf, nearestCalendarColour } from "./calendar-colour.ts";

it("knows its own twelve by name and by hex", () => {
  for (const { id, hex } of calendarColours) {
    expect(nearestCalendarColour(id, "")).toBe(id);
    expect(nearestCalendarColour(hex, "")).toBe(id);
    expect(hexOf(id)).toBe(hex);
  }
});

it.each([
  ["#FF0000", "rust"],
  ["red", "rust"],
  ["#1badf8ff", "ice"],
  ["#0f0", "spruce"],
  ["#808080", "granite"],
  ["#000000", "granite"],
])("finds the nearest hue of %s", (colour, id) => {
  expect(nearestCalendarColour(colour, "x")).toBe(id);
});

it("picks one for good when there is none", () => {
  expect(nearestCalendarColour(null, "abc")).toBe(nearestCalendarColour("url(javascript:x)", "abc"));
});
