import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR } from "../../time/instant.ts";
import {
  drawOrder,
  drawWeight,
  handOut,
  type DrawApplicant,
  type DrawEntries,
  type DrawWish,
} from "./draw.ts";
import { digestOf, drawFile, readDrawFile, type DrawResult } from "./result-file.ts";
import { verifyDraw, type DrawFault } from "./verify.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const seedOf = (number: number): string => sha256(`seed ${number}`);

/** Weeks of a cabin, Sunday to Sunday. */
const week = (number: number, isAllowed = true): DrawWish => ({
  start: Date.UTC(2027, 6, 4 + 7 * number, 14),
  end: Date.UTC(2027, 6, 11 + 7 * number, 11),
  isAllowed,
});
const wishing = (number: number, ...wishes: readonly DrawWish[]): DrawApplicant => ({
  number,
  weight: 1,
  wishes,
});
const entries = (applicants: readonly DrawApplicant[], more: Partial<DrawEntries> = {}): DrawEntries => ({
  units: 1,
  gapMinutes: 0,
  taken: [],
  applicants,
  ...more,
});

describe("the order", () => {
  it("is another with another seed, and the same with the same", () => {
    const applicants = Array.from({ length: 8 }, (_, at) => ({ number: at + 1, weight: 1 }));
    expect(drawOrder(seedOf(1), applicants, sha256)).toEqual(
      drawOrder(seedOf(1), applicants.toReversed(), sha256),
    );
    expect(drawOrder(seedOf(1), applicants, sha256)).not.toEqual(drawOrder(seedOf(2), applicants, sha256));
    expect(drawOrder(seedOf(1), applicants, sha256).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8,
    ]);
  });

  it("lets everybody be first equally often, and last", () => {
    const [people, draws] = [6, 3_000];
    const applicants = Array.from({ length: people }, (_, at) => ({ number: at + 1, weight: 1 }));
    const [first, last] = [new Map<number, number>(), new Map<number, number>()];
    for (let seed = 0; seed < draws; seed++) {
      const order = drawOrder(seedOf(seed), applicants, sha256);
      for (const [counts, number] of [
        [first, order[0]],
        [last, order.at(-1)],
      ] as const)
        counts.set(number ?? 0, (counts.get(number ?? 0) ?? 0) + 1);
    }
    const expected = draws / people;
    const chiSquare = (counts: ReadonlyMap<number, number>): number =>
      applicants.reduce((sum, { number }) => sum + ((counts.get(number) ?? 0) - expected) ** 2 / expected, 0);
    // Five degrees of freedom: one lottery of a thousand that are fair is above 20.5.
    expect(chiSquare(first)).toBeLessThan(20.5);
    expect(chiSquare(last)).toBeLessThan(20.5);
  });

  it("lets whoever has three lots be first three times as often as who has one", () => {
    const applicants = [{ number: 1, weight: 3 }, ...[2, 3, 4].map((number) => ({ number, weight: 1 }))];
    let wins = 0;
    for (let seed = 0; seed < 2_000; seed++) if (drawOrder(seedOf(seed), applicants, sha256)[0] === 1) wins++;
    // Half of them, give or take four times the standard deviation.
    expect(wins).toBeGreaterThan(1_000 - 90);
    expect(wins).toBeLessThan(1_000 + 90);
  });
});

