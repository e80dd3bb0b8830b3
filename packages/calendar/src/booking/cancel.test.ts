import { describe, expect, it } from "vitest";
import { dayNumber } from "../time/civil.ts";
import { DAY, HOUR, MINUTE } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { cancellation, lapsesAt } from "./cancel.ts";
import { instantAt } from "./clock.ts";
import { checkInTimes, endOfDone, pauseFor, presenceTimes } from "./no-show.ts";
import { prepare } from "./prepare.ts";
import type { BookingRules } from "./rules.ts";
import { after, before, readSpan, type Span } from "./span.ts";

const stockholm = ianaZone("Europe/Stockholm") as Zone;
const at = (date: string, time = "00:00"): number => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantAt(
    stockholm,
    dayNumber(...(date.split("-").map(Number) as [number, number, number])),
    hour * 60 + minute,
  );
};
const span = (text: string): Span => readSpan(text) ?? expect.fail(text);
const rules: BookingRules = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };
const booking = {
  start: at("2026-12-04", "15:00"),
  end: at("2026-12-06", "12:00"),
  booked: at("2026-11-01", "10:00"),
};

describe("cancelling", () => {
  const kind = (cancel: BookingRules["cancel"], now: number, more = {}) =>
    cancellation(prepare({ ...rules, ...(cancel && { cancel }) }), { ...booking, ...more }, now).kind;

  it("is in time until noon two days before, where the rules say so", () => {
    const rule = { until: "P2D", at: "12:00" };
    expect(kind(rule, at("2026-12-02", "12:00"))).toBe("inTime");
    expect(kind(rule, at("2026-12-02", "12:00") + 1)).toBe("late");
    expect(kind(rule, booking.end)).toBe("over");
  });
  it("is in time until twelve hours before, to the minute, when the clocks go back too", () => {
    const start = at("2026-10-25", "06:00");
    expect(kind({ until: "PT12H" }, start - 12 * HOUR, { start })).toBe("inTime");
    expect(kind({ until: "PT12H" }, start - 12 * HOUR + 1, { start })).toBe("late");
  });
  it("may be regretted for two hours after booking, but not after the start", () => {
    const rule = { until: "P30D", at: "00:00", regret: "PT2H" };
    const booked = at("2026-12-01", "10:00");
    expect(kind(rule, booked + 2 * HOUR, { booked })).toBe("regret");
    expect(kind(rule, booked + 2 * HOUR + 1, { booked })).toBe("late");
    expect(kind(rule, booking.start + 1, { booked: booking.start - MINUTE })).toBe("late");
    expect(kind(rule, at("2026-11-04"))).toBe("inTime");
    expect(kind(rule, at("2026-11-04") + 1)).toBe("late");
  });
  it("is in time until the start without a rule", () => {
    expect(kind(undefined, booking.start)).toBe("inTime");
    expect(kind(undefined, booking.start + 1)).toBe("late");
  });
});

describe("confirming", () => {
  it("lapses so long before the start", () => {
    expect(lapsesAt(prepare({ ...rules, confirmBy: "P14D" }), booking)).toBe(at("2026-11-20", "15:00"));
    expect(lapsesAt(prepare(rules), booking)).toBeUndefined();
  });
});

describe("checking in", () => {
  const checkIn = {
    from: "PT15M",
    within: "PT30M",
    by: ["door"],
    noShows: { max: 3, days: 90, pause: "P30D" },
  } as const;
  const prepared = prepare({ ...rules, checkIn });
  it("is possible from a quarter before to half an hour after, and not past the end", () => {
    const start = at("2026-11-23", "07:00");
    expect(checkInTimes(prepared, { start, end: start + 3 * HOUR })).toEqual({
      from: start - 15 * MINUTE,
      until: start + 30 * MINUTE,
    });
    expect(checkInTimes(prepared, { start, end: start + 15 * MINUTE })?.until).toBe(start + 15 * MINUTE);
    expect(checkInTimes(prepare(rules), booking)).toBeUndefined();
  });
  it("is awaited as long of what is booked when it has begun", () => {
    const start = at("2026-11-23", "07:00");
    const late = { start, end: start + 3 * HOUR, booked: start + 2 * HOUR };
    expect(checkInTimes(prepared, late)?.until).toBe(start + 2.5 * HOUR);
    expect(checkInTimes(prepared, { ...late, booked: start - DAY })?.until).toBe(start + HOUR / 2);
  });
  it("can be said from a quarter before to the end where nobody has to", () => {
    const start = at("2026-11-23", "07:00");
    expect(presenceTimes(prepare(rules), { start, end: start + HOUR })).toEqual({
      from: start - 15 * MINUTE,
      until: start + HOUR,
    });
  });
  it("ends with the minute in which one is done, not before the start and not after the end", () => {
    const start = at("2026-11-23", "07:00");
    const time = { start, end: start + HOUR };
    expect(endOfDone(time, start + 90_500)).toBe(start + 60_000);
    expect(endOfDone(time, start + 5_400)).toBe(start + 5_000);
    expect(endOfDone(time, start + 900)).toBeUndefined();
    expect(endOfDone(time, start - MINUTE)).toBeUndefined();
    expect(endOfDone(time, start + HOUR)).toBeUndefined();
  });
  it("is missed three times in ninety days before there is a pause of thirty", () => {
    const third = at("2026-11-20", "07:30");
    const noShows = [third, third - 20 * DAY, third - 89 * DAY];
    const pause = pauseFor(prepared, noShows, third + DAY);
    expect(pause).toEqual({ from: third, to: at("2026-12-20", "07:30") });
    expect(pauseFor(prepared, noShows, at("2026-12-20", "07:30"))).toBeUndefined();
    expect(pauseFor(prepared, [third, third - 20 * DAY, third - 91 * DAY], third + DAY)).toBeUndefined();
    expect(pauseFor(prepared, noShows.slice(1), third + DAY)).toBeUndefined();
    expect(pauseFor(prepared, noShows, third - 1)).toBeUndefined();
  });
});

describe("spans", () => {
  it("of months end on the last day of a shorter month", () => {
    expect(before(at("2026-05-31", "09:00"), span("P3M"), stockholm)).toBe(at("2026-02-28", "09:00"));
    expect(before(at("2028-02-29"), span("P1Y"), stockholm)).toBe(at("2027-02-28"));
    expect(after(at("2026-11-30", "09:00"), span("P3M"), stockholm)).toBe(at("2027-02-28", "09:00"));
  });
  it("of days keep the time of day over a change of the clocks", () => {
    expect(before(at("2026-03-30", "07:00"), span("P2D"), stockholm)).toBe(at("2026-03-28", "07:00"));
    expect(before(at("2026-03-30", "07:00"), span("PT48H"), stockholm)).toBe(at("2026-03-28", "06:00"));
  });
  it.each(["", "P", "PT", "P1DT", "-P1D", "P1.5D", "P1S", "1D", "p1d", "P9999999D"])(
    "are not read from %j",
    (text) => {
      expect(readSpan(text)).toBeUndefined();
    },
  );
});
