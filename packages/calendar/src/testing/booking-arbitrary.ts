import fc from "fast-check";
import { passesOn, stayOf } from "../booking/passes.ts";
import { prepare } from "../booking/prepare.ts";
import type { Facts, OwnBooking, Wish } from "../booking/facts.ts";
import type { BookingRules, DayKind, Limit } from "../booking/rules.ts";

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Beginnings of what is tried: ordinary weeks, both changes of the clocks, holidays, the turn of a year with 53 weeks. */
const BASES = [
  "2026-11-23",
  "2026-03-28",
  "2026-10-24",
  "2026-12-21",
  "2026-12-28",
  "2027-05-04",
  "2028-02-27",
].map((text) => Date.parse(`${text}T00:00:00Z`));

const PLANS: readonly (readonly (readonly [string, string])[])[] = [
  [
    ["07:00", "10:00"],
    ["10:00", "13:00"],
    ["13:00", "16:00"],
    ["16:00", "19:00"],
    ["19:00", "22:00"],
  ],
  [
    ["08:00", "12:00"],
    ["12:00", "16:00"],
    ["16:00", "20:00"],
    ["20:00", "08:00"],
  ],
  [
    ["00:00", "02:30"],
    ["02:30", "03:00"],
    ["03:00", "12:00"],
    ["18:00", "24:00"],
  ],
];
const WEEK: readonly DayKind[] = ["mo", "tu", "we", "th", "fr"];

const plans = fc
  .record({
    weekdays: fc.constantFrom(...PLANS),
    isWeekendPlanned: fc.boolean(),
    special: fc.constantFrom(undefined, "redDay" as const, "eve" as const, "squeezeDay" as const),
  })
  .map(({ weekdays, isWeekendPlanned, special }) => {
    const passes = weekdays.map(([from, to]) => ({ from, to }));
    const short = passes.filter(({ from }) => from >= "12:00");
    return [
      { days: WEEK, passes },
      ...(isWeekendPlanned ? [{ days: ["sa", "su"] as const, passes: short }] : []),
      ...(special ? [{ days: [special], passes: short.slice(0, 1) }] : []),
    ];
  });

const span = (...texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });

const limit: fc.Arbitrary<Limit> = fc
  .record(
    {
      max: fc.integer({ min: 1, max: 5 }),
      of: fc.constantFrom("bookings" as const, "minutes" as const, "nights" as const),
      per: fc.constantFrom(
        "upcoming" as const,
        "day" as const,
        "week" as const,
        "month" as const,
        "year" as const,
        "rolling:P7D" as const,
        "rolling:P30D" as const,
      ),
      over: fc.constantFrom("this", "laundry"),
      exemptWithin: fc.constantFrom("PT2H", "P1D"),
      countsLateCancelled: fc.boolean(),
      countsNoShow: fc.boolean(),
      dayPart: fc.constant({
        days: ["mo", "tu", "we", "redDay", "eve"] as const,
        from: "12:00",
        to: "24:00",
      }),
    },
    { requiredKeys: ["max", "of", "per", "over"] },
  )
  .map((each) => ({ ...each, max: each.of === "minutes" ? each.max * 240 : each.max }));

const common = {
  timeZone: fc.constantFrom("Europe/Stockholm", "Europe/London", "America/New_York"),
  units: fc.integer({ min: 1, max: 3 }),
  almanac: fc.constantFrom("SE" as const, "GB-ENG" as const),
  redDays: fc.constantFrom("asSunday" as const, "asOwnDay" as const, "closed" as const),
  gap: fc.constantFrom("PT15M", "PT1H"),
  opens: fc.constantFrom(
    { before: "P7D", at: "18:00" } as const,
    { before: "P1M" } as const,
    { before: "P14D" } as const,
    { release: "monthly", day: 20, at: "18:00", for: "nextMonth" } as const,
  ),
  measuredTo: fc.constantFrom("start" as const, "end" as const),
  closesBefore: fc.constantFrom("PT1H", "P1D"),
  limits: fc.array(limit, { maxLength: 3 }),
  maintenance: fc.constant([
    { days: ["fr"] as const, from: "10:00", to: "12:00", reason: "Cleaning" },
    { start: "2026-11-25T13:00", end: "2026-11-25T16:00", reason: "Service" },
  ]),
  mayBook: fc.constant(["members"]),
  recurring: fc.constantFrom("no" as const, "managers" as const, "skipTaken" as const),
  houseRules: fc.constant({ text: { en: "Tidy up.", sv: "Städa." }, version: 2, mustAccept: true }),
};
const chain = fc.record(
  {
    maxInRow: fc.integer({ min: 1, max: 3 }),
    minGapBetweenOwn: fc.constantFrom("PT3H", "P1D"),
    notWhile: fc.constant("sauna"),
  },
  { requiredKeys: [] },
);
const withCommon = <T extends Record<string, unknown>>(own: fc.Arbitrary<T>) =>
  fc
    .tuple(
      own,
      fc.record(common, { requiredKeys: ["timeZone", "units"] }),
      fc.option(chain, { nil: undefined }),
    )
    .map(([mine, shared, row]) => {
      const limits = shared.limits?.filter(({ of }) => of !== "nights" || mine["mode"] === "nights");
      const rules = { ...shared, ...(limits && { limits }), ...mine, ...(row && { chain: row }) };
      return rules as unknown as BookingRules;
    });

