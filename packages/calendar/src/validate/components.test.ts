import { expect, test } from "vitest";
import {
  calendar,
  component,
  event,
  todo,
  journal,
  alarm,
  availability,
  freeBusy,
  participant,
  message,
  observance,
  zoned,
  ID,
  START,
  ZONE,
  type Case,
} from "../testing/validation-cases.ts";
import { validateICalendarText } from "./validate-icalendar.ts";

/** Each violation as "rule property". */
const found = (text: string): string[] =>
  validateICalendarText(text).map(({ rule, property = "-" }) => `${rule} ${property}`);

const components: readonly Case[] = [
  ["VCALENDAR needs PRODID", event(), event().replace(/PRODID.*\r\n/, ""), "missing-property PRODID"],
  ["VCALENDAR needs VERSION", event(), event().replace(/VERSION.*\r\n/, ""), "missing-property VERSION"],
  ["VCALENDAR holds something", event(), calendar(), "missing-component -"],
  [
    "VCALENDAR has one METHOD",
    message("X-OWN", START),
    calendar("METHOD:X-OWN\nMETHOD:X-OWN", component("VEVENT", ID, START)),
    "repeated-property METHOD",
  ],
  [
    "VCALENDAR has one COLOR, many NAMEs",
    calendar("NAME:A\nNAME;LANGUAGE=sv:B\nCOLOR:red", component("VEVENT", ID, START)),
    calendar("COLOR:red\nCOLOR:blue", component("VEVENT", ID, START)),
    "repeated-property COLOR",
  ],
  ["VEVENT needs UID", event(), event().replace("UID:1\r\n", ""), "missing-property UID"],
  ["VEVENT needs DTSTAMP", event(), event().replace(/DTSTAMP.*\r\n/, ""), "missing-property DTSTAMP"],
  [
    "VEVENT needs DTSTART without METHOD",
    message("X-OWN"),
    calendar(component("VEVENT", ID)),
    "missing-property DTSTART",
  ],
  ["VEVENT has one SUMMARY", event("SUMMARY:a"), event("SUMMARY:a\nSUMMARY:b"), "repeated-property SUMMARY"],
  [
    "VEVENT has one RRULE",
    event("RRULE:FREQ=DAILY"),
    event("RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY"),
    "repeated-property RRULE",
  ],
  [
    "VEVENT has many COMMENTs, no DUE",
    event("COMMENT:a\nCOMMENT:b"),
    event("DUE:20260301T110000Z"),
    "misplaced-property DUE",
  ],
  [
    "DTEND or DURATION",
    event("DTEND:20260301T110000Z"),
    event("DTEND:20260301T110000Z\nDURATION:PT1H"),
    "exclusive-properties DURATION",
  ],
  [
    "VTODO: DUE or DURATION",
    todo("DUE:20260301T110000Z"),
    todo(START, "DUE:20260301T110000Z\nDURATION:PT1H"),
    "exclusive-properties DURATION",
  ],
  [
    "VTODO: DURATION needs DTSTART",
    todo(START, "DURATION:PT1H"),
    todo("DURATION:PT1H"),
    "dependent-property DURATION",
  ],
  [
    "VTODO: RRULE needs DTSTART",
    todo(START, "RRULE:FREQ=DAILY"),
    todo("RRULE:FREQ=DAILY"),
    "dependent-property RRULE",
  ],
  [
    "VTODO has PERCENT-COMPLETE, VEVENT not",
    todo("PERCENT-COMPLETE:50"),
    event("PERCENT-COMPLETE:50"),
    "misplaced-property PERCENT-COMPLETE",
  ],
  [
    "VJOURNAL has many DESCRIPTIONs, no LOCATION",
    journal("DESCRIPTION:a\nDESCRIPTION:b"),
    journal("LOCATION:a"),
    "misplaced-property LOCATION",
  ],
  [
    "VJOURNAL has no alarms",
    journal(),
    journal(component("VALARM", "ACTION:AUDIO\nTRIGGER;VALUE=DATE-TIME:20260101T000000Z")),
    "misplaced-component -",
  ],
  [
    "VFREEBUSY has FREEBUSY, no SUMMARY",
    freeBusy("FREEBUSY:20260101T000000Z/PT1H"),
    freeBusy("SUMMARY:a"),
    "misplaced-property SUMMARY",
  ],
  [
    "VFREEBUSY is in UTC",
    freeBusy("DTSTART:20260101T000000Z"),
    freeBusy("DTSTART:20260101T000000"),
    "not-utc DTSTART",
  ],
  [
    "VTIMEZONE needs TZID",
    zoned(),
    calendar(ZONE.replace("TZID:Here\r\n", ""), component("VEVENT", ID, START)),
    "missing-property TZID",
  ],
  [
    "VTIMEZONE holds observances",
    zoned(),
    calendar(component("VTIMEZONE", "TZID:Here"), component("VEVENT", ID, START)),
    "missing-component -",
  ],
  [
    "STANDARD needs its offsets",
    zoned(),
    zoned().replace(/TZOFFSETFROM.*\r\n/, ""),
    "missing-property TZOFFSETFROM",
  ],
  [
    "observances start at local times",
    observance("DTSTART:20260329T020000"),
    observance("DTSTART:20260329T010000Z"),
    "time-type DTSTART",
  ],
  [
    "observances' rules end in UTC",
    observance("DTSTART:20200329T020000\nRRULE:FREQ=YEARLY;UNTIL=20260329T010000Z"),
    observance("DTSTART:20200329T020000\nRRULE:FREQ=YEARLY;UNTIL=20260329T020000"),
    "recurrence-rule RRULE",
  ],
  [
    "VALARM needs TRIGGER",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M"),
    alarm("ACTION:AUDIO"),
    "missing-property TRIGGER",
  ],
  [
    "VALARM: REPEAT needs DURATION",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nREPEAT:2\nDURATION:PT5M"),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nREPEAT:2"),
    "dependent-property REPEAT",
  ],
  [
    "VALARM: DURATION needs REPEAT",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M"),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nDURATION:PT5M"),
    "dependent-property DURATION",
  ],
  [
    "AUDIO has one ATTACH",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nATTACH:https://a.example/a"),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nATTACH:https://a.example/a\nATTACH:https://a.example/b"),
    "repeated-property ATTACH",
  ],
  [
    "AUDIO has no ATTENDEE",
    alarm("ACTION:X-OWN\nTRIGGER:-PT5M\nATTENDEE:mailto:a@example.com"),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nATTENDEE:mailto:a@example.com"),
    "misplaced-property ATTENDEE",
  ],
  [
    "DISPLAY needs DESCRIPTION",
    alarm("ACTION:DISPLAY\nTRIGGER:-PT5M\nDESCRIPTION:a"),
    alarm("ACTION:DISPLAY\nTRIGGER:-PT5M"),
    "missing-property DESCRIPTION",
  ],
  [
    "EMAIL needs ATTENDEE",
    alarm("ACTION:EMAIL\nTRIGGER:-PT5M\nDESCRIPTION:a\nSUMMARY:b\nATTENDEE:mailto:a@example.com"),
    alarm("ACTION:EMAIL\nTRIGGER:-PT5M\nDESCRIPTION:a\nSUMMARY:b"),
    "missing-property ATTENDEE",
  ],
  [
    "triggers relate to what is there",
    todo("DUE:20260301T110000Z", component("VALARM", "ACTION:AUDIO\nTRIGGER;RELATED=END:-PT5M")),
    todo(component("VALARM", "ACTION:AUDIO\nTRIGGER;RELATED=END:-PT5M")),
    "dependent-property TRIGGER",
  ],
  [
    "RELATED is not for a trigger at a time",
    alarm("ACTION:AUDIO\nTRIGGER;VALUE=DATE-TIME:20260101T000000Z"),
    alarm("ACTION:AUDIO\nTRIGGER;VALUE=DATE-TIME;RELATED=END:20260101T000000Z"),
    "misplaced-parameter TRIGGER",
  ],
  [
    "VALARM: ACKNOWLEDGED in UTC (RFC 9074)",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nUID:a\nRELATED-TO;RELTYPE=SNOOZE:b\nACKNOWLEDGED:20260101T000000Z"),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nACKNOWLEDGED:20260101T000000"),
    "not-utc ACKNOWLEDGED",
  ],
  [
    "VALARM: PROXIMITY and a place (RFC 9074)",
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nPROXIMITY:ARRIVE", component("VLOCATION", "UID:l\nURL:geo:1,2")),
    alarm("ACTION:AUDIO\nTRIGGER:-PT5M\nPROXIMITY:NEAR"),
    "unregistered-value PROXIMITY",
  ],
  [
    "VAVAILABILITY needs UID (RFC 7953)",
    availability("BUSYTYPE:BUSY"),
    availability().replace("UID:1\r\n", ""),
    "missing-property UID",
  ],
  [
    "VAVAILABILITY: DURATION needs DTSTART",
    availability(START, "DURATION:P1W"),
    availability("DURATION:P1W"),
    "dependent-property DURATION",
  ],
  [
    "VAVAILABILITY is not floating",
    availability(START),
    availability("DTSTART:20260301T100000"),
    "time-type DTSTART",
  ],
  [
    "AVAILABLE needs DTSTART",
    availability(component("AVAILABLE", ID, START, "DTEND:20260301T110000Z")),
    availability(component("AVAILABLE", ID)),
    "missing-property DTSTART",
  ],
  [
    "AVAILABLE stands in VAVAILABILITY",
    availability(component("AVAILABLE", ID, START)),
    calendar(component("AVAILABLE", ID, START)),
    "misplaced-component -",
  ],
  [
    "PARTICIPANT needs its type (RFC 9073)",
    participant("CALENDAR-ADDRESS:mailto:a@example.com"),
    event(component("PARTICIPANT", "UID:p")),
    "missing-property PARTICIPANT-TYPE",
  ],
  [
    "PARTICIPANT stands in items",
    participant(component("VLOCATION", "UID:l\nNAME:Hem")),
    calendar(component("PARTICIPANT", "UID:p\nPARTICIPANT-TYPE:SPEAKER")),
    "misplaced-component -",
  ],
  [
    "VLOCATION needs UID (RFC 9073)",
    event(component("VLOCATION", "UID:l\nLOCATION-TYPE:office,parking")),
    event(component("VLOCATION", "NAME:Hem")),
    "missing-property UID",
  ],
  [
    "VRESOURCE has one NAME (RFC 9073)",
    event(component("VRESOURCE", "UID:l\nRESOURCE-TYPE:PROJECTOR\nNAME:A")),
    event(component("VRESOURCE", "UID:l\nNAME:A\nNAME:B")),
    "repeated-property NAME",
  ],
  [
    "VEVENT stands in VCALENDAR",
    event(),
    event(component("VEVENT", "UID:2\nDTSTAMP:20260101T000000Z", START)),
    "misplaced-component -",
  ],
  [
    "unknown things stand anywhere",
    event(
      "X-A;X-B=c:d\nNEW-PROPERTY;NEW=1:e",
      component("X-COMPONENT", "SUMMARY:a\nSUMMARY:b"),
      component("VPOLL"),
    ),
    component("VEVENT", ID, START).concat("\r\n"),
    "misplaced-component -",
  ],
];

test.each(components)("%s", (_, valid, invalid, violation) => {
  expect(found(valid)).toEqual([]);
  expect(found(invalid)).toContain(violation);
});
