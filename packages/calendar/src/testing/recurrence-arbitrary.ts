import fc from "fast-check";

// Recurrence rules with their starts, for tests, for the fuzzer and for the conformance run: seeded and shrinkable.

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/**
 * Zones with something unusual: whole-hour and half-hour summer time, negative summer time, Ramadan, a skipped day,
 * no change.
 */
export const ODD_ZONES = [
  "Europe/Stockholm",
  "Europe/London",
  "Europe/Dublin",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Pacific/Apia",
] as const;

const NEAR_CHANGES = [
  // Stockholm, London and Dublin: both changes of 2026; a skipped time, and a repeated one.
  "20260328T023000",
  "20260329T013000",
  "20260329T023000",
  "20261024T013000",
  "20261025T023000",
  // New York, Lord Howe, Casablanca, Apia (which had no 30 December 2011).
  "20260307T023000",
  "20261101T013000",
  "20261004T021500",
  "20260405T014500",
  "20260215T023000",
  "20111229T120000",
  "20111230T120000",
] as const;

const PLAIN_STARTS = [
  "19970902T090000",
  "20240229T083000",
  "20261231T235900",
  "20250131T000000",
  "20241230T120000",
  "20260101T000000",
  "19621028T010000",
  "20380119T031407",
] as const;

const two = (n: number): string => String(n).padStart(2, "0");

/** A start in iCalendar form, without zone: near changes of clocks and at edges of the calendar, or anywhere. */
export const startArbitrary: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...PLAIN_STARTS, ...NEAR_CHANGES),
  fc
    .tuple(
      fc.integer({ min: 1970, max: 2050 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 23 }),
      fc.constantFrom(0, 15, 30, 59),
    )
    .map(
      ([year, month, day, hour, minute]) => `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}00`,
    ),
);

/** Different numbers, ascending, as some engines require; also negative ones if `signed`. */
function numbers(min: number, max: number, most: number, signed = false): fc.Arbitrary<number[]> {
  const one = fc.integer({ min, max });
  const maybeNegative = signed
    ? fc.tuple(one, fc.constantFrom(1, 1, -1)).map(([number, sign]) => number * sign)
    : one;
  return fc
    .uniqueArray(maybeNegative, { minLength: 1, maxLength: most })
    .map((list) => list.toSorted((a, b) => a - b));
}

const plainDays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1, maxLength: 5 });
const numberedDays = (max: number): fc.Arbitrary<string[]> =>
  fc.uniqueArray(
    fc
      .tuple(fc.integer({ min: 1, max }), fc.constantFrom("", "-"), fc.constantFrom(...WEEKDAYS))
      .map(([n, sign, day]) => `${sign}${n}${day}`),
    { minLength: 1, maxLength: 3 },
  );

type Frequency = "YEARLY" | "MONTHLY" | "WEEKLY" | "DAILY" | "HOURLY" | "MINUTELY" | "SECONDLY";

export interface RuleOptions {
  readonly frequencies?: readonly Frequency[];
  /** parts to leave out, such as `BYSETPOS` */
  readonly without?: readonly string[];
}

const ALL_FREQUENCIES: readonly Frequency[] = [
  "YEARLY",
  "YEARLY",
  "MONTHLY",
  "MONTHLY",
  "WEEKLY",
  "DAILY",
  "HOURLY",
  "MINUTELY",
  "SECONDLY",
];

type Part = readonly [name: string, values: fc.Arbitrary<readonly (number | string)[]>, odds: number];

/** The parts that a frequency may have, with how often (one in …), by the table of RFC 5545 §3.3.10. */
function partsOf(freq: Frequency): Part[] {
  const isYear = freq === "YEARLY";
  const isShort = freq === "HOURLY" || freq === "MINUTELY" || freq === "SECONDLY";
  const days = isYear || freq === "MONTHLY" ? fc.oneof(plainDays, numberedDays(isYear ? 53 : 5)) : plainDays;
  return [
    ["BYMONTH", numbers(1, 12, 3), 4],
    ...(isYear ? [["BYWEEKNO", numbers(1, 53, 3, true), 6] as const] : []),
    ...(isYear || isShort ? [["BYYEARDAY", numbers(1, 366, 3, true), 6] as const] : []),
    ...(freq === "WEEKLY" ? [] : [["BYMONTHDAY", numbers(1, 31, 4, true), 3] as const]),
    ["BYDAY", days, 2],
    ["BYHOUR", numbers(0, 23, 2), isShort ? 3 : 6],
    ["BYMINUTE", numbers(0, 59, 2), isShort ? 4 : 8],
    ["BYSECOND", numbers(0, 59, 2), isShort ? 5 : 12],
  ];
}

interface RuleParts {
  readonly freq: Frequency;
  readonly by: readonly (readonly [name: string, values: readonly (number | string)[]])[];
  readonly interval: number;
  readonly wkst: string | undefined;
  readonly positions: readonly number[] | undefined;
}

/** Numbered weekdays have no meaning next to BYWEEKNO (RFC 5545 §3.3.10), so the numbers are dropped. */
function writeRule({ freq, by, interval, wkst, positions }: RuleParts): string {
  const hasWeeks = by.some(([name]) => name === "BYWEEKNO");
  const lists = by.map(([name, values]) => {
    const own = name === "BYDAY" && hasWeeks ? [...new Set(values.map((v) => String(v).slice(-2)))] : values;
    return `;${name}=${own.join(",")}`;
  });
  const position = positions && by.length > 0 ? `;BYSETPOS=${positions.join(",")}` : "";
  return `FREQ=${freq}${interval === 1 ? "" : `;INTERVAL=${interval}`}${lists.join("")}${position}${
    wkst === undefined ? "" : `;WKST=${wkst}`
  }`;
}

/** Any rule that RFC 5545 §3.3.10 allows, without COUNT and UNTIL. */
export function ruleArbitrary(options: RuleOptions = {}): fc.Arbitrary<string> {
  const { frequencies = ALL_FREQUENCIES, without = [] } = options;
  const isAllowed = (name: string): boolean => !without.includes(name);
  return fc.constantFrom(...frequencies).chain((freq) => {
    const parts = partsOf(freq).filter(([name]) => isAllowed(name));
    const by = parts.map(([name, values, odds]) =>
      fc
        .tuple(fc.nat(odds - 1), values)
        .map(([dice, list]) => (dice === 0 ? ([name, list] as const) : undefined)),
    );
    return fc
      .record({
        by: fc.tuple(...by),
        interval: fc.constantFrom(1, 1, 1, 2, 3, 4, 5, 13),
        wkst: fc.option(fc.constantFrom(...WEEKDAYS), { nil: undefined, freq: 2 }),
        positions: isAllowed("BYSETPOS")
          ? fc.option(numbers(1, 4, 2, true), { nil: undefined, freq: 4 })
          : fc.constant(undefined),
      })
      .map((drawn) => writeRule({ ...drawn, freq, by: drawn.by.filter((part) => part !== undefined) }));
  });
}

/** COUNT, UNTIL at, just before or just after a time of day of the start, or neither; for a start without Z. */
export const endArbitrary = (start: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(""),
    fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
    fc
      .tuple(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom("", "000000", "235959"),
      )
      .map(
        ([years, month, time]) =>
          `;UNTIL=${Number(start.slice(0, 4)) + years}${two(month)}28T${time === "" ? start.slice(9) : time}`,
      ),
  );
