import { describe, expect, it } from "vitest";
import type { Component } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { readWorkingWeek, USUAL_WEEK, workingWeekText } from "../time/working-hours.ts";
import { ianaZone } from "../time/zone.ts";
import { readAvailability, unavailablePeriods } from "./availability.ts";
import { readPersonalHours, type Absence } from "./personal-hours.ts";
import { emptyHours, withAbsences, withWeek } from "./write-personal-hours.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
let made = 0;
const context = { now: Date.UTC(2026, 10, 22), prodId: "-//Test//EN", newId: () => `new${++made}`, zone };
const week = readWorkingWeek("08:00-17:00,08:00-17:00,,09:30-24:00,08:00-17:00,,") ?? expect.fail("no week");
const parse = (...lines: string[]): Component => {
  const parsed = parseICalendar(["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR"].join("\r\n"));
  return parsed.ok ? parsed.value.calendar : expect.fail("not read");
};
/** Writes a calendar and reads it again. */
const again = (calendar: Component): Component => {
  const parsed = parseICalendar(serialiseICalendar(calendar));
  return parsed.ok ? parsed.value.calendar : expect.fail("not read again");
};
const absence = (id: string, from: string, to: string, more: Partial<Absence> = {}): Absence => ({
  id,
  from: Date.parse(from),
  to: Date.parse(to),
  text: "",
  isTold: true,
  ...more,
});
const holiday = absence("h", "2026-12-21T23:00:00Z", "2027-01-06T23:00:00Z", {
  text: "Skidor, i fjällen; åter 7/1",
});

describe("a written week", () => {
  it("is read back unchanged, in its zone", () => {
    const read = readPersonalHours(again(withWeek(emptyHours("-//T//EN"), week, context)), zone);
    expect(read).toEqual({ week, zoneName: "Europe/Stockholm", hasMore: false, absences: [] });
  });

  it("makes its person unavailable outside it, also over a change of clocks", () => {
    const calendar = again(withWeek(emptyHours("-//T//EN"), USUAL_WEEK, context));
    const availability = readAvailability(calendar);
    if (!availability.ok) throw new Error("not read");
    // Friday to Monday when the clocks go back, 23 to 26 October 2026.
    const window = { from: Date.UTC(2026, 9, 23), to: Date.UTC(2026, 9, 27) };
    const busy = unavailablePeriods(availability.value, window, zone);
    expect(
      busy.ok && busy.value.map(({ from, to }) => [new Date(from).toISOString(), new Date(to).toISOString()]),
    ).toEqual([
      ["2026-10-23T00:00:00.000Z", "2026-10-23T06:00:00.000Z"],
      ["2026-10-23T15:00:00.000Z", "2026-10-26T07:00:00.000Z"],
      ["2026-10-26T16:00:00.000Z", "2026-10-27T00:00:00.000Z"],
    ]);
  });

  it("replaces the previous one and changes nothing else", () => {
    const before = again(
      withAbsences(withWeek(emptyHours("-//T//EN"), USUAL_WEEK, context), [holiday], context),
    );
    const after = again(withWeek(before, week, context));
    expect(readPersonalHours(after, zone)).toMatchObject({ week, hasMore: false, absences: [holiday] });
    const none = again(withWeek(after, null, context));
    expect(readPersonalHours(none, zone)).toMatchObject({ week: null, hasMore: false, absences: [holiday] });
  });
});

const APPLE = [
  "BEGIN:VAVAILABILITY",
  "UID:apple",
  "X-FROM:elsewhere",
  ...["MO", "TU", "FR"].flatMap((day, index) => [
    "BEGIN:AVAILABLE",
    `UID:part${index}`,
    `DTSTART;TZID=Europe/London:2026110${index === 2 ? 6 : 2 + index}T090000`,
    `DTEND;TZID=Europe/London:2026110${index === 2 ? 6 : 2 + index}T173000`,
    index === 2 ? "RRULE:FREQ=WEEKLY" : `RRULE:FREQ=WEEKLY;BYDAY=${day}`,
    "END:AVAILABLE",
  ]),
  "END:VAVAILABILITY",
];

