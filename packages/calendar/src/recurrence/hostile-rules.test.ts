import { expect, test } from "vitest";
import { timed } from "../time/calendar-time.ts";
import { asLocal, localFromFields } from "../time/local.ts";
import { ianaZone } from "../time/zone.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { expand } from "./expand.ts";
import { walkRule } from "./iterate.ts";
import { parseRule, type RecurrenceRule } from "./rule.ts";
import type { Series } from "./series.ts";

// The cost of a rule is measured in processor time over many calls, with room for slow machines: each takes
// microseconds.

const zone = ianaZone("Europe/Stockholm")!;
const start = localFromFields(1927, 1, 2, 9);
const week = { from: Date.UTC(2040, 0, 2), to: Date.UTC(2040, 0, 9) };
const upTo = (last: number) => [...Array(last + 1).keys()].join();
const positions = [...Array(366).keys()].map((n) => n + 1).join();
const allTimes = `BYHOUR=${upTo(23)};BYMINUTE=${upTo(59)};BYSECOND=${upTo(59)}`;

function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  return rule.value;
}

const series = (more: Partial<Series<number>>): Series<number> => ({
  start: timed(start, zone),
  duration: { days: 0, milliseconds: 3_600_000 },
  rules: [],
  exclusionRules: [],
  recurrenceDates: [],
  exceptionDates: [],
  overrides: [],
  source: 1,
  ...more,
});

/**
 * Milliseconds of processor time that a call takes once the rule has been seen: the least of several, since other
 * work can slow it down.
 */
function cost(call: () => unknown): number {
  call();
  const batches = Array.from({ length: 5 }, () => {
    const started = cpuMs();
    for (let run = 0; run < 20; run++) call();
    return (cpuMs() - started) / 20;
  });
  return Math.min(...batches);
}

const tooMany = { ok: false, problem: { code: "too-many-occurrences" } };
const found = (length: number) => ({ ok: true, value: { length } });

test.each([
  ["FREQ=SECONDLY;COUNT=1000000000", tooMany],
  ["FREQ=SECONDLY;BYSETPOS=2", found(0)],
  ["FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", found(0)],
  ["FREQ=SECONDLY;BYWEEKNO=53;BYYEARDAY=100;COUNT=3", found(0)],
  ["FREQ=SECONDLY;INTERVAL=1000000000", found(0)],
  ["FREQ=MINUTELY;BYHOUR=3;BYSETPOS=-9", found(0)],
  ["FREQ=HOURLY;COUNT=1000000000", found(168)],
  ["FREQ=DAILY;COUNT=1000000000", found(7)],
  ["FREQ=DAILY;INTERVAL=1000000000", found(0)],
  ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", found(0)],
  ["FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2", found(0)],
  ["FREQ=WEEKLY;COUNT=1000000000", found(1)],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31;COUNT=5", found(0)],
  ["FREQ=YEARLY;BYDAY=MO;BYSETPOS=300", found(0)],
  ["FREQ=YEARLY;INTERVAL=1000000000", found(0)],
  [`FREQ=DAILY;${allTimes};COUNT=1000000000;BYSETPOS=${positions}`, tooMany],
  [`FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${allTimes};COUNT=1000000000`, tooMany],
])("%.60s costs almost nothing in a week a century later", (text, expected) => {
  const given = series({ rules: [ruleOf(text)] });
  expect(expand(given, week, zone)).toMatchObject(expected);
  expect(cost(() => expand(given, week, zone))).toBeLessThan(0.5);
});

test("a week of seconds, or a year's every second, quickly gives a problem", () => {
  for (const text of ["FREQ=SECONDLY", `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${allTimes}`]) {
    const given = series({ rules: [ruleOf(text)] });
    expect(expand(given, week, zone)).toMatchObject({ ok: false, problem: { limit: 10_000 } });
    expect(cost(() => expand(given, week, zone))).toBeLessThan(10);
  }
});

test("ten thousand RDATEs and as many EXDATEs, none of them in the week, are expanded quickly", () => {
  const dates = Array.from({ length: 10_000 }, (_, index) => timed(asLocal(start + index * 3_600_000), zone));
  const given = series({ recurrenceDates: dates.map((date) => ({ start: date })), exceptionDates: dates });
  expect(expand(given, week, zone)).toEqual({ ok: true, value: [] });
  expect(cost(() => expand(given, week, zone))).toBeLessThan(20);
});

test("counting out a COUNT is done once, also when it fails", () => {
  const rule = ruleOf("FREQ=SECONDLY;INTERVAL=7;COUNT=999999999");
  const from = localFromFields(2100, 1, 1);
  const walk = (maxSteps?: number) =>
    walkRule(rule, start, { from, zone, ...(maxSteps !== undefined && { maxSteps }) }, () => true);
  expect(walk()).toMatchObject(tooMany);
  expect(cost(() => walk())).toBeLessThan(0.1);
});
