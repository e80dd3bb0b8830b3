import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { localDateTimeText } from "../store/items/local-text.ts";
import type { Span } from "../store/items/span.ts";
import { columnAfter, firstPick, pickedSpan } from "./key-pick.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const text = (span: Span | undefined): string | undefined =>
  span && [span.start, span.end].map((it) => localDateTimeText(zone.toLocal(it)).slice(8, 16)).join(" ");
const hour: Span = { start: at(25, 14), end: at(25, 15), allDay: false };
const day: Span = { start: at(25, 0), end: at(26, 0), allDay: true };

it.each([
  ["ArrowDown", false, "25T14:15 25T15:15"],
  ["ArrowUp", false, "25T13:45 25T14:45"],
  ["ArrowRight", false, "26T14:00 26T15:00"],
  ["ArrowLeft", false, "24T14:00 24T15:00"],
  ["ArrowDown", true, "25T14:00 25T15:15"],
  ["ArrowUp", true, "25T14:00 25T14:45"],
  ["ArrowLeft", true, "25T14:00 25T14:15"],
  ["x", false, undefined],
])("%s, Shift %s", (key, shiftKey, expected) => {
  expect(text(pickedSpan(hour, { key, shiftKey }, zone))).toBe(expected);
});

it("moves whole days by days and keeps at least one", () => {
  expect(text(pickedSpan(day, { key: "ArrowRight", shiftKey: false }, zone))).toBe("26T00:00 27T00:00");
  expect(text(pickedSpan(day, { key: "ArrowRight", shiftKey: true }, zone))).toBe("25T00:00 27T00:00");
  expect(text(pickedSpan(day, { key: "ArrowLeft", shiftKey: true }, zone))).toBe("25T00:00 26T00:00");
});

it("keeps the clock time over a change of the clocks", () => {
  const start = zone.toInstant(localFromFields(2026, 10, 24, 14));
  const moved = pickedSpan(
    { start, end: start + 3_600_000, allDay: false },
    { key: "ArrowRight", shiftKey: false },
    zone,
  );
  expect(text(moved)).toBe("25T14:00 25T15:00");
});

it("begins at the next full hour of today, else at nine", () => {
  const week = Array.from({ length: 7 }, (_, index) => addDays(localFromFields(2026, 11, 23), index));
  expect(text(firstPick(week, at(23, 10, 20), zone))).toBe("23T11:00 23T12:00");
  expect(text(firstPick(week, at(30, 10, 20), zone))).toBe("23T09:00 23T10:00");
});

it("leads sideways from one column to the next, not beyond the last", () => {
  const after = (key: string, column: number, shiftKey = false) => columnAfter(column, { key, shiftKey }, 3);
  expect([after("ArrowRight", 0), after("ArrowRight", 2), after("ArrowLeft", 0)]).toEqual([1, 2, 0]);
  expect([after("ArrowUp", 1), after("Enter", 1), after("ArrowRight", 1, true)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
