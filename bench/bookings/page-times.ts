// What the month of a booking page costs: one host with 10,000 busy times, twenty hosts who meet together, and twenty who take turns.
// `node bench/bookings/page-times.ts [--busy=10000] [--rounds=200]`. Processor time, as other processes take none of it; its exit code is 1 if the first takes over 25 ms.
import { parseArgs } from "node:util";
import type { EventType } from "../../packages/calendar/src/booking-page/event-type.ts";
import type { PageFacts } from "../../packages/calendar/src/booking-page/facts.ts";
import { offeredStarts } from "../../packages/calendar/src/booking-page/offered-starts.ts";
import { cpuMs } from "../../packages/calendar/src/testing/cpu-ms.ts";
import { prepareEventType } from "../../packages/calendar/src/booking-page/prepare.ts";

const { values } = parseArgs({
  options: { busy: { type: "string", default: "10000" }, rounds: { type: "string", default: "200" } },
});
const [busyTimes, rounds] = [Number(values.busy), Number(values.rounds)];
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const TARGET = 25;
/** Tuesday 1 December 2026. */
const FIRST = Date.parse("2026-12-01T00:00:00Z") / DAY;
const DAYS = 31;
const NOW = FIRST * DAY;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Numbers from 0 to 1 that are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Busy times spread over four years; `inMonth` of them in the month that is shown. */
function busyOf(seed: number, count: number, inMonth: number) {
  const random = numbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const days = index < inMonth ? random.next().value * DAYS : 60 + random.next().value * 1_400;
    const from = NOW + Math.floor((days * DAY) / MINUTE) * MINUTE;
    return { from, to: from + 15 * MINUTE };
  });
}

function factsOf(hosts: number, inMonth: number): PageFacts {
  const source = { name: "Work", health: "fresh" as const, from: 0, to: Date.UTC(2100) };
  return {
    type: "talk",
    page: "elin",
    hosts: Array.from({ length: hosts }, (_, at) => ({
      host: `host ${String(at)}`,
      busy: busyOf(at + 1, busyTimes, inMonth),
      sources: Array.from({ length: 10 }, (_each, n) => ({ ...source, name: `Calendar ${String(n)}` })),
    })),
    bookings: Array.from({ length: 200 }, (_, at) => ({
      id: String(at),
      type: at % 2 === 0 ? "talk" : "other",
      page: "elin",
      hosts: [`host ${String(at % hosts)}`],
      start: NOW + at * 5 * 60 * MINUTE,
      end: NOW + at * 5 * 60 * MINUTE + 30 * MINUTE,
      before: 0,
      after: 15 * MINUTE,
      booked: NOW - DAY,
    })),
    bookingsFrom: 0,
    bookingsTo: Date.UTC(2100),
    rooms: [],
  };
}

const typeOf = (hosts: number, mode: EventType["mode"]): EventType => ({
  timeZone: "Europe/Stockholm",
  lengths: ["PT15M", "PT30M", "PT1H"],
  start: { every: "PT15M" },
  schedule: { of: "page", hours: [{ days: ["mo", "tu", "we", "th", "fr"], from: "08:00", to: "18:00" }] },
  before: "PT5M",
  after: "PT10M",
  minNotice: "PT4H",
  horizon: { within: "P60D" },
  limits: [
    { max: 6, of: "host", per: "day" },
    { max: 40, of: "type", per: "week" },
  ],
  hosts: Array.from({ length: hosts }, (_, at) => ({ id: `host ${String(at)}` })),
  mode,
});

/** Milliseconds of processor time, of half and of 95 in a hundred runs. */
function measure(name: string, type: EventType, facts: PageFacts, count: number): number {
  const prepared = prepareEventType(type);
  const times: number[] = [];
  let starts = 0;
  // The first ten are not counted: a server is warm.
  for (let round = -10; round < count; round++) {
    const from = cpuMs();
    starts = offeredStarts(
      prepared,
      facts,
      { first: FIRST, last: FIRST + DAYS - 1 },
      prepared.zone,
      NOW,
    ).length;
    if (round >= 0) times.push(cpuMs() - from);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  say(
    `${name}: ${String(starts)} starts, half within ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms`,
  );
  return at(0.95);
}

say(`The month of a page, ${String(busyTimes)} busy times for each host:`);
const one = measure("  one host, 300 of them in it", typeOf(1, "one"), factsOf(1, 300), rounds);
const crowded = measure("  one host, all of them in it", typeOf(1, "one"), factsOf(1, busyTimes), rounds);
measure("  twenty hosts together", typeOf(20, "collective"), factsOf(20, 30), Math.ceil(rounds / 10));
measure("  twenty hosts in turn", typeOf(20, "rotate"), factsOf(20, 300), Math.ceil(rounds / 10));
process.exitCode = Math.max(one, crowded) <= TARGET ? 0 : 1;
