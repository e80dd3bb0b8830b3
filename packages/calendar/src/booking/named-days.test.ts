import { describe, expect, it } from "vitest";
import { dayNumber } from "../time/civil.ts";
import { DAY } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { instantAt } from "./clock.ts";
import type { Facts, OwnBooking, Wish } from "./facts.ts";
import { prepare } from "./prepare.ts";
import type { BookingRules, DayKind, LimitPeriod } from "./rules.ts";
import { verdictOn } from "./verdict.ts";

// Every rule that names days, on a red day, an eve, a squeeze day, an ordinary day, and where the clocks and the years change.
const stockholm = ianaZone("Europe/Stockholm") as Zone;
const at = (date: string, hour: number): number =>
  instantAt(stockholm, dayNumber(...(date.split("-").map(Number) as [number, number, number])), hour * 60);
const room: BookingRules = {
  mode: "free",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  almanac: "SE",
};
const time = (date: string, from = 12, to = 14): Wish => ({ start: at(date, from), end: at(date, to) });

function kinds(rules: BookingRules, wish: Wish, own: readonly Wish[] = []): string[] {
  const now = wish.start - 10 * DAY;
  const bookings = own.map((each, index): OwnBooking => ({
    id: String(index),
    bookable: "it",
    labels: [],
    start: each.start,
    end: each.end,
    booked: now - DAY,
    state: "confirmed",
  }));
  const facts: Facts = {
    bookable: "it",
    labels: [],
    asker: { party: "1203", groups: [], manages: false },
    claims: [],
    claimsFrom: now - 800 * DAY,
    claimsTo: now + 800 * DAY,
    bookings,
    bookingsFrom: now - 800 * DAY,
    pauses: [],
    sources: [],
  };
  const verdict = verdictOn(prepare(rules), facts, wish, now);
  return verdict.ok ? [] : verdict.reasons.map(({ kind }) => kind);
}

/** A date of each kind, all on weekdays of their own. */
const DATES = [
  ["redDay", "2027-01-06", "we"],
  ["eve", "2026-12-24", "th"],
  ["squeezeDay", "2026-05-15", "fr"],
] as const satisfies readonly (readonly [DayKind, string, DayKind])[];

describe.each(DATES)("a %s (%s)", (kind, date, name) => {
  const all: readonly DayKind[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];
  const passes = [{ from: "12:00", to: "14:00" }];
  const slots = (plans: BookingRules["slotPlans"]): BookingRules => ({
    ...room,
    mode: "slots",
    slotPlans: plans ?? [],
  });

  it("has the passes of its own plan, and else those of its weekday", () => {
    expect(
      kinds(
        slots([
          { days: all, passes: [{ from: "07:00", to: "09:00" }] },
          { days: [kind], passes },
        ]),
        time(date),
      ),
    ).toEqual([]);
    expect(kinds(slots([{ days: all, passes }]), time(date))).toEqual([]);
    expect(kinds(slots([{ days: all.filter((day) => day !== name), passes }]), time(date))).toEqual([
      "closed",
    ]);
  });
  it("has its own open hours, and else those of its weekday", () => {
    const short = { days: [kind], from: "08:00", to: "13:00" };
    expect(kinds({ ...room, open: [{ days: all, from: "07:00", to: "22:00" }] }, time(date))).toEqual([]);
    expect(kinds({ ...room, open: [{ days: all, from: "07:00", to: "22:00" }, short] }, time(date))).toEqual([
      "closed",
    ]);
    expect(
      kinds(
        {
          ...room,
          open: [
            { days: all, from: "07:00", to: "10:00" },
            { ...short, to: "14:00" },
          ],
        },
        time(date),
      ),
    ).toEqual([]);
  });
  it("is counted by a limit that names it, or its weekday", () => {
    const limited = (days: readonly DayKind[]): BookingRules => ({
      ...room,
      limits: [
        { max: 1, of: "bookings", per: "day", over: "this", dayPart: { days, from: "00:00", to: "24:00" } },
      ],
    });
    const own = [time(date, 8, 10)];
    expect(kinds(limited([kind]), time(date), own)).toEqual(["quota"]);
    expect(kinds(limited([name]), time(date), own)).toEqual(["quota"]);
    expect(kinds(limited(["mo"]), time(date), own)).toEqual([]);
  });
  it("is cleaned like its weekday", () => {
    const cleaned: BookingRules = {
      ...room,
      maintenance: [{ days: [name], from: "13:00", to: "15:00", reason: "x" }],
    };
    expect(kinds(cleaned, time(date))).toEqual(["maintenance"]);
    expect(kinds(cleaned, time(date, 10, 13))).toEqual([]);
  });
  it("is an arrival day like its weekday", () => {
    const flat = (arrivals: readonly (typeof name)[]): BookingRules => ({
      ...room,
      mode: "nights",
      nights: { checkIn: "15:00", checkOut: "12:00", arrivals },
    });
    const stay = { start: at(date, 15), end: at(date, 36) };
    expect(kinds(flat([name]), stay)).toEqual([]);
    expect(kinds(flat([name === "we" ? "th" : "we"]), stay)).toEqual(["wrongDay"]);
  });
});

