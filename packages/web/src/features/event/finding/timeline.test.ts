import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { USUAL_WEEK } from "@snart/calendar/time/working-hours.ts";
import { ianaZone, type Zone } from "@snart/calendar/time/zone.ts";
import { describe, expect, it } from "vitest";
import type { FreeRow } from "../availability/free-rows.ts";
import { comingStretches, followedTimeline, instantAt, outsideOf, piecesOf, timelineOf } from "./timeline.ts";

const zoneOf = (id: string): Zone => ianaZone(id) ?? expect.fail(`no ${id}`);
const viewer = zoneOf("Europe/Stockholm");
/** Monday 23 November 2026, in Stockholm. */
const at = (day: number, hour = 0, minute = 0): number =>
  viewer.toInstant(localFromFields(2026, 11, day, hour, minute));
const span = (day: number, hour: number, length = HOUR) => ({
  start: at(day, hour),
  end: at(day, hour) + length,
  allDay: false,
});
const of = (day: number, hour: number, length?: number) =>
  ({ span: span(day, hour, length), viewer, count: 3, week: USUAL_WEEK }) as const;
const dates = ({ days }: { readonly days: readonly number[] }) =>
  days.map((day) => new Date(day).getUTCDate());
const row = (key: string, more: Partial<FreeRow> = {}): FreeRow => ({
  key,
  name: key,
  part: "required",
  busy: [],
  absences: [],
  zone: viewer,
  hours: USUAL_WEEK,
  ...more,
});
const clock = (from: number): string =>
  new Date(viewer.toLocal(from)).toISOString().slice(8, 16).replace("T", " ");

describe("the timeline", () => {
  it("shows the day of a time and the next working days, from seven to six", () => {
    const line = timelineOf(of(26, 13));
    expect(dates(line)).toEqual([26, 27, 30]);
    expect([line.from, line.to]).toEqual([7 * HOUR, 18 * HOUR]);
    expect(dates(timelineOf(of(28, 13)))).toEqual([28, 30, 1]);
    const never = timelineOf({ ...of(26, 13), week: [null, null, null, null, null, null, null] });
    expect(never.days).toHaveLength(3);
  });

  it("shows the hours of a time that is earlier or later, and ends at midnight", () => {
    expect(timelineOf(of(26, 5)).from).toBe(5 * HOUR);
    expect(timelineOf(of(26, 19, 90 * MINUTE)).to).toBe(21 * HOUR);
    expect(timelineOf(of(26, 23, 3 * HOUR)).to).toBe(DAY);
  });

  it("stays where it is as long as the time is on it", () => {
    const line = timelineOf(of(26, 13));
    expect(followedTimeline(line, of(27, 16))).toBe(line);
    expect(dates(followedTimeline(line, of(25, 16)))).toEqual([25, 26, 27]);
    expect(followedTimeline(line, of(26, 18)).to).toBe(19 * HOUR);
    expect(followedTimeline(line, { ...of(26, 13), count: 1 }).days).toHaveLength(1);
  });

  it("has an even scale: every moment stands where it is found again", () => {
    const line = timelineOf(of(26, 13));
    for (const day of [26, 27, 30])
      for (const hour of [7, 9, 13, 17]) {
        const [piece] = piecesOf(line, { from: at(day, hour), to: at(day, hour, 30) });
        expect(piece?.width).toBeCloseTo(0.5 / 11 / 3, 9);
        expect(Math.round(instantAt(line, (piece?.left ?? 0) + 1e-9) / MINUTE)).toBe(at(day, hour) / MINUTE);
      }
    expect(piecesOf(line, { from: at(26, 17), to: at(27, 9) })).toHaveLength(2);
    expect(piecesOf(line, { from: at(26, 19), to: at(27, 6) })).toEqual([]);
    expect(piecesOf(line, { from: at(28, 9), to: at(28, 12) })).toEqual([]);
    expect([instantAt(line, -1), instantAt(line, 2)].map(clock)).toEqual(["26 07:00", "30 18:00"]);
  });

  it("knows the hours of people elsewhere and what they have said, but no night of rooms", () => {
    const window = { from: at(26), to: at(27) };
    const there = outsideOf(row("a", { zone: zoneOf("America/New_York") }), window);
    expect(there.map(({ from, to }) => `${clock(from)}–${clock(to)}`)).toEqual([
      "26 00:00–26 14:00",
      "26 23:00–27 00:00",
    ]);
    expect(outsideOf(row("r", { part: "room" }), window)).toEqual([]);
    const closed = { from: at(26, 9), to: at(26, 10), type: "BUSY-UNAVAILABLE" } as const;
    expect(outsideOf(row("r", { part: "room", busy: [closed] }), window)).toEqual([closed]);
  });
});

describe("who can come", () => {
  const busy = (from: number, to: number) => [{ from: at(26, from), to: at(26, to), type: "BUSY" as const }];
  const line = timelineOf({ ...of(26, 13), count: 1 });
  const said = (rows: readonly FreeRow[]) =>
    comingStretches(rows, line).map(
      ({ from, to, isForAll }) => `${clock(from)}–${clock(to)} ${isForAll ? "all" : "but one"}`,
    );

  it("is everybody within their hours, or all but one of three or more", () => {
    expect(said([row("a", { busy: busy(9, 11) }), row("b"), row("c", { busy: busy(10, 12) })])).toEqual([
      "26 08:00–26 09:00 all",
      "26 09:00–26 10:00 but one",
      "26 11:00–26 12:00 but one",
      "26 12:00–26 17:00 all",
    ]);
  });

  it("is nobody else where there are two, and rooms are not asked", () => {
    expect(
      said([row("a"), row("b", { busy: busy(8, 16) }), row("r", { part: "room", busy: busy(8, 17) })]),
    ).toEqual(["26 16:00–26 17:00 all"]);
  });
});
