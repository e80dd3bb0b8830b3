import { describe, expect, it } from "vitest";
import { naiveJudge } from "../testing/naive-judge.ts";
import { dayNumber } from "../time/civil.ts";
import { DAY, HOUR, MINUTE } from "../time/instant.ts";
import { ianaZone, type Zone } from "../time/zone.ts";
import { instantAt } from "./clock.ts";
import type { Claim, Facts, OwnBooking, Wish } from "./facts.ts";
import { judge } from "./judge.ts";
import { judgeSeries } from "./judge-series.ts";
import { prepare } from "./prepare.ts";
import { readRules } from "./read-rules.ts";
import type { BookingRules } from "./rules.ts";
import { slotsOf } from "./slots.ts";
import { verdictOn } from "./verdict.ts";

const stockholm = ianaZone("Europe/Stockholm") as Zone;
const day = (text: string): number => dayNumber(...(text.split("-").map(Number) as [number, number, number]));
const at = (date: string, minutes = 0): number => instantAt(stockholm, day(date), minutes);
const now = at("2026-11-23", 10 * 60 + 20);

const room: BookingRules = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };
const laundry: BookingRules = {
  ...room,
  mode: "slots",
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr", "sa", "su"],
      passes: [
        { from: "07:00", to: "10:00" },
        { from: "10:00", to: "13:00" },
        { from: "13:00", to: "16:00" },
      ],
    },
  ],
};
const facts = (more: Partial<Facts> = {}): Facts => ({
  bookable: "it",
  labels: ["laundry"],
  asker: { party: "1203", groups: [], manages: false },
  claims: [],
  claimsFrom: now - 100 * DAY,
  claimsTo: now + 800 * DAY,
  bookings: [],
  bookingsFrom: now - 800 * DAY,
  pauses: [],
  sources: [],
  ...more,
});
const hours = (from: number, to: number, date = "2026-11-24"): Wish => ({
  start: at(date, from * 60),
  end: at(date, to * 60),
});
const claim = (wish: Wish, more: Partial<Claim> = {}): Claim => ({
  unit: 0,
  booking: "theirs",
  start: wish.start,
  end: wish.end,
  ...more,
});
const own = (wish: Wish, more: Partial<OwnBooking> = {}): OwnBooking => ({
  id: "mine",
  bookable: "it",
  labels: ["laundry"],
  start: wish.start,
  end: wish.end,
  booked: now - DAY,
  state: "confirmed",
  ...more,
});
const kinds = (rules: BookingRules, wish: Wish, more: Partial<Facts> = {}, moment = now): string[] => {
  const verdict = verdictOn(prepare(rules), facts(more), wish, moment);
  return verdict.ok ? [] : verdict.reasons.map(({ kind }) => kind);
};

describe("own times in a row", () => {
  const nights: BookingRules = {
    ...room,
    mode: "nights",
    nights: { checkIn: "15:00", checkOut: "12:00" },
    units: 3,
    chain: { maxInRow: 3 },
  };
  const stay = (from: number, to: number): Wish => ({
    start: at(`2026-11-${String(from)}`, 15 * 60),
    end: at(`2026-11-${String(to)}`, 12 * 60),
  });
  const judged = (...stays: readonly Wish[]): readonly string[][] =>
    [stays, stays.toReversed()].map((each) => {
      const bookings = each.map((wish, index) => own(wish, { id: `own ${String(index)}` }));
      const naive = naiveJudge(nights, facts({ bookings }), stay(28, 29), now);
      expect(kinds(nights, stay(28, 29), { bookings })).toEqual(naive.reasons);
      return [...naive.reasons];
    });

  it("count once where two are had at the same time", () => {
    expect(judged(stay(27, 28), stay(26, 28))).toEqual([[], []]);
  });

  it("count as the longest row that they make, whatever their order", () => {
    expect(judged(stay(27, 28), stay(25, 28))).toEqual([["adjacent"], ["adjacent"]]);
    // The longest one beside it is not in the longest row.
    expect(judged(stay(26, 28), stay(27, 28), stay(25, 27))).toEqual([["adjacent"], ["adjacent"]]);
  });
});

