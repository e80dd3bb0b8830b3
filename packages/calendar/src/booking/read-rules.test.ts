import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRules } from "./read-rules.ts";

const laundry = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  slotPlans: [{ days: ["mo", "tu"], passes: [{ from: "07:00", to: "10:00" }] }],
};
const flat = {
  mode: "nights",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  nights: { checkIn: "15:00", checkOut: "12:00" },
};
const room = { mode: "free", timeZone: "Europe/London", cellMinutes: 15, units: 1 };

const problems = (value: unknown): string[] => {
  const read = readRules(value);
  return read.ok ? [] : read.problem.map(({ code, path }) => `${code} ${path}`);
};
const laundryWith = (more: object): string[] => problems({ ...laundry, ...more });
const passes = (...times: readonly string[]) => ({
  slotPlans: [
    {
      days: ["mo"],
      passes: times.map((time) => ({ from: time.slice(0, 5), to: time.slice(6) })),
    },
  ],
});
const limit = { max: 2, of: "bookings", per: "upcoming", over: "this" };

describe("rules from outside", () => {
  it("are returned unchanged where nothing is wrong with them", () => {
    for (const rules of [laundry, flat, room]) expect(readRules(rules)).toEqual({ ok: true, value: rules });
  });

  it.each([
    ["no object", null, ["wrong-type "]],
    ["a list", [], ["wrong-type "]],
    ["nothing", {}, ["missing mode", "missing timeZone", "missing cellMinutes", "missing units"]],
    ["a million units", { ...laundry, units: 1e6 }, ["out-of-range units"]],
    ["half a unit", { ...laundry, units: 1.5 }, ["wrong-type units"]],
    ["cells of seven minutes", { ...laundry, cellMinutes: 7 }, ["unknown-value cellMinutes"]],
    ["a zone that there is not", { ...laundry, timeZone: "Europe/Tallkotten" }, ["unknown-zone timeZone"]],
    ["a field that there is not", { ...laundry, price: 70 }, ["unknown-field price"]],
    [
      "a horizon of a hundred years",
      { ...laundry, opens: { before: "P100Y" } },
      ["horizon-too-long opens/before"],
    ],
    ["a negative horizon", { ...laundry, opens: { before: "-P1D" } }, ["bad-span opens/before"]],
    ["a limit of 0", { ...laundry, limits: [{ ...limit, max: 0 }] }, ["never-bookable limits/0/max"]],
    ["a limit of -1", { ...laundry, limits: [{ ...limit, max: -1 }] }, ["out-of-range limits/0/max"]],
    [
      "limits without end",
      { ...laundry, limits: Array.from({ length: 21 }, () => limit) },
      ["too-many limits"],
    ],
    [
      "a rolling window of months",
      { ...laundry, limits: [{ ...limit, per: "rolling:P2M" }] },
      ["bad-span limits/0/per"],
    ],
    [
      "a rolling window of 0 days",
      { ...laundry, limits: [{ ...limit, per: "rolling:P0D" }] },
      ["out-of-range limits/0/per"],
    ],
    ["nobody who may book", { ...laundry, mayBook: [] }, ["never-bookable mayBook"]],
    [
      "house rules without Swedish",
      { ...laundry, houseRules: { text: { en: "x" }, version: 1, mustAccept: true } },
      ["missing houseRules/text/sv"],
    ],
  ])("are refused: %s", (_, value, expected) => {
    expect(problems(value)).toEqual(expected);
  });

  it("are refused with plans that are empty, overlap or name a day twice", () => {
    expect(laundryWith({ slotPlans: [] })).toEqual(["missing slotPlans"]);
    expect(laundryWith(passes())).toEqual(["empty slotPlans/0/passes"]);
    expect(laundryWith(passes("07:00-10:00", "09:00-12:00"))).toEqual(["passes-overlap slotPlans/0/passes"]);
    expect(laundryWith(passes("07:05-10:00"))).toEqual(["off-cell slotPlans/0/passes/0"]);
    expect(laundryWith(passes("07:00-25:00"))).toEqual([
      "bad-time slotPlans/0/passes/0/to",
      "empty slotPlans/0/passes",
    ]);
    const [plan] = laundry.slotPlans;
    expect(laundryWith({ slotPlans: [plan, plan] })).toEqual([
      "day-twice slotPlans/1/days",
      "day-twice slotPlans/1/days",
    ]);
    expect(laundryWith({ slotPlans: [{ ...plan, days: ["mo", "mo"] }] })).toContain(
      "day-twice slotPlans/0/days",
    );
    expect(laundryWith({ slotPlans: [{ ...plan, days: [] }] })).toEqual(["empty slotPlans/0/days"]);
  });

  it("are refused where a pass over midnight runs into the next day's first", () => {
    const night = (days: readonly string[], first: string) => [
      { days, passes: [{ from: "20:00", to: "08:00" }] },
      { days: ["redDay"], passes: [{ from: first, to: "16:00" }] },
    ];
    expect(laundryWith({ slotPlans: night(["mo", "tu"], "08:00") })).toEqual([]);
    expect(laundryWith({ slotPlans: night(["mo"], "07:00") })).toEqual(["passes-overlap slotPlans/0/passes"]);
    const friday = { days: ["fr"], passes: [{ from: "20:00", to: "08:00" }] };
    const day = (name: string) => ({ days: [name], passes: [{ from: "07:00", to: "16:00" }] });
    expect(laundryWith({ slotPlans: [friday, day("sa")] })).toEqual(["passes-overlap slotPlans/0/passes"]);
    expect(laundryWith({ slotPlans: [friday, day("su")] })).toEqual([]);
  });

  it("are refused where nothing could ever be booked", () => {
    expect(laundryWith({ opens: { before: "PT1H" }, closesBefore: "PT2H" })).toEqual([
      "never-bookable closesBefore",
    ]);
    expect(laundryWith({ opens: { before: "P1D", at: "18:00" }, closesBefore: "P1D" })).toEqual([]);
    const stay = (more: object): string[] => problems({ ...flat, ...more });
    expect(stay({ lengths: { minNights: 3, maxNights: 2 } })).toEqual(["min-over-max lengths"]);
    expect(stay({ lengths: { minNights: 3 }, limits: [{ ...limit, of: "nights" }] })).toEqual([
      "never-bookable limits/0/max",
    ]);
    expect(stay({ lengths: { minNights: 3 }, chain: { maxInRow: 2 } })).toEqual([
      "never-bookable chain/maxInRow",
    ]);
    expect(stay({ nights: { checkIn: "12:00", checkOut: "15:00" } })).toEqual([
      "nights-overlap nights/checkOut",
    ]);
  });

  it("are refused where a mode does not read them", () => {
    expect(laundryWith({ nights: flat.nights })).toEqual(["not-in-this-mode nights"]);
    expect(problems({ ...flat, lengths: { maxPasses: 2 } })).toEqual(["not-in-this-mode lengths/maxPasses"]);
    expect(laundryWith({ limits: [{ ...limit, of: "nights" }] })).toEqual(["not-in-this-mode limits/0/of"]);
  });

  it("are refused where one booking would claim too many cells", () => {
    expect(problems({ ...room, cellMinutes: 5, lengths: { max: "P30D" } })).toEqual([
      "too-many-cells lengths",
    ]);
    expect(problems({ ...room, cellMinutes: 60, lengths: { max: "P30D" } })).toEqual([]);
  });

  it.each(["\u0000", "\u202eadmin", "a\nb", "\ud800", "   ", "x".repeat(101)])(
    "are refused with a hostile name: %j",
    (name) => {
      const [plan] = laundry.slotPlans;
      const named = laundryWith({ slotPlans: [{ ...plan, passes: [{ from: "07:00", to: "10:00", name }] }] });
      expect(named).toHaveLength(1);
      expect(named[0]).toMatch(/^(hostile-text|empty|too-long) slotPlans\/0\/passes\/0\/name$/);
    },
  );

  it("are never more than a hundred problems", () => {
    const [plan] = laundry.slotPlans;
    const many = Array.from({ length: 48 }, () => ({ from: "x", to: "y", a: 1, b: 2 }));
    expect(
      laundryWith({ slotPlans: Array.from({ length: 60 }, () => ({ ...plan, passes: many })) }),
    ).toHaveLength(100);
  });

  it("never throw, whatever JSON comes", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom(
          ...Object.keys({
            ...laundry,
            limits: 0,
            opens: 0,
            nights: 0,
            draw: 0,
            checkIn: 0,
            chain: 0,
            cancel: 0,
            maintenance: 0,
            lengths: 0,
            houseRules: 0,
            open: 0,
          }),
        ),
        (value, key) => {
          const read = readRules({ ...laundry, [key]: value });
          if (!read.ok) expect(read.problem.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 500 },
    );
  });
});
