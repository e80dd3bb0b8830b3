import { HOUR } from "@snart/calendar/time/instant.ts";
import { asLocal, dayOf, localFromFields } from "@snart/calendar/time/local.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placeWeek, type WeekItem } from "./place-week.ts";
import { isDrawnAsBar, touchedDays } from "./touched-days.ts";

const MONDAY = 100;
const bar = (key: string, startDay: number, endDay: number): WeekItem => ({
  key,
  startDay,
  endDay,
  isLine: false,
  order: 0,
});
const line = (key: string, day: number, order: number): WeekItem => ({
  key,
  startDay: day,
  endDay: day + 1,
  isLine: true,
  order,
});

describe("placeWeek", () => {
  it("lets lines fill the rows that bars leave free, in order of time", () => {
    const { bars, lines, hidden } = placeWeek(
      [line("late", 101, 20), line("early", 101, 9), bar("trip", 101, 104), line("wed", 102, 1)],
      MONDAY,
      4,
    );
    expect(bars.map((it) => [it.key, it.row, it.fromColumn, it.toColumn])).toEqual([["trip", 0, 1, 4]]);
    expect(lines).toEqual([
      { key: "early", column: 1, row: 1 },
      { key: "late", column: 1, row: 2 },
      { key: "wed", column: 2, row: 1 },
    ]);
    expect(hidden).toEqual([0, 0, 0, 0, 0, 0, 0]);
  });

  it("puts a line above a bar that lies lower because of another day", () => {
    const { bars, lines } = placeWeek(
      [bar("long", 100, 103), bar("short", 102, 104), line("thu", 103, 8)],
      MONDAY,
      3,
    );
    expect(bars.map((it) => [it.key, it.row])).toEqual([
      ["long", 0],
      ["short", 1],
    ]);
    expect(lines).toEqual([{ key: "thu", column: 3, row: 0 }]);
  });

  it("uses the last row when everything fits, and leaves it for +n when there is one too many", () => {
    const three = [line("a", 100, 1), line("b", 100, 2), line("c", 100, 3)];
    expect(placeWeek(three, MONDAY, 3).hidden[0]).toBe(0);
    const four = placeWeek([...three, line("d", 100, 4)], MONDAY, 3);
    expect(four.lines.map((it) => it.key)).toEqual(["a", "b"]);
    expect(four.hidden).toEqual([2, 0, 0, 0, 0, 0, 0]);
  });

  it("counts a bar on all its days if one of them has no room for it", () => {
    const crowd = [line("a", 100, 1), line("b", 100, 2), line("c", 100, 3)];
    const placed = placeWeek([bar("top", 100, 104), bar("low", 100, 102), ...crowd], MONDAY, 2);
    expect(placed.bars.map((it) => it.key)).toEqual(["top"]);
    expect(placed.hidden).toEqual([4, 1, 0, 0, 0, 0, 0]);
  });

  it("counts everything if there is no room at all", () => {
    expect(placeWeek([bar("a", 99, 108), line("b", 101, 1)], MONDAY, 0)).toEqual({
      bars: [],
      lines: [],
      hidden: [1, 2, 1, 1, 1, 1, 1],
    });
    expect(placeWeek([line("b", 101, 1), line("c", 101, 1)], MONDAY, 1).hidden[1]).toBe(2);
  });

  it("leaves out lines and bars of other weeks", () => {
    const placed = placeWeek([line("a", 99, 1), line("b", 107, 1), bar("c", 90, 100)], MONDAY, 5);
    expect(placed).toEqual({ bars: [], lines: [], hidden: [0, 0, 0, 0, 0, 0, 0] });
  });

  it("shows or counts everything once a day, and lets no two items overlap", () => {
    const items = fc.array(
      fc.record({
        start: fc.integer({ min: 92, max: 109 }),
        length: fc.integer({ min: 1, max: 15 }),
        isLine: fc.boolean(),
        isRed: fc.boolean(),
        order: fc.integer({ min: 0, max: 3 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(items, fc.integer({ min: 0, max: 7 }), (wanted, rows) => {
        const all = wanted.map(({ start, length, ...rest }, index) => ({
          ...rest,
          key: `e${index}`,
          startDay: start,
          endDay: start + (rest.isLine ? 1 : length),
        }));
        const { bars, lines, hidden } = placeWeek(all, MONDAY, rows);
        for (let column = 0; column < 7; column++) {
          const taken = [
            ...bars.filter((it) => it.fromColumn <= column && column < it.toColumn).map((it) => it.row),
            ...lines.filter((it) => it.column === column).map((it) => it.row),
          ];
          const lost = hidden[column] ?? 0;
          expect(new Set(taken).size).toBe(taken.length);
          expect(Math.max(-1, ...taken)).toBeLessThan(Math.max(0, lost > 0 ? rows - 1 : rows));
          const day = MONDAY + column;
          const there = all.filter((it) => it.startDay <= day && day < it.endDay);
          expect(taken.length + lost).toBe(there.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same result for any order of the input", () => {
    const items = [bar("a", 100, 103), bar("b", 101, 102), line("c", 101, 4), line("d", 101, 4)];
    expect(placeWeek(items.toReversed(), MONDAY, 3)).toEqual(placeWeek(items, MONDAY, 3));
  });
});

const zoneOf = (id: string): Zone => {
  const zone = ianaZone(id);
  if (!zone) throw new Error(`no zone ${id}`);
  return zone;
};

describe("touchedDays", () => {
  const stockholm = zoneOf("Europe/Stockholm");
  const at = (zone: Zone, month: number, day: number, hour = 0): number =>
    zone.toInstant(localFromFields(2026, month, day, hour));
  const dayNo = (month: number, day: number): number => dayOf(localFromFields(2026, month, day));

  it.each([
    ["an hour", at(stockholm, 11, 23, 9), at(stockholm, 11, 23, 10), [11, 23], [11, 24]],
    ["to midnight", at(stockholm, 11, 23, 22), at(stockholm, 11, 24), [11, 23], [11, 24]],
    ["past midnight", at(stockholm, 11, 23, 22), at(stockholm, 11, 24, 1), [11, 23], [11, 25]],
    ["no length", at(stockholm, 11, 23), at(stockholm, 11, 23), [11, 23], [11, 24]],
    ["whole days over clocks forward", at(stockholm, 3, 28), at(stockholm, 3, 30), [3, 28], [3, 30]],
    ["whole days over clocks back", at(stockholm, 10, 24), at(stockholm, 10, 26), [10, 24], [10, 26]],
    ["the day of 25 hours alone", at(stockholm, 10, 25), at(stockholm, 10, 26), [10, 25], [10, 26]],
  ] as const)("%s", (_, start, end, first, after) => {
    const days = touchedDays({ start, end }, stockholm);
    expect(days).toEqual({ startDay: dayNo(first[0], first[1]), endDay: dayNo(after[0], after[1]) });
  });

  it("gives the viewer's days of a time in another zone", () => {
    const york = zoneOf("America/New_York");
    const fair = { start: at(york, 11, 23, 20), end: at(york, 11, 25, 18), allDay: false };
    expect(isDrawnAsBar(fair)).toBe(true);
    expect(touchedDays(fair, york)).toEqual({ startDay: dayNo(11, 23), endDay: dayNo(11, 26) });
    expect(touchedDays(fair, stockholm)).toEqual({ startDay: dayNo(11, 24), endDay: dayNo(11, 26) });
  });

  it("draws whole days, and events that last a day, as bars", () => {
    const start = asLocal(0);
    expect(isDrawnAsBar({ start, end: start + 24 * HOUR, allDay: false })).toBe(true);
    expect(isDrawnAsBar({ start, end: start + 24 * HOUR - 1, allDay: false })).toBe(false);
    expect(isDrawnAsBar({ start, end: start + HOUR, allDay: true })).toBe(true);
  });
});
