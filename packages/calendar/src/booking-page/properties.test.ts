import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NaivePage } from "../testing/naive-page.ts";
import {
  CLOCK_CHANGES,
  lengthOf,
  pageTrial,
  zoneOf,
  ZONES,
  type PageTrial,
} from "../testing/page-arbitrary.ts";
import type { EventType } from "./event-type.ts";
import type { PageFacts } from "./facts.ts";
import { hostRoles } from "./host-roles.ts";
import { judgeStart } from "./judge-start.ts";
import { offeredStarts } from "./offered-starts.ts";
import { prepareEventType } from "./prepare.ts";
import { readEventType } from "./read-event-type.ts";
import type { StartReason } from "./start-reason.ts";

/** The same trials each time, so that what they must reach is certain; others and more with SNART_BOOKING_RUNS=5000. */
const wanted = process.env["SNART_BOOKING_RUNS"];
const RUNS = Number(wanted ?? 150);
const runs = (count: number) => ({
  numRuns: Math.ceil(count),
  ...(wanted === undefined && { seed: 20_261_128 }),
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const anyTrial = fc.constantFrom(...CLOCK_CHANGES).chain(pageTrial);

/** Start and length of everything that is offered. */
function offeredOf({ type, facts, days, guest, now }: PageTrial): ReadonlySet<string> {
  const starts = offeredStarts(prepareEventType(type), facts, days, zoneOf(guest), now);
  return new Set(starts.flatMap(({ start, lengths }) => lengths.map((length) => `${start} ${length}`)));
}

const rowsOf = (length: number, most = 1): readonly number[] =>
  Array.from({ length: most }, (_, at) => length * (at + 1));

/** The first moment of a day in a zone, by Temporal. */
const beginOf = (day: number, zone: string): number =>
  Temporal.PlainDate.from(new Date(day * DAY).toISOString().slice(0, 10)).toZonedDateTime(zone)
    .epochMilliseconds;

const windowOf = ({ days, guest }: PageTrial): { readonly from: number; readonly to: number } => ({
  from: beginOf(days.first, guest),
  to: beginOf(days.last + 1, guest),
});

const nameOf = (reason: StartReason): string => {
  const { kind } = reason;
  if (kind === "busy" || kind === "buffer") return `${kind === "busy" ? kind : "near"} ${reason.host}`;
  if (kind === "unknown") return `unknown ${reason.of === "page" ? "page" : reason.id}`;
  if (kind !== "limit") return kind;
  return `limit ${reason.of} ${reason.per}${reason.host === undefined ? "" : ` ${reason.host}`}`;
};

/** What is busy at a time is near to it as well: only the former counts. */
const withoutNear = (names: Iterable<string>): readonly string[] => {
  const all = new Set(names);
  return [...all].filter((name) => !name.startsWith("near ") || !all.has(`busy ${name.slice(5)}`)).toSorted();
};

/** Compares a trial with the second judge in every minute; returns what differs, and counts what is offered. */
function differences(trial: PageTrial): { readonly wrong: readonly string[]; readonly offered: number } {
  const { type, facts, now } = trial;
  const { from, to } = windowOf(trial);
  const naive = new NaivePage(type, facts, now, from, to);
  const offered = offeredOf(trial);
  const wrong: string[] = [];
  let free = 0;
  for (let start = from; start < to; start += MINUTE)
    for (const length of type.lengths.flatMap((each) => rowsOf(lengthOf(each), type.inRow))) {
      const isFree = naive.isFree(start, start + length);
      if (isFree) free++;
      if (isFree !== offered.has(`${start} ${length}`))
        wrong.push(
          `${new Date(start).toISOString()} ${length / MINUTE} ${isFree ? "is missing" : "is shown"}`,
        );
    }
  if (free !== offered.size) wrong.push(`${offered.size} offered, ${free} free`);
  return { wrong, offered: free };
}

describe("random event types", () => {
  it("are event types that can be read", () => {
    fc.assert(
      fc.property(anyTrial, ({ type }) => {
        expect(readEventType(JSON.parse(JSON.stringify(type)))).toEqual({ ok: true, value: type });
      }),
      runs(RUNS),
    );
  });

  it("offer what a second judge offers that counts minutes", () => {
    let offered = 0;
    fc.assert(
      fc.property(anyTrial, (trial) => {
        const found = differences(trial);
        offered += found.offered;
        expect(found.wrong).toEqual([]);
      }),
      runs(RUNS),
    );
    expect(offered).toBeGreaterThan(RUNS);
  });

  it("offer exactly the starts that are granted when they are judged alone", () => {
    fc.assert(
      fc.property(anyTrial, fc.nat(19), (trial, phase) => {
        const prepared = prepareEventType(trial.type);
        const offered = offeredOf(trial);
        const { from, to } = windowOf(trial);
        const starts = [...offered].map((each) => Number(each.split(" ")[0]));
        for (let start = from + phase * MINUTE; start < to; start += 20 * MINUTE) starts.push(start);
        for (const start of starts)
          for (const length of prepared.lengths) {
            const verdict = judgeStart(prepared, trial.facts, { start, end: start + length }, trial.now);
            expect(verdict.ok).toBe(offered.has(`${start} ${length}`));
            if (!verdict.ok) expect(verdict.reasons.length).toBeGreaterThan(0);
          }
      }),
      runs(RUNS),
    );
  });

  it("are refused for all the reasons that a second judge finds", () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(anyTrial, fc.nat(94), (trial, first) => {
        const { type, facts, now } = trial;
        const { from, to } = windowOf(trial);
        const prepared = prepareEventType(type);
        const naive = new NaivePage(type, facts, now, from, to);
        const starts = facts.bookings
          .map(({ start }) => start)
          .filter((start) => from <= start && start < to);
        for (let start = from + first * MINUTE; start < to; start += 95 * MINUTE) starts.push(start);
        for (const start of starts)
          for (const length of prepared.lengths) {
            const verdict = judgeStart(prepared, facts, { start, end: start + length }, now);
            const names = verdict.ok ? [] : verdict.reasons.map(nameOf);
            for (const name of names) kinds.add(name.split(" ")[0] ?? "");
            expect(withoutNear(names)).toEqual(withoutNear(naive.reasons(start, start + length)));
          }
      }),
      runs(RUNS),
    );
    // The trials are of use only if they reach every reason that the second judge knows.
    expect([...kinds].toSorted()).toEqual([
      "busy",
      "full",
      "limit",
      "near",
      "noRoom",
      "nobodyInTurn",
      "notOpen",
      "offRaster",
      "outsidePeriod",
      "past",
      "paused",
      "tooFar",
      "tooSoon",
      "unknown",
    ]);
  });

  it("are judged alike whatever the order of the facts", () => {
    fc.assert(
      fc.property(anyTrial, (trial) => {
        const { facts } = trial;
        const turned: PageFacts = {
          ...facts,
          hosts: facts.hosts
            .map((host) => ({ ...host, busy: host.busy.toReversed(), sources: host.sources.toReversed() }))
            .toReversed(),
          bookings: facts.bookings.toReversed(),
          rooms: facts.rooms.map((room) => ({ ...room, free: room.free.toReversed() })).toReversed(),
        };
        expect(offeredOf({ ...trial, facts: turned })).toEqual(offeredOf(trial));
      }),
      runs(RUNS),
    );
  });

  it("offer no less when something in the way of a host goes", () => {
    fc.assert(
      fc.property(anyTrial, fc.nat(3), (trial, which) => {
        const { facts } = trial;
        const fewer: PageFacts = {
          ...facts,
          hosts: facts.hosts.map((host) => ({ ...host, busy: host.busy.filter((_, at) => at !== which) })),
        };
        const more = offeredOf({ ...trial, facts: fewer });
        for (const start of offeredOf(trial)) expect(more).toContain(start);
      }),
      runs(RUNS),
    );
  });

  it("offer nothing from a host of whom one source cannot be read", () => {
    let offered = 0;
    fc.assert(
      fc.property(
        anyTrial,
        fc.constantFrom("stale" as const, "unreadable" as const, "truncated" as const, "short" as const),
        (trial, health) => {
          const prepared = prepareEventType(trial.type);
          offered += offeredOf(trial).size;
          for (const [at, host] of trial.facts.hosts.entries())
            for (const which of host.sources.keys()) {
              const sources = host.sources.map((source, index) => {
                if (index !== which) return source;
                return health === "short" ? { ...source, to: source.from } : { ...source, health };
              });
              const hosts = trial.facts.hosts.with(at, { ...host, sources });
              const sick = { ...trial, facts: { ...trial.facts, hosts } };
              for (const found of offeredOf(sick)) {
                const [start = 0, length = 0] = found.split(" ").map(Number);
                const verdict = judgeStart(prepared, sick.facts, { start, end: start + length }, trial.now);
                expect(verdict.ok && verdict.hosts).not.toContain(host.host);
                expect(hostRoles(trial.type).required.map(({ id }) => id)).not.toContain(host.host);
              }
            }
        },
      ),
      runs(RUNS),
    );
    expect(offered).toBeGreaterThan(RUNS);
  });
});

