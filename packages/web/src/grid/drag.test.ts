import { ianaZone } from "@snart/calendar/time/zone.ts";
import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { localDateTimeText } from "../store/items/local-text.ts";
import type { Span } from "../store/items/span.ts";
import { draggedSpan, type Grip, type GridPoint } from "./drag.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const monday = localFromFields(2026, 11, 23);
const at = (day: number, hour: number, inLane = false): GridPoint => ({
  day: addDays(monday, day),
  minute: hour * 60,
  inLane,
});
const timed = (day: number, from: number, to: number): Span => ({
  start: zone.toInstant(addDays(monday, day)) + from * 3_600_000,
  end: zone.toInstant(addDays(monday, day)) + to * 3_600_000,
  allDay: false,
});
const days = (from: number, to: number): Span => ({
  start: zone.toInstant(addDays(monday, from)),
  end: zone.toInstant(addDays(monday, to)),
  allDay: true,
});
const said = (grip: Grip, head: GridPoint, snap = 15): string => {
  const { start, end, allDay } = draggedSpan(grip, head, snap, zone);
  const text = (instant: number): string => localDateTimeText(zone.toLocal(instant)).slice(5, 16);
  return `${text(start)} ${text(end)}${allDay ? " all day" : ""}`;
};

describe("selecting", () => {
  const select = (anchor: GridPoint): Grip => ({ kind: "select", anchor });
  it.each([
    ["down", at(0, 14), at(0, 15), "11-23T14:00 11-23T15:00"],
    ["up", at(0, 14), at(0, 12.9), "11-23T13:00 11-23T14:15"],
    ["hardly at all", at(0, 14.1), at(0, 14.12), "11-23T14:00 11-23T14:15"],
    ["into the next day stays on its own", at(0, 22), at(1, 3), "11-23T22:00 11-24T00:00"],
    ["days in the lane", at(3, 0, true), at(4, 9, true), "11-26T00:00 11-28T00:00 all day"],
    ["days backwards", at(4, 0, true), at(3, 9), "11-26T00:00 11-28T00:00 all day"],
  ])("%s", (_, anchor, head, expected) => {
    expect(said(select(anchor), head)).toBe(expected);
  });
  it("snaps to 5 minutes when asked", () => {
    expect(said(select(at(0, 14)), at(0, 14.6), 5)).toBe("11-23T14:00 11-23T14:35");
  });
});

describe("moving", () => {
  const move = (span: Span, anchor: GridPoint): Grip => ({ kind: "move", span, anchor });
  it.each([
    [
      "by days and quarters, keeping where it was grabbed",
      timed(0, 10, 11.5),
      at(0, 11),
      at(2, 12.3),
      "11-25T11:15 11-25T12:45",
    ],
    ["not before midnight", timed(0, 1, 2), at(0, 1.5), at(0, 0), "11-23T00:00 11-23T01:00"],
    ["to the lane", timed(0, 10, 11), at(0, 10), at(3, 0, true), "11-26T00:00 11-27T00:00 all day"],
    [
      "whole days along the lane",
      days(0, 3),
      at(1, 0, true),
      at(2, 0, true),
      "11-24T00:00 11-27T00:00 all day",
    ],
    ["whole days to hours", days(0, 1), at(0, 0, true), at(1, 9.5), "11-24T09:00 11-24T10:00"],
  ])("%s", (_, span, anchor, head, expected) => {
    expect(said(move(span, anchor), head)).toBe(expected);
  });
  it("keeps the clock time over the change to summer time", () => {
    const saturday = localFromFields(2026, 3, 28);
    const start = zone.toInstant(saturday) + 10 * 3_600_000;
    const grip: Grip = {
      kind: "move",
      span: { start, end: start + 3_600_000, allDay: false },
      anchor: { day: saturday, minute: 600, inLane: false },
    };
    expect(said(grip, { day: addDays(saturday, 1), minute: 600, inLane: false })).toBe(
      "03-29T10:00 03-29T11:00",
    );
  });
});

describe("resizing", () => {
  const resize = (span: Span, edge: "start" | "end"): Grip => ({ kind: "resize", span, edge });
  it.each([
    ["the end", timed(0, 10, 11), "end", at(0, 12.2), "11-23T10:00 11-23T12:15"],
    ["the end into the next day", timed(0, 22, 23), "end", at(1, 1), "11-23T22:00 11-24T01:00"],
    ["the end no further than 15 minutes", timed(0, 10, 11), "end", at(0, 8), "11-23T10:00 11-23T10:15"],
    ["the start", timed(0, 10, 11), "start", at(0, 9.4), "11-23T09:30 11-23T11:00"],
    ["the start no further than 15 minutes", timed(0, 10, 11), "start", at(0, 13), "11-23T10:45 11-23T11:00"],
    ["whole days at the end", days(0, 1), "end", at(2, 0, true), "11-23T00:00 11-26T00:00 all day"],
    ["whole days not below one", days(1, 3), "start", at(6, 0, true), "11-25T00:00 11-26T00:00 all day"],
  ] as const)("%s", (_, span, edge, head, expected) => {
    expect(said(resize(span, edge), head)).toBe(expected);
  });
});

describe("onto a day of the mini-month", () => {
  const day = (number: number): GridPoint => ({ ...at(number, 0), keepsTime: true });
  it.each([
    ["an event keeps its time", timed(0, 9.1, 10), at(0, 9.5), day(8), "12-01T09:06 12-01T10:00"],
    [
      "days begin there, wherever they were held",
      days(0, 3),
      at(2, 0, true),
      day(8),
      "12-01T00:00 12-04T00:00 all day",
    ],
  ] as const)("%s", (_, span, anchor, head, expected) => {
    expect(said({ kind: "move", span, anchor }, head)).toBe(expected);
  });
});
