import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alarmInstants } from "../icalendar/alarm-trigger.ts";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { expand } from "../recurrence/expand.ts";
import { seriesOfObject } from "../recurrence/series.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { DAY, MAX_INSTANT, MIN_INSTANT } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { alarmsOf } from "./alarms-of.ts";
import { nextAlarm, ringsBetween } from "./next-alarm.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no such zone");

function objectOf(lines: readonly string[]): CalendarObject {
  const parsed = parseICalendar(`BEGIN:VCALENDAR\r\n${lines.join("\r\n")}\r\nEND:VCALENDAR\r\n`);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}

/** Every moment at which an alarm rings, found by trying them all: slow and simple. */
function allRings(object: CalendarObject): number[] {
  const series = seriesOfObject(object);
  const all = series.ok ? expand(series.value, { from: MIN_INSTANT, to: MAX_INSTANT }, stockholm) : series;
  if (!all.ok) return expect.fail(JSON.stringify(all.problem));
  const rings = all.value.flatMap((occurrence) =>
    alarmsOf(occurrence.source).flatMap(({ times, acknowledged }) => {
      const instants = alarmInstants(times, occurrence, stockholm);
      return (instants[0] ?? 0) <= (acknowledged ?? -Infinity) ? [] : instants;
    }),
  );
  return [...new Set(rings)].toSorted((a, b) => a - b);
}

/** The same moments, found one after the other. */
function sequence(object: CalendarObject): number[] {
  const found: number[] = [];
  for (let after = MIN_INSTANT - 1_000 * DAY; ;) {
    const ring = nextAlarm(object, after, stockholm);
    if (!ring || found.length > 5_000) return found;
    found.push(ring.at);
    after = ring.at;
  }
}

const two = (n: number) => String(n).padStart(2, "0");
const duration = fc.oneof(
  fc.integer({ min: 0, max: 600 }).map((minutes) => `PT${minutes}M`),
  fc.integer({ min: 0, max: 14 }).map((days) => `P${days}D`),
  fc.integer({ min: 0, max: 2 }).map((weeks) => `P${weeks}W`),
  fc.tuple(fc.nat(3), fc.nat(30)).map(([days, hours]) => `P${days}DT${hours}H`),
);
const utc = fc
  .tuple(fc.integer({ min: 1, max: 28 }), fc.nat(23))
  .map(([day, hour]) => `202603${two(day)}T${two(hour)}0000Z`);
const trigger = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom("", "-"), duration).map(([sign, d]) => `TRIGGER:${sign}${d}`),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom("", "-"), duration)
      .map(([sign, d]) => `TRIGGER;RELATED=END:${sign}${d}`),
  },
  { weight: 1, arbitrary: utc.map((at) => `TRIGGER;VALUE=DATE-TIME:${at}`) },
);
const alarm = fc
  .tuple(
    trigger,
    fc.option(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 400 }))),
    fc.option(utc, { freq: 4 }),
  )
  .map(([when, repeat, acknowledged]) => [
    "BEGIN:VALARM",
    when,
    ...(repeat ? [`REPEAT:${repeat[0]}`, `DURATION:PT${repeat[1]}M`] : []),
    ...(acknowledged === null ? [] : [`ACKNOWLEDGED:${acknowledged}`]),
    "END:VALARM",
  ]);
const alarms = fc.array(alarm, { minLength: 0, maxLength: 3 }).map((all) => all.flat());
const START = fc.constantFrom<readonly [string, string]>(
  [";TZID=Europe/Stockholm:20260326T", "T023000"],
  [";TZID=America/New_York:20260306T", "T013000"],
  [":20260301T", "T120000Z"],
  [":20261022T", "T030000"],
  [";VALUE=DATE:20260327", ""],
);
const rule = fc.tuple(
  fc.constantFrom("DAILY", "WEEKLY", "HOURLY", "YEARLY"),
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: 1, max: 12 }),
);
const event = fc
  .tuple(START, fc.option(rule), duration, alarms, fc.option(fc.tuple(alarms, fc.nat(40))), fc.boolean())
  .map(([[date, time], repeats, length, own, override, excluded]) => {
    const start = `${date.replace(/T$/, "")}${time}`;
    const isDate = time === "";
    const span = isDate && length.includes("T") ? "P2D" : length;
    const id = start.replace(/^;VALUE=DATE/, ";VALUE=DATE");
    return [
      "BEGIN:VEVENT",
      "UID:u",
      `DTSTART${start}`,
      `DURATION:${span}`,
      ...(repeats
        ? [
            `RRULE:FREQ=${isDate && repeats[0] === "HOURLY" ? "DAILY" : repeats[0]};INTERVAL=${repeats[1]};COUNT=${repeats[2]}`,
          ]
        : []),
      ...(repeats && excluded && !override ? [`EXDATE${id}`] : []),
      ...own,
      "END:VEVENT",
      ...(repeats && override
        ? [
            "BEGIN:VEVENT",
            "UID:u",
            `RECURRENCE-ID${id}`,
            `DTSTART:202604${two((override[1] % 28) + 1)}T100000Z`,
            "DURATION:PT2H",
            ...override[0],
            "END:VEVENT",
          ]
        : []),
    ];
  });

