import { describe, expect, it } from "vitest";
import { MINUTE } from "../time/instant.ts";
import { fixedOffsetZone, ianaZone, UTC } from "../time/zone.ts";
import { isDarkOutside, sunHeight } from "./sun.ts";

const zoneOf = (id: string) => ianaZone(id) ?? UTC;

/** The shortest and the longest day and an equinox, as almanacs print them. */
const PRINTED = [
  ["Europe/Stockholm", "2026-06-21", "03:31+02:00", "22:08+02:00"],
  ["Europe/Stockholm", "2026-12-21", "08:44+01:00", "14:48+01:00"],
  ["Europe/London", "2026-12-21", "08:04+00:00", "15:53+00:00"],
  ["Europe/London", "2026-03-20", "06:04+00:00", "18:13+00:00"],
] as const;

describe("the dark", () => {
  it.each(PRINTED)("ends and begins in %s on %s as printed", (id, day, rise, set) => {
    const zone = zoneOf(id);
    const [from, to] = [rise, set].map((time) => Date.parse(`${day}T${time}`)) as [number, number];
    const slack = 4 * MINUTE;
    expect([-slack, slack].map((by) => isDarkOutside(from + by, zone))).toEqual([true, false]);
    expect([-slack, slack].map((by) => isDarkOutside(to + by, zone))).toEqual([false, true]);
  });

  it("goes by the clock where the zone has no place", () => {
    const zone = fixedOffsetZone(60);
    const at = (time: string) => isDarkOutside(Date.parse(`2026-06-21T${time}:00+01:00`), zone);
    expect(["06:59", "07:00", "19:59", "20:00"].map(at)).toEqual([true, false, false, true]);
  });
});

describe("the sun", () => {
  it("stays up at midsummer and down at midwinter in Kiruna", () => {
    const kiruna = { latitude: 67.9, longitude: 20.2 };
    const hours = (day: string) =>
      Array.from({ length: 24 }, (_, hour) =>
        sunHeight(Date.parse(`${day}T00:00Z`) + hour * 3_600_000, kiruna),
      );
    expect(Math.min(...hours("2026-06-21"))).toBeGreaterThan(0);
    expect(Math.max(...hours("2026-12-21"))).toBeLessThan(0);
  });
});
