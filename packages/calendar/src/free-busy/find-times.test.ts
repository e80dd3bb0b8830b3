import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localFromFields, timeOfDay } from "../time/local.ts";
import { USUAL_WEEK } from "../time/working-hours.ts";
import { ianaZone, UTC, type Zone } from "../time/zone.ts";
import {
  findGroupedTimes,
  findTimes,
  MAX_STARTS,
  type Search,
  type Sought,
  type Suggestion,
} from "./find-times.ts";
import { hoursOutside } from "./hours-outside.ts";
import type { BusyPeriod, BusyType } from "./merge-busy-periods.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const zoneOf = (id: string): Zone => ianaZone(id) ?? expect.fail(`no ${id}`);
const stockholm = zoneOf("Europe/Stockholm");
const london = zoneOf("Europe/London");
const newYork = zoneOf("America/New_York");
/** Monday 23 November 2026, in Stockholm. */
const at = (day: number, hour = 0, minute = 0, zone = stockholm): number =>
  zone.toInstant(localFromFields(2026, 11, day, hour, minute));
const busy = (from: number, to: number, type: BusyType = "BUSY"): BusyPeriod => ({ from, to, type });
const someone = (
  id: string,
  periods: readonly BusyPeriod[] | null = [],
  more: Partial<Sought> = {},
): Sought => ({
  id,
  part: "required",
  busy: periods,
  zone: stockholm,
  ...more,
});
const search = (more: Partial<Search> = {}): Search => ({
  window: { from: at(23, 10, 20), to: at(30) },
  length: HOUR,
  wanted: at(23, 14),
  viewer: stockholm,
  ...more,
});
const text = (suggestions: readonly Suggestion[], zone = stockholm): string[] =>
  suggestions.map(({ from }) => new Date(zone.toLocal(from)).toISOString().slice(8, 16).replace("T", " "));

