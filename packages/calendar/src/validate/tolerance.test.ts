import { expect, test } from "vitest";
import { readCalendarObject } from "../icalendar/calendar-object.ts";
import { firstProperty } from "../icalendar/component.ts";
import { joinSplitCharacters } from "../icalendar/join-split-characters.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { textValue } from "../icalendar/text.ts";
import { readTime } from "../icalendar/time-property.ts";
import { eventFromObject } from "../jscalendar/to-jscalendar.ts";
import { resolveZone, unknownZoneWarnings, zonesOf } from "../recurrence/resolve-zone.ts";
import { valueWarnings } from "../recurrence/value-warnings.ts";
import { validateCalendarObject } from "../recurrence/validate.ts";
import { UTC } from "../time/zone.ts";
import { instantOf } from "../time/calendar-time.ts";
import { validateICalendarText } from "./validate-icalendar.ts";

// Deviations from the RFCs that real calendar software writes: each is read, stored and returned unchanged, and
// validation reports all of it. Each comes with the result of reading it.

const calendar = (event: string, head = "VERSION:2.0\nPRODID:-//Test//EN\n"): string =>
  `BEGIN:VCALENDAR\n${head}BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\n${event}\nEND:VEVENT\nEND:VCALENDAR\n`.replaceAll(
    "\n",
    "\r\n",
  );

function read(text: string) {
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const object = readCalendarObject(parsed.value.calendar);
  if (!object.ok || !object.value.main) throw new Error(JSON.stringify(object));
  expect(validateCalendarObject(object.value)).toEqual([]);
  const start = firstProperty(object.value.main, "DTSTART");
  const time = start && readTime(start, zonesOf(object.value));
  return {
    object: object.value,
    main: object.value.main,
    start: time && new Date(instantOf(time, UTC)).toISOString(),
    warnings: [
      ...parsed.value.warnings,
      ...unknownZoneWarnings(object.value),
      ...valueWarnings(object.value),
    ].map(({ code, detail }) => `${code} ${detail}`),
    violations: validateICalendarText(text, { timeZonesByReference: true }).map(
      ({ rule, property = "-" }) => `${rule} ${property}`,
    ),
  };
}

const UTC_START = "DTSTART:20260301T100000Z";

test.each<[what: string, text: string, warnings: string[], violations: string[]]>([
  ["bare line feeds", calendar(UTC_START).replaceAll("\r\n", "\n"), [], ["line-end -"]],
  [
    "no VERSION",
    calendar(UTC_START, "PRODID:-//Test//EN\n"),
    ["missing-property VERSION"],
    ["missing-property VERSION"],
  ],
  [
    "no PRODID",
    calendar(UTC_START, "VERSION:2.0\n"),
    ["missing-property PRODID"],
    ["missing-property PRODID"],
  ],
  [
    "MAILTO: in capitals, which is a valid URI",
    calendar(`${UTC_START}\nORGANIZER:MAILTO:Elin@example.com`),
    [],
    [],
  ],
  [
    "Google's X- properties",
    calendar(
      `${UTC_START}\nX-GOOGLE-CONFERENCE:https://meet.example/a`,
      "PRODID:-//Google Inc//Google Calendar 70.9054//EN\nVERSION:2.0\nCALSCALE:GREGORIAN\nX-WR-CALNAME:Elin\nX-WR-TIMEZONE:Europe/Stockholm\n",
    ),
    [],
    [],
  ],
  [
    "Apple's travel time",
    calendar(
      `${UTC_START}\nX-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M\nX-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC\nX-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Storgatan 1\n  Malmö";X-APPLE-RADIUS=70;X-TITLE=Hem:geo:55.6,13.0`,
    ),
    [],
    [],
  ],
  [
    "Apple's alarm that says nothing",
    calendar(`${UTC_START}\nBEGIN:VALARM\nACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nEND:VALARM`),
    [],
    ["unregistered-value ACTION"],
  ],
  [
    "Outlook's X-MICROSOFT-CDO",
    calendar(`${UTC_START}\nX-MICROSOFT-CDO-BUSYSTATUS:OOF\nX-ALT-DESC;FMTTYPE=text/html:<b>a</b>, b; c`),
    [],
    [],
  ],
  ["no rule", calendar(`${UTC_START}\nRRULE:`), ["empty-value RRULE"], ["recurrence-rule RRULE"]],
  [
    "COUNT=-1",
    calendar(`${UTC_START}\nRRULE:FREQ=DAILY;COUNT=-1`),
    ["unreadable-value RRULE"],
    ["recurrence-rule RRULE"],
  ],
  [
    "a rule with its name twice",
    calendar(`${UTC_START}\nRRULE:RRULE:FREQ=DAILY`),
    ["unreadable-value RRULE"],
    ["recurrence-rule RRULE"],
  ],
  [
    "an end before the start",
    calendar(`${UTC_START}\nDTEND:20260301T090000Z`),
    ["unreadable-value DTEND"],
    ["time-order DTEND"],
  ],
  [
    "an end of another kind",
    calendar(`${UTC_START}\nDTEND;VALUE=DATE:20260302`),
    ["unreadable-value DTEND"],
    ["time-type DTEND"],
  ],
  [
    "an end that is no time",
    calendar(`${UTC_START}\nDTEND:tomorrow`),
    ["unreadable-value DTEND"],
    ["value-syntax DTEND"],
  ],
  [
    "a negative length",
    calendar(`${UTC_START}\nDURATION:-PT1H`),
    ["unreadable-value DURATION"],
    ["value-range DURATION"],
  ],
  [
    "an instance without a place, in a series",
    calendar(
      `${UTC_START}\nRRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nRECURRENCE-ID:sometime\n${UTC_START}`,
    ),
    ["unreadable-value RECURRENCE-ID"],
    ["value-syntax RECURRENCE-ID"],
  ],
  [
    "a zone beside a time in UTC",
    calendar("DTSTART;TZID=Europe/Stockholm:20260301T100000Z"),
    [],
    ["tzid DTSTART"],
  ],
  ["unescaped commas", calendar(`${UTC_START}\nLOCATION:Storgatan 1, Malmö`), [], ["value-syntax LOCATION"]],
  [
    "an unknown zone",
    calendar("DTSTART;TZID=Nowhere:20260301T100000"),
    ["unknown-zone Nowhere"],
    ["tzid DTSTART"],
  ],
])("%s", (_, text, warnings, violations) => {
  const found = read(text);
  expect(found.warnings).toEqual(warnings);
  expect(found.violations).toEqual(violations);
  expect(found.start).toBe("2026-03-01T10:00:00.000Z");
  // Nothing is lost on the way.
  const unfolded = (folded: string) => folded.replace(/\r?\n[ \t]/g, "").replaceAll("\r\n", "\n");
  expect(unfolded(serialiseICalendar(found.object.calendar))).toBe(unfolded(text));
});