describe("handing out", () => {
  it("gives each the first wish that is left", () => {
    const all = [wishing(1, week(0), week(1)), wishing(2, week(0), week(1)), wishing(3, week(1), week(0))];
    expect(handOut(entries(all), [2, 1, 3])).toEqual([
      { number: 2, wish: 1, unit: 0 },
      { number: 1, wish: 2, unit: 0 },
      { number: 3, wish: null, unit: null },
    ]);
  });
  it("passes over what the rules do not let them have, and what is booked already", () => {
    const taken = [{ ...week(1), unit: 0 }];
    expect(handOut(entries([wishing(1, week(0, false), week(1), week(2))], { taken }), [1])).toEqual([
      { number: 1, wish: 3, unit: 0 },
    ]);
  });
  it("uses every one of equal things, and keeps the time between two bookings", () => {
    const [late, all] = [{ ...week(0), start: week(0).end + HOUR, end: week(0).end + 9 * HOUR }, [1, 2, 3]];
    const same = all.map((number) => wishing(number, week(0)));
    expect(handOut(entries(same, { units: 2 }), all).map(({ unit }) => unit)).toEqual([0, 1, null]);
    const after = entries([wishing(1, week(0)), wishing(2, late)], { gapMinutes: 61 });
    expect(handOut(after, [1, 2]).map(({ wish }) => wish)).toEqual([1, null]);
    expect(handOut({ ...after, gapMinutes: 60 }, [1, 2]).map(({ wish }) => wish)).toEqual([1, 1]);
  });
});

it("weighs by the years since somebody had something", () => {
  const weight = (lastWon?: number, firstTried?: number) => drawWeight(2027, { lastWon, firstTried });
  expect(weight(), "new").toBe(1);
  expect(weight(2026), "had it last year").toBe(1);
  expect(weight(2027), "had it this year").toBe(1);
  expect(weight(2023, 2020)).toBe(4);
  expect(weight(undefined, 2026), "had no luck last year").toBe(2);
  expect(weight(undefined, 2024)).toBe(4);
  expect(weight(1990)).toBe(37);
  expect(weight(1900), "never more than there are lots").toBe(100);
});

// Whole minutes of 2027, as cells are.
const time = fc
  .record({ start: fc.integer({ min: 0, max: 500 }), length: fc.integer({ min: 1, max: 60 }) })
  .map(({ start, length }) => ({
    start: Date.UTC(2027, 0, 1) + start * HOUR,
    end: Date.UTC(2027, 0, 1) + (start + length) * HOUR,
  }));
const drawn: fc.Arbitrary<DrawResult> = fc
  .record({
    seed: fc.integer({ min: 0, max: 1e9 }).map(seedOf),
    thing: fc.string({ unit: "grapheme", maxLength: 40 }),
    name: fc.option(fc.constantFrom("Christmas", "Vecka 28–31"), { nil: undefined }),
    weight: fc.constantFrom("equal" as const, "yearsSinceLast" as const),
    units: fc.integer({ min: 1, max: 3 }),
    gapMinutes: fc.constantFrom(0, 60, 180),
    taken: fc.array(fc.tuple(time, fc.integer({ min: 0, max: 2 })), { maxLength: 4 }),
    isNamed: fc.boolean(),
    applicants: fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 5 }),
        wishes: fc.array(fc.record({ time, isAllowed: fc.boolean() }), { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ name, isNamed, ...given }) => {
    const applicants = given.applicants.map(({ weight, wishes }, at) => ({
      number: at + 1,
      weight,
      wishes: wishes.map((wish) => ({ ...wish.time, isAllowed: wish.isAllowed })),
    }));
    const whole = { ...given, taken: given.taken.map(([at, unit]) => ({ ...at, unit })), applicants };
    const order = drawOrder(given.seed, applicants, sha256);
    return {
      ...whole,
      period: { ...(name !== undefined && { name }), from: "2027-01-01", to: "2027-02-01" },
      closed: Date.UTC(2026, 11, 1),
      drawn: Date.UTC(2026, 11, 1, 0, 1),
      commitment: sha256(given.seed),
      labels: new Map(
        isNamed ? applicants.map(({ number }) => [number, `12${String(number).padStart(2, "0")}`]) : [],
      ),
      order,
      result: handOut(whole, order),
    };
  });

/** More with SNART_BOOKING_RUNS=20000. */
const wanted = process.env["SNART_BOOKING_RUNS"];
const runs = (numRuns: number) => ({ numRuns: wanted === undefined ? numRuns : Number(wanted) });