describe("facts that are not known", () => {
  const limited: BookingRules = {
    ...laundry,
    limits: [{ max: 5, of: "bookings", per: "month", over: "this" }],
  };
  it("refuse where claims around the wish are cut off", () => {
    const wish = hours(10, 13);
    expect(kinds(laundry, wish, { claimsTo: wish.end + HOUR })).toEqual([]);
    expect(kinds(laundry, wish, { claimsTo: wish.end })).toEqual(["unknown"]);
    expect(kinds(laundry, wish, { claimsFrom: wish.start })).toEqual(["unknown"]);
  });
  it("refuse where the party's bookings do not reach back to the beginning of a limit's period", () => {
    const wish = hours(10, 13);
    expect(kinds(limited, wish, { bookingsFrom: at("2026-11-01") })).toEqual([]);
    expect(kinds(limited, wish, { bookingsFrom: at("2026-11-01") + 1 })).toEqual(["unknown"]);
    expect(kinds(laundry, wish, { bookingsFrom: now })).toEqual([]);
    expect(kinds(laundry, wish, { bookingsFrom: now + 1 })).toEqual(["unknown"]);
    const rolling: BookingRules = {
      ...laundry,
      limits: [{ max: 5, of: "bookings", per: "rolling:P30D", over: "this" }],
    };
    expect(kinds(rolling, wish, { bookingsFrom: at("2026-10-26") })).toEqual([]);
    expect(kinds(rolling, wish, { bookingsFrom: at("2026-10-26") + 1 })).toEqual(["unknown"]);
  });
  it.each(["stale", "unreadable", "truncated"] as const)(
    "refuse where a source is %s, a manager too",
    (health) => {
      const sources = [{ name: "Work", health }];
      expect(kinds(laundry, hours(10, 13), { sources })).toEqual(["unknown"]);
      const asker = { party: "1203", groups: [], manages: true };
      expect(kinds(laundry, { ...hours(10, 13), isOutsideRules: true }, { sources, asker })).toEqual([
        "unknown",
      ]);
    },
  );
  it("offer no ways out", () => {
    const verdict = judge(
      prepare(laundry),
      facts({ sources: [{ name: "Work", health: "stale" }] }),
      hours(10, 13),
      now,
    );
    expect(verdict).toHaveProperty("alternatives", []);
  });
});

describe("a time that is none", () => {
  it.each([
    [now, now],
    [now, now - 1],
    [Number.NaN, now],
    [now + 0.5, now + HOUR],
    [-1e15, now],
    [now, 1e16],
    [now, Number.POSITIVE_INFINITY],
  ])("from %d to %d is refused, and nothing else is asked", (start, end) => {
    expect(kinds(room, { start, end })).toEqual(["notATime"]);
  });
  it("is longer than can be claimed", () => {
    expect(kinds(room, { start: now, end: now + 3_001 * 15 * MINUTE })).toEqual(["tooLong"]);
  });
});

