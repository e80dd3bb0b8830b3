import { isUtf8 } from "node:buffer";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseICalendar } from "../icalendar/parse.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import {
  calendar,
  component,
  event,
  todo,
  message,
  zoned,
  ID,
  START,
  ZONE,
  type Case,
} from "../testing/validation-cases.ts";
import {
  validateICalendar,
  validateICalendarBytes,
  validateICalendarText,
  type ValidationOptions,
} from "./validate-icalendar.ts";
import type { DecodeUtf8 } from "./check-octets.ts";

/** Each violation as "rule property". */
const found = (text: string, options?: ValidationOptions): string[] =>
  validateICalendarText(text, options).map(({ rule, property = "-" }) => `${rule} ${property}`);

const NEXT = "RECURRENCE-ID:20260302T100000Z";
const series = (id: string): string =>
  calendar(component("VEVENT", ID, START, "RRULE:FREQ=DAILY"), component("VEVENT", ID, START, id));
const rule = (text: string): string => event(`RRULE:${text}`);

const crossCases: readonly Case[] = [
  [
    "DTEND after DTSTART",
    event("DTEND:20260301T100001Z"),
    event("DTEND:20260301T100000Z"),
    "time-order DTEND",
  ],
  [
    "DTEND in another zone",
    zoned("DTEND:20260301T093000Z"),
    zoned("DTEND:20260301T083000Z"),
    "time-order DTEND",
  ],
  [
    "DTEND of DTSTART's type",
    event("DTEND:20260301T110000Z"),
    event("DTEND;VALUE=DATE:20260302"),
    "time-type DTEND",
  ],
  [
    "both floating or none",
    event("DTEND:20260301T110000Z"),
    event("DTEND:20260301T110000"),
    "time-type DTEND",
  ],
  [
    "DUE after DTSTART",
    todo(START, "DUE:20260301T110000Z"),
    todo(START, "DUE:20260301T090000Z"),
    "time-order DUE",
  ],
  [
    "DURATION of a date in days",
    calendar(component("VEVENT", ID, "DTSTART;VALUE=DATE:20260301\nDURATION:P2D")),
    calendar(component("VEVENT", ID, "DTSTART;VALUE=DATE:20260301\nDURATION:PT2H")),
    "time-type DURATION",
  ],
  [
    "UNTIL in UTC",
    rule("FREQ=DAILY;UNTIL=20260401T100000Z"),
    rule("FREQ=DAILY;UNTIL=20260401T100000"),
    "recurrence-rule RRULE",
  ],
  ["UNTIL a time", rule("FREQ=DAILY;COUNT=2"), rule("FREQ=DAILY;UNTIL=20260401"), "recurrence-rule RRULE"],
  [
    "COUNT or UNTIL",
    rule("FREQ=DAILY;COUNT=2"),
    rule("FREQ=DAILY;COUNT=2;UNTIL=20260401T100000Z"),
    "recurrence-rule RRULE",
  ],
  ["counted BYDAY", rule("FREQ=YEARLY;BYDAY=20MO"), rule("FREQ=WEEKLY;BYDAY=2MO"), "recurrence-rule RRULE"],
  [
    "counted BYDAY without BYWEEKNO",
    rule("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO"),
    rule("FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO"),
    "recurrence-rule RRULE",
  ],
  ["BYWEEKNO", rule("FREQ=YEARLY;BYWEEKNO=53"), rule("FREQ=MONTHLY;BYWEEKNO=5"), "recurrence-rule RRULE"],
  ["BYMONTHDAY", rule("FREQ=DAILY;BYMONTHDAY=5"), rule("FREQ=WEEKLY;BYMONTHDAY=5"), "recurrence-rule RRULE"],
  ["BYYEARDAY", rule("FREQ=YEARLY;BYYEARDAY=-1"), rule("FREQ=DAILY;BYYEARDAY=5"), "recurrence-rule RRULE"],
  [
    "BYSETPOS",
    rule("FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1"),
    rule("FREQ=MONTHLY;BYSETPOS=-1"),
    "recurrence-rule RRULE",
  ],
  [
    "BYHOUR at a date",
    calendar(component("VEVENT", ID, "DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=DAILY")),
    calendar(component("VEVENT", ID, "DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=DAILY;BYHOUR=5")),
    "recurrence-rule RRULE",
  ],
  [
    "SKIP needs RSCALE (RFC 7529)",
    rule("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD"),
    rule("FREQ=MONTHLY;SKIP=FORWARD"),
    "recurrence-rule RRULE",
  ],
  [
    "leap months need RSCALE (RFC 7529)",
    rule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8"),
    rule("FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=8"),
    "recurrence-rule RRULE",
  ],
  [
    "parts of a rule",
    rule("RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L"),
    rule("FREQ=DAILY;BYEASTER=1"),
    "recurrence-rule RRULE",
  ],
  ["rules without empty parts", rule("freq=daily"), rule("FREQ=DAILY;"), "recurrence-rule RRULE"],
  [
    "EXDATE of DTSTART's type",
    event("EXDATE:20260302T100000Z"),
    event("EXDATE;VALUE=DATE:20260302"),
    "time-type EXDATE",
  ],
  [
    "RDATE of DTSTART's type",
    event("RDATE:20260302T100000Z"),
    event("RDATE;VALUE=DATE:20260302"),
    "time-type RDATE",
  ],
  [
    "RECURRENCE-ID of DTSTART's type",
    series(NEXT),
    series("RECURRENCE-ID;VALUE=DATE:20260302"),
    "time-type RECURRENCE-ID",
  ],
  [
    "RECURRENCE-ID floats if DTSTART does",
    series(NEXT),
    series("RECURRENCE-ID:20260302T100000"),
    "time-type RECURRENCE-ID",
  ],
  [
    "each occurrence changed once",
    series(NEXT),
    series(NEXT).replace("END:VCALENDAR", `${component("VEVENT", ID, START, NEXT)}\r\nEND:VCALENDAR`),
    "object RECURRENCE-ID",
  ],
  [
    "one series for a UID",
    series(NEXT),
    calendar(component("VEVENT", ID, START), component("VEVENT", ID, START)),
    "object UID",
  ],
];

