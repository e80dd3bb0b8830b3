import { expect, test } from "vitest";
import { instantOf, localOf } from "../time/calendar-time.ts";
import { localFromFields } from "../time/local.ts";
import { UTC, ianaZone } from "../time/zone.ts";
import { parseContentLine, formatContentLine } from "./content-line.ts";
import { readTime, readTimes, writeTime, writeTimes } from "./time-property.ts";

const zones = (tzid: string) => ianaZone(tzid);
const read = (line: string) => readTime(parseContentLine(line, 1)!, zones);

test("reads the three kinds of time", () => {
  expect(read("DTSTART;VALUE=DATE:20261120")).toEqual({
    kind: "allDay",
    date: localFromFields(2026, 11, 20),
  });
  expect(read("DTSTART:20261120T101112")).toEqual({
    kind: "floating",
    local: localFromFields(2026, 11, 20, 10, 11, 12),
  });
  expect(read("DTSTART:20261120T101112Z")).toMatchObject({ kind: "timed", zone: UTC, tzid: null });
  const stockholm = read("DTSTART;TZID=Europe/Stockholm:20260720T101112");
  expect(stockholm).toMatchObject({ kind: "timed", tzid: "Europe/Stockholm" });
  expect(instantOf(stockholm!, UTC)).toBe(Date.UTC(2026, 6, 20, 8, 11, 12));
  expect(localOf(stockholm!, ianaZone("Europe/London")!)).toBe(localFromFields(2026, 7, 20, 9, 11, 12));
});

test.each([
  ["a date without VALUE=DATE", "DTSTART:20261120", "DTSTART;VALUE=DATE:20261120"],
  ["VALUE=DATE before a midnight", "DTSTART;VALUE=DATE:20261120T000000", "DTSTART;VALUE=DATE:20261120"],
  ["lower case", "DTSTART:20261120t101112z", "DTSTART:20261120T101112Z"],
  [
    "TZID beside Z",
    "DTSTART;TZID=Europe/Stockholm:20261120T101112Z",
    "DTSTART;TZID=Europe/Stockholm:20261120T111112",
  ],
  ["an unknown zone as floating", "DTSTART;TZID=Nowhere/Land:20261120T101112", "DTSTART:20261120T101112"],
  [
    "spaces around TZID",
    "DTSTART;TZID= Europe/Stockholm :20261120T101112",
    "DTSTART;TZID=Europe/Stockholm:20261120T101112",
  ],
  ["a leap second as the one before", "DTSTART:20161231T235960Z", "DTSTART:20161231T235959Z"],
])("reads %s", (_, line, expected) => {
  expect(formatContentLine(writeTime("DTSTART", read(line)!))).toBe(expected);
});

test.each([
  "20260230",
  "20261301",
  "20261120T250000",
  "20261120T1011",
  "2026-11-20",
  "",
  "20261120T101112+0100",
  "20250229",
  "2026112a",
  "2O261120",
  "20261120X101112",
  "20261120T10111Z",
  "20261120T101112X",
  "20261120T1011 2",
  "202611200",
])("refuses %s", (value) => expect(read(`DTSTART:${value}`)).toBeUndefined());

test("reads lists and periods", () => {
  const property = parseContentLine(
    "RDATE;VALUE=PERIOD:20261120T100000Z/PT1H,20261121T100000Z/20261121T113000Z",
    1,
  )!;
  const lengths = readTimes(property, zones)?.map(
    ({ start, end }) => end && instantOf(end, UTC) - instantOf(start, UTC),
  );
  expect(lengths).toEqual([3_600_000, 5_400_000]);
  const days = parseContentLine("EXDATE;VALUE=DATE:20261120,20261121,", 1)!;
  expect(readTimes(days, zones)).toHaveLength(2);
  expect(readTimes(parseContentLine("EXDATE:20261120T100000Z,tomorrow", 1)!, zones)).toBeUndefined();
  expect(
    formatContentLine(
      writeTimes(
        "EXDATE",
        readTimes(days, zones)!.map(({ start }) => start),
      ),
    ),
  ).toBe("EXDATE;VALUE=DATE:20261120,20261121");
});

test("a zone beside a time in UTC keeps the moment, and a series on the zone's clocks", () => {
  const time = readTime(parseContentLine("DTSTART;TZID=Europe/Vienna:20261120T090000Z", 1)!, (name) =>
    ianaZone(name),
  );
  expect(time).toMatchObject({ kind: "timed", tzid: "Europe/Vienna", local: Date.UTC(2026, 10, 20, 10) });
  const unknown = readTime(parseContentLine("DTSTART;TZID=Nowhere:20261120T090000Z", 1)!, () => undefined);
  expect(unknown).toMatchObject({ kind: "timed", tzid: null, local: Date.UTC(2026, 10, 20, 9) });
});
