import { describe, expect, it } from "vitest";
import { dayNumber } from "../time/civil.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { instantAt } from "./clock.ts";
import { closedDayOf, kindsOf, nightsIn, openOn, passesIn, passesOn, stayOf } from "./passes.ts";
import { prepare } from "./prepare.ts";
import type { BookingRules } from "./rules.ts";

const stockholm = ianaZone("Europe/Stockholm") as Zone;
const day = (text: string): number => dayNumber(...(text.split("-").map(Number) as [number, number, number]));
const shown = (instant: number): string => new Date(stockholm.toLocal(instant)).toISOString().slice(5, 16);
const hours = ({ start, end }: { start: number; end: number }): number => (end - start) / 3_600_000;

const rules: BookingRules = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  almanac: "SE",
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr", "sa"],
      passes: [
        { from: "07:00", to: "10:00" },
        { from: "20:00", to: "07:00" },
      ],
    },
    { days: ["su"], passes: [{ from: "10:00", to: "13:00" }] },
  ],
};
const starts = (more: Partial<BookingRules>, date: string): string[] =>
  passesOn(prepare({ ...rules, ...more }), day(date)).map(({ start }) => shown(start).slice(6));
const only = (from: string, to: string) =>
  prepare({
    ...rules,
    slotPlans: [{ days: ["mo", "tu", "we", "th", "fr", "sa", "su"], passes: [{ from, to }] }],
  });

describe("the passes of a day", () => {
  it("are those of its weekday", () => {
    expect(starts({}, "2026-11-23")).toEqual(["07:00", "20:00"]);
    expect(starts({}, "2026-11-29")).toEqual(["10:00"]);
  });

  it.each([
    ["red day on a Wednesday, as its own weekday", {}, "2027-01-06", ["07:00", "20:00"]],
    ["red day on a Wednesday, like a Sunday", { redDays: "asSunday" }, "2027-01-06", ["10:00"]],
    ["red day on a Wednesday, closed", { redDays: "closed" }, "2027-01-06", []],
    [
      "red day without an almanac",
      { redDays: "closed", almanac: "GB-ENG" },
      "2027-01-06",
      ["07:00", "20:00"],
    ],
    ["Sunday that is a red day, closed", { redDays: "closed" }, "2026-04-05", []],
    ["eve that no plan names", { redDays: "closed" }, "2026-12-24", ["07:00", "20:00"]],
  ] as const)("%s", (_, more, date, expected) => {
    expect(starts(more, date)).toEqual(expected);
  });

  it.each([
    ["redDay", "2026-05-01", "2026-05-02"],
    ["eve", "2026-06-19", "2026-06-18"],
    ["eve", "2026-12-31", "2026-12-30"],
    ["squeezeDay", "2026-05-15", "2026-05-22"],
    ["squeezeDay", "2026-01-05", "2026-01-08"],
  ] as const)("a plan for a %s holds on %s and not on %s", (kind, on, notOn) => {
    const slotPlans = [
      ...(rules.slotPlans ?? []),
      { days: [kind], passes: [{ from: "12:00", to: "14:00" }] },
    ];
    expect(starts({ slotPlans, redDays: "closed" }, on)).toEqual(["12:00"]);
    expect(starts({ slotPlans, redDays: "closed" }, notOn)).toEqual(["07:00", "20:00"]);
    expect(kindsOf(prepare({ ...rules, slotPlans }), day(on))).toContain(kind);
  });

  it("say why there are none", () => {
    const prepared = prepare({ ...rules, redDays: "closed", slotPlans: [] });
    expect(
      ["2027-01-06", "2026-12-24", "2026-05-15", "2026-11-23"].map((date) =>
        closedDayOf(prepared, day(date)),
      ),
    ).toEqual(["redDay", "eve", "squeezeDay", "weekday"]);
  });

  it("of 53-week years go on over the turn of the year", () => {
    expect(starts({}, "2026-12-31")).toEqual(["07:00", "20:00"]);
    expect(starts({}, "2027-01-03")).toEqual(["10:00"]);
  });
});