const slots = withCommon(
  fc.record({
    mode: fc.constant("slots"),
    cellMinutes: fc.constantFrom(5, 15),
    slotPlans: plans,
    lengths: fc.record({ maxPasses: fc.integer({ min: 1, max: 3 }) }, { requiredKeys: [] }),
  }),
);
const free = withCommon(
  fc
    .record({
      mode: fc.constant("free"),
      cellMinutes: fc.constantFrom(5, 15, 60),
      open: fc.option(
        fc.constantFrom(
          [{ days: WEEK, from: "07:00", to: "22:00" }],
          [{ days: [...WEEK, "sa", "su", "eve"], from: "00:00", to: "24:00" }],
        ),
        { nil: undefined },
      ),
      min: span("PT30M", "PT1H"),
      max: span("PT4H", "P1D"),
      exemptWithin: span("PT12H"),
    })
    .map(({ open, min, max, exemptWithin, ...rest }) => ({
      ...rest,
      ...(open && { open }),
      lengths: { ...(min && { min }), ...(max && { max }), ...(exemptWithin && { exemptWithin }) },
    })),
);
const nights = withCommon(
  fc
    .record({
      mode: fc.constant("nights"),
      cellMinutes: fc.constantFrom(15, 60),
      arrivals: fc.option(fc.constant(["fr", "su", "we"]), { nil: undefined }),
      maxNights: fc.integer({ min: 1, max: 7 }),
      isDrawn: fc.boolean(),
    })
    .map(({ arrivals, maxNights, isDrawn, ...rest }) => ({
      ...rest,
      lengths: { maxNights, exemptWithin: "P2D" },
      nights: {
        checkIn: "15:00",
        checkOut: "12:00",
        ...(arrivals && {
          arrivals,
          exceptions: [{ from: "2026-12-20", to: "2026-12-31", arrivals: ["th"] }],
        }),
      },
      ...(isDrawn && {
        draw: {
          periods: [
            { from: "2026-12-24", to: "2026-12-31", opens: "2026-10-01T00:00", closes: "2026-12-23T12:00" },
          ],
          weight: "equal",
          wishes: 5,
        },
      }),
    })),
);

/** The days from 24 to 31 December 2026, which the rules above have drawn. */
const UNDRAWN = [{ from: 20_811, to: 20_818 }];

export const bookingRules: fc.Arbitrary<BookingRules> = fc.oneof(slots, free, nights);

export interface Trial {
  readonly rules: BookingRules;
  readonly facts: Facts;
  readonly wish: Wish;
  readonly now: number;
}

interface Seed {
  readonly base: number;
  readonly nowMinutes: number;
  readonly day: number;
  readonly pick: number;
  readonly length: number;
  readonly isOff: boolean;
}

/** A time that the rules could have: a pass or some, a stay, or hours; sometimes one that they have not. */
function timeOf(
  rules: BookingRules,
  { base, day, pick, length, isOff }: Omit<Seed, "nowMinutes">,
): { start: number; end: number } {
  const prepared = prepare(rules);
  const number = base / DAY + day;
  const off = isOff ? 5 * MINUTE : 0;
  if (rules.mode === "nights") {
    const { start, end } = stayOf(prepared, number, 1 + (length % 4));
    return { start: start + off, end };
  }
  const passes = rules.mode === "slots" ? passesOn(prepared, number) : [];
  const first = passes[pick % Math.max(1, passes.length)];
  if (first)
    return { start: first.start + off, end: passes[(pick % passes.length) + (length % 3)]?.end ?? first.end };
  const cell = rules.cellMinutes * MINUTE;
  const start = base + day * DAY + (pick % 96) * 15 * MINUTE;
  return { start: start + off, end: Math.max(start + (1 + (length % 10)) * 30 * MINUTE, start + off + cell) };
}