const reading = (text: string) => {
  const read = readDrawFile(JSON.parse(text));
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
};
const faultIn = (text: string): DrawFault | undefined => verifyDraw(reading(text), sha256);

interface FileJson {
  seed: string;
  commitment: string;
  thing: string;
  weight: string;
  units: number;
  period: { from: string };
  applicants: {
    number: number;
    label?: string;
    weight: number;
    wishes: { start: string; allowed: boolean }[];
  }[];
  order: number[];
  result: { number: number; wish: number | null; unit: number | null }[];
  taken: { unit: number }[];
  digest: string;
}

/** Each changes one thing of a file that has it. */
const CHANGES: Readonly<Record<string, (file: FileJson) => boolean>> = {
  seed: (file) => ((file.seed = sha256(file.seed)), true),
  commitment: (file) => ((file.commitment = sha256(file.commitment)), true),
  "seed and commitment": (file) => {
    file.seed = sha256(file.seed);
    file.commitment = sha256(file.seed);
    return true;
  },
  order: (file) => {
    if (file.order.length < 2) return false;
    file.order.push(file.order.shift() ?? 0);
    return true;
  },
  "an applicant's label": ({ applicants: [one] }) => {
    if (one?.label === undefined) return false;
    one.label = "11 A";
    return true;
  },
  "an applicant's weight": ({ applicants: [one] }) => {
    if (one) one.weight++;
    return one !== undefined;
  },
  "an applicant who is left out": (file) => file.applicants.pop() !== undefined,
  "an applicant who is added": (file) => {
    const [one] = file.applicants;
    if (one) file.applicants.push({ ...one, number: file.applicants.length + 1 });
    return one !== undefined;
  },
  "a wish's time": ({ applicants: [one] }) => {
    const wish = one?.wishes[0];
    if (wish) wish.start = "2026-12-31T23:30Z";
    return wish !== undefined;
  },
  "a wish's leave": ({ applicants: [one] }) => {
    const wish = one?.wishes[0];
    if (wish) wish.allowed = !wish.allowed;
    return wish !== undefined;
  },
  "a wish that is left out": ({ applicants: [one] }) => one?.wishes.pop() !== undefined,
  winner: ({ result: [share] }) => {
    if (!share) return false;
    share.wish = share.wish === null ? 1 : null;
    share.unit = share.wish === null ? null : 0;
    return true;
  },
  "a winner's thing": ({ result: [share] }) => {
    if (share?.unit === null || share === undefined) return false;
    share.unit++;
    return true;
  },
  "what was booked before": (file) => file.taken.pop() !== undefined,
  "how many things there are": (file) => (file.units++, true),
  "the name of the thing": (file) => ((file.thing += "!"), true),
  "the period": (file) => ((file.period.from = "2026-12-31"), true),
  digest: (file) => ((file.digest = sha256(file.digest)), true),
};

