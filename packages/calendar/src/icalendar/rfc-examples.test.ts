import { describe, expect, test } from "vitest";
import { walkRule } from "../recurrence/iterate.ts";
import { formatRule, parseRule } from "../recurrence/rule.ts";
import type { Local } from "../time/local.ts";
import { readCalendarObject } from "./calendar-object.ts";
import type { Component } from "./component.ts";
import { parseICalendar } from "./parse.ts";
import { serialiseICalendar } from "./serialise.ts";
import { formatDateValue, parseTimeValue } from "./time-property.ts";

// The examples of the RFCs that extend RFC 5545: their text comes back unchanged. Those of RFC 5545 §3.8.5.3 are in
// rfc5545-examples.test.ts, those of RFC 8984 in rfc8984-examples.test.ts.

/** By section: lines of a VCALENDAR, or of a VEVENT. */
const LINES: readonly (readonly [section: string, lines: string])[] = [
  ["RFC 7986 §5.1", "NAME:Company Vacation Days"],
  [
    "RFC 7986 §5.2",
    "DESCRIPTION:Last draft of the new novel is to be completed for the editor's proof today.",
  ],
  ["RFC 7986 §5.3", "UID:5FC53010-1267-4F8E-BC28-1D7AE55A7C99"],
  ["RFC 7986 §5.4", "LAST-MODIFIED:19960817T133000Z"],
  ["RFC 7986 §5.5", "URL:http://example.com/pub/calendars/jsmith/mytime.ics"],
  ["RFC 7986 §5.6", "CATEGORIES:APPOINTMENT,EDUCATION\nCATEGORIES:MEETING"],
  ["RFC 7986 §5.7", "REFRESH-INTERVAL;VALUE=DURATION:P1W"],
  ["RFC 7986 §5.8", "SOURCE;VALUE=URI:https://example.com/holidays.ics"],
  ["RFC 7986 §5.9", "COLOR:turquoise"],
  ["RFC 7986 §5.10", "IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/png:http://example.com/images/party.png"],
  [
    "RFC 7986 §5.11",
    [
      "CONFERENCE;VALUE=URI;FEATURE=PHONE,MODERATOR;LABEL=Moderator dial-in:tel:+1-412-555-0123,,,654321",
      "CONFERENCE;VALUE=URI;FEATURE=PHONE;LABEL=Attendee dial-in:tel:+1-412-555-0123,,,555123",
      "CONFERENCE;VALUE=URI;FEATURE=PHONE;LABEL=Attendee dial-in:tel:+1-888-555-0456,,,555123",
      "CONFERENCE;VALUE=URI;FEATURE=CHAT;LABEL=Chat room:xmpp:chat-123@conference.example.com",
      "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Attendee dial-in:https://video-chat.example.com/;group-id=1234",
    ].join("\n"),
  ],
  ["RFC 7986 §6.2", "ATTENDEE;CN=Cyrus Daboo;EMAIL=cyrus@example.com:mailto:opaque-token-1234@example.com"],
  [
    "RFC 9073 §6.5",
    "STYLED-DESCRIPTION;VALUE=URI:http://example.org/desc001.html\nSTYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html;DERIVED=TRUE:<b>Piano\\, solo</b>",
  ],
  [
    "RFC 9073 §6.6",
    [
      'STRUCTURED-DATA;FMTTYPE=application/ld+json;SCHEMA="https://schema.org/SportsEvent";VALUE=TEXT:{\\n  "@context": "http://schema.org"\\,\\n  "@type": "SportsEvent"\\n}\\n',
      'STRUCTURED-DATA;FMTTYPE=application/ld+json;SCHEMA="https://schema.org/FlightReservation";ENCODING=BASE64;VALUE=BINARY:Zm9vDQpiYXI=',
      "STRUCTURED-DATA;VALUE=URI:https://www.example.com/sfo/flights/123",
    ].join("\n"),
  ],
  [
    "RFC 9073 §7.1",
    [
      "BEGIN:PARTICIPANT",
      "UID:em9lQGZvb2GFtcGxlLmNvbQ",
      "PARTICIPANT-TYPE:SPONSOR",
      "ORDER:1",
      "STRUCTURED-DATA;VALUE=URI:http://example.com/sponsor.vcf",
      "BEGIN:VLOCATION",
      "UID:123456-abcdef-98765432",
      "NAME:The venue",
      "STRUCTURED-DATA;VALUE=URI:http://dir.example.com/venues/big-hall.vcf",
      "END:VLOCATION",
      "BEGIN:VRESOURCE",
      "UID:456789-abcdef-98765432",
      "RESOURCE-TYPE:projector",
      "END:VRESOURCE",
      "END:PARTICIPANT",
    ].join("\n"),
  ],
  [
    "RFC 9074 §7",
    [
      "BEGIN:VALARM",
      "UID:8297C37D-BA2D-4476-91AE-C1EAA364F8E1",
      "TRIGGER:-PT15M",
      "DESCRIPTION:Event reminder",
      "ACTION:DISPLAY",
      "ACKNOWLEDGED:20210302T151514Z",
      "END:VALARM",
      "BEGIN:VALARM",
      "UID:DE7B5C34-83FF-47FE-BE9E-FF41AE6DD097",
      "TRIGGER;VALUE=DATE-TIME:20210302T152024Z",
      "RELATED-TO;RELTYPE=SNOOZE:8297C37D-BA2D-4476-91AE-C1EAA364F8E1",
      "DESCRIPTION:Event reminder",
      "ACTION:DISPLAY",
      "END:VALARM",
    ].join("\n"),
  ],
  [
    "RFC 9074 §8",
    [
      "BEGIN:VALARM",
      "UID:77D80D14-906B-4257-963F-85B1E734DBB6",
      "ACTION:DISPLAY",
      "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
      "DESCRIPTION:Remember to buy milk",
      "PROXIMITY:DEPART",
      "BEGIN:VLOCATION",
      "UID:123456-abcdef-98765432",
      "NAME:Office",
      "URL:geo:40.443,-79.945;u=10",
      "END:VLOCATION",
      "END:VALARM",
    ].join("\n"),
  ],
  [
    "RFC 9253 §8.1",
    "CONCEPT:https://example.com/event-types/arts/music\nCONCEPT:https://example.com/task-types/delivery",
  ],
  [
    "RFC 9253 §8.2",
    [
      "LINK;LINKREL=SOURCE;LABEL=Venue;VALUE=URI:https://example.com/events",
      'LINK;LINKREL="https://example.com/linkrel/derivedFrom";VALUE=URI:https://example.com/tasks/01234567-abcd1234.ics',
      'LINK;LINKREL="https://example.com/linkrel/costStructure";VALUE=XML-REFERENCE:https://example.com/xmlDocs/bidFramework.xml#xpointer(descendant::CostStruc/range-to(following::CostStrucEND[1]))',
    ].join("\n"),
  ],
  ["RFC 9253 §8.3", "REFID:itinerary-2014-11-17"],
  [
    "RFC 9253 §9.1",
    [
      "RELATED-TO:jsmith.part7.19960817T083000.xyzMail@example.com",
      "RELATED-TO:19960401-080045-4000F192713-0052@example.com",
      "RELATED-TO;VALUE=URI;RELTYPE=STARTTOFINISH:https://example.com/caldav/user/jb/cal/19960401-080045-4000F192713.ics",
      "RELATED-TO;RELTYPE=FINISHTOSTART;GAP=P1D:19960401-080045-4000F192713-0052@example.com",
    ].join("\n"),
  ],
  ["RFC 7953 §3.1", "BEGIN:AVAILABLE\nUID:1\nDTSTART;TZID=America/Montreal:20111002T090000\nEND:AVAILABLE"],
];

