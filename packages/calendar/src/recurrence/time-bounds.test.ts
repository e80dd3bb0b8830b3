import fc from "fast-check";
import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { DAY, HOUR, MIN_INSTANT } from "../time/instant.ts";
import { ianaZone } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { seriesOfObject } from "./series.ts";
import { timeBounds } from "./time-bounds.ts";

function object(type: string, ...blocks: string[]) {
  const text = blocks.map((block) => `BEGIN:${type}\nUID:1\n${block}\nEND:${type}\n`).join("");
  const parsed = parseICalendar(`BEGIN:VCALENDAR\n${text}END:VCALENDAR`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const read = readCalendarObject(parsed.value.calendar);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}
const bounds = (type: string, ...blocks: string[]) => timeBounds(object(type, ...blocks));

test("a timed event has its own times, plus a millisecond if it has no length", () => {
  expect(bounds("VEVENT", "DTSTART:20261120T100000Z\nDTEND:20261120T110000Z")).toEqual({
    start: Date.UTC(2026, 10, 20, 10),
    end: Date.UTC(2026, 10, 20, 11) + 1,
  });
  const none = bounds("VEVENT", "DTSTART;TZID=Europe/Stockholm:20261120T100000");
  expect(none).toEqual({ start: Date.UTC(2026, 10, 20, 9), end: Date.UTC(2026, 10, 20, 9) + 1 });
});

test("a rule without COUNT or UNTIL has no end, nor does a COUNT that takes too long to count", () => {
  expect(bounds("VEVENT", "DTSTART:20261120T100000Z\nRRULE:FREQ=DAILY").end).toBeNull();
  expect(bounds("VEVENT", "DTSTART:20261120T100000Z\nRRULE:FREQ=MINUTELY;COUNT=1000000000").end).toBeNull();
  expect(
    bounds("VEVENT", "DTSTART:20261120T100000Z\nRRULE:FREQ=DAILY;UNTIL=20261130T100000Z").end,
  ).toBeLessThan(Date.UTC(2026, 11, 4));
  expect(bounds("VEVENT", "DTSTART:20261120T100000Z\nRRULE:FREQ=YEARLY;COUNT=3").end).toBeLessThan(
    Date.UTC(2028, 10, 24),
  );
});

test("the bounds contain a nominal duration of an RDATE that crosses the end of summer time", () => {
  const { end } = bounds(
    "VEVENT",
    "DTSTART;TZID=Europe/London:20221016T031500\nDURATION:P2W\nRDATE;TZID=Europe/London:20221017T031500",
  );
  expect(end).toBeGreaterThanOrEqual(Date.UTC(2022, 9, 31, 3, 15));
});

test("tasks have the bounds of their row in RFC 4791 §9.9", () => {
  expect(bounds("VTODO", "DTSTART:20261120T100000Z\nDUE:20261121T100000Z")).toEqual({
    start: Date.UTC(2026, 10, 20, 10),
    end: Date.UTC(2026, 10, 21, 10) + 1,
  });
  expect(bounds("VTODO", "DUE:20261121T100000Z").end).toBe(Date.UTC(2026, 10, 21, 10) + 1);
  expect(bounds("VTODO", "COMPLETED:20261121T100000Z\nCREATED:20261101T100000Z")).toEqual({
    start: Date.UTC(2026, 10, 1, 10),
    end: Date.UTC(2026, 10, 21, 10) + 1,
  });
  expect(bounds("VTODO", "CREATED:20261101T100000Z")).toEqual({
    start: Date.UTC(2026, 10, 1, 10),
    end: null,
  });
  expect(bounds("VTODO", "SUMMARY:some day")).toEqual({ start: MIN_INSTANT, end: null });
});

test("a journal entry of a day covers that day in every zone", () => {
  const { start, end } = bounds("VJOURNAL", "DTSTART;VALUE=DATE:20261120");
  expect(start).toBeLessThanOrEqual(Date.UTC(2026, 10, 20) - 14 * HOUR);
  expect(end).toBeGreaterThanOrEqual(Date.UTC(2026, 10, 21) + 12 * HOUR);
  expect(bounds("VJOURNAL", "SUMMARY:x")).toEqual({ start: MIN_INSTANT, end: null });
});

test("an object that can't be understood could be anywhere", () => {
  expect(bounds("VEVENT", "DTSTART:soon")).toEqual({ start: MIN_INSTANT, end: null });
  expect(bounds("VEVENT", "DTSTART:20261120T100000Z\nRRULE:FREQ=SOMETIMES")).toEqual({
    start: MIN_INSTANT,
    end: null,
  });
});

const starts = [
  "DTSTART;TZID=Europe/Stockholm:20260320T233000\nDURATION:P2DT3H",
  "DTSTART:20260320T233000\nDURATION:PT30M",
  "DTSTART;VALUE=DATE:20260320\nDTEND;VALUE=DATE:20260323",
  "DTSTART:20260320T233000Z\nDTEND:20260321T233000Z",
];
const rules = [
  "",
  "RRULE:FREQ=WEEKLY;COUNT=9",
  "RRULE:FREQ=DAILY;UNTIL=20260601T000000Z",
  "RRULE:FREQ=DAILY;UNTIL=20260601",
  "RRULE:FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4",
  "RRULE:FREQ=HOURLY;INTERVAL=30;COUNT=40",
  "RDATE:20260301T000000Z,20270601T000000Z",
  "RDATE;VALUE=PERIOD:20260705T000000Z/P9D\nRRULE:FREQ=DAILY;COUNT=2",
  "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2",
];
const overrides = [
  undefined,
  "RECURRENCE-ID:20260320T233000Z\nDTSTART:20250101T000000Z\nDURATION:P40D",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20260321T233000Z\nDTSTART:20260328T233000Z\nDURATION:P3D",
  "RECURRENCE-ID;RANGE=THISANDFUTURE:20260321T233000Z\nDTSTART;TZID=Pacific/Kiritimati:20260315T010000",
  "RECURRENCE-ID;RANGE=THISANDFUTURE;VALUE=DATE:20260321\nDTSTART;VALUE=DATE:20260301\nDTEND;VALUE=DATE:20260310",
];
const viewers = ["Pacific/Kiritimati", "Etc/GMT+12", "Europe/Stockholm", "UTC"];

test("no occurrence, for any viewer, lies outside the bounds", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.constantFrom(...rules),
      fc.constantFrom(...overrides),
      fc.constantFrom(...viewers),
      (start, rule, override, viewer) => {
        const held = object(
          "VEVENT",
          `${start}${rule && "\n"}${rule}`,
          ...(override === undefined ? [] : [override]),
        );
        const found = timeBounds(held);
        const series = seriesOfObject(held);
        if (!series.ok) throw new Error(JSON.stringify(series.problem));
        const expanded = expand(
          series.value,
          { from: Date.UTC(2020, 0, 1), to: Date.UTC(2030, 0, 1) },
          ianaZone(viewer)!,
        );
        if (!expanded.ok) throw new Error(JSON.stringify(expanded.problem));
        expect(expanded.value.length).toBeGreaterThan(0);
        expect(found.end).not.toBeNull();
        for (const { startInstant, endInstant } of expanded.value) {
          expect(startInstant).toBeGreaterThanOrEqual(found.start);
          expect(Math.max(endInstant, startInstant + 1)).toBeLessThanOrEqual(found.end ?? Infinity);
        }
        const last = Math.max(...expanded.value.map(({ endInstant }) => endInstant));
        expect((found.end ?? Infinity) - last).toBeLessThan(500 * DAY);
      },
    ),
    { numRuns: 1080 },
  );
});