describe("a pass over midnight", () => {
  const night = only("20:00", "08:00");
  it("is twelve hours long, eleven when the clocks go forward and thirteen when they go back", () => {
    expect(passesOn(night, day("2026-11-23")).map(hours)).toEqual([12]);
    expect(passesOn(night, day("2026-03-28")).map(hours)).toEqual([11]);
    expect(passesOn(night, day("2026-10-24")).map(hours)).toEqual([13]);
  });
  it("is one pass on all of these nights", () => {
    for (const date of ["2026-11-23", "2026-03-28", "2026-10-24"]) {
      const [pass] = passesOn(night, day(date));
      expect(pass && passesIn(night, pass.start, pass.end)).toBe(1);
    }
  });
});

describe("a pass when the clocks change", () => {
  it("begins when a skipped hour ends, if it would begin in it", () => {
    const [pass] = passesOn(only("02:30", "05:00"), day("2026-03-29"));
    expect(pass && [shown(pass.start), shown(pass.end), hours(pass)]).toEqual([
      "03-29T03:00",
      "03-29T05:00",
      2,
    ]);
  });
  it("ends when a skipped hour begins, if it would end in it, and there is none if it lies in it whole", () => {
    const [pass] = passesOn(only("00:00", "02:30"), day("2026-03-29"));
    expect(pass && hours(pass)).toBe(2);
    expect(passesOn(only("02:00", "03:00"), day("2026-03-29"))).toEqual([]);
  });
  it("holds both runs of a repeated hour that it ends after", () => {
    expect(passesOn(only("02:00", "03:00"), day("2026-10-25")).map(hours)).toEqual([2]);
  });
  it("reads a skipped time as the moment at which it is skipped, wherever the gap is", () => {
    const lordHowe = ianaZone("Australia/Lord_Howe") as Zone;
    // There the clocks go forward by half an hour at two.
    expect(instantAt(lordHowe, day("2026-10-04"), 135) - instantAt(lordHowe, day("2026-10-04"), 119)).toBe(
      60_000,
    );
    const chatham = ianaZone("Pacific/Chatham") as Zone;
    expect(instantAt(chatham, day("2026-09-27"), 190) - instantAt(chatham, day("2026-09-27"), 164)).toBe(
      60_000,
    );
  });
});

describe("passes in a time", () => {
  const twice = prepare({
    ...rules,
    slotPlans: [
      {
        days: ["mo", "tu"],
        passes: [
          { from: "16:00", to: "20:00" },
          { from: "20:00", to: "08:00" },
          { from: "08:00", to: "12:00" },
        ],
      },
    ],
  });
  const at = (date: string, minutes: number) => instantAt(stockholm, day(date), minutes);
  it("are counted in a row, over midnight too", () => {
    expect(passesIn(twice, at("2026-11-23", 960), at("2026-11-24", 720))).toBe(3);
    expect(passesIn(twice, at("2026-11-23", 1200), at("2026-11-24", 480))).toBe(1);
  });
  it("are none where it begins or ends within one, or something lies between", () => {
    expect(passesIn(twice, at("2026-11-23", 975), at("2026-11-23", 1200))).toBeUndefined();
    expect(passesIn(twice, at("2026-11-23", 960), at("2026-11-23", 1215))).toBeUndefined();
    expect(passesIn(twice, at("2026-11-23", 480), at("2026-11-23", 1200))).toBeUndefined();
  });
});

describe("nights", () => {
  const flat = prepare({
    mode: "nights",
    timeZone: "Europe/Stockholm",
    cellMinutes: 60,
    units: 1,
    nights: { checkIn: "15:00", checkOut: "12:00" },
  });
  it.each(["2026-03-28", "2026-10-24", "2026-12-31", "2028-02-28"])("count by date from %s", (date) => {
    for (const count of [1, 2, 7]) {
      const { start, end } = stayOf(flat, day(date), count);
      expect(nightsIn(flat, start, end)).toBe(count);
    }
  });
});

describe("open hours", () => {
  const room = prepare({
    mode: "free",
    timeZone: "Europe/Stockholm",
    cellMinutes: 15,
    units: 1,
    almanac: "SE",
    open: [
      { days: ["mo"], from: "07:00", to: "12:00" },
      { days: ["mo"], from: "13:00", to: "24:00" },
    ],
    redDays: "closed",
  });
  it("are all that name the day, none on a red day that closes, and always where the rules name none", () => {
    expect(openOn(room, day("2026-11-23"))?.map(hours)).toEqual([5, 11]);
    expect(openOn(room, day("2026-04-06"))).toEqual([]);
    const always = prepare({ mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 });
    expect(openOn(always, day("2026-04-06"))).toBeUndefined();
  });
});
