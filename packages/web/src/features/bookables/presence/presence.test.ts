import { laterStarts } from "@snart/calendar/booking/no-show.ts";
import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { describe, expect, it } from "vitest";
import { sayable } from "./presence.ts";

const START = Date.parse("2026-11-23T06:00:00Z");
const utc = (at: number): string => new Date(at).toISOString();
const checkIn = {
  from: utc(START - 15 * MINUTE),
  until: utc(START + 30 * MINUTE),
  isNeeded: true,
  isByApp: true,
  isByCode: false,
};
const time = { start: START, end: START + 3 * HOUR };
const booking = {
  start: utc(START),
  end: utc(START + 3 * HOUR),
  state: "confirmed" as const,
  checkIn,
  confirmUntil: null,
};
const NOTHING = {
  checkIn: false,
  checkInByCode: false,
  finish: false,
  comeLater: false,
  atDoor: false,
  releasedAt: undefined,
  confirmUntil: undefined,
};

describe("what can be said of an own booking", () => {
  it("is that one keeps it, until it is given back", () => {
    const until = START - 2 * HOUR;
    const asked = { ...booking, confirmUntil: utc(until) };
    expect(sayable(asked, until - 1).confirmUntil).toBe(until);
    expect(sayable(asked, until).confirmUntil).toBeUndefined();
  });
  it("is long before only that one comes later", () => {
    expect(sayable(booking, START - HOUR)).toEqual({ ...NOTHING, comeLater: true });
  });
  it("is near the start that one is here, with the moment of the release", () => {
    const releasedAt = START + 30 * MINUTE;
    const before = { ...NOTHING, checkIn: true, comeLater: true, releasedAt };
    expect(sayable(booking, START - 15 * MINUTE)).toEqual(before);
    expect(sayable(booking, START + 29 * MINUTE)).toEqual({ ...before, finish: true });
  });
  it("is no more that one is here when it is released, said, or not needed", () => {
    expect(sayable(booking, START + 30 * MINUTE)).toEqual({ ...NOTHING, finish: true });
    const inUse = { ...booking, state: "inUse" as const, checkIn: null };
    expect(sayable(inUse, START + HOUR)).toEqual({ ...NOTHING, finish: true });
    const free = { ...booking, checkIn: { ...checkIn, isNeeded: false } };
    expect(sayable(free, START).releasedAt).toBeUndefined();
  });
  it("is said at the door where the rules want that", () => {
    const door = { ...booking, checkIn: { ...checkIn, isByApp: false } };
    expect(sayable(door, START)).toMatchObject({ checkIn: false, atDoor: true });
    expect(sayable(door, START - HOUR)).toMatchObject({ atDoor: false });
    const phone = { ...booking, checkIn: { ...checkIn, isByApp: false, isByCode: true } };
    expect(sayable(phone, START)).toMatchObject({ checkIn: false, checkInByCode: true, atDoor: false });
  });
  it.each(["requested", "released", "done"] as const)("is nothing when it is %s", (state) => {
    expect(sayable({ ...booking, state, checkIn: null }, START + MINUTE)).toEqual(NOTHING);
  });
});

describe("coming later", () => {
  it("is possible at the half hours that are left", () => {
    const starts = laterStarts(time, START - HOUR).map((at) => (at - START) / MINUTE);
    expect(starts).toEqual([30, 60, 90, 120, 150]);
    expect(laterStarts(time, START + 10 * MINUTE)[0]).toBe(START + 30 * MINUTE);
  });
  it("is possible at the quarters of a short time", () => {
    const short = { ...time, end: START + HOUR };
    expect(laterStarts(short, START).map((at) => (at - START) / MINUTE)).toEqual([15, 30, 45]);
  });
});
