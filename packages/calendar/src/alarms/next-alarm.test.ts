import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import { nextAlarm } from "./next-alarm.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? UTC;

function next(body: string, after: string): string | undefined {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\n${body.trim().split("\n").join("\r\n")}\r\nEND:VCALENDAR\r\n`,
  );
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  if (!object.ok) return expect.fail(JSON.stringify(object.problem));
  const ring = nextAlarm(object.value, Date.parse(after), stockholm);
  return ring && new Date(ring.at).toISOString().slice(0, 16);
}
const alarm = (trigger: string, more = "ACTION:DISPLAY") =>
  `BEGIN:VALARM\nTRIGGER${trigger}\n${more}\nEND:VALARM`;
const event = (times: string, ...alarms: string[]) =>
  `BEGIN:VEVENT\nUID:u\n${times}\n${alarms.join("\n")}\nEND:VEVENT`;
const task = (times: string, ...alarms: string[]) =>
  `BEGIN:VTODO\nUID:u\n${times}\n${alarms.join("\n")}\nEND:VTODO`;
const SINGLE = "DTSTART;TZID=Europe/Stockholm:20261123T100000\nDTEND;TZID=Europe/Stockholm:20261123T110000";

describe("the next alarm", () => {
  it.each<[string, string, string, string | undefined]>([
    ["before", event(SINGLE, alarm(":-PT15M")), "2026-11-01T00:00Z", "2026-11-23T08:45"],
    ["strictly after", event(SINGLE, alarm(":-PT15M")), "2026-11-23T08:45Z", undefined],
    [
      "the nearest of several",
      event(SINGLE, alarm(":-PT15M"), alarm(":-P1D"), alarm(";RELATED=END:PT0S")),
      "2026-11-22T09:30Z",
      "2026-11-23T08:45",
    ],
    [
      "related to the end",
      event(SINGLE, alarm(";RELATED=END:PT0S")),
      "2026-11-23T09:30Z",
      "2026-11-23T10:00",
    ],
    [
      "absolute",
      event(SINGLE, alarm(";VALUE=DATE-TIME:20261120T070000Z")),
      "2026-11-01T00:00Z",
      "2026-11-20T07:00",
    ],
    [
      "repeated",
      event(SINGLE, alarm(":-PT15M", "ACTION:DISPLAY\nREPEAT:2\nDURATION:PT5M")),
      "2026-11-23T08:50Z",
      "2026-11-23T08:55",
    ],
    ["none of its kind", event(SINGLE, alarm(":-PT15M", "ACTION:NONE")), "2026-11-01T00:00Z", undefined],
    ["unreadable", event(SINGLE, alarm(":soon")), "2026-11-01T00:00Z", undefined],
    ["cancelled", event(`${SINGLE}\nSTATUS:CANCELLED`, alarm(":-PT15M")), "2026-11-01T00:00Z", undefined],
    ["no alarm at all", event(SINGLE), "2026-11-01T00:00Z", undefined],
    [
      "a day on the clock, over the change of clocks",
      event("DTSTART;TZID=Europe/Stockholm:20260329T120000", alarm(":-P1D")),
      "2026-03-01T00:00Z",
      "2026-03-28T11:00",
    ],
    [
      "a day on the stopwatch, over the change of clocks",
      event("DTSTART;TZID=Europe/Stockholm:20260329T120000", alarm(":-PT24H")),
      "2026-03-01T00:00Z",
      "2026-03-28T10:00",
    ],
    [
      "all-day, at nine the day before in the viewer's zone",
      event("DTSTART;VALUE=DATE:20261123", alarm(":-PT15H")),
      "2026-11-01T00:00Z",
      "2026-11-22T08:00",
    ],
    [
      "weekly, years on",
      event("DTSTART;TZID=Europe/Stockholm:20060105T100000\nRRULE:FREQ=WEEKLY", alarm(":-PT10M")),
      "2026-11-20T00:00Z",
      "2026-11-26T08:50",
    ],
    [
      "yearly, far ahead",
      event("DTSTART;VALUE=DATE:19800229\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", alarm(":PT9H")),
      "2026-11-20T00:00Z",
      "2028-02-29T08:00",
    ],
    [
      "long before a far occurrence",
      event("DTSTART:19801224T100000Z\nRRULE:FREQ=YEARLY", alarm(":-P4W")),
      "2026-11-27T00:00Z",
      "2027-11-26T10:00",
    ],
    [
      "of a task, before it is due",
      task("DUE;TZID=Europe/Stockholm:20261123T100000", alarm(";RELATED=END:-PT1H")),
      "2026-11-01T00:00Z",
      "2026-11-23T08:00",
    ],
    [
      "of a task, related to a start that is its due time",
      task("DUE;TZID=Europe/Stockholm:20261123T100000", alarm(":-PT1H")),
      "2026-11-01T00:00Z",
      "2026-11-23T08:00",
    ],
    [
      "of a task without any time, at a moment",
      task("SUMMARY:x", alarm(";VALUE=DATE-TIME:20261120T070000Z")),
      "2026-11-01T00:00Z",
      "2026-11-20T07:00",
    ],
    [
      "of a task that is done",
      task("DUE:20261123T100000Z\nSTATUS:COMPLETED", alarm(":-PT1H")),
      "2026-11-01T00:00Z",
      undefined,
    ],
    [
      "after the last day of several whole days",
      event("DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261126", alarm(";RELATED=END:PT9H")),
      "2026-11-01T00:00Z",
      "2026-11-26T08:00",
    ],
    [
      "long after an event that is over",
      event(SINGLE, alarm(";RELATED=END:P4W")),
      "2026-12-01T00:00Z",
      "2026-12-21T10:00",
    ],
    [
      "at a moment long before a far event",
      event("DTSTART:20301123T100000Z", alarm(";VALUE=DATE-TIME:20261120T070000Z")),
      "2026-11-01T00:00Z",
      "2026-11-20T07:00",
    ],
    [
      "not at a place",
      event(SINGLE, alarm(";VALUE=DATE-TIME:20261120T070000Z", "ACTION:DISPLAY\nPROXIMITY:ARRIVE")),
      "2026-11-01T00:00Z",
      undefined,
    ],
    [
      "not what was acknowledged, nor what repeats it",
      event(
        SINGLE,
        alarm(":-PT15M", "ACTION:DISPLAY\nREPEAT:2\nDURATION:PT5M\nACKNOWLEDGED:20261123T084500Z"),
      ),
      "2026-11-23T08:46Z",
      undefined,
    ],
    [
      "of a series, after what was acknowledged, though that is later than now",
      event(
        "DTSTART:20261101T100000Z\nRRULE:FREQ=DAILY",
        alarm(":-PT10M", "ACTION:DISPLAY\nACKNOWLEDGED:20261125T095000Z"),
      ),
      "2026-11-20T00:00Z",
      "2026-11-26T09:50",
    ],
    [
      "a series that has ended",
      event("DTSTART:20260105T100000Z\nRRULE:FREQ=DAILY;COUNT=3", alarm(":-PT10M")),
      "2026-11-20T00:00Z",
      undefined,
    ],
  ])("%s", (_, body, after, wanted) => {
    expect(next(body, after)).toBe(wanted);
  });

  it("follows an instance that moved, with its own alarms", () => {
    const body = `${event("DTSTART:20261101T100000Z\nRRULE:FREQ=DAILY", alarm(":-PT10M"))}
BEGIN:VEVENT\nUID:u\nRECURRENCE-ID:20261105T100000Z\nDTSTART:20261105T150000Z\n${alarm(":-PT30M")}\nEND:VEVENT`;
    expect(next(body, "2026-11-05T00:00Z")).toBe("2026-11-05T14:30");
    expect(next(body, "2026-11-05T14:30Z")).toBe("2026-11-06T09:50");
  });
});