test.each([
  [
    "trailing spaces in TZID",
    'TZID="Europe/Stockholm "',
    "2026-03-01T09:00:00.000Z",
    ["parameter-value DTSTART"],
  ],
  ["Outlook's Windows name", "TZID=W. Europe Standard Time", "2026-03-01T09:00:00.000Z", ["tzid DTSTART"]],
  ["Outlook's numbered name", "TZID=W. Europe Standard Time 1", "2026-03-01T09:00:00.000Z", ["tzid DTSTART"]],
  [
    "Outlook's display name",
    'TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
    "2026-03-01T09:00:00.000Z",
    ["tzid DTSTART"],
  ],
  [
    "Evolution's prefix",
    "TZID=/freeassociation.sourceforge.net/Europe/Stockholm",
    "2026-03-01T09:00:00.000Z",
    [],
  ],
  ["Mozilla's prefix", "TZID=/mozilla.org/20050126_1/Europe/Stockholm", "2026-03-01T09:00:00.000Z", []],
])("%s means the zone, without a warning", (_, tzid, start, violations) => {
  const found = read(calendar(`DTSTART;${tzid}:20260301T100000`));
  expect(found.start).toBe(start);
  expect(found.warnings).toEqual([]);
  expect(found.violations.filter((each) => each !== "line-length -")).toEqual(violations);
});

test("a zone of which nothing but an offset is known is a guess, and told as one", () => {
  const guessed = read(calendar('DTSTART;TZID="(UTC+01:00) Nowhere":20260701T100000'));
  expect(guessed.start).toBe("2026-07-01T09:00:00.000Z");
  expect(guessed.warnings).toEqual(["unknown-zone (UTC+01:00) Nowhere"]);
});

test("Outlook's own zone with an unknown name is read by its rules without a warning", () => {
  const zone = `BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
`;
  const text = calendar(
    "DTSTART;TZID=Customized Time Zone:20260701T100000",
    `VERSION:2.0\nPRODID:-//Test//EN\n${zone}`,
  );
  const found = read(text);
  expect(found.start).toBe("2026-07-01T08:00:00.000Z");
  expect(found.warnings).toEqual([]);
  expect(found.violations).toEqual([]);
  expect(resolveZone("Customized Time Zone", undefined)).toBeUndefined();
});

test("MAILTO: in capitals is the same address", () => {
  const { object } = read(
    calendar(`${UTC_START}\nORGANIZER:MAILTO:elin@example.com\nATTENDEE;CN=Elin:mailto:elin@example.com`),
  );
  const event = eventFromObject(object);
  expect(event.ok && Object.keys(event.value.participants ?? {})).toHaveLength(1);
});

test("a line folded inside a character is put together again, and no other octet changes", () => {
  const folded = calendar(
    `${UTC_START}\nSUMMARY:R\u00c3\n \u00b6da \u00f0\u009f\n\t\u0098\u0080 d\u00c3\u00a4r`,
  );
  const octets = Uint8Array.from(folded, (each) => each.charCodeAt(0));
  const text = Buffer.from(joinSplitCharacters(octets)).toString("utf8");
  expect(textValue(read(text).main, "SUMMARY")).toBe("Röda 😀 där");
  expect(Buffer.from(text).length).toBe(octets.length - 6);
});