describe("free times", () => {
  const open: BookingRules = {
    ...room,
    open: [
      { days: ["mo", "tu", "we", "th", "fr"], from: "07:00", to: "18:00" },
      { days: ["mo"], from: "18:00", to: "22:00" },
    ],
  };
  it("lie within the open hours, over their seam too", () => {
    expect(kinds(open, hours(7, 18))).toEqual([]);
    expect(kinds(open, hours(17, 20))).toEqual(["closed"]);
    expect(kinds(open, hours(17, 20, "2026-11-30"))).toEqual([]);
    expect(kinds(open, hours(6.75, 8))).toEqual(["closed"]);
    expect(kinds(open, hours(10, 12, "2026-11-28"))).toEqual(["closed"]);
  });
  it("say when they open again", () => {
    const verdict = verdictOn(prepare(open), facts(), hours(17, 20), now);
    expect(verdict).toMatchObject({
      reasons: [{ kind: "closed", why: "hours", next: at("2026-11-25", 7 * 60) }],
    });
    expect(verdictOn(prepare(open), facts(), hours(10, 12, "2026-11-28"), now)).toMatchObject({
      reasons: [{ kind: "closed", why: "weekday", next: at("2026-11-30", 7 * 60) }],
    });
  });
  it("of a whole day may be a day long, also when that has 25 or 23 hours", () => {
    const daily: BookingRules = { ...room, lengths: { max: "P1D" } };
    for (const date of ["2026-10-25", "2026-11-24", "2027-03-28"]) {
      const wish = { start: at(date), end: instantAt(stockholm, day(date) + 1, 0) };
      expect(kinds(daily, wish, { claimsTo: now + 900 * DAY }, at("2026-10-01")), date).toEqual([]);
      expect(kinds(daily, { ...wish, end: wish.end + 15 * MINUTE }, {}, at("2026-10-01")), date).toEqual([
        "tooLong",
      ]);
    }
  });
  it("claim their cells outward, so that a neighbour's begun cell is taken", () => {
    const theirs = claim({ start: at("2026-11-24", 8 * 60), end: at("2026-11-24", 8 * 60 + 15) });
    expect(
      kinds(
        room,
        { start: at("2026-11-24", 8 * 60 + 10), end: at("2026-11-24", 9 * 60) },
        { claims: [theirs] },
      ),
    ).toEqual(["taken"]);
    expect(
      kinds(
        room,
        { start: at("2026-11-24", 8 * 60 + 15), end: at("2026-11-24", 9 * 60) },
        { claims: [theirs] },
      ),
    ).toEqual([]);
  });
  it("can begin in the cell that has begun, and not before", () => {
    expect(kinds(room, { start: at("2026-11-23", 10 * 60 + 15), end: at("2026-11-23", 11 * 60) })).toEqual(
      [],
    );
    expect(kinds(room, { start: at("2026-11-23", 10 * 60), end: at("2026-11-23", 11 * 60) })).toEqual([
      "tooLate",
    ]);
  });
});

describe("the last moment to book", () => {
  const moment = (minutes: number): number => at("2026-11-24", minutes);
  it("is that of the start, where the rules say nothing", () => {
    expect(kinds(laundry, hours(10, 13), {}, moment(600))).toEqual([]);
    // From then on it is the cell that has begun, as a piece of the running slot.
    expect(kinds(laundry, hours(10, 13), {}, moment(614))).toEqual([]);
    expect(kinds(laundry, hours(10, 13), {}, moment(615))).toEqual(["tooLate"]);
  });
  it("is so long before the start as the rules say, to the millisecond", () => {
    const early: BookingRules = { ...laundry, closesBefore: "PT2H" };
    expect(kinds(early, hours(13, 16), {}, moment(660))).toEqual([]);
    expect(kinds(early, hours(13, 16), {}, moment(660) + 1)).toEqual(["tooLate"]);
    expect(kinds({ ...early, closesBefore: "P1D" }, hours(13, 16), {}, at("2026-11-23", 780) + 1)).toEqual([
      "tooLate",
    ]);
  });
  it("is the end of the day for a stay that begins on it", () => {
    const flat: BookingRules = {
      ...room,
      mode: "nights",
      cellMinutes: 60,
      nights: { checkIn: "15:00", checkOut: "12:00" },
    };
    const tonight = { start: at("2026-11-24", 900), end: at("2026-11-25", 720) };
    expect(kinds(flat, tonight, {}, at("2026-11-25") - 1)).toEqual([]);
    expect(kinds(flat, tonight, {}, at("2026-11-25"))).toEqual(["tooLate"]);
  });
});

describe("a booking that is moved", () => {
  const full: BookingRules = {
    ...laundry,
    limits: [{ max: 1, of: "bookings", per: "upcoming", over: "this" }],
    lengths: { maxPasses: 2 },
  };
  const mine = own(hours(10, 13));
  const held = { bookings: [mine], claims: [claim(mine, { booking: "mine" })] };
  it("is judged without itself, in claims and in limits", () => {
    expect(kinds(full, { ...hours(10, 16), instead: "mine" }, held)).toEqual([]);
    expect(kinds(full, hours(10, 16), held)).toEqual(["taken", "quota"]);
  });
  it("is never offered in exchange for itself", () => {
    const verdict = judge(prepare(full), facts(held), hours(7, 10), now);
    const ways = verdict.ok ? [] : verdict.alternatives;
    expect(ways.map(({ instead }) => instead)).toEqual(["mine", "mine", "mine"]);
    expect(ways.map(({ start }) => start)).not.toContain(mine.start);
  });
  it("into a clash is refused like any other wish", () => {
    const claims = [...held.claims, claim(hours(13, 16))];
    expect(kinds(full, { ...hours(10, 16), instead: "mine" }, { ...held, claims })).toEqual(["taken"]);
  });
});

