import fc from "fast-check";
import type { EventType, PageLimit, Schedule } from "../booking-page/event-type.ts";
import type { HostFacts, PageBooking, PageFacts, PageSource, RoomFacts } from "../booking-page/facts.ts";
import type { DayName } from "../booking/rules.ts";
import { mostOf, readSpan } from "../booking/span.ts";
import { USUAL_WEEK, type WorkingWeek } from "../time/working-hours.ts";
import { ianaZone, type Zone } from "../time/zone.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Zones whose clocks change at different hours of the day, at midnight too, by an hour or half of one, and in Ramadan. */
export const ZONES = [
  "Europe/Stockholm",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Jerusalem",
] as const;

export interface ClockChange {
  readonly zone: string;
  readonly at: number;
}

/** Every change of these zones' clocks in the years from 2024 to 2030. */
export const CLOCK_CHANGES: readonly ClockChange[] = ZONES.flatMap((zone) => {
  const found: ClockChange[] = [];
  let next = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${zone}]`).getTimeZoneTransition("next");
  for (; next && next.year <= 2030; next = next.getTimeZoneTransition("next"))
    found.push({ zone, at: next.epochMilliseconds });
  return found;
});

export const zoneOf = (id: string): Zone => {
  const zone = ianaZone(id);
  if (!zone) throw new Error(`no zone ${id}`);
  return zone;
};

const WEEK: readonly DayName[] = ["mo", "tu", "we", "th", "fr", "sa", "su"];

function schedules(date: string): readonly Schedule[] {
  const all = (from: string, to: string) => ({ days: WEEK, from, to });
  return [
    { of: "page", hours: [all("00:00", "06:00")] },
    {
      of: "page",
      hours: [all("22:00", "24:00"), all("00:00", "03:15"), all("09:00", "12:00"), all("12:00", "15:00")],
    },
    {
      of: "page",
      hours: [{ days: ["mo", "tu", "we", "th", "fr"], from: "08:00", to: "17:00" }],
      dates: [{ date, hours: [{ from: "01:30", to: "04:30" }] }],
    },
    { of: "page", hours: [all("00:00", "24:00")], dates: [{ date, hours: [] }] },
    { of: "page", hours: [all("00:30", "02:30"), all("02:30", "02:45"), all("23:15", "23:45")] },
    { of: "host" },
    { of: "host" },
  ];
}

const NIGHTS: WorkingWeek = Array.from({ length: 7 }, () => ({ from: 0, to: 390 }));
const ALWAYS: WorkingWeek = Array.from({ length: 7 }, (_, day) => (day === 2 ? null : { from: 0, to: 1440 }));

const span = (...texts: readonly string[]) => fc.option(fc.constantFrom(...texts), { nil: undefined });
const oneIn = (times: number) => fc.nat(times - 1).map((n) => n === 0);

const limit: fc.Arbitrary<PageLimit> = fc.record({
  max: fc.integer({ min: 1, max: 3 }),
  of: fc.constantFrom("type", "page", "host"),
  per: fc.constantFrom("day", "week", "month"),
});

const typeParts = fc.record({
  lengths: fc.uniqueArray(fc.constantFrom("PT15M", "PT30M", "PT45M", "PT1H"), { minLength: 1, maxLength: 2 }),
  inRow: fc.integer({ min: 1, max: 3 }),
  every: fc.constantFrom("PT15M", "PT20M", "PT30M", "PT45M", "PT1H"),
  schedule: fc.nat(6),
  before: span("PT0M", "PT10M", "PT25M", "PT1H"),
  after: span("PT0M", "PT10M", "PT25M", "PT1H"),
  minNotice: span("PT2H", "P1D"),
  horizon: fc.constantFrom("P1D", "P2D", "P30D", "P60D", "dates"),
  limits: fc.uniqueArray(limit, { maxLength: 3, selector: ({ of, per }) => `${of} ${per}` }),
  mode: fc.constantFrom("one" as const, "collective" as const, "rotate" as const, "mixed" as const),
  rooms: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
  hasSeats: oneIn(2),
  approval: fc.boolean(),
});

const source = (near: number): fc.Arbitrary<PageSource> =>
  fc
    .record({
      health: fc.nat(30).map((n) => (["stale", "unreadable", "truncated"] as const)[n] ?? "fresh"),
      isShort: oneIn(15),
      until: fc.integer({ min: -10, max: 40 }),
    })
    .map(({ health, isShort, until }) => ({
      name: "Work",
      health,
      from: near - 100 * DAY,
      to: isShort ? near + until * HOUR : near + 100 * DAY,
    }));

const stretches = (near: number, most: number, longest: number) =>
  fc.array(
    fc
      .record({ at: fc.integer({ min: -200, max: 400 }), length: fc.integer({ min: 1, max: longest }) })
      .map(({ at, length }) => ({
        from: near + at * 5 * MINUTE,
        to: near + (at + length) * 5 * MINUTE,
      })),
    { maxLength: most },
  );

const hostFacts = (host: string, near: number, zone: string): fc.Arbitrary<HostFacts> =>
  fc
    .record({
      busy: stretches(near, 4, 40),
      sources: fc.array(source(near), { minLength: 1, maxLength: 2 }),
      week: fc.constantFrom(NIGHTS, ALWAYS, USUAL_WEEK),
      zone: fc.constantFrom(zone, zone, "Europe/Stockholm", "America/New_York"),
      isUnknown: oneIn(25),
    })
    .map(({ week, zone: own, isUnknown, ...rest }) => ({
      host,
      ...rest,
      ...(!isUnknown && { hours: { week, zone: zoneOf(own) } }),
    }));

const roomFacts = (room: string, near: number): fc.Arbitrary<RoomFacts> =>
  fc.record({ room: fc.constant(room), free: stretches(near, 5, 120), source: source(near) });

const bookings = fc.array(
  fc.record({
    type: fc.constantFrom("talk", "talk", "other"),
    page: fc.constantFrom("elin", "elin", "else"),
    hosts: fc.constantFrom(["anna"], ["anna", "bo"], ["bo", "anna"], ["bo"], ["siv", "anna"]),
    quarter: fc.integer({ min: -100, max: 160 }),
    minutes: fc.constantFrom(15, 30, 30, 45, 60),
    before: fc.constantFrom(0, 5, 30),
    after: fc.constantFrom(0, 15, 40),
    expires: fc.option(fc.integer({ min: -30, max: 30 }), { nil: undefined }),
    copies: fc.constantFrom(1, 1, 2, 3),
  }),
  { maxLength: 5 },
);

export interface PageTrial {
  readonly type: EventType;
  readonly facts: PageFacts;
  readonly now: number;
  /** day numbers in the guest's zone, both inclusive */
  readonly days: { readonly first: number; readonly last: number };
  readonly guest: string;
}

/** An event type, facts and a moment around a change of the clocks. */
export const pageTrial = ({ zone, at }: ClockChange): fc.Arbitrary<PageTrial> =>
  fc
    .record({
      parts: typeParts,
      anna: hostFacts("anna", at, zone),
      bo: hostFacts("bo", at, zone),
      siv: hostFacts("siv", at, zone),
      rooms: fc.tuple(roomFacts("loft", at), roomFacts("cellar", at)),
      bookings,
      isBookingsShort: oneIn(15),
      now: fc.integer({ min: -40 * 60, max: 12 * 60 }),
      pause: fc.nat(40),
      isOwn: fc.boolean(),
      guest: fc.constantFrom(zone, ...ZONES),
    })
    .map((seed) => {
      const now = at + seed.now * MINUTE;
      const made = seed.bookings.flatMap(({ quarter, minutes, expires, copies, ...rest }, index) =>
        Array.from({ length: rest.type === "talk" ? copies : 1 }, (_, copy): PageBooking => ({
          id: `booking ${String(index)} ${String(copy)}`,
          ...rest,
          before: rest.before * MINUTE,
          after: rest.after * MINUTE,
          start: at + quarter * 15 * MINUTE,
          end: at + quarter * 15 * MINUTE + minutes * MINUTE,
          booked: now - HOUR,
          ...(expires !== undefined && { expires: now + expires * MINUTE }),
        })),
      );
      const facts: PageFacts = {
        type: "talk",
        page: "elin",
        hosts: [seed.bo, seed.siv, seed.anna],
        bookings: made,
        bookingsFrom: at - 100 * DAY,
        bookingsTo: seed.isBookingsShort ? at + 20 * HOUR : at + 100 * DAY,
        rooms: seed.rooms,
        ...(seed.pause === 0 && { paused: {} }),
        ...(seed.pause === 1 && { paused: { until: now + HOUR } }),
        ...(seed.pause === 2 && { paused: { until: now } }),
        ...(seed.isOwn && { own: ["booking 0 0"] }),
      };
      const day = Math.floor(zoneOf(seed.guest).toLocal(at) / DAY);
      const type = typeOf(zone, at, seed.parts);
      return { type, facts, now, days: { first: day, last: day + 1 }, guest: seed.guest };
    });

type Parts = typeof typeParts extends fc.Arbitrary<infer T> ? T : never;

const HOSTS: Readonly<Record<EventType["mode"], EventType["hosts"]>> = {
  one: [{ id: "anna" }],
  collective: [{ id: "anna" }, { id: "bo" }],
  rotate: [{ id: "anna" }, { id: "bo", weight: 2 }],
  mixed: [
    { id: "bo", role: "pool", weight: 2 },
    { id: "anna", role: "required" },
    { id: "siv", role: "pool" },
  ],
};

function typeOf(timeZone: string, at: number, parts: Parts): EventType {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const { every, horizon, hasSeats, inRow, lengths, limits, mode, rooms, schedule, ...rest } = parts;
  const { before, after, minNotice, approval } = rest;
  return {
    timeZone,
    lengths,
    ...(lengths.length === 1 && !hasSeats && { inRow }),
    start: { every },
    schedule: schedules(local.toString())[schedule] ?? { of: "host" },
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    // Not longer than the shortest horizon.
    ...(minNotice !== undefined && { minNotice: horizon === "P1D" ? "PT2H" : minNotice }),
    horizon:
      horizon === "dates"
        ? { from: local.toString(), until: local.add({ days: 3 }).toString() }
        : { within: horizon },
    ...(limits.length > 0 && { limits }),
    hosts: HOSTS[mode],
    mode,
    ...(rooms !== undefined && { rooms: { anyOf: ["loft", "cellar"], required: rooms } }),
    ...(hasSeats && mode !== "rotate" && mode !== "mixed" && { seats: 3 }),
    approval,
  };
}

/** Milliseconds of an exact length. */
export const lengthOf = (text: string): number =>
  mostOf(readSpan(text) ?? { months: 0, days: 0, milliseconds: 0 });