describe("a file of a result", () => {
  it("holds, whoever took part", () => {
    fc.assert(
      fc.property(drawn, (result) => {
        expect(faultIn(drawFile(result, sha256))).toBeUndefined();
      }),
      runs(100),
    );
  });

  it("comes back as it was written", () => {
    fc.assert(
      fc.property(drawn, (result) => {
        const read = reading(drawFile(result, sha256));
        expect(read.result).toEqual(result);
        expect(read.digest).toBe(digestOf(result, sha256));
      }),
      runs(40),
    );
  });

  it.each(Object.entries(CHANGES))("does not hold when somebody changes one thing: %s", (_, change) => {
    let changed = 0;
    fc.assert(
      fc.property(drawn, (result) => {
        const file = JSON.parse(drawFile(result, sha256)) as FileJson;
        if (!change(file)) return;
        changed++;
        expect(faultIn(JSON.stringify(file))).toBeDefined();
      }),
      runs(40),
    );
    expect(changed).toBeGreaterThan(0);
  });

  it("says which place of the order is another, and who got what", () => {
    const applicants = [wishing(1, week(0)), wishing(2, week(0)), wishing(3, week(1))];
    const order = drawOrder(seedOf(7), applicants, sha256);
    const whole: DrawResult = {
      ...entries(applicants),
      thing: "Cabin",
      period: { from: "2027-07-01", to: "2027-08-01" },
      closed: 0,
      drawn: 0,
      commitment: sha256(seedOf(7)),
      seed: seedOf(7),
      weight: "equal",
      labels: new Map(),
      order,
      result: handOut(entries(applicants), order),
    };
    const fault = (more: Partial<DrawResult>) => faultIn(drawFile({ ...whole, ...more }, sha256));
    const [first = 0, second = 0, third = 0] = order;
    expect(fault({ order: [first, third, second] })).toEqual({
      kind: "order",
      place: 2,
      said: third,
      found: second,
    });
    expect(fault({ order: [first, second] })).toEqual({ kind: "order", place: 3, found: third });
    const result = whole.result.map((share, at) => (at === 0 ? { ...share, wish: null, unit: null } : share));
    expect(fault({ result })).toMatchObject({ kind: "share", place: 1, found: whole.result[0] });
    expect(
      fault({
        labels: new Map([
          [1, "1203"],
          [2, "1201"],
        ]),
      }),
    ).toEqual({ kind: "labels", number: 2 });
    expect(fault({ applicants: applicants.toReversed() })).toEqual({ kind: "numbers", place: 1 });
  });

  it.each([
    ["no object", 7, [{ code: "wrong-type", path: "" }]],
    ["an array", [], [{ code: "wrong-type", path: "" }]],
    ["another format", { format: "snart-draw-2" }, [{ code: "unknown-value", path: "format" }]],
    [
      "a field that nobody knows",
      { format: "snart-draw-1", evil: 1 },
      [{ code: "unknown-field", path: "evil" }],
    ],
    ["a list too long", { order: Array(5_001).fill(1) }, [{ code: "too-many", path: "order", limit: 5_000 }]],
    ["a number that is none", { units: "1" }, [{ code: "wrong-type", path: "units" }]],
    [
      "a thousand lots",
      { applicants: [{ weight: 1_000 }] },
      [{ code: "out-of-range", path: "applicants/0/weight", limit: 100 }],
    ],
    ["half a character", { thing: "\ud800" }, [{ code: "too-long", path: "thing" }]],
    [
      "null for everything",
      { applicants: [null], taken: null },
      [{ code: "wrong-type", path: "applicants/0" }],
    ],
  ])("is refused with where it is wrong: %s", (_, value, problems) => {
    const read = readDrawFile(value);
    for (const problem of problems)
      expect(read).toMatchObject({
        ok: false,
        problem: expect.arrayContaining([expect.objectContaining(problem)]),
      });
  });

  it("is refused or read, and never breaks, whatever it holds", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readDrawFile(value)));
    fc.assert(
      fc.property(drawn, fc.jsonValue(), fc.nat(14), (result, value, at) => {
        const file = JSON.parse(drawFile(result, sha256)) as Record<string, unknown>;
        const key = Object.keys(file)[at] ?? "";
        const read = readDrawFile({ ...file, [key]: value });
        if (read.ok) verifyDraw(read.value, sha256);
      }),
      runs(100),
    );
  });

  it("is made again by the program that the document shows", async () => {
    const document = readFileSync(new URL("../../../../../docs/draw.md", import.meta.url), "utf8");
    const code = /```js\n([\s\S]*?)```/.exec(document)?.[1] ?? "";
    expect(code.split("\n").length).toBeLessThanOrEqual(40);
    const program = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      holds: (file: unknown) => boolean;
    };
    fc.assert(
      fc.property(drawn, fc.constantFrom(...Object.values(CHANGES)), (result, change) => {
        const file = JSON.parse(drawFile(result, sha256)) as FileJson;
        expect(program.holds(file)).toBe(true);
        if (change(file)) expect(program.holds(file)).toBe(faultIn(JSON.stringify(file)) === undefined);
      }),
      runs(100),
    );
  });
});