describe("finding one alarm after the other", () => {
  it("gives the list of all alarms, over changes of clocks, overrides, repetitions and acknowledgements", () => {
    let rung = 0;
    fc.assert(
      fc.property(event, (lines) => {
        const object = objectOf(lines);
        const all = allRings(object);
        rung += all.length;
        expect(sequence(object)).toEqual(all);
        const window = { from: MIN_INSTANT - 1_000 * DAY, to: MAX_INSTANT };
        const listed = ringsBetween(object, window, stockholm);
        expect(listed.ok && [...new Set(listed.value.map(({ at }) => at))]).toEqual(all);
      }),
      { numRuns: 150 },
    );
    expect(rung).toBeGreaterThan(500);
  });
  it("agrees with the list in any window", () => {
    fc.assert(
      fc.property(event, fc.nat(120), fc.nat(60), (lines, day, days) => {
        const object = objectOf(lines);
        const from = Date.UTC(2026, 0, 15) + day * DAY;
        const to = from + days * DAY;
        const listed = ringsBetween(object, { from, to }, stockholm);
        const wanted = allRings(object).filter((at) => from <= at && at < to);
        expect(listed.ok && [...new Set(listed.value.map(({ at }) => at))]).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });
});

describe("the occurrence that an alarm rings for", () => {
  const SERIES = ["BEGIN:VEVENT", "UID:u", "DTSTART:20260101T100000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY"];
  it("is the one in progress then, if the alarm was snoozed", () => {
    const object = objectOf([
      ...SERIES,
      "BEGIN:VALARM",
      "UID:a",
      "TRIGGER:-PT10M",
      "ACKNOWLEDGED:20261119T095200Z",
      "END:VALARM",
      "BEGIN:VALARM",
      "TRIGGER;VALUE=DATE-TIME:20261119T100500Z",
      "RELATED-TO;RELTYPE=SNOOZE:a",
      "END:VALARM",
      "END:VEVENT",
    ]);
    const first = nextAlarm(object, Date.UTC(2026, 10, 19, 9, 30), stockholm);
    expect(first).toMatchObject({ at: Date.UTC(2026, 10, 19, 10, 5), snoozes: "a" });
    expect(first?.occurrence?.startInstant).toBe(Date.UTC(2026, 10, 19, 10));
    const second = nextAlarm(object, first?.at ?? 0, stockholm);
    expect(second).toMatchObject({ at: Date.UTC(2026, 10, 26, 9, 50), snoozes: undefined });
  });
  it("is the last one, if the moment is after the whole series", () => {
    const late = ["BEGIN:VALARM", "TRIGGER;VALUE=DATE-TIME:20261119T100500Z", "END:VALARM"];
    const object = objectOf([...SERIES.with(-1, "RRULE:FREQ=WEEKLY;COUNT=3"), ...late, "END:VEVENT"]);
    expect(nextAlarm(object, 0, stockholm)?.occurrence?.startInstant).toBe(Date.UTC(2026, 0, 15, 10));
    // nothing rings for a series with no occurrence left
    const none = objectOf([
      ...SERIES.with(-1, "RRULE:FREQ=WEEKLY;COUNT=1"),
      "EXDATE:20260101T100000Z",
      ...late,
      "END:VEVENT",
    ]);
    expect(nextAlarm(none, 0, stockholm)).toBeUndefined();
  });
});

describe("the cost of the next alarm", () => {
  const daily = (start: string, rule: string, ...more: string[]) =>
    objectOf(["BEGIN:VEVENT", "UID:u", `DTSTART:${start}`, `RRULE:${rule}`, ...more, "END:VEVENT"]);
  const ALARM = ["BEGIN:VALARM", "TRIGGER:-P1W", "END:VALARM"];
  it("does not grow with the distance from the start", () => {
    const object = daily("19000101T100000Z", "FREQ=DAILY", ...ALARM);
    const before = cpuMs();
    for (let year = 1990; year < 2190; year++)
      expect(nextAlarm(object, Date.UTC(year, 5, 1), stockholm)?.at).toBe(Date.UTC(year, 5, 1, 10));
    expect(cpuMs() - before).toBeLessThan(2_000);
  });
  it("is limited for hostile objects, whose alarms still ring where they can be found", () => {
    const before = cpuMs();
    const now = Date.UTC(2026, 10, 20);
    const SHORT = ["BEGIN:VALARM", "TRIGGER:-PT15M", "END:VALARM"];
    // A whole day of a rule of seconds cannot be expanded, but a part of one can.
    expect(nextAlarm(daily("20000101T000000Z", "FREQ=SECONDLY", ...SHORT), now, stockholm)?.at).toBe(
      now + 1_000,
    );
    expect(nextAlarm(daily("20000101T000000Z", "FREQ=MINUTELY", ...ALARM), now, stockholm)?.at).toBe(
      now + 60_000,
    );
    const never = daily("20000101T000000Z", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ...ALARM);
    expect(nextAlarm(never, now, stockholm)).toBeUndefined();
    const loud = Array.from({ length: 200 }, (_, i) => [
      "BEGIN:VALARM",
      `TRIGGER:-PT${i}M`,
      "REPEAT:100",
      "DURATION:P1D",
      "END:VALARM",
    ]);
    const noisy = daily("20000101T000000Z", "FREQ=HOURLY", ...loud.flat());
    expect(nextAlarm(noisy, now, stockholm)?.at).toBeGreaterThan(now);
    expect(ringsBetween(noisy, { from: now, to: now + DAY }, stockholm).ok).toBe(false);
    expect(cpuMs() - before).toBeLessThan(10_000);
  });
});
