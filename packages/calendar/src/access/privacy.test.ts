import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { privacyOf, timesOnly } from "./privacy.ts";

function objectOf(...lines: readonly string[]): CalendarObject {
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//X//EN", ...lines, "END:VCALENDAR", ""];
  const parsed = parseICalendar(text.join("\r\n"));
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}
const event = (...lines: readonly string[]) =>
  objectOf("BEGIN:VEVENT", "UID:u", "DTSTAMP:20261101T120000Z", ...lines, "END:VEVENT");
const timesOf = (object: CalendarObject) => serialiseICalendar(timesOnly(object.calendar)).split("\r\n");

describe("the privacy of an object", () => {
  it.each([
    ["nothing", [], "public"],
    ["PUBLIC", ["CLASS:PUBLIC"], "public"],
    ["PRIVATE", ["CLASS:PRIVATE"], "private"],
    ["confidential in any case", ["CLASS:Confidential"], "secret"],
    ["a word of somebody's own", ["CLASS:X-FAMILY"], "private"],
  ] as const)("of an object that says %s", (_what, lines, privacy) => {
    expect(privacyOf(event(...lines))).toBe(privacy);
  });

  it("is the strictest of all its components", () => {
    const series = ["BEGIN:VEVENT", "UID:u", "DTSTART:20261123T120000Z", "RRULE:FREQ=DAILY", "END:VEVENT"];
    const override = [
      "BEGIN:VEVENT",
      "UID:u",
      "RECURRENCE-ID:20261124T120000Z",
      "CLASS:CONFIDENTIAL",
      "END:VEVENT",
    ];
    expect(privacyOf(objectOf(...series, ...override))).toBe("secret");
  });
});

describe("what others see of a private object", () => {
  it("is when it takes place and nothing else", () => {
    const told = timesOf(
      event(
        "CLASS:PRIVATE",
        "DTSTART;TZID=Europe/Stockholm;X-WHERE=clinic:20261123T090000",
        "DTEND;TZID=Europe/Stockholm:20261123T100000",
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=Europe/Stockholm:20261130T090000",
        "SUMMARY:Biopsy",
        "DESCRIPTION:Room 4",
        "LOCATION:Clinic",
        "STATUS:TENTATIVE",
        "TRANSP:OPAQUE",
        "X-NOTE:secret",
        "ATTENDEE:mailto:a@example.com",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT5M",
        "DESCRIPTION:Biopsy",
        "END:VALARM",
      ),
    );
    expect(told).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//X//EN",
      "BEGIN:VEVENT",
      "UID:u",
      "DTSTAMP:20261101T120000Z",
      "CLASS:PRIVATE",
      "DTSTART;TZID=Europe/Stockholm:20261123T090000",
      "DTEND;TZID=Europe/Stockholm:20261123T100000",
      "RRULE:FREQ=WEEKLY",
      "EXDATE;TZID=Europe/Stockholm:20261130T090000",
      "TRANSP:OPAQUE",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  it("takes no time when it is cancelled, and does not say that it is", () => {
    const told = timesOf(
      event("CLASS:PRIVATE", "DTSTART:20261123T090000Z", "STATUS:CANCELLED", "TRANSP:OPAQUE"),
    );
    expect(told).toContain("TRANSP:TRANSPARENT");
    expect(told).not.toContain("TRANSP:OPAQUE");
    expect(told.join()).not.toContain("CANCELLED");
  });

  it("keeps the times of instances, each marked as private", () => {
    const told = timesOf(
      objectOf(
        "BEGIN:VEVENT",
        "UID:u",
        "DTSTART:20261123T120000Z",
        "RRULE:FREQ=DAILY;COUNT=3",
        "CLASS:PRIVATE",
        "END:VEVENT",
        "BEGIN:VEVENT",
        "UID:u",
        "RECURRENCE-ID:20261124T120000Z",
        "DTSTART:20261124T150000Z",
        "SUMMARY:Later",
        "END:VEVENT",
      ),
    );
    expect(told).toContain("DTSTART:20261124T150000Z");
    expect(told.filter((line) => line === "CLASS:PRIVATE")).toHaveLength(2);
    expect(told.join()).not.toContain("Later");
  });
});