describe("every change of the clocks from 2024 to 2030 in twelve zones", () => {
  it("are more than a hundred, and some in each zone", () => {
    expect(CLOCK_CHANGES.length).toBeGreaterThan(100);
    for (const zone of ZONES) expect(CLOCK_CHANGES.some((change) => change.zone === zone)).toBe(true);
  });

  it.each(ZONES)("offers in %s what a second judge offers that counts minutes", (zone) => {
    let offered = 0;
    for (const [index, change] of CLOCK_CHANGES.filter((each) => each.zone === zone).entries())
      for (const trial of fc.sample(pageTrial(change), {
        numRuns: 1,
        seed: 100 * ZONES.indexOf(zone) + index,
      })) {
        const found = differences(trial);
        offered += found.offered;
        expect(found.wrong, JSON.stringify(trial)).toEqual([]);
      }
    expect(offered).toBeGreaterThan(0);
  });

  const open = (from: string, to: string): EventType => ({
    timeZone: "Europe/Stockholm",
    lengths: ["PT30M"],
    start: { every: "PT30M" },
    schedule: { of: "page", hours: [{ days: ["mo", "tu", "we", "th", "fr", "sa", "su"], from, to }] },
    horizon: { within: "P60D" },
    hosts: [{ id: "anna" }],
    mode: "one",
  });
  const known = { name: "Work", health: "fresh" as const, from: 0, to: Date.UTC(2100) };
  const facts: PageFacts = {
    type: "talk",
    page: "elin",
    hosts: [{ host: "anna", busy: [], sources: [known] }],
    bookings: [],
    bookingsFrom: 0,
    bookingsTo: Date.UTC(2100),
    rooms: [],
  };

  it("leaves five hours or seven of an opening from 00 to 06 in Stockholm", () => {
    const prepared = prepareEventType(open("00:00", "06:00"));
    for (const { at } of CLOCK_CHANGES.filter(({ zone }) => zone === "Europe/Stockholm")) {
      const day = Math.floor(at / DAY);
      const isSpring = new Date(at).getUTCMonth() === 2;
      const starts = (first: number) =>
        offeredStarts(prepared, facts, { first, last: first }, prepared.zone, at - 5 * DAY).map(
          ({ start }) => start,
        );
      const night = starts(day);
      expect(night).toHaveLength(isSpring ? 10 : 14);
      expect(starts(day + 1)).toHaveLength(12);
      // From midnight on, each half an hour after the one before, without a leap.
      expect(night).toEqual(night.map((_, index) => beginOf(day, "Europe/Stockholm") + index * 30 * MINUTE));
    }
  });

  it("shows the repeated hour twice to a guest, as two moments", () => {
    const prepared = prepareEventType(open("00:00", "06:00"));
    const at = Date.parse("2026-10-25T01:00:00Z");
    const day = Math.floor(at / DAY);
    const starts = offeredStarts(prepared, facts, { first: day, last: day }, prepared.zone, at - DAY);
    const readings = starts.map(({ start }) =>
      new Date(prepared.zone.toLocal(start)).toISOString().slice(11, 16),
    );
    expect(readings.filter((reading) => reading === "02:00")).toHaveLength(2);
    expect(readings.filter((reading) => reading === "02:30")).toHaveLength(2);
    expect(new Set(starts.map(({ start }) => start)).size).toBe(starts.length);
  });
});