describe("limits over a label", () => {
  const shared: BookingRules = {
    ...laundry,
    limits: [{ max: 1, of: "bookings", per: "upcoming", over: "laundry" }],
  };
  it("count what the household has booked of every thing with it", () => {
    expect(kinds(shared, hours(10, 13), { bookings: [own(hours(7, 10), { bookable: "another" })] })).toEqual([
      "quota",
    ]);
    expect(
      kinds(shared, hours(10, 13), {
        bookings: [own(hours(7, 10), { bookable: "another", labels: ["sauna"] })],
      }),
    ).toEqual([]);
  });
  it("count only the part of the day that they name", () => {
    const limit = {
      max: 1,
      of: "bookings",
      per: "week",
      over: "this",
      dayPart: { days: ["tu", "we"], from: "13:00", to: "24:00" },
    } as const;
    const evenings: BookingRules = { ...laundry, limits: [limit] };
    const bookings = [own(hours(13, 16, "2026-11-25"))];
    expect(kinds(evenings, hours(13, 16), { bookings })).toEqual(["quota"]);
    expect(kinds(evenings, hours(7, 10), { bookings })).toEqual([]);
    expect(kinds(evenings, hours(13, 16, "2026-11-26"), { bookings })).toEqual([]);
  });
  it("count ISO weeks over the turn of a year with 53", () => {
    const weekly: BookingRules = {
      ...laundry,
      limits: [{ max: 1, of: "bookings", per: "week", over: "this" }],
    };
    const bookings = [own(hours(7, 10, "2026-12-28"))];
    // Week 53 ends on Sunday 3 January 2027.
    expect(kinds(weekly, hours(7, 10, "2027-01-03"), { bookings })).toEqual(["quota"]);
    expect(kinds(weekly, hours(7, 10, "2027-01-04"), { bookings })).toEqual([]);
  });
});

describe("a series", () => {
  const weekly: BookingRules = {
    ...laundry,
    recurring: "skipTaken",
    limits: [{ max: 3, of: "bookings", per: "upcoming", over: "laundry" }],
  };
  const wishes = [24, 25, 26, 27, 28].map((date) => hours(10, 13, `2026-11-${String(date)}`));
  it("counts what was granted to it before", () => {
    const verdicts = judgeSeries(
      prepare(weekly),
      facts({ claims: [claim(hours(10, 13, "2026-11-25"))] }),
      wishes,
      now,
    );
    expect(verdicts.map(({ ok }) => ok)).toEqual([true, false, true, true, false]);
    expect(verdicts[4]).toMatchObject({ reasons: [{ kind: "quota", used: 3 }] });
  });
  it("cannot overlap itself", () => {
    const [first] = wishes;
    const twice = judgeSeries(prepare(weekly), facts(), first ? [first, first] : [], now);
    expect(twice.map((verdict) => (verdict.ok ? "ok" : verdict.reasons.map(({ kind }) => kind)))).toEqual([
      "ok",
      ["taken"],
    ]);
  });
  it("is no longer than four hundred", () => {
    expect(
      judgeSeries(
        prepare(room),
        facts(),
        Array.from({ length: 500 }, () => hours(10, 13)),
        now,
      ),
    ).toHaveLength(400);
  });
});

