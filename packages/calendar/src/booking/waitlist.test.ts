import { describe, expect, it } from "vitest";
import { dayNumber } from "../time/civil.ts";
import { HOUR } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { instantAt } from "./clock.ts";
import { misfitReasons } from "./fits.ts";
import { prepare } from "./prepare.ts";
import type { BookingRules } from "./rules.ts";
import { offerOf } from "./waitlist.ts";

const stockholm = ianaZone("Europe/Stockholm") as Zone;
const at = (date: string, time: string): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantAt(
    stockholm,
    dayNumber(...(date.split("-").map(Number) as [number, number, number])),
    hour * 60 + minute,
  );
};
const laundry: BookingRules = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr"],
      passes: [
        { from: "07:00", to: "10:00" },
        { from: "10:00", to: "13:00" },
      ],
    },
  ],
};
const waiting = prepare({
  ...laundry,
  waitlist: { offerFor: "PT2H", allAtOnceWithin: "PT24H", quiet: { from: "22:00", to: "07:00" } },
});
const start = at("2026-11-27", "10:00");
const end = start + 3 * HOUR;

describe("an offer to who waits", () => {
  it("is made at once by day, and lasts two hours", () => {
    const now = at("2026-11-24", "12:00");
    expect(offerOf(waiting, { start, end }, now)).toEqual({
      at: now,
      expires: now + 2 * HOUR,
      isForAll: false,
    });
  });
  it.each(["22:00", "23:30"])("is made in the morning, if the time becomes free at %s", (time) => {
    const morning = at("2026-11-25", "07:00");
    expect(offerOf(waiting, { start, end }, at("2026-11-24", time))).toEqual({
      at: morning,
      expires: morning + 2 * HOUR,
      isForAll: false,
    });
  });
  it("is made the same morning after midnight, and at seven at once", () => {
    const morning = at("2026-11-25", "07:00");
    expect(offerOf(waiting, { start, end }, at("2026-11-25", "00:00"))?.at).toBe(morning);
    expect(offerOf(waiting, { start, end }, at("2026-11-25", "06:59"))?.at).toBe(morning);
    expect(offerOf(waiting, { start, end }, morning)?.at).toBe(morning);
  });
  it("goes to everybody within the last day, counted from when it is made", () => {
    expect(offerOf(waiting, { start, end }, at("2026-11-26", "09:59"))?.isForAll).toBe(false);
    expect(offerOf(waiting, { start, end }, at("2026-11-26", "10:00"))).toEqual({
      at: at("2026-11-26", "10:00"),
      expires: start,
      isForAll: true,
    });
    expect(
      offerOf(waiting, { start: at("2026-11-27", "07:00"), end: start }, at("2026-11-25", "23:00"))?.isForAll,
    ).toBe(true);
  });
  it("is not made for a time that begins before anybody may be woken, or whose rest ends before", () => {
    expect(
      offerOf(waiting, { start: at("2026-11-27", "07:00"), end: start }, at("2026-11-26", "23:00")),
    ).toBeUndefined();
    const night = { start: at("2026-11-27", "21:00"), end: at("2026-11-28", "06:00") };
    expect(offerOf(waiting, night, at("2026-11-27", "22:30"))).toBeUndefined();
    expect(offerOf(waiting, { start, end }, end)).toBeUndefined();
  });
  it("goes to everybody for the rest of a time that has begun, until its end", () => {
    const offer = { expires: end, isForAll: true };
    expect(offerOf(waiting, { start, end }, start)).toEqual({ at: start, ...offer });
    expect(offerOf(waiting, { start, end }, start + HOUR)).toEqual({ at: start + HOUR, ...offer });
  });
  it("ends with the start at the latest", () => {
    const patient = prepare({ ...laundry, waitlist: { offerFor: "P7D" } });
    expect(offerOf(patient, { start, end }, at("2026-11-24", "12:00"))?.expires).toBe(start);
  });
  it("is made in the morning of the day when clocks change, by their new time", () => {
    const later = at("2027-03-30", "10:00");
    expect(offerOf(waiting, { start: later, end: later + HOUR }, at("2027-03-27", "23:00"))?.at).toBe(
      at("2027-03-28", "07:00"),
    );
  });
  it("is never made without a waiting list", () => {
    expect(offerOf(prepare(laundry), { start, end }, at("2026-11-24", "12:00"))).toBeUndefined();
  });
});

describe("a booking under changed rules", () => {
  const now = at("2026-11-23", "10:20");
  const booked = { start: at("2026-11-24", "07:00"), end: at("2026-11-24", "10:00") };
  const misfits = (more: Partial<BookingRules>): string[] =>
    misfitReasons(prepare({ ...laundry, ...more }), booked, now).map(({ kind }) => kind);
  it("fits where only limits, groups and horizons change", () => {
    const limits = [{ max: 1, of: "bookings", per: "upcoming", over: "this" }] as const;
    expect(misfits({ limits, mayBook: ["members"], opens: { before: "PT1H" } })).toEqual([]);
  });
  it("does not fit where its pass is gone, its day is closed or it is too long", () => {
    const days = ["mo", "tu", "we"] as const;
    expect(misfits({ slotPlans: [{ days, passes: [{ from: "08:00", to: "11:00" }] }] })).toEqual(["offGrid"]);
    expect(misfits({ slotPlans: [{ days: ["mo"], passes: [{ from: "07:00", to: "10:00" }] }] })).toEqual([
      "closed",
    ]);
    expect(
      misfits({
        slotPlans: [
          {
            days,
            passes: [
              { from: "07:00", to: "08:30" },
              { from: "08:30", to: "10:00" },
            ],
          },
        ],
      }),
    ).toEqual(["tooLong"]);
    expect(
      misfits({ maintenance: [{ days: ["tu"], from: "09:00", to: "10:00", reason: "Service" }] }),
    ).toEqual(["maintenance"]);
  });
});
