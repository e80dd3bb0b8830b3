import fc from "fast-check";
import { expect, test } from "vitest";
import { formatLocalValue, parseTimeValue } from "../icalendar/time-property.ts";
import { DAY, MAX_INSTANT } from "../time/instant.ts";
import { asLocal, localFromFields, type Local } from "../time/local.ts";
import { ianaZone } from "../time/zone.ts";
import { walkRule } from "./iterate.ts";
import { parseRule } from "./rule.ts";
import type { WalkOptions } from "./walk/walk.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const at = (text: string) => parseTimeValue(text)!.local;

function walk(text: string, start: string, options: WalkOptions = {}, limit = 1000) {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  const found: Local[] = [];
  const walked = walkRule(rule.value, at(start), options, (local) => found.push(local) < limit);
  return { found, walked, written: found.map((local) => formatLocalValue(local).replace("T000000", "")) };
}

test("a leap day comes in leap years only, or where SKIP moves it (RFC 7529)", () => {
  expect(walk("FREQ=YEARLY", "20240229", {}, 3).written).toEqual(["20240229", "20280229", "20320229"]);
  expect(walk("FREQ=YEARLY;SKIP=BACKWARD", "20240229", {}, 3).written).toEqual([
    "20240229",
    "20250228",
    "20260228",
  ]);
  expect(walk("FREQ=YEARLY;SKIP=FORWARD", "20240229", {}, 3).written).toEqual([
    "20240229",
    "20250301",
    "20260301",
  ]);
  expect(walk("FREQ=YEARLY", "20960229", {}, 2).written).toEqual(["20960229", "21040229"]);
});

test("the first of 31 days counted from the end, with SKIP=FORWARD", () => {
  expect(walk("FREQ=MONTHLY;BYMONTHDAY=-31", "20260101", {}, 3).written).toEqual([
    "20260101",
    "20260301",
    "20260501",
  ]);
  expect(walk("FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=-31", "20260101", {}, 4).written).toEqual([
    "20260101",
    "20260201",
    "20260301",
    "20260401",
  ]);
});

test("the 31st of each month, with each SKIP", () => {
  expect(walk("FREQ=MONTHLY", "20260131", {}, 3).written).toEqual(["20260131", "20260331", "20260531"]);
  expect(walk("FREQ=MONTHLY;SKIP=BACKWARD", "20260131", {}, 3).written).toEqual([
    "20260131",
    "20260228",
    "20260331",
  ]);
  const forward = walk("FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=1,31", "20260131", {}, 5);
  expect(forward.written).toEqual(["20260131", "20260201", "20260301", "20260331", "20260401"]);
});

test("week 53 comes in years that have it", () => {
  expect(walk("FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO", "20201228", {}, 3).written).toEqual([
    "20201228",
    "20261228",
    "20321227",
  ]);
  expect(walk("FREQ=YEARLY;BYWEEKNO=53;BYDAY=FR,SA", "20270101", {}, 3).written).toEqual([
    "20270101",
    "20270102",
    "20321231",
  ]);
});

test("INTERVAL counts from the week's year, also where the start lies in the December before (§3.3.10)", () => {
  // 31 December 2024 is a Tuesday of week 1 of 2025.
  expect(walk("FREQ=YEARLY;INTERVAL=3;BYWEEKNO=1;BYDAY=MO,TU", "20241231", {}, 3).written).toEqual([
    "20241231",
    "20280103",
    "20280104",
  ]);
});

test("a skipped time is left out and not counted; of a repeated one the first is meant (§3.3.10)", () => {
  const zone = ianaZone("Europe/Stockholm")!;
  const spring = walk("FREQ=DAILY;COUNT=3", "20260328T023000", { zone });
  expect(spring.written).toEqual(["20260328T023000", "20260330T023000", "20260331T023000"]);
  expect(walk("FREQ=DAILY;COUNT=3", "20260328T023000").written[1]).toBe("20260329T023000");
  const autumn = walk("FREQ=DAILY;COUNT=2", "20261024T023000", { zone });
  expect(zone.toInstant(autumn.found[1]!)).toBe(Date.UTC(2026, 9, 25, 0, 30));
});

test("UNTIL is inclusive: in UTC, on the series' clock, and for whole days", () => {
  const zone = ianaZone("Europe/Stockholm")!;
  expect(walk("FREQ=DAILY;UNTIL=20260703T070000Z", "20260701T090000", { zone }).found).toHaveLength(3);
  expect(walk("FREQ=DAILY;UNTIL=20260703T065959Z", "20260701T090000", { zone }).found).toHaveLength(2);
  expect(walk("FREQ=DAILY;UNTIL=20260703T090000", "20260701T090000", { zone }).found).toHaveLength(3);
  expect(walk("FREQ=DAILY;UNTIL=20260703", "20260701T090000", { zone }).found).toHaveLength(3);
  expect(walk("FREQ=DAILY;UNTIL=20260703T000000Z", "20260701", { allDay: true }).found).toHaveLength(3);
});

