import { describe, expect, it } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { eventFromObject } from "./to-jscalendar.ts";
import type { JSEvent } from "./types.ts";

const CONTEXT = { uid: "new@example.com", now: Date.UTC(2026, 10, 23, 9, 20), prodId: "-//Snart//EN" };

function written(item: Partial<JSEvent>): string {
  const result = objectFromEvent(
    { "@type": "Event", uid: "u1", start: "2026-11-23T10:00:00", ...item },
    CONTEXT,
  );
  return result.ok
    ? serialiseICalendar(result.value).replace(/\r\n[ \t]/g, "")
    : expect.fail(JSON.stringify(result.problem));
}

/** Writes to iCalendar and reads back. */
function roundTrip(item: Partial<JSEvent>): JSEvent {
  const full: JSEvent = { "@type": "Event", uid: "u1", start: "2026-11-23T10:00:00", ...item };
  const result = objectFromEvent(full, CONTEXT);
  if (!result.ok) return expect.fail(JSON.stringify(result.problem));
  const parsed = parseICalendar(serialiseICalendar(result.value));
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const back = object.ok ? eventFromObject(object.value) : object;
  return back.ok ? back.value : expect.fail(JSON.stringify(back.problem));
}

describe("to iCalendar", () => {
  it("keeps an alert whose kind of trigger nobody knows, without an alarm for it", () => {
    const alerts = {
      here: { trigger: { "@type": "LocationTrigger", place: "l" } },
      soon: { trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } },
    } as unknown as NonNullable<JSEvent["alerts"]>;
    expect(written({ alerts }).match(/BEGIN:VALARM/g)).toHaveLength(1);
    expect(roundTrip({ alerts }).alerts).toMatchObject(alerts);
  });

  it("writes what clients need", () => {
    const text = written({
      title: "Fika; ute",
      timeZone: "Europe/Stockholm",
      duration: "PT1H",
      alerts: { a1: { trigger: { "@type": "OffsetTrigger", offset: "-PT10M" } } },
    });
    for (const line of [
      "BEGIN:VTIMEZONE",
      "TZID:Europe/Stockholm",
      "UID:u1",
      "DTSTAMP:20261123T092000Z",
      "CREATED:20261123T092000Z",
      "SEQUENCE:0",
      "DTSTART;TZID=Europe/Stockholm:20261123T100000",
      "DTEND;TZID=Europe/Stockholm:20261123T110000",
      "SUMMARY:Fika\\; ute",
      "TRIGGER:-PT10M",
      "ACTION:DISPLAY",
    ]) {
      expect(text).toContain(`\r\n${line}\r\n`);
    }
    expect(text).not.toContain("JSPROP");
    expect(text).not.toContain("RECURRENCE-ID");
  });

  it("writes all-day, UTC and floating times in their own forms", () => {
    expect(written({ start: "2026-11-23T00:00:00", showWithoutTime: true, duration: "P2D" })).toMatch(
      /DTSTART;VALUE=DATE:20261123[\s\S]*DTEND;VALUE=DATE:20261125/,
    );
    expect(written({ timeZone: "Etc/UTC" })).toContain("\r\nDTSTART:20261123T100000Z\r\n");
    expect(written({})).toContain("\r\nDTSTART:20261123T100000\r\n");
    expect(written({ timeZone: "Etc/UTC" })).not.toContain("VTIMEZONE");
  });

  it("writes exceptions, and RDATE only for what the rule does not give", () => {
    const text = written({
      timeZone: "Europe/Stockholm",
      duration: "PT1H",
      recurrenceRule: { frequency: "weekly", until: "2026-12-31T10:00:00" },
      recurrenceOverrides: {
        "2026-11-30T10:00:00": { excluded: true },
        "2026-12-07T10:00:00": { title: "annat", start: "2026-12-08T11:00:00" },
        "2026-12-09T10:00:00": {},
      },
    });
    expect(text).toContain("\r\nRRULE:FREQ=WEEKLY;UNTIL=20261231T090000Z\r\n");
    expect(text).toContain("\r\nEXDATE;TZID=Europe/Stockholm:20261130T100000\r\n");
    expect(text).toContain("\r\nRDATE;TZID=Europe/Stockholm:20261209T100000\r\n");
    expect(text.match(/RECURRENCE-ID;TZID=Europe\/Stockholm:20261207T100000/g)).toHaveLength(1);
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2);
    expect(text.match(/RRULE/g)?.length).toBe(
      1 + (text.match(/BEGIN:(STANDARD|DAYLIGHT)[\s\S]*?RRULE/g)?.length ?? 0),
    );
  });

  it.each<[string, Partial<JSEvent>]>([
    [
      "texts",
      {
        title: "Å \\ ; ,\n🎉",
        description: "x",
        color: "#ffa07a",
        privacy: "private",
        freeBusyStatus: "free",
        status: "cancelled",
        priority: 0,
        sequence: 7,
      },
    ],
    ["sets", { keywords: { "a,b": true, c: true }, categories: { "https://example.com/a": true } }],
    [
      "zone with an end elsewhere",
      { timeZone: "Europe/Berlin", duration: "PT10H", endTimeZone: "Asia/Bangkok" },
    ],
    ["nominal duration", { timeZone: "Europe/Stockholm", duration: "P1DT2H" }],
    ["all-day with time", { timeZone: "Europe/Stockholm", showWithoutTime: true, duration: "PT2H" }],
    [
      "own keys",
      {
        locations: { "home-1": { "@type": "Location", name: "Hemma" } },
        links: { l1: { "@type": "Link", href: "https://example.com/a.pdf", rel: "enclosure" } },
        virtualLocations: {
          v1: { "@type": "VirtualLocation", uri: "https://meet.example.com/x", name: "Rum" },
        },
      },
    ],
    [
      "alerts",
      {
        alerts: {
          a1: {
            "@type": "Alert",
            action: "display",
            trigger: { "@type": "OffsetTrigger", offset: "-PT1H", relativeTo: "end" },
          },
          a2: {
            "@type": "Alert",
            action: "email",
            trigger: { "@type": "AbsoluteTrigger", when: "2026-11-22T08:00:00Z" },
          },
        },
      },
    ],
    [
      "people",
      {
        organizerCalendarAddress: "mailto:me@example.com",
        participants: {
          me: {
            "@type": "Participant",
            calendarAddress: "mailto:me@example.com",
            name: "Jag",
            roles: { owner: true },
          },
          you: {
            "@type": "Participant",
            calendarAddress: "mailto:you@example.com",
            roles: { attendee: true, optional: true },
            participationStatus: "needs-action",
            expectReply: true,
          },
        },
      },
    ],
    ["relations", { relatedTo: { other: { "@type": "Relation", relation: { first: true, next: true } } } }],
    [
      "what iCalendar has no word for",
      {
        mayInviteSelf: true,
        locale: "sv",
        locations: { a: { "@type": "Location", name: "A" }, b: { "@type": "Location", name: "B" } },
      },
    ],
    [
      "rule",
      {
        timeZone: "America/New_York",
        recurrenceRule: {
          "@type": "RecurrenceRule",
          frequency: "yearly",
          interval: 2,
          byDay: [{ "@type": "NDay", day: "th", nthOfPeriod: 4 }],
          byMonth: ["11"],
          bySetPosition: [-1],
          count: 10,
          firstDayOfWeek: "su",
        },
      },
    ],
    [
      "overrides",
      {
        timeZone: "Europe/Stockholm",
        duration: "PT1H",
        title: "A",
        recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily", until: "2027-01-01T10:00:00" },
        recurrenceOverrides: {
          "2026-11-24T10:00:00": { excluded: true },
          "2026-11-25T10:00:00": { title: "B", start: "2026-11-25T12:00:00" },
          "2026-11-26T10:00:00": { keywords: { x: true } },
        },
      },
    ],
  ])("%s come back unchanged", (_, item) => {
    expect(roundTrip(item)).toMatchObject(item);
  });

  it.each<[string, unknown, string]>([
    ["start", "2026-02-30T10:00:00", "start"],
    ["start", "1899-12-31T23:59:59", "start"],
    ["timeZone", "Mars/Olympus", "timeZone"],
    ["duration", "-PT1H", "duration"],
    ["title", 5, "title"],
    ["recurrenceRule", { frequency: "fortnightly" }, "recurrenceRule/frequency"],
    ["recurrenceRule", { frequency: "daily", interval: 0 }, "recurrenceRule/interval"],
    ["participants", { "a/b": {} }, "participants/a~1b"],
    ["alerts", { a: { trigger: { offset: "soon" } } }, "alerts/a/trigger/offset"],
    [
      "recurrenceOverrides",
      { "2026-11-24T10:00:00": { start: 7 } },
      "recurrenceOverrides/2026-11-24T10:00:00/start",
    ],
  ])("refuses %s = %j and names it", (name, value, pointer) => {
    const item = {
      "@type": "Event",
      uid: "u1",
      start: "2026-11-23T10:00:00",
      [name]: value,
    } as unknown as JSEvent;
    expect(objectFromEvent(item, CONTEXT)).toMatchObject({
      ok: false,
      problem: { code: "invalid-jscalendar", properties: [pointer] },
    });
  });
});