describe("the best times", () => {
  it("begin with the wanted one, if everybody is free", () => {
    const [first] = findTimes([someone("a"), someone("b")], search());
    expect(first).toEqual({ from: at(23, 14), to: at(23, 15), missing: [], outside: [], rooms: [] });
  });

  it("are as near to it as possible, with at most two a day", () => {
    const a = someone("a", [busy(at(23, 13), at(23, 15))]);
    const b = someone("b", [busy(at(23, 15), at(24, 9))]);
    expect(text(findTimes([a, b], search()))).toEqual([
      "23 12:00",
      "23 11:00",
      "24 14:00",
      "24 13:00",
      "25 14:00",
    ]);
  });

  it("never take a time that somebody holds without having answered yet", () => {
    const maybe = someone("a", [busy(at(23, 10), at(24, 23), "BUSY-TENTATIVE")]);
    expect(text(findTimes([maybe], search({ most: 1 })))).toEqual(["25 14:00"]);
  });

  it("leave out optional people, and say so, before waiting three days", () => {
    const away = someone("o", [busy(at(23), at(27))], { part: "optional" });
    const [first] = findTimes([someone("a"), away], search());
    expect(first).toMatchObject({ from: at(23, 14), missing: ["o"] });
    const short = someone("o", [busy(at(23), at(24))], { part: "optional" });
    expect(findTimes([someone("a"), short], search())[0]).toMatchObject({ from: at(24, 14), missing: [] });
  });

  it("are grouped by what they ask of people: no evening or weekend stands above a working hour", () => {
    const away = someone("o", [busy(at(23), at(24, 13))], { part: "optional", hours: USUAL_WEEK });
    const host = someone("a", [], { hours: USUAL_WEEK });
    const evening = search({ wanted: at(23, 19), window: { from: at(23, 10, 20), to: at(25) }, most: 2 });
    const { within, giveWay, outside } = findGroupedTimes([host, away], evening, "a");
    expect(text(within)).toEqual(["24 16:00", "24 15:00"]);
    expect(text(giveWay)).toEqual(["23 16:00", "23 15:00"]);
    expect(giveWay.every((one) => one.missing.includes("o"))).toBe(true);
    expect(outside.length).toBe(2);
    expect(outside.every((one) => one.outside.includes("a"))).toBe(true);
  });

  it("ask as few people as possible to give way, and never all of them, within one's own hours", () => {
    const host = someone("a", [busy(at(24, 8), at(24, 12))], { hours: USUAL_WEEK });
    const full = someone("b", [busy(at(23), at(28))], { hours: USUAL_WEEK });
    const early = someone("c", [], { zone: newYork, hours: USUAL_WEEK });
    const asked = search({ window: { from: at(23, 10, 20), to: at(25) }, wanted: at(24, 9), most: 20 });
    const { within, giveWay, outside } = findGroupedTimes([host, full, early], asked, "a");
    expect(within).toEqual([]);
    expect(text(giveWay)[0]).toBe("23 14:00");
    expect(giveWay[0]).toMatchObject({ missing: ["b"], outside: [] });
    for (const { from, missing, outside: asleep } of giveWay) {
      expect(missing.length + asleep.length).toBeLessThan(3);
      const hour = timeOfDay(stockholm.toLocal(from)) / HOUR;
      expect(hour >= 8 && hour < 17).toBe(true);
    }
    expect(outside).toEqual([]);
    expect(findGroupedTimes([host, full], asked, "a").giveWay.every((one) => one.missing.length === 1)).toBe(
      true,
    );
  });

  it("begin where a room that is booked by rules says, and nowhere else, however free it seems", () => {
    const starts = [{ from: at(24, 9), to: at(24, 9, 30) }];
    const room = someone("r", null, { part: "room", starts });
    expect(text(findTimes([someone("a"), room], search()))).toEqual(["24 09:00"]);
    expect(findTimes([someone("a"), { ...room, starts: [] }], search())).toEqual([]);
    const other = someone("o", [busy(at(20), at(31))], { part: "room" });
    expect(findTimes([someone("a"), room, other], search())).toMatchObject([{ rooms: ["r"] }]);
  });

  it("include a room, and say which are free", () => {
    const rooms = [
      someone("r1", [busy(at(23), at(25))], { part: "room" }),
      someone("r2", [busy(at(23), at(24, 9))], { part: "room" }),
    ];
    const given = findTimes([someone("a"), ...rooms], search());
    expect(given[0]).toMatchObject({ from: at(24, 14), rooms: ["r2"] });
    expect(given.every(({ rooms: free }) => free.length > 0)).toBe(true);
    const closed = someone("r", [busy(at(20), at(31), "BUSY-UNAVAILABLE")], { part: "room" });
    expect(findTimes([someone("a"), closed], search())).toEqual([]);
  });

  it("are within everybody's hours across zones, if there are such hours", () => {
    const people = [
      someone("a", [], { hours: USUAL_WEEK }),
      someone("b", [], { zone: newYork, hours: USUAL_WEEK }),
    ];
    const given = findTimes(people, search({ wanted: at(23, 9) }));
    // Eight in New York is two in the afternoon in Stockholm.
    expect(given[0]).toMatchObject({ from: at(23, 14), outside: [] });
    const apart = [...people, someone("c", [], { zone: zoneOf("Asia/Tokyo"), hours: USUAL_WEEK })];
    expect(findTimes(apart, search()).every(({ outside }) => outside.length > 0)).toBe(true);
  });

  it("use the working hours that a calendar gives", () => {
    const told = someone("a", [busy(at(23), at(24, 8), "BUSY-UNAVAILABLE")]);
    expect(text(findTimes([told], search({ most: 1 })))).toEqual(["24 14:00"]);
  });

  it("treat people with unknown calendars as free, but not at night", () => {
    expect(text(findTimes([someone("a", null)], search({ most: 1 })))).toEqual(["23 14:00"]);
    const night = findTimes(
      [someone("a", null, { zone: zoneOf("Asia/Tokyo") })],
      search({ wanted: at(23, 20) }),
    );
    expect(night[0]).toMatchObject({ outside: [] });
    expect(timeOfDay(zoneOf("Asia/Tokyo").toLocal(night[0]?.from ?? 0)) / HOUR).toBeGreaterThanOrEqual(7);
  });

  it("are none in too short a window, for no length, or if somebody is never free", () => {
    expect(findTimes([someone("a")], search({ window: { from: at(23, 10), to: at(23, 10, 30) } }))).toEqual(
      [],
    );
    expect(findTimes([someone("a")], search({ length: 0 }))).toEqual([]);
    expect(findTimes([someone("a", [busy(0, 1e15)])], search())).toEqual([]);
  });

  it("begin at quarters of an hour on the viewer's clock, in any zone", () => {
    const kathmandu = zoneOf("Asia/Kathmandu");
    const given = findTimes([someone("a")], search({ viewer: kathmandu }));
    expect(given.map(({ from }) => (timeOfDay(kathmandu.toLocal(from)) / 60_000) % 15)).toEqual([
      0, 0, 0, 0, 0,
    ]);
  });
});

describe("when the clocks change", () => {
  it.each([
    ["Stockholm, spring", stockholm, localFromFields(2026, 3, 28), [8, 9]],
    ["Stockholm, autumn", stockholm, localFromFields(2026, 10, 24), [8, 9]],
    ["London, spring", london, localFromFields(2026, 3, 28), [8, 9]],
    ["London, autumn", london, localFromFields(2026, 10, 24), [8, 9]],
  ])("working hours follow the clock: %s", (_, zone, day, [from = 0, to = 0]) => {
    const hours = Array.from({ length: 7 }, () => ({ from: from * 60, to: to * 60 }));
    const window = { from: zone.toInstant(day), to: zone.toInstant(day) + 3 * DAY };
    const given = findTimes([someone("a", [], { zone, hours })], {
      window,
      length: HOUR,
      wanted: window.from + 8 * HOUR,
      viewer: zone,
    }).filter(({ outside }) => outside.length === 0);
    expect(given.map((one) => timeOfDay(zone.toLocal(one.from)) / HOUR)).toEqual([8, 8, 8]);
  });

  it("a skipped hour is nobody's working hour", () => {
    const hours = Array.from({ length: 7 }, () => ({ from: 2 * 60, to: 3 * 60 }));
    const day = stockholm.toInstant(localFromFields(2026, 3, 29));
    expect(hoursOutside({ from: day, to: day + 23 * HOUR }, stockholm, hours)).toEqual([
      busy(day, day + 23 * HOUR, "BUSY-UNAVAILABLE"),
    ]);
    const long = stockholm.toInstant(localFromFields(2026, 10, 25));
    const [before, after] = hoursOutside({ from: long, to: long + 25 * HOUR }, stockholm, hours);
    expect([before?.to, after?.from]).toEqual([long + 2 * HOUR, long + 4 * HOUR]);
  });
});