const ORGANIZER = "ORGANIZER:mailto:a@example.com";
const ATTENDEE = "ATTENDEE:mailto:b@example.com";
const methodCases: readonly Case[] = [
  [
    "PUBLISH has no ATTENDEE",
    message("PUBLISH", START, ORGANIZER, "SUMMARY:a"),
    message("PUBLISH", START, ORGANIZER, "SUMMARY:a", ATTENDEE),
    "method ATTENDEE",
  ],
  [
    "REQUEST needs ATTENDEE",
    message("REQUEST", START, ORGANIZER, "SUMMARY:a", ATTENDEE),
    message("REQUEST", START, ORGANIZER, "SUMMARY:a"),
    "method ATTENDEE",
  ],
  [
    "REPLY has one ATTENDEE",
    message("REPLY", ORGANIZER, ATTENDEE),
    message("REPLY", ORGANIZER, ATTENDEE, "ATTENDEE:mailto:c@example.com"),
    "method ATTENDEE",
  ],
  [
    "ADD has no RECURRENCE-ID",
    message("ADD", START, ORGANIZER, "SUMMARY:a\nSEQUENCE:1"),
    message("ADD", START, ORGANIZER, "SUMMARY:a\nSEQUENCE:1", NEXT),
    "method RECURRENCE-ID",
  ],
  [
    "CANCEL needs SEQUENCE",
    message("CANCEL", ORGANIZER, "SEQUENCE:1"),
    message("CANCEL", ORGANIZER),
    "method SEQUENCE",
  ],
  [
    "REFRESH needs ATTENDEE",
    message("REFRESH", ORGANIZER, ATTENDEE),
    message("REFRESH", ORGANIZER),
    "method ATTENDEE",
  ],
  [
    "COUNTER needs DTSTART",
    message("COUNTER", START, ORGANIZER, "SUMMARY:a", ATTENDEE),
    message("COUNTER", ORGANIZER, "SUMMARY:a", ATTENDEE),
    "method DTSTART",
  ],
  [
    "DECLINECOUNTER needs ORGANIZER",
    message("DECLINECOUNTER", ORGANIZER),
    message("DECLINECOUNTER"),
    "method ORGANIZER",
  ],
  [
    "journals are not requested",
    calendar("METHOD:CANCEL", component("VJOURNAL", ID, ORGANIZER, "SEQUENCE:1")),
    calendar("METHOD:REQUEST", component("VJOURNAL", ID)),
    "method -",
  ],
];

