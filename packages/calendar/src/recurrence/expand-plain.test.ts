import fc from "fast-check";
import { expect, it } from "vitest";
import { allDay, floating, timed, type CalendarTime } from "../time/calendar-time.ts";
import { DAY, HOUR, MINUTE } from "../time/instant.ts";
import { addDays, asLocal, localFromFields } from "../time/local.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { isPlain } from "./expand-plain.ts";
import { expand } from "./expand.ts";
import type { Occurrence } from "./occurrence.ts";
import { parseRule, type RecurrenceRule } from "./rule.ts";
import type { Series } from "./series.ts";

// Plain series are expanded in one pass. The same rule twice gives the same occurrences, but goes the long way.

const zones = [
  "Europe/Stockholm",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
].map((id) => ianaZone(id) ?? UTC);
const ruleOf = (text: string): RecurrenceRule => {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  return rule.value;
};
const rules = [
  "FREQ=DAILY",
  "FREQ=DAILY;BYHOUR=0,2,23;COUNT=500",
  "FREQ=WEEKLY;BYDAY=SU,MO",
  "FREQ=MONTHLY;BYDAY=-1SU",
  "FREQ=HOURLY;INTERVAL=5;UNTIL=20120401T000000Z",
  "FREQ=YEARLY;BYMONTH=3,10,12;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1,2",
].map(ruleOf);
// Apia leaves out 30 December 2011; the others change their clocks in these months.
const base = localFromFields(2011, 9, 25, 2, 30);
const time = fc
  .record({ kind: fc.nat(2), zone: fc.constantFrom(...zones), hour: fc.nat(23) })
  .map(({ kind, zone, hour }) => (days: number, more = 0): CalendarTime => {
    const local = asLocal(addDays(base, days) + hour * HOUR + more);
    if (kind === 0) return allDay(addDays(localFromFields(2011, 9, 25), days));
    return kind === 1 ? floating(local) : timed(local, zone);
  });
const durations = fc.oneof(
  fc.nat(50).map((hours) => ({ days: 0, milliseconds: hours * HOUR })),
  fc.nat(4).map((days) => ({ days, milliseconds: 0 })),
  fc.constant({ days: 1, milliseconds: 90 * MINUTE }),
);
const plain = fc
  .record({
    at: time,
    rule: fc.constantFrom(...rules),
    duration: durations,
    without: fc.array(fc.tuple(fc.nat(150), fc.constantFrom(0, HOUR)), { maxLength: 6 }),
  })
  .map(({ at, rule, duration, without }): Series<string> => ({
    start: at(0),
    duration,
    rules: [rule],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: without.map(([days, more]) => at(days, more)),
    overrides: [],
    source: "main",
  }));
const window = fc
  .record({ start: fc.integer({ min: -10, max: 200 * 48 }), length: fc.nat(40 * 48) })
  .map(({ start, length }) => {
    const from = Date.UTC(2011, 8, 20) + start * 30 * MINUTE;
    return { from, to: from + length * 30 * MINUTE };
  });
/** All that callers can see. */
const seen = ({
  recurrenceId,
  start,
  end,
  startInstant,
  endInstant,
  isOverride,
  source,
}: Occurrence<string>) => [
  ...[recurrenceId, start, end].map((one) => one && { ...one, zone: one.kind === "timed" && one.zone.id }),
  startInstant,
  endInstant,
  isOverride,
  source,
];

it("gives what the long way gives, in every window and zone", () => {
  fc.assert(
    fc.property(plain, window, fc.constantFrom(...zones), (series, span, viewer) => {
      const long = expand({ ...series, rules: [...series.rules, ...series.rules] }, span, viewer);
      const short = expand(series, span, viewer);
      expect(short.ok && short.value.map(seen)).toEqual(long.ok && long.value.map(seen));
    }),
    { numRuns: 300 },
  );
});

it("expands the same series for a viewer elsewhere anew", () => {
  const series: Series<string> = {
    start: floating(base),
    duration: { days: 0, milliseconds: HOUR },
    rules: [ruleOf("FREQ=DAILY")],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: [],
    source: "main",
  };
  expect(isPlain(series)).toBe(true);
  const span = { from: Date.UTC(2011, 9, 1), to: Date.UTC(2011, 9, 1) + DAY };
  const first = (id: string) => {
    const found = expand(series, span, ianaZone(id) ?? UTC);
    return found.ok && new Date(found.value[0]?.startInstant ?? 0).toISOString();
  };
  expect(first("Europe/Stockholm")).toBe("2011-10-01T00:30:00.000Z");
  expect(first("America/New_York")).toBe("2011-10-01T06:30:00.000Z");
  expect(first("Europe/Stockholm")).toBe("2011-10-01T00:30:00.000Z");
});

it("says when there are more occurrences than allowed, and not when there are just as many", () => {
  const series: Series<string> = {
    start: timed(base, UTC),
    duration: { days: 0, milliseconds: 0 },
    rules: [ruleOf("FREQ=DAILY;COUNT=10")],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: [],
    source: "main",
  };
  const span = { from: 0, to: Date.UTC(2030, 1, 1) };
  const most = (maxOccurrences: number) => expand(series, span, UTC, { maxOccurrences });
  expect(most(10)).toMatchObject({ ok: true, value: { length: 10 } });
  expect(most(9)).toEqual({ ok: false, problem: { code: "too-many-occurrences", limit: 9 } });
});