describe("for any calendars", () => {
  const zones = [UTC, stockholm, london, newYork, zoneOf("Asia/Kathmandu"), zoneOf("Pacific/Apia")];
  const start = at(20);
  const quarter = fc.integer({ min: -50, max: 1_000 });
  const period = fc
    .tuple(
      quarter,
      fc.integer({ min: 1, max: 90 }),
      fc.constantFrom<BusyType>("BUSY", "BUSY-TENTATIVE", "BUSY-UNAVAILABLE"),
    )
    .map(([from, length, type]) => busy(start + from * 300_000, start + (from + length) * 300_000, type));
  const person = fc.record({
    part: fc.constantFrom("required", "optional", "room"),
    busy: fc.option(fc.array(period, { maxLength: 12 })),
    zone: fc.constantFrom(...zones),
    hours: fc.constantFrom(USUAL_WEEK, undefined),
  });
  const overlaps = (periods: readonly BusyPeriod[], { from, to }: Suggestion): boolean =>
    periods.some((one) => one.from < to && from < one.to);
  const taken = (periods: readonly BusyPeriod[] | null) =>
    (periods ?? []).filter(({ type }) => type !== "BUSY-UNAVAILABLE");

  it("never suggests a time at which a required person is busy, and names who is missing or outside their hours", () => {
    fc.assert(
      fc.property(
        fc.array(person, { maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        fc.constantFrom(...zones),
        (drawn, minutes, viewer) => {
          const people = drawn.map(({ hours, ...one }, index): Sought => ({
            ...one,
            id: String(index),
            ...(hours && { hours }),
          }));
          const window = { from: start, to: start + 3 * DAY };
          const given = findTimes(people, { window, length: minutes * 60_000, wanted: at(21, 9), viewer });
          for (const one of given) {
            expect(one.from).toBeGreaterThanOrEqual(window.from);
            expect(one.to).toBeLessThanOrEqual(window.to);
            expect(one.to - one.from).toBe(minutes * 60_000);
            const named = new Set([...one.missing, ...one.outside]);
            for (const { id, part, busy: periods, zone, hours } of people) {
              const isTaken = overlaps(taken(periods), one);
              const said = (periods ?? []).filter(({ type }) => type === "BUSY-UNAVAILABLE");
              const closed = part === "room" ? said : [...said, ...hoursOutside(window, zone, hours)];
              if (part === "required") expect(isTaken).toBe(false);
              if (part === "room") expect(one.rooms.includes(id)).toBe(!isTaken && !overlaps(closed, one));
              else expect(named.has(id)).toBe(isTaken || overlaps(closed, one));
            }
          }
          const inOrder = given.toSorted((a, b) => a.from - b.from);
          for (const [index, one] of inOrder.entries())
            expect(one.to).toBeLessThanOrEqual(inOrder[index + 1]?.from ?? Infinity);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("are within everybody's hours as long as there is one, and outside them only where the wanted time is", () => {
    const office = someone("a", [], { hours: USUAL_WEEK });
    const friday = { window: { from: at(27, 16), to: at(30, 18) }, wanted: at(27, 16), most: 20 };
    expect(new Set(text(findTimes([office], search(friday))).map((one) => one.slice(0, 2)))).toEqual(
      new Set(["27", "30"]),
    );
    const weekend = { window: { from: at(28), to: at(29, 23) }, wanted: at(27, 16) };
    expect(findTimes([office], search(weekend))[0]?.outside).toEqual(["a"]);
    const [party] = findTimes(
      [office],
      search({ window: { from: at(28), to: at(30, 18) }, wanted: at(28, 19) }),
    );
    expect(text(party ? [party] : [])).toEqual(["28 19:00"]);
  });

  it("looks at no more starts than its limit, however long the window", () => {
    const far = start + MAX_STARTS * 900_000;
    const late = someone("a", [busy(0, far)]);
    expect(findTimes([late], search({ window: { from: start, to: start + 1e13 } }))).toEqual([]);
  });

  it("finds times quickly for ten people in four weeks, each with a thousand periods", () => {
    const people = Array.from({ length: 10 }, (_, index) =>
      someone(
        String(index),
        Array.from({ length: 1_000 }, (__, n) =>
          busy(start + n * 2_400_000 + index * 60_000, start + n * 2_400_000 + 1_200_000),
        ),
        { hours: USUAL_WEEK },
      ),
    );
    const window = { from: start, to: start + 28 * DAY };
    const began = performance.now();
    findTimes(people, search({ window, length: 900_000 }));
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