const lineCases: readonly Case[] = [
  ["CRLF", event(), event().replace("UID:1\r\n", "UID:1\n"), "line-end -"],
  ["the last line ends", event(), event().trimEnd(), "line-end -"],
  ["75 octets", event(`SUMMARY:${"å".repeat(33)}`), event(`SUMMARY:${"å".repeat(34)}`), "line-length -"],
  ["no blank line", event(), event().replace("UID:1\r\n", "UID:1\r\n\r\n"), "blank-line -"],
  ["no byte order mark", event(), `\ufeff${event()}`, "control-character -"],
  ["iCalendar at all", event(), "<html>\r\n", "not-icalendar -"],
];

test.each([...crossCases, ...methodCases, ...lineCases])("%s", (_, valid, invalid, violation) => {
  expect(found(valid)).toEqual([]);
  expect(found(invalid)).toContain(violation);
});

test("checks a calendar object resource: one UID, one kind, no METHOD (RFC 4791 §4.1)", () => {
  const options = { asCalendarObject: true };
  expect(found(series(NEXT), options)).toEqual([]);
  expect(found(message("X-OWN", START), options)).toEqual(["object METHOD"]);
  expect(
    found(
      calendar(component("VEVENT", ID, START), component("VEVENT", ID.replace("UID:1", "UID:2"), START)),
      options,
    ),
  ).toEqual(["object UID"]);
  expect(found(calendar(component("VEVENT", ID, START), component("VTODO", ID)), options)).toEqual([
    "object -",
  ]);
  expect(found(calendar(ZONE), options)).toEqual(["object -"]);
});

test("accepts time zones by reference (RFC 7809)", () => {
  const text = event("EXDATE;TZID=Europe/Stockholm:20260301T100000");
  expect(found(text)).toEqual(["tzid EXDATE"]);
  expect(found(text, { timeZonesByReference: true })).toEqual([]);
  expect(found(event("EXDATE;TZID=Nowhere:20260301T100000"), { timeZonesByReference: true })).toEqual([
    "tzid EXDATE",
  ]);
});

const decode: DecodeUtf8 = (octets) => ({
  text: Buffer.from(octets).toString("utf8"),
  isUtf8: isUtf8(octets),
});

test("reports line ends of one kind once, with the first line and the number of others", () => {
  const text = event("SUMMARY:a").replaceAll("\r\n", "\n").replace("SUMMARY:a\n", "SUMMARY:a\r");
  expect(validateICalendarText(text).map(({ line, detail }) => [line, detail])).toEqual([
    [1, "the line ends with LF alone, and so do 8 more"],
    [8, "the line ends with CR alone"],
  ]);
});

