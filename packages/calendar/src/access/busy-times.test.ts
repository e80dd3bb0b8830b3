import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { addressesOf } from "../free-busy/busy-type.ts";
import { busyTimes, takesTime } from "./busy-times.ts";
import { LEVELS, OWNER_RIGHTS, rightsOf } from "./rights.ts";
import { sightOf } from "./sight.ts";

const elin = addressesOf(["elin@example.com"]);
function objectOf(...lines: readonly string[]): CalendarObject {
  const text = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Kejsarpingvin//EN",
    ...lines,
    "END:VCALENDAR",
    "",
  ];
  const parsed = parseICalendar(text.join("\r\n"));
  const read = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!read.ok) throw new Error(JSON.stringify(read.problem));
  return read.value;
}
const component = (name: string, ...lines: readonly string[]): string[] => [
  `BEGIN:${name}`,
  "UID:kejsarpingvin",
  "DTSTAMP:20261101T120000Z",
  ...lines,
  `END:${name}`,
];
const event = (...lines: readonly string[]) => objectOf(...component("VEVENT", ...lines));
const timesOf = (object: CalendarObject): readonly string[] | undefined => {
  const times = busyTimes(object, "id", elin);
  return times && serialiseICalendar(times).split("\r\n").slice(1, -2);
};
const START = "DTSTART;TZID=Europe/Stockholm:20261123T090000";

describe("an event reduced to the times that it takes", () => {
  it("has nothing else: no text, no people, no UID, no history", () => {
    const told = timesOf(
      event(
        "DTSTART;TZID=Europe/Stockholm;X-NOTE=kejsarpingvin:20261123T090000",
        "DTEND;TZID=Europe/Stockholm:20261123T100000",
        "RRULE:FREQ=WEEKLY;X-NOTE=KEJSARPINGVIN",
        "EXDATE;TZID=Europe/Stockholm:20261130T090000",
        "SUMMARY:Kejsarpingvin",
        "CREATED:20261101T120000Z",
        "LAST-MODIFIED:20261101T120000Z",
        "SEQUENCE:3",
        "CLASS:PUBLIC",
        "TRANSP:OPAQUE",
        "ORGANIZER:mailto:kejsarpingvin@example.com",
        "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
        "X-NOTE:kejsarpingvin",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-PT5M",
        "DESCRIPTION:Kejsarpingvin",
        "END:VALARM",
      ),
    );
    expect(told).toEqual([
      "VERSION:2.0",
      "PRODID:-//Snart//Busy times//EN",
      "BEGIN:VEVENT",
      "UID:id",
      "DTSTAMP:20261101T120000Z",
      START,
      "DTEND;TZID=Europe/Stockholm:20261123T100000",
      "RRULE:FREQ=WEEKLY",
      "EXDATE;TZID=Europe/Stockholm:20261130T090000",
      "CLASS:PRIVATE",
      "END:VEVENT",
    ]);
  });

  it.each([
    ["transparent", event(START, "TRANSP:TRANSPARENT")],
    ["cancelled", event(START, "STATUS:CANCELLED")],
    ["declined by the owner", event(START, "ATTENDEE;PARTSTAT=DECLINED:mailto:elin@example.com")],
    ["a task", objectOf(...component("VTODO", START))],
  ])("is nothing when it is %s", (_, object) => {
    expect(takesTime(object, elin)).toBe(false);
    expect(timesOf(object)).toBeUndefined();
  });

  it.each([
    ["tentative", ["STATUS:TENTATIVE"]],
    ["not answered by the owner", ["ATTENDEE:mailto:elin@example.com"]],
  ])("says that it is tentative when it is %s", (_, lines) => {
    expect(timesOf(event(START, ...lines))).toContain("STATUS:TENTATIVE");
  });

  it("is as busy as it says when somebody else has declined", () => {
    const told = timesOf(event(START, "ATTENDEE;PARTSTAT=DECLINED:mailto:nils@example.com"));
    expect(told).toContain(START);
    expect(told?.join()).not.toContain("STATUS");
  });

  const series = component("VEVENT", "DTSTART:20261123T120000Z", "RRULE:FREQ=DAILY;COUNT=3");
  const override = (...lines: readonly string[]) =>
    component("VEVENT", "RECURRENCE-ID:20261124T120000Z", "DTSTART:20261124T150000Z", ...lines);

  it("leaves out the instances that take no time", () => {
    const told = timesOf(objectOf(...series, ...override("STATUS:CANCELLED", "SUMMARY:Kejsarpingvin")));
    expect(told).toContain("EXDATE:20261124T120000Z");
    expect(told?.join()).not.toContain("20261124T150000Z");
  });

  it("keeps those that are moved", () => {
    const told = timesOf(objectOf(...series, ...override("SUMMARY:Kejsarpingvin")));
    expect(told).toContain("DTSTART:20261124T150000Z");
    expect(told?.join()).not.toMatch(/EXDATE|kejsarpingvin/i);
  });

  it("is only the instances that take time where the series takes none", () => {
    const free = component("VEVENT", "DTSTART:20261123T120000Z", "RRULE:FREQ=DAILY", "TRANSP:TRANSPARENT");
    const told = timesOf(objectOf(...free, ...override()));
    expect(told?.join()).not.toContain("RRULE");
    expect(told).toContain("RECURRENCE-ID:20261124T120000Z");
  });

  it("has its time zones by their rules alone", () => {
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:Own",
      "X-LIC-LOCATION:Kejsarpingvin",
      "COMMENT:Kejsarpingvin",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0100",
      "TZNAME:Kejsarpingvin",
      "END:STANDARD",
      "END:VTIMEZONE",
    ];
    const told = timesOf(objectOf(...zone, ...component("VEVENT", "DTSTART;TZID=Own:20261123T090000")));
    expect(told).toContain("TZOFFSETTO:+0100");
    expect(told?.join()).not.toMatch(/kejsarpingvin/i);
  });
});

describe("how much somebody sees of an object", () => {
  const plain = event(START);
  const hidden = event(START, "CLASS:PRIVATE");
  const secret = event(START, "CLASS:CONFIDENTIAL");
  const draft = event(START, "X-SNART-DRAFT:TRUE");
  it.each(LEVELS)("at the level %s", (level) => {
    const viewer = { isOwner: false, rights: rightsOf(level) };
    const seen = [plain, hidden, secret, draft].map((object) => sightOf(object, viewer, () => false));
    expect(seen).toEqual(
      level === "freeBusy"
        ? ["busy", "busy", "nothing", "nothing"]
        : ["whole", "times", "nothing", "nothing"],
    );
    expect(sightOf(draft, viewer, () => true)).toBe(level === "freeBusy" ? "nothing" : "whole");
  });

  it("is everything for the owner", () => {
    const owner = { isOwner: true, rights: OWNER_RIGHTS };
    for (const object of [plain, hidden, secret, draft])
      expect(sightOf(object, owner, () => false)).toBe("whole");
  });
});