test("the start counts as the first of COUNT even if the rule doesn't give it", () => {
  expect(walk("FREQ=WEEKLY;BYDAY=MO;COUNT=3", "20261120T090000").written).toEqual([
    "20261123T090000",
    "20261130T090000",
  ]);
});

test("instances end with the supported range", () => {
  const { found, walked } = walk("FREQ=YEARLY", "19000101", {}, 10_000);
  expect(walked).toEqual({ ok: true, value: "ended" });
  expect(found).toHaveLength(300);
  expect(found.every((local) => local < MAX_INSTANT)).toBe(true);
});

const mix = [
  "FREQ=DAILY;INTERVAL=3",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,TU;WKST=SU",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31;SKIP=FORWARD",
  "FREQ=YEARLY;BYWEEKNO=1,53;BYDAY=MO,SU",
  "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=FORWARD",
  "FREQ=HOURLY;INTERVAL=7;BYMONTH=3;BYMINUTE=10,50",
  "FREQ=MINUTELY;INTERVAL=77;BYHOUR=3,4",
  "FREQ=DAILY;BYHOUR=1,23;BYSETPOS=-1",
  "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=600",
];

test.each(mix)("starting near gives the same as walking there: %s", (text) => {
  const start = "20160131T230000";
  const all = walk(text, start, { to: localFromFields(2022, 1, 1) }, Infinity).found;
  expect(all.length).toBeGreaterThan(1);
  fc.assert(
    fc.property(
      fc.integer({ min: -100, max: 2300 }),
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 0, max: DAY }),
      (day, length, time) => {
        const from = asLocal(at(start) + day * DAY + time);
        const to = asLocal(Math.min(from + length * DAY, localFromFields(2022, 1, 1)));
        expect(walk(text, start, { from, to }, Infinity).found).toEqual(
          all.filter((local) => local >= from && local < to),
        );
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2,4,6,9,11",
  "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYDAY=MO;BYSETPOS=300",
  "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=2",
  "FREQ=YEARLY;BYYEARDAY=366;INTERVAL=999999999",
  "FREQ=SECONDLY;BYSETPOS=2",
  "FREQ=HOURLY;BYSETPOS=-5",
  "FREQ=HOURLY;BYMINUTE=1,2;BYSECOND=3;BYSETPOS=3,-4",
  "FREQ=SECONDLY;INTERVAL=7;BYSECOND=1;BYSETPOS=2",
  "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=6",
])("a rule without instances ends quickly: %s", (text) => {
  const started = cpuMs();
  const { found, walked } = walk(text, "20260101T000000");
  expect(found).toEqual([]);
  expect(walked).toEqual({ ok: true, value: "ended" });
  expect(cpuMs() - started).toBeLessThan(2000);
});

const everything = `BYHOUR=${[...Array(24).keys()].join()};BYMINUTE=${[...Array(60).keys()].join()};BYSECOND=${[...Array(60).keys()].join()}`;
const positions = [...Array(366).keys()].map((n) => n + 1).join();

test.each([
  "FREQ=SECONDLY;COUNT=1000000000",
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;${everything};COUNT=1000000000`,
  `FREQ=DAILY;${everything};COUNT=1000000000;BYSETPOS=${positions}`,
])("a rule that needs too much work is a problem: %s", (text) => {
  const started = cpuMs();
  const { found, walked } = walk(
    text,
    "19700101T000000",
    text.includes("COUNT") ? { from: localFromFields(2190, 1, 1) } : {},
  );
  expect(found).toEqual([]);
  expect(walked).toMatchObject({ ok: false, problem: { code: "too-many-occurrences" } });
  expect(cpuMs() - started).toBeLessThan(4000);
});

test("far from the start it costs the same as near", () => {
  const near = walk("FREQ=DAILY", "19000101T090000", {
    from: localFromFields(1901, 1, 1),
    to: localFromFields(1901, 1, 8),
    maxSteps: 40,
  });
  const far = walk("FREQ=DAILY", "19000101T090000", {
    from: localFromFields(2199, 1, 1),
    to: localFromFields(2199, 1, 8),
    maxSteps: 40,
  });
  expect([near.found.length, far.found.length]).toEqual([7, 7]);
  expect([near.walked.ok, far.walked.ok]).toEqual([true, true]);
});

test("other calendars than the Gregorian are refused by name", () => {
  expect(walk("RSCALE=CHINESE;FREQ=YEARLY", "20260101").walked).toMatchObject({
    ok: false,
    problem: { code: "invalid-recurrence-rule" },
  });
});