describe("a red day that no rule names", () => {
  const sunday: BookingRules = {
    ...room,
    open: [
      { days: ["mo", "tu", "we", "th", "fr", "sa"], from: "07:00", to: "22:00" },
      { days: ["su"], from: "13:00", to: "22:00" },
    ],
  };
  const hall: BookingRules = {
    ...room,
    limits: [
      {
        max: 1,
        of: "bookings",
        per: "day",
        over: "this",
        dayPart: { days: ["su"], from: "00:00", to: "24:00" },
      },
    ],
  };
  it.each([
    ["asOwnDay", [], []],
    ["asSunday", ["closed"], ["quota"]],
    ["closed", ["closed"], ["closed"]],
  ] as const)("is %s in hours and in limits", (redDays, inHours, inLimit) => {
    expect(kinds({ ...sunday, redDays }, time("2027-01-06"))).toEqual(inHours);
    expect(kinds({ ...hall, redDays }, time("2027-01-06"), [time("2027-01-06", 8, 10)])).toEqual(inLimit);
  });
  it("is ordinary without an almanac, and in another country's", () => {
    const { almanac: _, ...without } = { ...sunday, redDays: "closed" as const };
    expect(kinds(without, time("2027-01-06"))).toEqual([]);
    expect(kinds({ ...without, almanac: "GB-ENG" }, time("2027-01-06"))).toEqual([]);
  });
});

describe("a limit per", () => {
  const one = (per: LimitPeriod): BookingRules => ({
    ...room,
    limits: [{ max: 1, of: "bookings", per, over: "this" }],
  });
  it.each([
    ["day", "2026-03-29", "2026-03-29", true],
    ["day", "2026-03-29", "2026-03-30", false],
    ["day", "2026-10-25", "2026-10-24", false],
    // Week 53 of 2026 ends on 3 January 2027.
    ["week", "2026-12-28", "2027-01-03", true],
    ["week", "2026-12-27", "2026-12-28", false],
    ["week", "2027-01-03", "2027-01-04", false],
    ["month", "2026-12-31", "2027-01-01", false],
    ["month", "2028-02-29", "2028-02-01", true],
    ["month", "2028-02-29", "2028-03-01", false],
    ["year", "2026-01-01", "2026-12-31", true],
    ["year", "2026-12-31", "2027-01-01", false],
    ["rolling:P30D", "2026-10-01", "2026-10-30", true],
    ["rolling:P30D", "2026-10-01", "2026-10-31", false],
    ["rolling:P7D", "2026-03-25", "2026-03-31", true],
    ["rolling:P7D", "2026-03-25", "2026-04-01", false],
    ["rolling:P1D", "2026-03-29", "2026-03-30", false],
  ] as const)("%s: %s and %s are in one: %s", (per, first, second, isOne) => {
    const wish = first === second ? time(second, 18, 20) : time(second);
    expect(kinds(one(per), wish, [time(first)])).toEqual(isOne ? ["quota"] : []);
    // The other way round too: what is booked for later counts for what comes before.
    const back = first === second ? time(first, 8, 10) : time(first);
    expect(kinds(one(per), back, [time(second)])).toEqual(isOne ? ["quota"] : []);
  });
  it("nights counts each on its own date, over the end of a month", () => {
    const flat: BookingRules = {
      ...room,
      mode: "nights",
      nights: { checkIn: "15:00", checkOut: "12:00" },
      limits: [{ max: 3, of: "nights", per: "month", over: "this" }],
    };
    const stay = (date: string, nights: number): Wish => ({
      start: at(date, 15),
      end: at(date, 12 + 24 * nights),
    });
    expect(kinds(flat, stay("2026-11-28", 6))).toEqual([]);
    expect(kinds(flat, stay("2026-11-27", 5))).toEqual(["quota"]);
    expect(kinds(flat, stay("2026-12-05", 1), [stay("2026-11-28", 6)])).toEqual(["quota"]);
    expect(kinds(flat, stay("2026-12-05", 1), [stay("2026-11-28", 5)])).toEqual([]);
  });
});
