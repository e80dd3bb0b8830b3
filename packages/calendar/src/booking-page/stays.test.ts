import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ianaZone, UTC } from "../time/zone.ts";
import { prepare } from "../booking/prepare.ts";
import { verdictOn } from "../booking/verdict.ts";
import type { Facts } from "../booking/facts.ts";
import type { BookingRules } from "../booking/rules.ts";
import { DAY } from "../time/instant.ts";
import type { EventType } from "./event-type.ts";
import type { PageFacts } from "./facts.ts";
import { judgeStart } from "./judge-start.ts";
import { offeredStarts } from "./offered-starts.ts";
import { prepareEventType } from "./prepare.ts";
import { readEventType } from "./read-event-type.ts";
import { nightsBetween, staysFrom } from "./stays.ts";

/** Twelve zones, with both changes of the clocks from 2024 to 2030 in those that have them, by Temporal. */
const ZONES = [
  "Europe/Stockholm",
  "Europe/London",
  "America/New_York",
  "America/Santiago",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "Asia/Beirut",
  "America/St_Johns",
  "Pacific/Chatham",
  "Asia/Kolkata",
  "UTC",
  "America/Nuuk",
];

function changesOf(zone: string): readonly number[] {
  const found: number[] = [];
  let at = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${zone}]`);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || next.year > 2030) return found.length > 0 ? found : [Date.UTC(2026, 10, 23)];
    found.push(next.epochMilliseconds);
    at = next;
  }
}
const CHANGES = ZONES.flatMap((zone) => changesOf(zone).map((at) => ({ zone, at })));

/** As Temporal has it; what the clocks skip is the moment at which they do. */
function momentOf(date: Temporal.PlainDate, time: string, timeZone: string): number {
  const found = date.toZonedDateTime({ timeZone, plainTime: time });
  const isSkipped = !found.toPlainTime().equals(time);
  return isSkipped
    ? (found.getTimeZoneTransition("previous")?.epochMilliseconds ?? NaN)
    : found.epochMilliseconds;
}

const clock = (hours: number): string => `${String(hours).padStart(2, "0")}:30`;

const trial = fc.constantFrom(...CHANGES).chain(({ zone, at }) =>
  fc.record({
    zone: fc.constant(zone),
    at: fc.constant(at),
    checkOut: fc.integer({ min: 0, max: 11 }),
    stay: fc.integer({ min: 0, max: 11 }),
    least: fc.integer({ min: 1, max: 3 }),
    more: fc.integer({ min: 0, max: 4 }),
    most: fc.integer({ min: 1, max: 7 }),
    arrivals: fc.option(fc.subarray(["mo", "we", "fr", "su"], { minLength: 1 })),
    taken: fc.array(
      fc.record({ from: fc.integer({ min: -6, max: 6 }), nights: fc.integer({ min: 1, max: 4 }) }),
      {
        maxLength: 3,
      },
    ),
  }),
);
type Trial = typeof trial extends fc.Arbitrary<infer T> ? T : never;

function made(given: Trial) {
  const { zone: timeZone, at, least, more, most, arrivals, taken } = given;
  const nights = { checkIn: clock(given.checkOut + given.stay), checkOut: clock(given.checkOut) };
  const rules = {
    mode: "nights",
    timeZone,
    cellMinutes: 5,
    units: 1,
    nights: { ...nights, ...(arrivals && { arrivals }) },
    lengths: { maxNights: most },
  } as unknown as BookingRules;
  const type: EventType = {
    timeZone,
    lengths: [],
    nights: { ...nights, least, most: least + more },
    start: { every: "PT1H" },
    schedule: {
      of: "page",
      hours: [{ days: ["mo", "tu", "we", "th", "fr", "sa", "su"], from: "00:00", to: "24:00" }],
    },
    horizon: { within: "P60D" },
    hosts: [{ id: "house" }],
    mode: "one",
    rooms: { anyOf: ["flat"], required: true },
  };
  const prepared = prepare(rules);
  const now = at - 20 * DAY;
  const window = { from: now - 40 * DAY, to: at + 60 * DAY };
  const facts: Facts = {
    bookable: "flat",
    labels: [],
    asker: { party: "guest", groups: [], manages: false },
    claims: taken.map(({ from, nights: count }, index) => ({
      unit: 0,
      booking: `b${index}`,
      start: at + from * DAY,
      end: at + (from + count) * DAY,
    })),
    claimsFrom: window.from,
    claimsTo: window.to,
    bookings: [],
    bookingsFrom: window.from,
    pauses: [],
    sources: [],
    undrawn: [],
  };
  const source = { name: "flat", health: "fresh" as const, ...window };
  const page: PageFacts = {
    type: "t",
    page: "p",
    hosts: [{ host: "house", busy: [], sources: [{ ...source, name: "house" }] }],
    bookings: [],
    bookingsFrom: window.from,
    bookingsTo: window.to,
    rooms: [
      {
        room: "flat",
        free: [window],
        suits: ({ from: start, to: end }) => verdictOn(prepared, facts, { start, end }, now).ok,
        source,
      },
    ],
  };
  return { type, page, now, zone: ianaZone(timeZone) ?? UTC };
}

const PLAIN: Trial = {
  zone: "Europe/Stockholm",
  at: 0,
  checkOut: 11,
  stay: 4,
  least: 1,
  more: 0,
  most: 7,
  arrivals: null,
  taken: [],
};

describe("nights at a page", () => {
  it("are offered exactly where they are granted, around each change of the clocks from 2024 to 2030 in twelve zones", () => {
    let offered = 0;
    fc.assert(
      fc.property(trial, (given) => {
        const { type, page, now, zone } = made(given);
        expect(readEventType(JSON.parse(JSON.stringify(type)))).toEqual({ ok: true, value: type });
        const prepared = prepareEventType(type);
        const day = Math.floor(zone.toLocal(given.at) / DAY);
        const days = { first: day - 4, last: day + 4 };
        const shown = new Set(
          offeredStarts(prepared, page, days, zone, now).flatMap(({ start, lengths }) =>
            lengths.map((length) => `${start} ${length}`),
          ),
        );
        offered += shown.size;
        const asked = new Set<string>();
        for (let at = days.first; at <= days.last; at++) {
          // As Temporal has it, whatever the clocks do meanwhile.
          const date = Temporal.PlainDate.from(new Date(at * DAY).toISOString().slice(0, 10));
          const moment = (of: Temporal.PlainDate, time: string): number => momentOf(of, time, type.timeZone);
          const start = moment(date, type.nights?.checkIn ?? "");
          for (let count = 0; count <= 9; count++) {
            const end = moment(date.add({ days: count }), type.nights?.checkOut ?? "");
            const verdict = judgeStart(prepared, page, { start, end }, now);
            expect(verdict.ok).toBe(shown.has(`${start} ${end - start}`));
            if (!verdict.ok) expect(verdict.reasons.length).toBeGreaterThan(0);
            asked.add(`${start} ${end - start}`);
          }
        }
        expect([...shown].filter((each) => !asked.has(each))).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(offered).toBeGreaterThan(300);
  });

  it("are an hour shorter or longer where the clocks change, and as many all the same", () => {
    const { type, zone } = made(PLAIN);
    const prepared = prepareEventType(type);
    const lengthOn = (date: string) =>
      (staysFrom(prepared, Date.parse(`${date}Z`) / DAY)[0] ?? 0) / 3_600_000;
    expect([lengthOn("2026-03-27"), lengthOn("2026-03-28"), lengthOn("2026-10-24")]).toEqual([20, 19, 21]);
    const start = Date.parse("2026-03-28T14:30:00Z");
    expect(nightsBetween({ zone }, start, start + 19 * 3_600_000)).toBe(1);
  });

  it.each<[string, object]>([
    ["most", { nights: { checkIn: "15:00", checkOut: "11:00", least: 3, most: 2 } }],
    ["most", { nights: { checkIn: "15:00", checkOut: "11:00", least: 1, most: 29 } }],
    ["checkOut", { nights: { checkIn: "11:00", checkOut: "15:00", least: 1, most: 2 } }],
    ["checkIn", { nights: { checkIn: "25:00", checkOut: "11:00", least: 1, most: 2 } }],
    ["lengths", { lengths: ["PT30M"] }],
    ["lengths", { nights: undefined }],
    ["rooms", { rooms: { anyOf: ["flat", "other"], required: true } }],
    ["rooms", { rooms: undefined }],
    ["seats", { seats: 2 }],
  ])("are refused by %s: %j", (path, fields) => {
    const { type } = made(PLAIN);
    const read = readEventType(JSON.parse(JSON.stringify({ ...type, ...fields })));
    expect(read.ok ? [] : read.problem.map((each) => each.path.split("/").at(-1))).toContain(path);
  });
});