describe("a board", () => {
  const prepared = prepare(laundry);
  const board = (more: Partial<Facts> = {}, date = "2026-11-23", moment = now) =>
    slotsOf(prepared, facts(more), { first: day(date), last: day(date) }, moment).map(({ start, state }) => [
      new Date(stockholm.toLocal(start)).toISOString().slice(11, 16),
      state,
    ]);
  it("shows the rest of the running slot beside what is past and free", () => {
    expect(board()).toEqual([
      ["07:00", "past"],
      ["10:00", "past"],
      ["10:15", "free"],
      ["13:00", "free"],
    ]);
  });
  it("shows who has what: yours, in use, taken, held", () => {
    const mine = own(hours(13, 16, "2026-11-23"));
    const running = claim(hours(10, 13, "2026-11-23"));
    expect(board({ claims: [running, claim(mine, { booking: "mine" })], bookings: [mine] })).toEqual([
      ["07:00", "past"],
      ["10:00", "inUse"],
      ["13:00", "yours"],
    ]);
    const tomorrow = { claims: [claim(hours(7, 10)), claim(hours(10, 13), { expires: now + MINUTE })] };
    expect(board(tomorrow, "2026-11-24")).toEqual([
      ["07:00", "taken"],
      ["10:00", "held"],
      ["13:00", "free"],
    ]);
  });
  it("shows the pieces that are left around a neighbour who comes later", () => {
    expect(board({ claims: [claim(hours(11.5, 12.5, "2026-11-23"))] })).toEqual([
      ["07:00", "past"],
      ["10:00", "taken"],
      ["10:15", "free"],
      ["12:30", "free"],
      ["13:00", "free"],
    ]);
  });
  it("shows what cannot be known as such, and nothing as free", () => {
    const states = board({ sources: [{ name: "Work", health: "stale" }] }, "2026-11-24").map(
      ([, state]) => state,
    );
    expect(states).toEqual(["unknown", "unknown", "unknown"]);
  });
  it("is two months at most", () => {
    const flat = prepare({
      ...room,
      mode: "nights",
      cellMinutes: 60,
      nights: { checkIn: "15:00", checkOut: "12:00" },
    });
    expect(slotsOf(flat, facts(), { first: day("2026-11-23"), last: day("2036-11-23") }, now)).toHaveLength(
      62,
    );
  });
});

describe("a period that is drawn by lot", () => {
  const cabin: BookingRules = {
    ...room,
    mode: "nights",
    nights: { checkIn: "15:00", checkOut: "12:00" },
    opens: { before: "P1M" },
    draw: {
      periods: [
        {
          name: "Christmas",
          from: "2026-12-24",
          to: "2026-12-31",
          opens: "2026-11-01T00:00",
          closes: "2026-12-01T18:00",
        },
      ],
      weight: "equal",
      wishes: 5,
    },
  };
  const stay = (from: string, to: string): Wish => ({ start: at(from, 15 * 60), end: at(to, 12 * 60) });
  const christmas = stay("2026-12-27", "2026-12-30");
  const undrawn = [{ from: day("2026-12-24"), to: day("2026-12-31") }];
  const closed = at("2026-12-01", 18 * 60);

  it("is booked by nobody until wishes close", () => {
    expect(kinds(cabin, christmas, {}, closed - 1)).toEqual(["byLot"]);
    expect(kinds(cabin, christmas, {}, closed)).toEqual([]);
  });
  it("is booked by nobody after that either, as long as it is not drawn", () => {
    const verdict = verdictOn(prepare(cabin), facts({ undrawn }), christmas, closed + HOUR);
    const reason = { kind: "byLot", opens: at("2026-11-01"), closes: closed, isDue: true };
    expect(verdict).toEqual({ ok: false, reasons: [reason] });
    const other = [{ from: day("2026-12-24"), to: day("2026-12-30") }];
    expect(kinds(cabin, christmas, { undrawn: other }, closed), "another period").toEqual([]);
  });
  it("is wished for, also before others could book it", () => {
    const wish = { ...christmas, isDrawn: true };
    expect(kinds(cabin, wish, { undrawn }, at("2026-11-02"))).toEqual([]);
    expect(kinds(cabin, wish, { claims: [claim(christmas)] }, at("2026-11-02"))).toEqual(["taken"]);
    expect(kinds(cabin, { ...stay("2027-01-02", "2027-01-04") }, {}, now), "others").toEqual(["notYet"]);
  });
  it("is drawn before it begins", () => {
    const { draw } = cabin;
    const read = (closes: string) =>
      readRules({ ...cabin, draw: { ...draw, periods: [{ ...draw?.periods[0], closes }] } });
    expect(read("2026-12-24T12:00")).toMatchObject({ ok: true });
    expect(read("2026-12-25T00:00")).toMatchObject({
      problem: [{ code: "never-bookable", path: "draw/periods/0/closes" }],
    });
  });
});