function calendarOf(text: string): Component {
  const parsed = parseICalendar(text);
  return parsed.ok ? parsed.value.calendar : expect.fail(JSON.stringify(parsed.problem));
}

const unfolded = (text: string): string[] =>
  text
    .replace(/\r\n[ \t]/g, "")
    .trim()
    .split("\r\n");

test.each(LINES)("%s comes back unchanged", (_, lines) => {
  const own = lines.split("\n");
  for (const around of [
    ["BEGIN:VCALENDAR", ...own, "END:VCALENDAR"],
    ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "X-ID:1", ...own, "END:VEVENT", "END:VCALENDAR"],
  ]) {
    const calendar = calendarOf(`${around.join("\r\n")}\r\n`);
    expect(unfolded(serialiseICalendar(calendar))).toEqual(around);
    expect(calendarOf(serialiseICalendar(calendar)).components).toHaveLength(calendar.components.length);
  }
});

test("RFC 9073 and 9074: an event with components inside is still one object", () => {
  const inner = LINES.filter(([section]) => /RFC 907[34] §[78]/.test(section)).map(([, lines]) => lines);
  const lines = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:u",
    "DTSTART:20210302T103000Z",
    ...inner,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  const object = readCalendarObject(calendarOf(lines.join("\n").replaceAll("\n", "\r\n")));
  if (!object.ok) return expect.fail(JSON.stringify(object.problem));
  expect(object.value.uid).toBe("u");
  expect(object.value.main?.components.map(({ name }) => name)).toEqual([
    "PARTICIPANT",
    "VALARM",
    "VALARM",
    "VALARM",
  ]);
});

describe("RFC 7529", () => {
  function days(text: string, start: string, count: number): string[] {
    const rule = parseRule(text);
    const found: Local[] = [];
    if (!rule.ok) return expect.fail(text);
    const first = parseTimeValue(start)?.local ?? expect.fail(start);
    walkRule(rule.value, first, { allDay: true }, (local) => found.push(local) < count);
    return found.map(formatDateValue);
  }

  test("§4.3.4: a leap day with SKIP", () => {
    expect(days("FREQ=YEARLY", "20120229", 3)).toEqual(["20120229", "20160229", "20200229"]);
    expect(days("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD", "20120229", 5)).toEqual([
      "20120229",
      "20130301",
      "20140301",
      "20150301",
      "20160229",
    ]);
  });

  test("§4.3.5: the 31st of each month with SKIP", () => {
    expect(days("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4", "20140131", 9)).toEqual([
      "20140131",
      "20140228",
      "20140331",
      "20140430",
    ]);
  });

  test.each([
    ["§4.3.1", "RSCALE=CHINESE;FREQ=YEARLY", "20130210"],
    ["§4.3.2", "RSCALE=ETHIOPIC;FREQ=MONTHLY;BYMONTH=13", "20130906"],
    ["§4.3.3", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8;SKIP=FORWARD", "20140208"],
  ])("%s: a rule of another calendar is kept, and refused by name instead of misread", (_, text, start) => {
    const rule = parseRule(text);
    if (!rule.ok) return expect.fail(text);
    expect(formatRule(rule.value).split(";").toSorted()).toEqual(text.split(";").toSorted());
    const walked = walkRule(rule.value, parseTimeValue(start)!.local, {}, () => true);
    expect(walked).toMatchObject({ ok: false, problem: { code: "invalid-recurrence-rule" } });
  });
});