describe("a week written by another app", () => {
  it("is read part by part, and keeps its other properties when it is changed", () => {
    const calendar = parse(...APPLE);
    const read = readPersonalHours(calendar, zone);
    expect(workingWeekText(read.week ?? [])).toBe("09:00-17:30,09:00-17:30,,,09:00-17:30,,");
    expect(read.zoneName).toBe("Europe/London");
    const text = serialiseICalendar(withWeek(calendar, week, context));
    expect(text).toContain("X-FROM:elsewhere");
    expect(text).toContain("UID:apple");
    expect(text).not.toContain("Europe/London");
  });

  it.each([
    ["two spans a day", "RRULE:FREQ=WEEKLY;BYDAY=MO", "RRULE:FREQ=WEEKLY;BYDAY=MO,TU"],
    ["every other week", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"],
    ["an end", "FREQ=WEEKLY;BYDAY=MO", "FREQ=WEEKLY;COUNT=3;BYDAY=MO"],
    ["other days", "FREQ=WEEKLY;BYDAY=MO", "FREQ=MONTHLY;BYDAY=1MO"],
    ["a rule that is none", "FREQ=WEEKLY;BYDAY=MO", "FREQ=SOMETIMES"],
    ["a day left out", "UID:part0", "UID:part0\r\nEXDATE;TZID=Europe/London:20261109T090000"],
    ["a night", "DTEND;TZID=Europe/London:20261102T173000", "DTEND;TZID=Europe/London:20261103T173000"],
    ["two zones", "DTSTART;TZID=Europe/London:20261103T090000", "DTSTART:20261103T090000Z"],
    ["an end of it all", "UID:apple", "UID:apple\r\nDTEND:20270101T000000Z"],
  ])("is not recognised if it has %s, and stays", (_, was, is) => {
    const calendar = parse(...APPLE.join("\r\n").replace(was, is).split("\r\n"));
    expect(readPersonalHours(calendar, zone)).toMatchObject({ week: null, hasMore: true, absences: [] });
    const more = withWeek(calendar, week, context);
    expect(readPersonalHours(more, zone)).toMatchObject({ week, hasMore: true });
    const hoursOf = ({ components }: Component) => components.filter(({ name }) => name === "VAVAILABILITY");
    expect(hoursOf(withWeek(more, null, context))).toEqual(hoursOf(calendar));
    expect(serialiseICalendar(more)).toContain("UID:apple");
  });
});

describe("absences", () => {
  it("are read back as they were written, and take precedence over the week", () => {
    const calendar = again(
      withAbsences(withWeek(emptyHours("-//T//EN"), USUAL_WEEK, context), [holiday], context),
    );
    expect(readPersonalHours(calendar, zone).absences).toEqual([holiday]);
    const availability = readAvailability(calendar);
    const window = { from: Date.UTC(2026, 11, 23, 10), to: Date.UTC(2026, 11, 23, 11) };
    const busy = availability.ok && unavailablePeriods(availability.value, window, zone);
    expect(busy && busy.ok && busy.value).toEqual([{ ...window, type: "BUSY" }]);
  });

  it("of other apps are read, and not shown to others", () => {
    const calendar = parse(
      "BEGIN:VAVAILABILITY",
      "UID:a",
      "DTSTART:20261201T080000Z",
      "DURATION:P1D",
      "SUMMARY:Sjukhuset",
      "X-MORE:stays",
      "END:VAVAILABILITY",
    );
    const [read] = readPersonalHours(calendar, zone).absences;
    expect(read).toEqual(
      absence("a", "2026-12-01T08:00:00Z", "2026-12-02T08:00:00Z", { text: "Sjukhuset", isTold: false }),
    );
    if (!read) return;
    const later = again(withAbsences(calendar, [{ ...read, from: read.from + 3_600_000 }], context));
    expect(readPersonalHours(later, zone).absences).toEqual([{ ...read, from: read.from + 3_600_000 }]);
    expect(serialiseICalendar(later)).toContain("X-MORE:stays");
    expect(serialiseICalendar(withAbsences(calendar, [read], context))).toBe(serialiseICalendar(calendar));
    expect(readPersonalHours(withAbsences(calendar, [], context), zone).absences).toEqual([]);
  });

  it.each([
    ["no end", "DTSTART:20261201T080000Z"],
    ["an end before it begins", "DTSTART:20261201T080000Z\r\nDTEND:20261101T080000Z"],
    ["no beginning", "DTEND:20261201T080000Z"],
    ["times that are none", "DTSTART:soon\r\nDTEND:later"],
  ])("are not recognised with %s, and the component stays", (_, lines) => {
    const calendar = parse("BEGIN:VAVAILABILITY", "UID:a", ...lines.split("\r\n"), "END:VAVAILABILITY");
    expect(readPersonalHours(calendar, zone).absences).toEqual([]);
    expect(serialiseICalendar(withAbsences(calendar, [], context))).toContain("UID:a");
  });
});
