import { HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { asLocal, localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { expect, it } from "vitest";
import { freeGaps } from "./free-gaps.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const at = (day: number, hour: number, minute = 0): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const taken = (...hours: readonly (readonly [number, number])[]) =>
  hours.map(([start, end]) => ({ start: at(23, 0) + start * HOUR, end: at(23, 0) + end * HOUR }));
const today = { day: localFromFields(2026, 11, 23), now: at(23, 10, 20), zone, least: 30 * MINUTE };
const other = { ...today, now: at(22, 12) };
const hours = (gaps: ReturnType<typeof freeGaps>) =>
  gaps.map(({ start, end }) => [(start - at(23, 0)) / HOUR, (end - at(23, 0)) / HOUR]);

it("returns the free time left today: from now, between events, and until ten in the evening", () => {
  expect(hours(freeGaps(taken([10, 11.5], [12, 13], [13.25, 19]), today))).toEqual([
    [11.5, 12],
    [19, 22],
  ]);
});

it("begins with this minute if now is free, and leaves out past time", () => {
  const now = at(23, 10, 20) + 12_345;
  expect(freeGaps(taken([8, 9], [12, 13]), { ...today, now })[0]).toEqual({
    start: at(23, 10, 20),
    end: at(23, 12),
  });
});

it("has no free time late in the evening, and begins at seven before dawn", () => {
  expect(freeGaps([], { ...today, now: at(23, 22, 30) })).toEqual([]);
  expect(freeGaps([], { ...today, now: at(23, 21, 45) })).toEqual([]);
  expect(hours(freeGaps([], { ...today, now: at(23, 3) }))).toEqual([[7, 22]]);
});

it("returns for another day only the time between two events", () => {
  expect(freeGaps([], other)).toEqual([]);
  expect(freeGaps(taken([9, 10]), other)).toEqual([]);
  expect(hours(freeGaps(taken([9, 10], [12, 13]), other))).toEqual([[10, 12]]);
});

it("joins events that overlap or contain each other, in any order", () => {
  expect(hours(freeGaps(taken([14, 15], [9, 13], [10, 11], [12.5, 13.25]), other))).toEqual([[13.25, 14]]);
});

it("begins after an event from the day before, and ends with one that runs past midnight", () => {
  expect(hours(freeGaps(taken([-3, 8], [10, 11], [21, 26]), other))).toEqual([
    [8, 10],
    [11, 21],
  ]);
  expect(hours(freeGaps(taken([9, 10], [23, 24]), other))).toEqual([]);
});

it("counts the real hours when the clock is put back during the day", () => {
  const havana = ianaZone("America/Havana") ?? expect.fail("no zone");
  const day = localFromFields(2026, 10, 25);
  const from = zone.toInstant(localFromFields(2026, 10, 25, 1));
  const night = { start: from, end: from + HOUR };
  const morning = {
    start: zone.toInstant(localFromFields(2026, 10, 25, 9)),
    end: zone.toInstant(localFromFields(2026, 10, 25, 10)),
  };
  // The repeated hour is not within waking hours: seven to nine are two hours as on any day.
  const [gap] = freeGaps([night, morning], { day: day, now: at(23, 0) - 60 * 24 * HOUR, zone, least: HOUR });
  expect(gap && (gap.end - gap.start) / HOUR).toBe(2);
  const today = {
    day: localFromFields(2026, 11, 1),
    now: havana.toInstant(localFromFields(2026, 11, 1)),
    least: HOUR,
  };
  const [whole] = freeGaps([], { ...today, zone: havana });
  expect(whole && (whole.end - whole.start) / HOUR).toBe(15);
});

it("measures real time where the clock is changed within the free time", () => {
  const noon = at(23, 12);
  /** Stockholm, but at noon the clock is put forward or back by an hour. */
  const changed = (by: number): Zone => ({
    ...zone,
    toLocal: (instant) => asLocal(zone.toLocal(instant) + (instant >= noon ? by : 0)),
    toInstant: (local) => zone.toInstant(asLocal(local - (local >= zone.toLocal(noon) + by ? by : 0))),
  });
  const lengths = (by: number, least: number) => {
    const day = { day: today.day, now: at(22, 12), zone: changed(by), least };
    const two = [
      { start: at(23, 10), end: at(23, 11) },
      { start: at(23, 13), end: at(23, 14) },
    ];
    return freeGaps(two, day).map(({ start, end }) => (end - start) / HOUR);
  };
  // Two hours pass, though the clocks show one or three; the free time ends where the next event begins.
  expect([lengths(HOUR, HOUR), lengths(-HOUR, HOUR)]).toEqual([[2], [2]]);
  expect([lengths(HOUR, 3 * HOUR), lengths(-HOUR, 3 * HOUR)]).toEqual([[], []]);
  const left = { day: today.day, now: at(23, 10), least: HOUR };
  const toTen = (by: number) =>
    freeGaps([], { ...left, zone: changed(by) }).map((it) => (it.end - it.start) / HOUR);
  expect([toTen(HOUR), toTen(-HOUR)]).toEqual([[11], [13]]);
});
