import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { dayOf, localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { busynessOf } from "./busyness.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;
const at = (day: number, hour: number, month = 11): number =>
  zone.toInstant(localFromFields(2026, month, day, hour));
const days = { fromDay: dayOf(localFromFields(2026, 11, 23)), toDay: dayOf(localFromFields(2026, 11, 25)) };
const timed = (from: number, to: number) => ({ start: from, end: to, allDay: false });

it.each([
  ["nothing", [], 0, 0],
  ["an hour", [timed(at(23, 9), at(23, 10))], 1, 1],
  ["before waking", [timed(at(23, 4), at(23, 6))], 0, 1],
  ["two hours", [timed(at(23, 9), at(23, 11))], 2, 2],
  ["five hours", [timed(at(23, 9), at(23, 14))], 5, 3],
  ["nine hours", [timed(at(23, 8), at(23, 17))], 9, 4],
  ["the same hour twice", [timed(at(23, 9), at(23, 10)), timed(at(23, 9), at(23, 10))], 1, 1],
  ["one within another", [timed(at(23, 9), at(23, 12)), timed(at(23, 10), at(23, 11))], 3, 2],
  ["a whole day", [{ start: at(23, 0), end: at(24, 0), allDay: true }], 0, 1],
  ["until midnight", [timed(at(23, 22), at(24, 0))], 1, 1],
] as const)("%s", (_, stretches, hours, level) => {
  const [day, next] = busynessOf(stretches, days, zone);
  expect(day).toEqual({ count: stretches.length, booked: hours * HOUR, level });
  expect(next).toEqual({ count: 0, booked: 0, level: 0 });
});

it("counts hours by the clock where it is put forward", () => {
  const march = { fromDay: dayOf(localFromFields(2026, 3, 29)), toDay: dayOf(localFromFields(2026, 3, 30)) };
  const [day] = busynessOf([timed(at(29, 0, 3), at(30, 0, 3) - MINUTE)], march, zone);
  expect(day?.booked).toBe(16 * HOUR);
});

it("never books more than the waking hours, and never less for more events", () => {
  const stretch = fc.tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 0, max: 23 }));
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 20 }), (hours) => {
      const all = hours.map(([from, length]) =>
        timed(at(23, 0) + from * HOUR, at(23, 0) + (from + length) * HOUR),
      );
      const whole = busynessOf(all, days, zone);
      const fewer = busynessOf(all.slice(1), days, zone);
      for (const [index, { booked, level, count }] of whole.entries()) {
        expect(booked).toBeLessThanOrEqual(16 * HOUR);
        expect(booked).toBeGreaterThanOrEqual(fewer[index]?.booked ?? 0);
        expect(level === 0).toBe(count === 0);
      }
    }),
  );
});
