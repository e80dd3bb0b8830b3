import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { UTC } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { seriesOfObject } from "./series.ts";
import { mendCalendarObject, validateCalendarObject } from "./validate.ts";

const event = (...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20261101T000000Z", ...lines, "END:VEVENT"].join("\r\n");

function object(...components: readonly string[]) {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    ...components,
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const parsed = parseICalendar(text);
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}

/** Start and end of each occurrence in November 2026. */
function times(...components: readonly string[]): readonly string[] {
  const series = seriesOfObject(object(...components));
  const found = series.ok
    ? expand(series.value, { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 10, 30) }, UTC)
    : series;
  if (!found.ok) throw new Error(JSON.stringify(found.problem));
  return found.value.map(({ startInstant, endInstant }) =>
    [startInstant, endInstant].map((at) => new Date(at).toISOString().slice(8, 16)).join(" "),
  );
}

const START = "DTSTART:20261127T100000Z";

describe("what clients write is read as something sensible", () => {
  it.each([
    ["an empty rule: once", [START, "RRULE:"], ["27T10:00 27T10:00"]],
    [
      "COUNT=-1: without an end",
      [START, "RRULE:FREQ=DAILY;COUNT=-1"],
      ["27T10:00 27T10:00", "28T10:00 28T10:00", "29T10:00 29T10:00"],
    ],
    [
      "a rule with its name",
      [START, "RRULE:RRULE:FREQ=DAILY;COUNT=2"],
      ["27T10:00 27T10:00", "28T10:00 28T10:00"],
    ],
    ["an end before the start: no length", [START, "DTEND:20261127T090000Z"], ["27T10:00 27T10:00"]],
    ["a negative length: no length", [START, "DURATION:-PT1H"], ["27T10:00 27T10:00"]],
    ["an end that is no time: no length", [START, "DTEND:tomorrow"], ["27T10:00 27T10:00"]],
    ["an end that is a date: until then", [START, "DTEND;VALUE=DATE:20261128"], ["27T10:00 28T00:00"]],
    [
      "a time as the end of whole days",
      ["DTSTART;VALUE=DATE:20261127", "DTEND:20261129T100000Z"],
      ["27T00:00 29T00:00"],
    ],
  ])("%s", (_what, lines, expected) => {
    expect(validateCalendarObject(object(event(...lines)))).toEqual([]);
    expect(times(event(...lines))).toEqual(expected);
  });
});

it("a series with an instance that nobody can place takes place without it", () => {
  const series = [
    event(START, "RRULE:FREQ=DAILY;COUNT=2"),
    event("DTSTART:20261127T150000Z", "RECURRENCE-ID:sometime"),
  ];
  expect(validateCalendarObject(object(...series))).toEqual([]);
  expect(times(...series)).toEqual(["27T10:00 27T10:00", "28T10:00 28T10:00"]);
});

describe("an object of a feed", () => {
  const mended = (...components: readonly string[]) => {
    const { calendar, dropped } = mendCalendarObject(object(...components));
    const again = readCalendarObject(calendar);
    return {
      text: serialiseICalendar(calendar),
      dropped: dropped.length,
      left: again.ok ? validateCalendarObject(again.value).length : -1,
    };
  };

  it("loses a rule that cannot be read, and keeps the event", () => {
    const { text, dropped, left } = mended(event(START, "RRULE:FREQ=SOMETIMES", "SUMMARY:Fair"));
    expect([dropped, left]).toEqual([1, 0]);
    expect(text).toContain("SUMMARY:Fair");
    expect(text).not.toContain("RRULE");
  });

  it("loses an instance without a place, and keeps the series and the others", () => {
    const { text, dropped, left } = mended(
      event(START, "RRULE:FREQ=DAILY;COUNT=3"),
      event(START, "RECURRENCE-ID:sometime", "SUMMARY:lost"),
      event("DTSTART:20261128T110000Z", "RECURRENCE-ID:20261128T100000Z", "SUMMARY:kept"),
    );
    expect([dropped, left]).toEqual([1, 0]);
    expect(text).toContain("COUNT=3");
    expect(text).toContain("SUMMARY:kept");
    expect(text).not.toContain("SUMMARY:lost");
  });

  it("loses one date of a list, not the others", () => {
    const { text, dropped } = mended(
      event(START, "RRULE:FREQ=DAILY", "EXDATE:20261128T100000Z,x,20261129T100000Z", "RDATE:x"),
    );
    expect(dropped).toBe(2);
    expect(text).toContain("EXDATE:20261128T100000Z,20261129T100000Z\r\n");
    expect(text).not.toContain("RDATE:x");
  });

  it("stays as it is where there is nothing to drop, or nothing would be left", () => {
    const fine = object(event(START));
    expect(mendCalendarObject(fine)).toEqual({ calendar: fine.calendar, dropped: [] });
    for (const lost of [
      event("SUMMARY:no start"),
      event(START, "RECURRENCE-ID:x"),
      event("DTSTART:18000101T000000Z"),
    ])
      expect(mended(lost)).toMatchObject({ dropped: 0, left: 1 });
  });
});