const seed = {
  day: fc.integer({ min: -3, max: 20 }),
  pick: fc.nat(95),
  length: fc.nat(9),
  isOff: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
};

const states = [
  "hold",
  "requested",
  "confirmed",
  "confirmed",
  "inUse",
  "done",
  "released",
  "cancelled",
  "cancelledLate",
  "refused",
  "lapsed",
] as const;

/** Rules, facts, a wish and a moment. Own bookings have their claims; others' claims lie anywhere. */
export const bookingTrial: fc.Arbitrary<Trial> = fc
  .record({
    rules: bookingRules,
    base: fc.constantFrom(...BASES),
    nowMinutes: fc.integer({ min: 0, max: 3 * 1440 }),
    wish: fc.record(seed),
    others: fc.array(
      fc.record({
        ...seed,
        unit: fc.nat(2),
        expires: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }),
      }),
      { maxLength: 6 },
    ),
    own: fc.array(
      fc.record({
        ...seed,
        unit: fc.nat(2),
        state: fc.constantFrom(...states),
        bookable: fc.constantFrom("room", "room", "other"),
        booked: fc.integer({ min: 0, max: 4 * 1440 }),
      }),
      { maxLength: 6 },
    ),
    asker: fc.record({
      isMember: fc.boolean(),
      manages: fc.boolean(),
      accepted: fc.integer({ min: 1, max: 2 }),
    }),
    extra: fc.record({
      isPaused: fc.integer({ min: 0, max: 9 }),
      isSick: fc.integer({ min: 0, max: 9 }),
      isSeries: fc.integer({ min: 0, max: 9 }),
      isInstead: fc.boolean(),
      isDrawn: fc.integer({ min: 0, max: 9 }),
      isUndrawn: fc.boolean(),
    }),
  })
  .map(({ rules, base, nowMinutes, wish, others, own, asker, extra }) => {
    const now = base + nowMinutes * MINUTE;
    const cell = rules.cellMinutes * MINUTE;
    const outward = ({ start, end }: { start: number; end: number }) => ({
      start: Math.floor(start / cell) * cell,
      end: Math.ceil(end / cell) * cell,
    });
    const bookings = own.map(({ state, bookable, booked, ...rest }, index): OwnBooking => {
      const time = timeOf(rules, { base, ...rest });
      return {
        id: `own ${String(index)}`,
        bookable,
        labels: bookable === "room" ? ["laundry"] : ["laundry", "sauna"],
        ...time,
        booked: Math.min(now, time.start - booked * MINUTE),
        state,
        ...(state === "hold" && { expires: now + MINUTE }),
      };
    });
    const claims = [
      ...others.map(({ unit, expires, ...rest }, index) => ({
        unit,
        booking: `other ${String(index)}`,
        ...outward(timeOf(rules, { base, ...rest })),
        ...(expires !== undefined && { expires: now + expires * MINUTE }),
      })),
      ...bookings.flatMap((booking, index) =>
        booking.bookable === "room" && ["hold", "requested", "confirmed", "inUse"].includes(booking.state)
          ? [
              {
                unit: own[index]?.unit ?? 0,
                booking: booking.id,
                ...outward(booking),
                ...(booking.expires !== undefined && { expires: booking.expires }),
              },
            ]
          : [],
      ),
    ];
    const facts: Facts = {
      bookable: "room",
      labels: ["laundry"],
      asker: {
        party: "1203",
        groups: asker.isMember ? ["members"] : [],
        manages: asker.manages,
        acceptedRules: asker.accepted,
      },
      claims,
      claimsFrom: base - 60 * DAY,
      claimsTo: base + 90 * DAY,
      bookings,
      bookingsFrom: base - 800 * DAY,
      pauses: extra.isPaused === 0 ? [{ from: now - DAY, to: now + DAY }] : [],
      sources: [{ name: "room", health: extra.isSick === 0 ? "stale" : "fresh" }],
      ...(extra.isUndrawn && { undrawn: UNDRAWN }),
    };
    const time = timeOf(rules, { base, ...wish });
    return {
      rules,
      facts,
      now,
      wish: {
        ...time,
        ...(extra.isInstead && { instead: "own 0" }),
        ...(extra.isSeries === 0 && { isSeries: true }),
        ...(extra.isDrawn === 0 && { isDrawn: true }),
      },
    };
  });
