import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { addressesOf } from "../scheduling/attendee.ts";
import { ownPartsOf, withOwnParts } from "./own-parts.ts";
import { whatChanged } from "./what-changed.ts";

function objectOf(...lines: readonly string[]): CalendarObject {
  const parsed = parseICalendar(
    ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"),
  );
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}
const event = (...lines: readonly string[]) => [
  "BEGIN:VEVENT",
  "UID:u",
  "DTSTART:20261123T120000Z",
  "DURATION:PT1H",
  ...lines,
  "END:VEVENT",
];
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM"];

describe("parts that each person has for themselves", () => {
  it("are undefined when there are none, and the object stays the same value", () => {
    const { calendar } = objectOf(...event("SUMMARY:Lunch"));
    expect(ownPartsOf(calendar)).toBeUndefined();
    expect(withOwnParts(calendar, undefined)).toBe(calendar);
  });

  it("move from one person's copy of an object into another's", () => {
    const mine = objectOf(...event("SUMMARY:Old", "COLOR:blue", 'JSPROP;JSPTR="color/x":1', ...ALARM));
    const hers = objectOf(...event("SUMMARY:New", "CATEGORIES:hers", "COLOR:red", "TRANSP:TRANSPARENT"));
    const text = serialiseICalendar(withOwnParts(hers.calendar, ownPartsOf(mine.calendar)));
    for (const line of ["SUMMARY:New", "COLOR:blue", "TRIGGER:-PT5M"]) expect(text).toContain(line);
    for (const line of ["SUMMARY:Old", "CATEGORIES", "COLOR:red", "TRANSP"]) expect(text).not.toContain(line);
  });

  it("fall back to those of the series for an instance that has none", () => {
    const series = event("RRULE:FREQ=DAILY;COUNT=3");
    const mine = objectOf(...event("RRULE:FREQ=DAILY;COUNT=3", "COLOR:blue"));
    const hers = objectOf(...series, ...event("RECURRENCE-ID:20261124T120000Z", "SUMMARY:Other"));
    const text = serialiseICalendar(withOwnParts(hers.calendar, ownPartsOf(mine.calendar)));
    expect(text.match(/COLOR:blue/g)).toHaveLength(2);
  });
});

describe("what a write changes", () => {
  const ASKED = [
    "SUMMARY:Board",
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:nils@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:axel@example.com",
  ];
  const before = objectOf(...event(...ASKED, "RRULE:FREQ=DAILY;COUNT=3"));
  const change = (edit: (lines: string[]) => string[], ...more: readonly string[]) =>
    whatChanged(
      before,
      objectOf(...event(...edit([...ASKED, "RRULE:FREQ=DAILY;COUNT=3"])), ...more),
      addressesOf(["mailto:nils@example.com"]),
    );
  const replaced = (from: string, to: string) => (lines: string[]) =>
    lines.map((line) => line.replace(from, to));

  it.each([
    ["nothing", (lines: string[]) => lines, "own"],
    ["stamps", (lines: string[]) => [...lines, "DTSTAMP:20261101T000000Z", "SEQUENCE:4"], "own"],
    ["an alarm and a colour", (lines: string[]) => [...lines, "COLOR:blue", ...ALARM], "own"],
    ["one's answer", replaced("NEEDS-ACTION;RSVP=TRUE:mailto:nils", "ACCEPTED:mailto:nils"), "answer"],
    ["another's answer", replaced("NEEDS-ACTION:mailto:axel", "ACCEPTED:mailto:axel"), "more"],
    ["one's role", replaced("RSVP=TRUE:mailto:nils", "ROLE=CHAIR:mailto:nils"), "more"],
    ["the title", replaced("Board", "Party"), "more"],
    ["a guest gone", (lines: string[]) => lines.filter((line) => !line.includes("axel")), "more"],
    ["oneself gone", (lines: string[]) => lines.filter((line) => !line.includes("nils")), "more"],
    ["a guest more", (lines: string[]) => [...lines, "ATTENDEE:mailto:new@example.com"], "more"],
    ["how it repeats", replaced("COUNT=3", "COUNT=4"), "more"],
    ["an instance left out", (lines: string[]) => [...lines, "EXDATE:20261124T120000Z"], "more"],
    ["a note in an unknown property", (lines: string[]) => [...lines, "X-NOTE:1"], "more"],
  ] as const)("is: %s", (_what, edit, kind) => {
    expect(change(edit)).toBe(kind);
  });

  const instance = (answer: string, ...lines: readonly string[]) =>
    [
      "BEGIN:VEVENT",
      "UID:u",
      "RECURRENCE-ID:20261124T120000Z",
      "DTSTART:20261124T120000Z",
      "DURATION:PT1H",
      ...ASKED.map((line) => line.replace("NEEDS-ACTION;RSVP=TRUE", answer)),
      ...lines,
      "END:VEVENT",
    ] as const;

  it("an answer to one instance counts as an answer", () => {
    expect(change((lines) => lines, ...instance("DECLINED"))).toBe("answer");
  });

  it.each([
    ["of its own without an answer", instance("NEEDS-ACTION;RSVP=TRUE", "COLOR:blue")],
    ["that says something else", instance("DECLINED", "LOCATION:Elsewhere")],
  ])("more than an answer: an instance %s", (_what, lines) => {
    expect(change((own) => own, ...lines)).toBe("more");
  });
});
