import fc from "fast-check";
import { expect, it } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import { UTC } from "../time/zone.ts";
import { readAvailability, unavailablePeriods } from "./availability.ts";
import type { BusyType } from "./merge-busy-periods.ts";

// Computes RFC 7953 §5 hour by hour, as its tables do, and compares that with the computation by periods.

const HOUR = 3_600_000;
const FIRST = Date.UTC(2026, 10, 23);
const HOURS = 72;
const TYPES: readonly BusyType[] = ["BUSY", "BUSY-UNAVAILABLE", "BUSY-TENTATIVE"];

interface Span {
  readonly from: number;
  readonly to: number;
}
interface Available extends Span {
  /** repeated every day, this many times */
  readonly days: number;
}
interface Part {
  readonly start: number | null;
  readonly end: number | null;
  readonly type: BusyType;
  readonly priority: number;
  readonly available: readonly Available[];
}

const hour = fc.integer({ min: -5, max: HOURS + 5 });
const available: fc.Arbitrary<Available> = fc
  .tuple(hour, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 3 }))
  .map(([from, length, days]) => ({ from, to: from + length, days }));
const part: fc.Arbitrary<Part> = fc.record({
  start: fc.option(hour),
  end: fc.option(hour),
  type: fc.constantFrom(...TYPES),
  priority: fc.integer({ min: 0, max: 3 }),
  available: fc.array(available, { maxLength: 3 }),
});

const utc = (at: number): string => new Date(FIRST + at * HOUR).toISOString().replaceAll(/[-:]|\.000/g, "");
const linesOf = ({ start, end, type, priority, available: parts }: Part, index: number): string[] => [
  "BEGIN:VAVAILABILITY",
  `UID:v${index}`,
  ...(start === null ? [] : [`DTSTART:${utc(start)}`]),
  ...(end === null ? [] : [`DTEND:${utc(end)}`]),
  `BUSYTYPE:${type}`,
  `PRIORITY:${priority}`,
  ...parts.flatMap(({ from, to, days }, at) => [
    "BEGIN:AVAILABLE",
    `UID:a${index}-${at}`,
    `DTSTART:${utc(from)}`,
    `DTEND:${utc(to)}`,
    `RRULE:FREQ=DAILY;COUNT=${days}`,
    "END:AVAILABLE",
  ]),
  "END:VAVAILABILITY",
];

const covers = ({ start, end }: Part, at: number): boolean => (start ?? -99) <= at && at < (end ?? 999);
const isFree = (one: Part, at: number): boolean =>
  one.available.some(({ from, to, days }) =>
    Array.from({ length: days }, (_, day) => day * 24).some((shift) => from + shift <= at && at < to + shift),
  );

/** The layers from the lowest priority up: each covers the ones below it. */
function slotType(parts: readonly Part[], at: number): BusyType | "FREE" {
  let result: BusyType | "FREE" = "FREE";
  for (const priority of [0, 3, 2, 1]) {
    const layer = parts.filter((one) => one.priority === priority && covers(one, at));
    if (layer.length === 0) continue;
    const strongest = TYPES.find((type) => layer.some((one) => one.type === type)) ?? "FREE";
    result = layer.some((one) => isFree(one, at)) ? "FREE" : strongest;
  }
  return result;
}

it("availability by periods equals availability hour by hour", () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const text = ["BEGIN:VCALENDAR", ...parts.flatMap(linesOf), "END:VCALENDAR", ""].join("\r\n");
      const parsed = parseICalendar(text);
      const read = parsed.ok ? readAvailability(parsed.value.calendar) : parsed;
      if (!read.ok) return expect.fail(JSON.stringify(read.problem));
      const window = { from: FIRST, to: FIRST + HOURS * HOUR };
      const found = unavailablePeriods(read.value, window, UTC);
      if (!found.ok) return expect.fail(JSON.stringify(found.problem));
      for (let at = 0; at < HOURS; at++) {
        const instant = FIRST + at * HOUR;
        const period = found.value.find(({ from, to }) => from <= instant && instant < to);
        expect(period?.type ?? "FREE").toBe(slotType(parts, at));
      }
    }),
    { numRuns: 300 },
  );
});
