import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { validateCalendarObject } from "./validate.ts";

function problems(lines: string, type = "VEVENT", header = "") {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\n${header}BEGIN:${type}\nUID:1\n${lines}\nEND:${type}\nEND:VCALENDAR`,
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const read = readCalendarObject(parsed.value.calendar);
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return validateCalendarObject(read.value).map((problem) =>
    "property" in problem
      ? `${problem.code} ${problem.property} ${problem.line}${"side" in problem ? ` ${problem.side}` : ""}`
      : problem.code,
  );
}

test.each([
  ["an event", "DTSTART:20261120T100000Z\nDTEND:20261120T100000Z"],
  ["a day in a Windows zone", "DTSTART;TZID=W. Europe Standard Time:20261120T100000\nDURATION:PT1H"],
  ["an unknown zone", "DTSTART;TZID=Nowhere:20261120T100000"],
  ["the first and the last day", "DTSTART;VALUE=DATE:19000101\nDTEND;VALUE=DATE:21991231"],
  ["an exception far away", "DTSTART:20261120T100000Z\nEXDATE:18000101T000000Z"],
  ["an end before the start", "DTSTART:20261120T100000Z\nDTEND:20261120T095959Z"],
  ["an end of another kind", "DTSTART:20261120T100000Z\nDTEND;VALUE=DATE:20261121"],
  ["an end that is no time", "DTSTART:20261120T100000Z\nDTEND:tomorrow"],
  ["an unreadable DURATION", "DTSTART:20261120T100000Z\nDURATION:1h"],
  ["a negative DURATION", "DTSTART:20261120T100000Z\nDURATION:-PT1H"],
  ["an empty rule", "DTSTART:20261120T100000Z\nRRULE:"],
])("%s may be stored", (_, lines) => {
  expect(problems(lines)).toEqual([]);
});

test.each([
  ["no DTSTART", "SUMMARY:x", ["invalid-property DTSTART 3"]],
  ["an unreadable DTSTART", "DTSTART:2026-11-20", ["invalid-property DTSTART 4"]],
  ["a DTSTART before 1900", "DTSTART:18991231T235959Z", ["date-out-of-range DTSTART 4 before"]],
  ["a DTSTART after 2199", "DTSTART;VALUE=DATE:22000101", ["date-out-of-range DTSTART 4 after"]],
  ["an unreadable rule", "DTSTART:20261120T100000Z\nRRULE:FREQ=SOMETIMES", ["invalid-recurrence-rule"]],
  [
    "an unreadable RECURRENCE-ID",
    "DTSTART:20261120T100000Z\nRECURRENCE-ID:x",
    ["invalid-property RECURRENCE-ID 5"],
  ],
  [
    "an unreadable EXDATE",
    "DTSTART:20261120T100000Z\nEXDATE:20261120T100000Z,x",
    ["invalid-property EXDATE 5"],
  ],
  [
    "an RDATE out of range",
    "DTSTART:20261120T100000Z\nRDATE:18000101T000000Z",
    ["date-out-of-range RDATE 5 before"],
  ],
  [
    "a DURATION longer than all time",
    "DTSTART:20261120T100000Z\nDURATION:P999999999D",
    ["date-out-of-range DURATION 5 after"],
  ],
  [
    "a period longer than all time",
    "DTSTART:20261120T100000Z\nRDATE;VALUE=PERIOD:20261121T100000Z/P999999999W",
    ["date-out-of-range RDATE 5 after"],
  ],
  [
    "eleven rules",
    `DTSTART:20261120T100000Z${"\nEXRULE:FREQ=DAILY".repeat(11)}`,
    ["invalid-calendar-object"],
  ],
  ["two DTSTART", "DTSTART:20261120T100000Z\nDTSTART:20261121T100000Z", ["invalid-property DTSTART 5"]],
])("%s may not be stored", (_, lines, expected) => {
  expect(problems(lines)).toEqual(expected);
});

test("tasks need no DTSTART, even where they recur", () => {
  expect(problems("SUMMARY:x", "VTODO")).toEqual([]);
  expect(problems("RRULE:FREQ=DAILY\nDUE:20261120T100000Z", "VTODO")).toEqual([]);
  expect(problems("RRULE:FREQ=DAILY", "VTODO")).toEqual([]);
});

test("a scheduling message may not be stored", () => {
  expect(problems("DTSTART:20261120T100000Z", "VEVENT", "METHOD:REQUEST\n")).toEqual([
    "invalid-calendar-object",
  ]);
});
