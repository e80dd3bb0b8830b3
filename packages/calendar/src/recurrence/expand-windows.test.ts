import fc from "fast-check";
import { expect, test } from "vitest";
import { allDay, floating, timed, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, HOUR } from "../time/instant.ts";
import { addDays, asLocal, localFromFields } from "../time/local.ts";
import { UTC, ianaZone } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { parseRule } from "./rule.ts";
import type { Series } from "./series.ts";

// For every window, an expansion must give the part of the whole that overlaps it: nothing is lost or invented where
// the walk starts near the window, where overrides move occurrences, or where zones and changes of clocks shift them.

const zones = ["Europe/Stockholm", "Europe/London", "Pacific/Kiritimati", "Etc/GMT+12"].map((id) =>
  ianaZone(id)!,
);
const base = localFromFields(2025, 9, 20, 1, 30);

type MakeTime = (dayOffset: number, hours: number) => CalendarTime;
const kinds: fc.Arbitrary<MakeTime> = fc.oneof(
  fc.constant<MakeTime>((days) => allDay(addDays(localFromFields(2025, 9, 20), days))),
  fc.constant<MakeTime>((days, hours) => floating(asLocal(addDays(base, days) + hours * HOUR))),
  fc
    .constantFrom(...zones)
    .map<MakeTime>((zone) => (days, hours) => timed(asLocal(addDays(base, days) + hours * HOUR), zone)),
);
const rules = fc
  .subarray(
    [
      "FREQ=DAILY;INTERVAL=3",
      "FREQ=WEEKLY;BYDAY=MO,SU;COUNT=30",
      "FREQ=MONTHLY;BYMONTHDAY=-1",
      "FREQ=DAILY;BYHOUR=2,23;COUNT=40",
    ],
    { maxLength: 2 },
  )
  .map((texts) =>
    texts.flatMap((text) => {
      const rule = parseRule(text);
      return rule.ok ? [rule.value] : [];
    }),
  );
const day = fc.integer({ min: 0, max: 250 });

const series: fc.Arbitrary<Series<string>> = fc
  .record({
    make: kinds,
    other: kinds,
    rules,
    days: fc.integer({ min: 0, max: 9 }),
    hours: fc.integer({ min: 0, max: 30 }),
    exceptions: fc.array(day, { maxLength: 5 }),
    dates: fc.array(fc.tuple(day, fc.integer({ min: 0, max: 20 })), { maxLength: 3 }),
    overrides: fc.array(
      fc.tuple(
        day,
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 0, max: 5 }),
        fc.boolean(),
        fc.boolean(),
      ),
      { maxLength: 3 },
    ),
  })
  .map(({ make, other, rules: read, days, hours, exceptions, dates, overrides }) => ({
    start: make(0, 0),
    duration: { days, milliseconds: make(0, 0).kind === "allDay" ? 0 : hours * HOUR },
    rules: read,
    exclusionRules: [],
    recurrenceDates: dates.map(([at, length]) =>
      length === 0 ? { start: make(at, 0) } : { start: make(at, 0), end: make(at + length, 1) },
    ),
    exceptionDates: exceptions.map((at) => other(at, 0)),
    overrides: overrides.map(([at, shift, length, thisAndFuture, excluded], index) => ({
      recurrenceId: make(at, 0),
      start: other(at + shift, 3),
      end: other(at + shift + length, 4),
      thisAndFuture,
      excluded: excluded && !thisAndFuture,
      source: `override ${index}`,
    })),
    source: "main",
  }));

const whole = { from: Date.UTC(2025, 0, 1), to: Date.UTC(2027, 0, 1) };

function describe(of: Series<string>, window: { from: number; to: number }, viewer = UTC): string[] {
  const expanded = expand(of, window, viewer);
  if (!expanded.ok) throw new Error(JSON.stringify(expanded.problem));
  const found = expanded.value;
  for (const [index, { startInstant, endInstant }] of found.entries()) {
    expect(endInstant).toBeGreaterThanOrEqual(startInstant);
    expect(startInstant).toBeGreaterThanOrEqual(found[index - 1]?.startInstant ?? -Infinity);
  }
  return found
    .map(({ startInstant, endInstant, source }) => `${startInstant} ${endInstant} ${source}`)
    .sort();
}

test("a window gives the part of the whole that overlaps it", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      series,
      fc.integer({ min: -60, max: 400 }),
      fc.integer({ min: 1, max: 40 * 24 }),
      fc.constantFrom(...zones, UTC),
      (of, first, hours, viewer) => {
        const from = base + first * DAY;
        const window = { from, to: Math.min(from + hours * HOUR, whole.to) };
        const expected = describe(of, whole, viewer).filter((each) => {
          const [start = 0, end = 0] = each.split(" ").map(Number);
          return start < window.to && (end > window.from || (end === start && start >= window.from));
        });
        expect(describe(of, window, viewer)).toEqual(expected);
      },
    ),
    { numRuns: 800 },
  );
});
