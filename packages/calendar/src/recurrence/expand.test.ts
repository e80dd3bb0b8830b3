import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import type { Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { formatTimeValue } from "../icalendar/time-property.ts";
import { textValue } from "../icalendar/text.ts";
import { localFromFields } from "../time/local.ts";
import { timed } from "../time/calendar-time.ts";
import { UTC, ianaZone } from "../time/zone.ts";
import { expand, type Occurrence } from "./expand.ts";
import { seriesOfObject } from "./series.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const stockholm = ianaZone("Europe/Stockholm")!;

function object(...blocks: string[]) {
  const type = blocks[0]?.startsWith("todo") ? "VTODO" : "VEVENT";
  const text = blocks
    .map(
      (block) =>
        `BEGIN:${type}\nUID:1\n${block
          .replace(/^todo /, "")
          .trim()
          .split(/\s*\n\s*/)
          .join("\n")}\nEND:${type}\n`,
    )
    .join("");
  const parsed = parseICalendar(`BEGIN:VCALENDAR\n${text}END:VCALENDAR`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const read = readCalendarObject(parsed.value.calendar);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

function occurrences(
  blocks: string[],
  from: string,
  to: string,
  viewer = stockholm,
): readonly Occurrence<Component>[] {
  const series = seriesOfObject(object(...blocks));
  if (!series.ok) throw new Error(JSON.stringify(series.problem));
  const expanded = expand(series.value, { from: Date.parse(from), to: Date.parse(to) }, viewer);
  if (!expanded.ok) throw new Error(JSON.stringify(expanded.problem));
  return expanded.value;
}
const iso = (instant: number) => new Date(instant).toISOString().replace(":00.000Z", "Z");
const starts = (...of: Parameters<typeof occurrences>) =>
  occurrences(...of).map(({ startInstant }) => iso(startInstant));
const spans = (...of: Parameters<typeof occurrences>) =>
  occurrences(...of).map(({ startInstant, endInstant, source }) =>
    `${iso(startInstant)}/${iso(endInstant)} ${textValue(source, "SUMMARY") ?? ""}`.trim(),
  );

test("a single event has no recurrence id and keeps the zone of its end", () => {
  const [flight, ...others] = occurrences(
    ["DTSTART;TZID=Europe/Stockholm:20261120T100000\nDTEND;TZID=America/New_York:20261120T130000"],
    "2026-11-20T00:00Z",
    "2026-11-21T00:00Z",
  );
  expect(others).toEqual([]);
  expect(flight).toMatchObject({ recurrenceId: null, isOverride: false, end: { tzid: "America/New_York" } });
  expect(iso(flight!.startInstant)).toBe("2026-11-20T09:00Z");
  expect(iso(flight!.endInstant)).toBe("2026-11-20T18:00Z");
});

test("a weekly series keeps its hour over both changes of the clocks", () => {
  const event = "DTSTART;TZID=Europe/Stockholm:20060103T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY";
  expect(starts([event], "2026-03-23T00:00Z", "2026-04-06T00:00Z")).toEqual([
    "2026-03-24T08:00Z",
    "2026-03-31T07:00Z",
  ]);
  expect(starts([event], "2026-10-19T00:00Z", "2026-11-02T00:00Z")).toEqual([
    "2026-10-20T07:00Z",
    "2026-10-27T08:00Z",
  ]);
  expect(starts([event], "2060-01-01T00:00Z", "2060-01-08T00:00Z")).toEqual(["2060-01-06T08:00Z"]);
});

test("DTEND is exact and DURATION in days nominal, over the night when clocks change (§3.8.5.3)", () => {
  const window = ["2026-03-28T12:00Z", "2026-03-29T04:00Z"] as const;
  expect(
    spans(
      [
        "DTSTART;TZID=Europe/Stockholm:20260321T220000\nDTEND;TZID=Europe/Stockholm:20260322T060000\nRRULE:FREQ=WEEKLY",
      ],
      ...window,
    ),
  ).toEqual(["2026-03-28T21:00Z/2026-03-29T05:00Z"]);
  expect(
    spans(["DTSTART;TZID=Europe/Stockholm:20260321T220000\nDURATION:P1D\nRRULE:FREQ=WEEKLY"], ...window),
  ).toEqual(["2026-03-28T21:00Z/2026-03-29T20:00Z"]);
});

test("an exact duration that ends in the repeated hour keeps its length", () => {
  const window = ["2026-10-24T00:00Z", "2026-10-26T00:00Z"] as const;
  const lines = "DTSTART;TZID=Europe/Stockholm:20261024T013000\nRRULE:FREQ=DAILY;COUNT=2";
  const expected = ["2026-10-23T23:30Z/2026-10-24T01:30Z", "2026-10-24T23:30Z/2026-10-25T01:30Z"];
  expect(spans([`${lines}\nDURATION:PT2H`], "2026-10-23T00:00Z", window[1])).toEqual(expected);
  expect(
    spans([`${lines}\nDTEND;TZID=Europe/Stockholm:20261024T033000`], "2026-10-23T00:00Z", window[1]),
  ).toEqual(expected);
  // A single event, an end in another zone, and a changed instance.
  expect(
    spans(
      ["DTSTART;TZID=America/New_York:20261101T013000\nDURATION:PT30M"],
      "2026-11-01T00:00Z",
      "2026-11-02T00:00Z",
    ),
  ).toEqual(["2026-11-01T05:30Z/2026-11-01T06:00Z"]);
  expect(
    spans(
      ["DTSTART:20261023T233000Z\nDTEND;TZID=Europe/Stockholm:20261024T033000\nRRULE:FREQ=DAILY;COUNT=2"],
      "2026-10-23T00:00Z",
      window[1],
    ),
  ).toEqual(expected);
});

test("the window takes what overlaps it: touching at the ends doesn't count, zero length at its start does", () => {
  const hour = "DTSTART:20261120T100000Z\nDTEND:20261120T110000Z";
  const none = "DTSTART:20261120T100000Z";
  expect(starts([hour], "2026-11-20T11:00Z", "2026-11-20T12:00Z")).toEqual([]);
  expect(starts([hour], "2026-11-20T10:59Z", "2026-11-20T12:00Z")).toHaveLength(1);
  expect(starts([hour], "2026-11-20T09:00Z", "2026-11-20T10:00Z")).toEqual([]);
  expect(starts([none], "2026-11-20T10:00Z", "2026-11-20T10:01Z")).toHaveLength(1);
  expect(starts([none], "2026-11-20T09:00Z", "2026-11-20T10:00Z")).toEqual([]);
  expect(
    starts(["DTSTART:20261120T100000Z\nDTEND:20261119T100000Z"], "2026-11-20T10:00Z", "2026-11-20T10:01Z"),
  ).toHaveLength(1);
});

test("whole days and floating times use the viewer's zone", () => {
  const day = "DTSTART;VALUE=DATE:20260329";
  expect(spans([day], "2026-03-28T00:00Z", "2026-03-31T00:00Z")).toEqual([
    "2026-03-28T23:00Z/2026-03-29T22:00Z",
  ]);
  expect(spans([day], "2026-03-28T00:00Z", "2026-03-31T00:00Z", ianaZone("America/New_York")!)).toEqual([
    "2026-03-29T04:00Z/2026-03-30T04:00Z",
  ]);
  expect(spans([day], "2026-03-29T22:00Z", "2026-03-31T00:00Z")).toEqual([]);
  const daily = "DTSTART;VALUE=DATE:20260327\nDTEND;VALUE=DATE:20260329\nRRULE:FREQ=DAILY;INTERVAL=2;COUNT=3";
  expect(spans([daily], "2026-03-01T00:00Z", "2026-04-30T00:00Z")).toEqual([
    "2026-03-26T23:00Z/2026-03-28T23:00Z",
    "2026-03-28T23:00Z/2026-03-30T22:00Z",
    "2026-03-30T22:00Z/2026-04-01T22:00Z",
  ]);
  expect(
    starts(
      ["DTSTART:20260701T090000\nRRULE:FREQ=DAILY;COUNT=1"],
      "2026-07-01T00:00Z",
      "2026-07-02T00:00Z",
      ianaZone("Asia/Tokyo")!,
    ),
  ).toEqual(["2026-07-01T00:00Z"]);
});

const daily =
  "DTSTART;TZID=Europe/Stockholm:20261101T100000\nDTEND;TZID=Europe/Stockholm:20261101T110000\nRRULE:FREQ=DAILY\nSUMMARY:main";
const week = ["2026-11-02T00:00Z", "2026-11-09T00:00Z"] as const;

test.each([
  ["in the same form", "EXDATE;TZID=Europe/Stockholm:20261103T100000,20261105T100000"],
  ["in UTC", "EXDATE:20261103T090000Z\nEXDATE:20261105T090000Z"],
  ["in another zone", "EXDATE;TZID=Europe/London:20261103T090000,20261105T090000"],
  ["floating", "EXDATE:20261103T100000,20261105T100000"],
  ["as dates", "EXDATE;VALUE=DATE:20261103,20261105"],
  ["by EXRULE", "EXRULE:FREQ=DAILY;BYDAY=TU,TH;UNTIL=20261105T230000Z"],
])("EXDATE %s removes instances", (_, lines) => {
  const days = starts([`${daily}\n${lines}`], ...week).map((start) => Number(start.slice(8, 10)));
  expect(days).toEqual([2, 4, 6, 7, 8]);
});

test("EXDATE with a time removes a whole day of an all-day series", () => {
  const lines =
    "DTSTART;VALUE=DATE:20261101\nRRULE:FREQ=DAILY\nEXDATE:20261103T000000\nEXDATE;TZID=Europe/Stockholm:20261104T000000";
  expect(
    occurrences([lines], "2026-11-02T12:00Z", "2026-11-05T12:00Z").map(({ start }) => formatTimeValue(start)),
  ).toEqual(["20261102", "20261105"]);
});

test.each([
  ["in the same form", "RECURRENCE-ID;TZID=Europe/Stockholm:20261104T100000"],
  ["in UTC", "RECURRENCE-ID:20261104T090000Z"],
  ["as a date", "RECURRENCE-ID;VALUE=DATE:20261104"],
  ["floating", "RECURRENCE-ID:20261104T100000"],
])("an override %s replaces its instance, and its id has the form of the series", (_, id) => {
  const found = occurrences(
    [daily, `${id}\nDTSTART;TZID=Europe/Stockholm:20261104T150000\nDURATION:PT30M\nSUMMARY:moved`],
    ...week,
  );
  expect(found).toHaveLength(7);
  const moved = found.filter(({ isOverride }) => isOverride);
  expect(moved).toHaveLength(1);
  expect(moved[0]?.recurrenceId).toEqual(timed(localFromFields(2026, 11, 4, 10), stockholm));
  expect(iso(moved[0]!.endInstant)).toBe("2026-11-04T14:30Z");
  expect(found.filter(({ startInstant }) => iso(startInstant) === "2026-11-04T09:00Z")).toEqual([]);
});

test("overrides move into and out of the window", () => {
  const out = "RECURRENCE-ID:20261104T090000Z\nDTSTART:20261220T090000Z\nSUMMARY:out";
  const into = "RECURRENCE-ID:20261201T090000Z\nDTSTART:20261106T120000Z\nSUMMARY:in";
  const found = spans([daily, out, into], ...week);
  expect(found).toHaveLength(7);
  expect(found.filter((span) => span.endsWith(" in"))).toEqual(["2026-11-06T12:00Z/2026-11-06T12:00Z in"]);
  expect(found.some((span) => span.endsWith("out") || span.startsWith("2026-11-04"))).toBe(false);
});

test("RANGE=THISANDFUTURE moves the following instances until the next one, but not single overrides", () => {
  const later =
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261104T090000Z\nDTSTART;TZID=Europe/Stockholm:20261105T120000\nDURATION:PT2H\nSUMMARY:later";
  const single = "RECURRENCE-ID:20261105T090000Z\nDTSTART:20261105T200000Z\nSUMMARY:single";
  const again =
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261107T090000Z\nDTSTART;TZID=Europe/Stockholm:20261107T080000\nDURATION:PT1H\nSUMMARY:again";
  expect(spans([daily, later, single, again], "2026-11-03T00:00Z", "2026-11-10T00:00Z")).toEqual([
    "2026-11-03T09:00Z/2026-11-03T10:00Z main",
    "2026-11-05T11:00Z/2026-11-05T13:00Z later",
    "2026-11-05T20:00Z/2026-11-05T20:00Z single",
    "2026-11-07T07:00Z/2026-11-07T08:00Z again",
    "2026-11-07T11:00Z/2026-11-07T13:00Z later",
    "2026-11-08T07:00Z/2026-11-08T08:00Z again",
    "2026-11-09T07:00Z/2026-11-09T08:00Z again",
  ]);
  // A year later, the old time no longer occurs.
  expect(spans([daily, later, again], "2027-11-03T00:00Z", "2027-11-04T00:00Z")).toEqual([
    "2027-11-03T07:00Z/2027-11-03T08:00Z again",
  ]);
});

test("RDATE adds dates and periods, each instance once", () => {
  const event =
    "DTSTART;TZID=Europe/Stockholm:20261102T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20261103T090000Z,20261109T090000Z\nRDATE;VALUE=PERIOD:20261104T120000Z/PT3H,20261001T120000Z/20261103T000000Z";
  expect(spans([event], ...week)).toEqual([
    "2026-10-01T12:00Z/2026-11-03T00:00Z",
    "2026-11-02T09:00Z/2026-11-02T10:00Z",
    "2026-11-03T09:00Z/2026-11-03T10:00Z",
    "2026-11-04T12:00Z/2026-11-04T15:00Z",
  ]);
  expect(starts([event], "2026-11-09T00:00Z", "2026-11-10T00:00Z")).toEqual(["2026-11-09T09:00Z"]);
});

test("DTSTART is an instance even if the rule doesn't give it, and can be excluded", () => {
  const event = "DTSTART:20261103T100000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2";
  expect(starts([event], ...week)).toEqual(["2026-11-03T10:00Z"]);
  expect(starts([event], "2026-11-01T00:00Z", "2027-01-01T00:00Z")).toEqual([
    "2026-11-03T10:00Z",
    "2026-11-09T10:00Z",
  ]);
  expect(starts([`${event}\nEXDATE:20261103T100000Z`], ...week)).toEqual([]);
});

test("overrides without their main component each take place, and nothing else does", () => {
  const found = occurrences(
    [
      "RECURRENCE-ID:20261104T090000Z\nDTSTART:20261105T090000Z",
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261106T090000Z\nDTSTART:20261106T090000Z",
    ],
    "2026-11-01T00:00Z",
    "2026-12-01T00:00Z",
  );
  expect(found.map(({ startInstant, isOverride }) => [iso(startInstant), isOverride])).toEqual([
    ["2026-11-05T09:00Z", true],
    ["2026-11-06T09:00Z", true],
  ]);
});

test("a first instance at a skipped time takes place once, an hour later", () => {
  const event = "DTSTART;TZID=Europe/Stockholm:20260329T023000\nRRULE:FREQ=DAILY;COUNT=2";
  expect(starts([event], "2026-03-28T00:00Z", "2026-04-01T00:00Z")).toEqual([
    "2026-03-29T01:30Z",
    "2026-03-30T00:30Z",
  ]);
});

test("tasks run from DTSTART to DUE, or are at DUE; without either there is no series", () => {
  expect(spans(["todo DTSTART:20261103T090000Z\nDUE:20261104T090000Z"], ...week)).toEqual([
    "2026-11-03T09:00Z/2026-11-04T09:00Z",
  ]);
  expect(spans(["todo DUE:20261104T090000Z\nRRULE:FREQ=DAILY;COUNT=2"], ...week)).toEqual([
    "2026-11-04T09:00Z/2026-11-04T09:00Z",
    "2026-11-05T09:00Z/2026-11-05T09:00Z",
  ]);
  expect(seriesOfObject(object("todo SUMMARY:some day")).ok).toBe(false);
});

test("too many occurrences, and rules that need too much work, quickly give named problems", () => {
  const series = (lines: string) => {
    const read = seriesOfObject(object(lines));
    if (!read.ok) throw new Error();
    return read.value;
  };
  const started = cpuMs();
  const window = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2032, 0, 1) };
  for (const rule of [
    "FREQ=SECONDLY",
    "FREQ=MINUTELY;COUNT=2000000000".replace("2000000000", "1000000000"),
    "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12",
  ]) {
    const expanded = expand(series(`DTSTART:19700101T000000Z\nRRULE:${rule}`), window, UTC);
    expect(expanded).toMatchObject({ ok: false, problem: { code: "too-many-occurrences" } });
  }
  const excluded = expand(
    series("DTSTART:19700101T000000Z\nRRULE:FREQ=DAILY\nEXRULE:FREQ=SECONDLY"),
    window,
    UTC,
  );
  expect(excluded).toMatchObject({ ok: false, problem: { code: "too-many-occurrences" } });
  expect(
    expand(series("DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY"), window, UTC, { maxOccurrences: 3 }),
  ).toMatchObject({ ok: false });
  expect(
    expand(series("DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;COUNT=3"), window, UTC, { maxOccurrences: 3 }),
  ).toMatchObject({ ok: true });
  expect(cpuMs() - started).toBeLessThan(6000);
});

test("thousands of hostile rules, overrides and exceptions in one object end quickly", () => {
  const started = cpuMs();
  const rules = seriesOfObject(
    object(`DTSTART:19700101T000000Z${"\nEXRULE:FREQ=SECONDLY;COUNT=1000000000".repeat(20_000)}`),
  );
  expect(rules).toMatchObject({ ok: false, problem: { code: "invalid-calendar-object" } });
  const exceptions = `EXDATE:${Array(30_000).fill("20261104T090000Z").join(",")}`;
  expect(occurrences([`${daily}\n${exceptions}`], ...week)).toHaveLength(6);
  const override = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261104T090000Z\nDTSTART:20261104T100000Z";
  expect(
    occurrences([daily, ...Array<string>(5000).fill(override)], "2030-01-01T00:00Z", "2036-01-01T00:00Z"),
  ).toHaveLength(2191);
  expect(cpuMs() - started).toBeLessThan(6000);
});

test("handles dates before 1970 and after 2038", () => {
  expect(
    starts(
      ["DTSTART;TZID=Europe/London:19050601T120000\nRRULE:FREQ=YEARLY"],
      "1906-01-01T00:00Z",
      "1908-01-01T00:00Z",
    ),
  ).toEqual(["1906-06-01T12:00Z", "1907-06-01T12:00Z"]);
  expect(
    starts(
      ["DTSTART;TZID=Europe/London:20380601T120000\nRRULE:FREQ=YEARLY;INTERVAL=50"],
      "2040-01-01T00:00Z",
      "2300-01-01T00:00Z",
    ),
  ).toEqual(["2088-06-01T11:00Z", "2138-06-01T11:00Z", "2188-06-01T11:00Z"]);
});

// RFC 5545 §3.3.10: BYHOUR, BYMINUTE and BYSECOND “MUST be ignored” where DTSTART is a date. It says nothing about
// FREQ.
test.each([
  ["FREQ=DAILY;BYHOUR=9,10;BYMINUTE=5;COUNT=3", "28 29 30"],
  ["FREQ=DAILY;BYHOUR=9,10;BYSETPOS=2", ""],
  ["FREQ=WEEKLY;BYDAY=SU,TU;BYSECOND=1,2;BYSETPOS=-1;UNTIL=20260330", "29"],
  ["FREQ=HOURLY;BYHOUR=9;COUNT=3", "28 29 30"],
  ["FREQ=HOURLY;INTERVAL=36", "28 29 31"],
  ["FREQ=MINUTELY;BYDAY=SU,TU;BYMINUTE=7", "29 31"],
  ["FREQ=SECONDLY;INTERVAL=86400;UNTIL=20260329", "28 29"],
])("whole days from 28 March with %s are those days, each once: %s", (rule, days) => {
  const block = `DTSTART;VALUE=DATE:20260328\nRRULE:${rule}`;
  for (const from of ["2026-03-01", "2026-03-28", "2026-03-29"]) {
    const found = occurrences([block], `${from}T12:00Z`, "2026-03-31T12:00Z");
    // The start is always part of the series.
    const expected = [...new Set(["28", ...days.split(" ")])].filter((day) => day >= from.slice(-2));
    expect(found.map(({ start }) => formatTimeValue(start))).toEqual(
      expected.filter((day) => day !== "").map((day) => `202603${day}`),
    );
    expect(found.every(({ startInstant }) => /T2[23]:00Z$/.test(iso(startInstant)))).toBe(true);
  }
});

test("one rule gives days for whole days, and times for times", () => {
  const rule = "RRULE:FREQ=DAILY;BYHOUR=9,10;COUNT=3";
  const days = () =>
    starts([`DTSTART;VALUE=DATE:20260110\n${rule}`], "2026-01-01T00:00Z", "2026-02-01T00:00Z");
  const times = () => starts([`DTSTART:20260110T000000Z\n${rule}`], "2026-01-01T00:00Z", "2026-02-01T00:00Z");
  for (let turn = 0; turn < 2; turn++) {
    expect(days()).toEqual(["2026-01-09T23:00Z", "2026-01-10T23:00Z", "2026-01-11T23:00Z"]);
    expect(times()).toEqual(["2026-01-10T00:00Z", "2026-01-10T09:00Z", "2026-01-10T10:00Z"]);
  }
});
