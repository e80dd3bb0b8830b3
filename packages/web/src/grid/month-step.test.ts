import { HOUR } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import { draggedDays, movedByDays, steppedSpan } from "./month-step.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (month: number, day: number, hour = 0): number =>
  zone.toInstant(localFromFields(2026, month, day, hour));
const point = (month: number, day: number) => ({
  day: localFromFields(2026, month, day),
  minute: 0,
  inLane: true,
});
const meeting = { start: at(10, 23, 9), end: at(10, 23, 10), allDay: false };
const trip = { start: at(10, 24), end: at(10, 26), allDay: true };

describe("movedByDays", () => {
  it("keeps clock times over a change of the clocks", () => {
    expect(movedByDays(meeting, 3, zone)).toEqual({
      start: at(10, 26, 9),
      end: at(10, 26, 10),
      allDay: false,
    });
  });
  it("keeps whole days whole, also of 25 hours", () => {
    expect(movedByDays(trip, -7, zone)).toEqual({ start: at(10, 17), end: at(10, 19), allDay: true });
  });
  it("does not round a time that is on no quarter", () => {
    const train = { start: at(11, 26) + 7 * HOUR + 21 * 60_000, end: at(11, 26, 11), allDay: false };
    expect(movedByDays(train, 1, zone).start - train.start).toBe(24 * HOUR);
  });
});

describe("steppedSpan", () => {
  it.each([
    ["ArrowRight", 1],
    ["ArrowLeft", -1],
    ["ArrowDown", 7],
    ["ArrowUp", -7],
  ])("%s", (key, days) => {
    expect(steppedSpan(meeting, { key, shiftKey: false }, zone)).toEqual(movedByDays(meeting, days, zone));
  });
  it("knows no other keys", () => {
    expect(steppedSpan(meeting, { key: "a", shiftKey: false }, zone)).toBeUndefined();
  });
  it("moves the last day alone with Shift, and never before the first", () => {
    const longer = steppedSpan(trip, { key: "ArrowRight", shiftKey: true }, zone);
    expect(longer).toEqual({ ...trip, end: at(10, 27) });
    expect(steppedSpan(trip, { key: "ArrowUp", shiftKey: true }, zone)).toEqual(trip);
  });
});

describe("draggedDays", () => {
  it("selects whole days in either direction", () => {
    const expected = { start: at(11, 24), end: at(11, 27), allDay: true };
    const grip = (day: number) => ({ kind: "select", anchor: point(11, day) }) as const;
    expect(draggedDays(grip(24), point(11, 26), zone)).toEqual(expected);
    expect(draggedDays(grip(26), point(11, 24), zone)).toEqual(expected);
  });
  it("moves by the days between the start and the end of the drag", () => {
    const grip = { kind: "move", span: trip, anchor: point(10, 25) } as const;
    expect(draggedDays(grip, point(10, 27), zone)).toEqual(movedByDays(trip, 2, zone));
  });
  it("pulls either end to a day and keeps the other", () => {
    const end = { kind: "resize", span: trip, edge: "end" } as const;
    expect(draggedDays(end, point(10, 28), zone)).toEqual({ ...trip, end: at(10, 29) });
    expect(draggedDays(end, point(10, 20), zone)).toEqual(trip);
    const start = { kind: "resize", span: trip, edge: "start" } as const;
    expect(draggedDays(start, point(10, 20), zone)).toEqual({ ...trip, start: at(10, 20) });
  });
});
