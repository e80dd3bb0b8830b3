import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty } from "../icalendar/component.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { leftOutOf, withLeftOut } from "./left-out.ts";

function objectWith(...lines: readonly string[]): CalendarObject {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTART:20261123T110000Z",
    "RRULE:FREQ=DAILY;COUNT=9",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  const parsed = parseICalendar(text);
  const calendar = parsed.ok ? parsed.value.calendar : undefined;
  const object = calendar && readCalendarObject(calendar);
  if (!object?.ok) throw new Error(text);
  return object.value;
}

const at = (text: string): number => Date.parse(text);
const EXCEPTIONS = ["EXDATE:20261124T110000Z", "EXDATE:20261125T110000Z"];

describe("the note on instances that a guest has taken out", () => {
  it.each([
    ["text", "X-SNART-LEFT-OUT:20261124T110000Z/20261124T110000Z 20261125T110000Z/20261125T150000Z"],
    [
      "periods, as older copies have them",
      "X-SNART-LEFT-OUT;VALUE=PERIOD:20261124T110000Z/20261124T110000Z,20261125T110000Z/20261125T150000Z",
    ],
  ])("is read as %s", (_what, line) => {
    expect([...leftOutOf(objectWith(...EXCEPTIONS, line))]).toEqual([
      [at("2026-11-24T11:00:00Z"), at("2026-11-24T11:00:00Z")],
      [at("2026-11-25T11:00:00Z"), at("2026-11-25T15:00:00Z")],
    ]);
  });

  it("is written as text, so that no parser looks for the length of a period", () => {
    const after = withLeftOut(objectWith(), objectWith(...EXCEPTIONS));
    const note = after.main && firstProperty(after.main, "X-SNART-LEFT-OUT");
    expect(note?.value).toBe("20261124T110000Z/20261124T110000Z 20261125T110000Z/20261125T110000Z");
    expect(note?.parameters).toEqual([]);
  });

  it.each([
    "nonsense",
    "20261399T110000Z/20261124T110000Z",
    "20261124T110000Z/",
    "20261126T110000Z/20261126T110000Z",
  ])("says nothing if its value is %s", (value) => {
    expect([...leftOutOf(objectWith(...EXCEPTIONS, `X-SNART-LEFT-OUT:${value}`))]).toEqual([]);
  });
});