test("reports invalid UTF-8 and lines folded inside a character, by line", () => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(text, (each) => each.charCodeAt(0));
  const of = (text: string) =>
    validateICalendarBytes(bytes(text), decode).map(({ rule, line }) => `${rule} ${line}`);
  expect(of(event("SUMMARY:a"))).toEqual([]);
  // å is C3 A5, 😀 is F0 9F 98 80
  expect(of(event("SUMMARY:\u00c3\u00a5\u00f0\u009f\u0098\u0080"))).toEqual([]);
  const folded = event("SUMMARY:A", "PRIORITY:12").replace(
    "A\r\n",
    "\u00c3\r\n \u00a5x\r\n \u00f0\u009f\r\n\t\u0098\u0080\r\n",
  );
  expect(of(folded)).toEqual(["line-fold 8", "line-fold 10", "value-range 12"]);
  expect(of(event("SUMMARY:\u00e5", "PRIORITY:12"))).toEqual(["charset 8", "value-range 9"]);
  expect(of("\u00ef\u00bb\u00bf".concat(event()))).toEqual(["control-character 1"]);
});

test("names the component, the property, the line, the problem and the section", () => {
  const text = calendar(
    component("VEVENT", ID, START),
    component(
      "VEVENT",
      ID.replace("UID:1", "UID:2"),
      START,
      "PRIORITY:12",
      component("VALARM", "ACTION:AUDIO"),
    ),
  );
  expect(validateICalendarText(text)).toEqual([
    {
      rule: "value-range",
      component: "VCALENDAR/VEVENT[2]",
      property: "PRIORITY",
      line: 13,
      detail: "“12” is not from 0 to 9",
      section: "RFC 5545 §3.8.1.9",
    },
    {
      rule: "missing-property",
      component: "VCALENDAR/VEVENT[2]/VALARM",
      property: "TRIGGER",
      line: 14,
      detail: "TRIGGER is missing",
      section: "RFC 5545 §3.6.6",
    },
  ]);
});

test("quotes short excerpts that can't contain line breaks or control characters", () => {
  const [violation] = validateICalendarText(event(`PRIORITY:\u001b[2J\u202e${"9".repeat(500)}`)).filter(
    ({ rule: name }) => name === "value-syntax",
  );
  expect(violation?.detail).toMatch(/^“�\[2J�9{55}…” is not/u);
});

test("limits the list and says how many more there are", () => {
  const text = event(...Array.from({ length: 5000 }, () => "PRIORITY:12"));
  const list = validateICalendarText(text);
  expect(list).toHaveLength(1001);
  // Each is out of range; that the property is repeated is reported once.
  expect(list.at(-1)).toMatchObject({ rule: "more", detail: "and 4001 more" });
  expect(validateICalendarText(text, { max: 3 })).toHaveLength(4);
});

test.each([
  ["a list of a million dates", event(`EXDATE:${"20260301T100000Z,".repeat(1_000_000)}20260301T100000`)],
  ["a million commas and backslashes", event(`CATEGORIES:${"\\,,".repeat(500_000)}`)],
  ["a duration without end", event(`DURATION:P${"1".repeat(1_000_000)}`)],
  ["a URI of a megabyte", event(`URL:https://${"a".repeat(1_000_000)} `)],
  ["a hundred thousand parameters", event(`SUMMARY${";X-A=1".repeat(100_000)}:a`)],
  ["a hundred thousand components of one UID", calendar("BEGIN:VEVENT\nUID:1\nEND:VEVENT\n".repeat(100_000))],
])("%s takes linear time", (_, text) => {
  const started = cpuMs();
  expect(validateICalendarText(text).length).toBeGreaterThan(0);
  expect(cpuMs() - started).toBeLessThan(8000);
});

test("real exports are read in spite of their violations, and each reported line exists", () => {
  const folder = join(import.meta.dirname, "../../fixtures");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".ics"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const parsed = parseICalendar(text);
    if (!parsed.ok) throw new Error(name);
    const count = text.split("\n").length;
    for (const { line, section } of validateICalendar(parsed.value.calendar)) {
      expect(line).toBeGreaterThan(0);
      expect(line).toBeLessThanOrEqual(count);
      expect(section).toMatch(/^RFC \d{4} §\d+(\.\d+)*$/);
    }
  }
});
