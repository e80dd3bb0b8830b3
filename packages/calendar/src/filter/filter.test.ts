import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import type { JSEvent } from "../jscalendar/types.ts";
import { ianaZone, UTC } from "../time/zone.ts";
import type { CompFilter, PropFilter, TextMatch, TimeRange } from "./caldav-filter.ts";
import { matchesCondition, type EventFilterCondition } from "./event-filter-condition.ts";
import { matchesFilter } from "./matches-filter.ts";
import { matchesText } from "./text-match.ts";
import { matchesTimeRange } from "./time-range.ts";
import { cpuMs } from "../testing/cpu-ms.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? UTC;

function objectOf(body: string): CalendarObject {
  const parsed = parseICalendar(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body.trim().split("\n").join("\r\n")}\r\nEND:VCALENDAR\r\n`,
  );
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}
const component = (type: string, body: string) => objectOf(`BEGIN:${type}\nUID:u1\n${body}\nEND:${type}`);
const at = (text: string | null) => (text === null ? null : Date.parse(`2026-${text}:00Z`));
const range = (from: string | null, to: string | null): TimeRange => ({ from: at(from), to: at(to) });

describe("the tables of RFC 4791 §9.9", () => {
  const T = "11-23T10:00";
  const EVENT = "DTSTART:20261123T100000Z";
  const TASK = "DTSTART:20261123T100000Z";
  it.each<[string, string, string, string | null, string | null, boolean]>([
    // VEVENT with an end: start < DTEND and end > DTSTART
    ["VEVENT", "end", `${EVENT}\nDTEND:20261123T110000Z`, "11-23T11:00", "11-24T00:00", false],
    ["VEVENT", "end", `${EVENT}\nDTEND:20261123T110000Z`, "11-23T10:59", "11-24T00:00", true],
    ["VEVENT", "end", `${EVENT}\nDTEND:20261123T110000Z`, "11-22T00:00", T, false],
    ["VEVENT", "end", `${EVENT}\nDTEND:20261123T110000Z`, "11-22T00:00", "11-23T10:01", true],
    ["VEVENT", "open start", `${EVENT}\nDTEND:20261123T110000Z`, null, T, false],
    ["VEVENT", "open end", `${EVENT}\nDTEND:20261123T110000Z`, "11-23T10:30", null, true],
    ["VEVENT", "duration", `${EVENT}\nDURATION:PT1H`, "11-23T11:00", null, false],
    // of no length: start <= DTSTART and end > DTSTART
    ["VEVENT", "no length", `${EVENT}\nDURATION:PT0S`, T, "11-23T10:01", true],
    ["VEVENT", "no length", EVENT, T, "11-23T10:01", true],
    ["VEVENT", "no length", EVENT, "11-23T09:00", T, false],
    // a date lasts a day, in the floating zone
    ["VEVENT", "date", "DTSTART;VALUE=DATE:20261123", "11-23T22:59", "11-25T00:00", true],
    ["VEVENT", "date", "DTSTART;VALUE=DATE:20261123", "11-23T23:00", "11-25T00:00", false],
    ["VEVENT", "date", "DTSTART;VALUE=DATE:20261123", "11-22T00:00", "11-22T23:00", false],
    ["VEVENT", "date", "DTSTART;VALUE=DATE:20261123", "11-22T00:00", "11-22T23:01", true],
    // VTODO
    ["VTODO", "start and due", `${TASK}\nDUE:20261123T110000Z`, "11-23T11:00", null, false],
    ["VTODO", "start and due", `${TASK}\nDUE:20261123T110000Z`, null, T, false],
    ["VTODO", "start and due", `${TASK}\nDUE:20261123T110000Z`, "11-23T10:30", "11-23T10:45", true],
    ["VTODO", "start and duration", `${TASK}\nDURATION:PT1H`, "11-23T11:00", null, true],
    ["VTODO", "start and duration", `${TASK}\nDURATION:PT1H`, "11-23T11:01", null, false],
    ["VTODO", "start only", TASK, T, "11-23T10:01", true],
    ["VTODO", "start only", TASK, "11-23T10:01", null, false],
    ["VTODO", "due only", "DUE:20261123T100000Z", "11-23T09:00", T, true],
    ["VTODO", "due only", "DUE:20261123T100000Z", T, "11-24T00:00", false],
    [
      "VTODO",
      "completed and created",
      "COMPLETED:20261123T100000Z\nCREATED:20261101T000000Z",
      "11-10T00:00",
      "11-11T00:00",
      true,
    ],
    [
      "VTODO",
      "completed and created",
      "COMPLETED:20261123T100000Z\nCREATED:20261101T000000Z",
      "11-24T00:00",
      null,
      false,
    ],
    ["VTODO", "completed", "COMPLETED:20261123T100000Z", T, T, true],
    ["VTODO", "completed", "COMPLETED:20261123T100000Z", "11-23T10:01", null, false],
    ["VTODO", "created", "CREATED:20261123T100000Z", "12-01T00:00", "12-02T00:00", true],
    ["VTODO", "created", "CREATED:20261123T100000Z", "11-01T00:00", T, false],
    ["VTODO", "nothing", "SUMMARY:x", "11-01T00:00", "11-02T00:00", true],
    // VJOURNAL
    ["VJOURNAL", "time", EVENT, T, "11-23T10:01", true],
    ["VJOURNAL", "time", EVENT, "11-23T10:01", null, false],
    ["VJOURNAL", "date", "DTSTART;VALUE=DATE:20261123", "11-23T22:00", "11-24T00:00", true],
    ["VJOURNAL", "nothing", "SUMMARY:x", "11-01T00:00", null, false],
  ])("%s %s %j in %s … %s: %s", (type, _, body, from, to, wanted) => {
    expect(matchesTimeRange(component(type, body), range(from, to), stockholm)).toBe(wanted);
  });
});

describe("time ranges over series", () => {
  const series = objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART;TZID=Europe/Stockholm:20060105T100000
DURATION:PT1H
RRULE:FREQ=WEEKLY
EXDATE;TZID=Europe/Stockholm:20261119T100000
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID;TZID=Europe/Stockholm:20261126T100000
DTSTART;TZID=Europe/Stockholm:20261201T100000
DURATION:PT1H
SUMMARY:moved
END:VEVENT`);
  it.each<[string, string | null, string | null, boolean]>([
    ["twenty years on", "11-12T09:00", "11-12T09:01", true],
    ["an excluded one", "11-19T00:00", "11-20T00:00", false],
    ["one that moved away", "11-26T00:00", "11-27T00:00", false],
    ["one that moved here", "12-01T09:00", "12-01T10:00", true],
    ["between", "11-13T00:00", "11-19T00:00", false],
    ["open", null, null, true],
    ["before all of it", null, "01-01T00:00", true],
  ])("%s", (_, from, to, wanted) => {
    expect(matchesTimeRange(series, range(from, to), stockholm)).toBe(wanted);
  });
  it("finds a rare yearly event in an open range, and ends", () => {
    const leap = component(
      "VEVENT",
      "DTSTART;VALUE=DATE:19040229\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
    );
    expect(matchesTimeRange(leap, { from: Date.UTC(2097, 0, 1), to: null }, UTC)).toBe(true);
    expect(matchesTimeRange(leap, { from: Date.UTC(2097, 0, 1), to: Date.UTC(2103, 11, 31) }, UTC)).toBe(
      false,
    );
    const ended = component("VEVENT", "DTSTART;VALUE=DATE:20040229\nRRULE:FREQ=DAILY;COUNT=3");
    expect(matchesTimeRange(ended, range("01-01T00:00", null), UTC)).toBe(false);
  });
  it("splits a series that recurs every minute into stretches that can be judged", () => {
    const busy = objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART:20261101T000000Z
DURATION:PT1M
RRULE:FREQ=MINUTELY;COUNT=40000
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID:20261102T000000Z
DTSTART:20261102T000000Z
DURATION:PT1M
SUMMARY:special
END:VEVENT`);
    const special = (timeRange: TimeRange) =>
      matchesFilter(
        busy,
        comp("VCALENDAR", { compFilters: [comp("VEVENT", { timeRange, propFilters: [prop("SUMMARY")] })] }),
        UTC,
      );
    expect(special({ from: Date.UTC(2026, 10, 1), to: null })).toBe(true);
    expect(special({ from: Date.UTC(2026, 10, 3), to: null })).toBe(false);
    expect(special({ from: null, to: null })).toBe(true);
  });
  it("is quick about hostile rules", () => {
    const before = cpuMs();
    const every = component("VEVENT", "DTSTART:19000101T000000Z\nRRULE:FREQ=SECONDLY");
    expect(matchesTimeRange(every, { from: null, to: null }, UTC)).toBe(true);
    const never = component("VEVENT", "DTSTART:19000101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30");
    expect(matchesTimeRange(never, { from: Date.UTC(1950, 0, 1), to: null }, UTC)).toBeTypeOf("boolean");
    expect(cpuMs() - before).toBeLessThan(5_000);
  });
});

const comp = (name: string, parts: Partial<CompFilter> = {}): CompFilter => ({
  name,
  isNotDefined: false,
  propFilters: [],
  compFilters: [],
  ...parts,
});
const prop = (name: string, parts: Partial<PropFilter> = {}): PropFilter => ({
  name,
  isNotDefined: false,
  paramFilters: [],
  ...parts,
});
const has = (text: string, parts: Partial<TextMatch> = {}): TextMatch => ({
  text,
  collation: "i;ascii-casemap",
  negate: false,
  ...parts,
});
const inEvent = (parts: Partial<CompFilter>) => comp("VCALENDAR", { compFilters: [comp("VEVENT", parts)] });

describe("CALDAV:filter", () => {
  const object = objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART:20261123T100000Z
DTEND:20261123T110000Z
SUMMARY:Möte\\, Ålesund
CREATED:20261101T120000Z
ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Bo:mailto:bo@example.com
ATTENDEE;PARTSTAT=ACCEPTED;CN=Al:mailto:al@example.com
BEGIN:VALARM
TRIGGER:-PT15M
ACTION:DISPLAY
REPEAT:2
DURATION:PT5M
END:VALARM
END:VEVENT`);
  const matches = (filter: CompFilter) => matchesFilter(object, filter, UTC);

  it.each<[string, CompFilter, boolean]>([
    ["everything", comp("VCALENDAR"), true],
    ["another root", comp("VCARD"), false],
    ["an event", inEvent({}), true],
    ["a task", comp("VCALENDAR", { compFilters: [comp("VTODO")] }), false],
    ["no task", comp("VCALENDAR", { compFilters: [comp("VTODO", { isNotDefined: true })] }), true],
    ["no event", comp("VCALENDAR", { compFilters: [comp("VEVENT", { isNotDefined: true })] }), false],
    ["time", inEvent({ timeRange: range("11-23T00:00", "11-24T00:00") }), true],
    ["another time", inEvent({ timeRange: range("11-24T00:00", "11-25T00:00") }), false],
    [
      "time and text",
      inEvent({
        timeRange: range("11-23T00:00", "11-24T00:00"),
        propFilters: [prop("SUMMARY", { textMatch: has("nope") })],
      }),
      false,
    ],
    ["unescaped text", inEvent({ propFilters: [prop("SUMMARY", { textMatch: has("te, ") })] }), true],
    [
      "text, negated",
      inEvent({ propFilters: [prop("SUMMARY", { textMatch: has("te, ", { negate: true }) })] }),
      false,
    ],
    ["no such property", inEvent({ propFilters: [prop("LOCATION")] }), false],
    [
      "absent property, negated text",
      inEvent({ propFilters: [prop("LOCATION", { textMatch: has("x", { negate: true }) })] }),
      false,
    ],
    ["property not defined", inEvent({ propFilters: [prop("LOCATION", { isNotDefined: true })] }), true],
    [
      "defined property not defined",
      inEvent({ propFilters: [prop("SUMMARY", { isNotDefined: true })] }),
      false,
    ],
    [
      "address and answer of one attendee",
      inEvent({
        propFilters: [
          prop("ATTENDEE", {
            textMatch: has("bo@"),
            paramFilters: [{ name: "PARTSTAT", isNotDefined: false, textMatch: has("needs-action") }],
          }),
        ],
      }),
      true,
    ],
    [
      "address and answer of two",
      inEvent({
        propFilters: [
          prop("ATTENDEE", {
            textMatch: has("bo@"),
            paramFilters: [{ name: "PARTSTAT", isNotDefined: false, textMatch: has("ACCEPTED") }],
          }),
        ],
      }),
      false,
    ],
    [
      "parameter not defined",
      inEvent({ propFilters: [prop("ATTENDEE", { paramFilters: [{ name: "ROLE", isNotDefined: true }] })] }),
      true,
    ],
    [
      "parameter defined",
      inEvent({ propFilters: [prop("ATTENDEE", { paramFilters: [{ name: "ROLE", isNotDefined: false }] })] }),
      false,
    ],
    [
      "property time",
      inEvent({ propFilters: [prop("CREATED", { timeRange: range("11-01T12:00", "11-01T12:01") })] }),
      true,
    ],
    [
      "property time past",
      inEvent({ propFilters: [prop("CREATED", { timeRange: range("11-01T12:01", null) })] }),
      false,
    ],
    [
      "alarm",
      inEvent({ compFilters: [comp("VALARM", { timeRange: range("11-23T09:45", "11-23T09:46") })] }),
      true,
    ],
    [
      "alarm, second ring",
      inEvent({ compFilters: [comp("VALARM", { timeRange: range("11-23T09:54", "11-23T09:56") })] }),
      true,
    ],
    [
      "alarm, after the last ring",
      inEvent({ compFilters: [comp("VALARM", { timeRange: range("11-23T09:56", null) })] }),
      false,
    ],
    ["no alarm", inEvent({ compFilters: [comp("VALARM", { isNotDefined: true })] }), false],
  ])("%s", (_, filter, wanted) => {
    expect(matches(filter)).toBe(wanted);
  });

  it("tests all conditions on one component: the text of one instance doesn't combine with the time of another", () => {
    const two = objectOf(`
BEGIN:VEVENT
UID:u1
DTSTART:20261101T100000Z
RRULE:FREQ=DAILY;COUNT=10
SUMMARY:plain
END:VEVENT
BEGIN:VEVENT
UID:u1
RECURRENCE-ID:20261105T100000Z
DTSTART:20261105T120000Z
SUMMARY:special
END:VEVENT`);
    const on = (day: string, text: string) =>
      matchesFilter(
        two,
        inEvent({
          timeRange: range(`${day}T00:00`, `${day}T23:00`),
          propFilters: [prop("SUMMARY", { textMatch: has(text) })],
        }),
        UTC,
      );
    expect([
      on("11-05", "special"),
      on("11-05", "plain"),
      on("11-06", "plain"),
      on("11-06", "special"),
    ]).toEqual([true, false, true, false]);
  });
});

describe("collations", () => {
  it.each<[TextMatch["collation"], string, string, boolean]>([
    ["i;octet", "Möte", "Möte", true],
    ["i;octet", "Möte", "möte", false],
    ["i;ascii-casemap", "MÖTE", "mÖte", true],
    ["i;ascii-casemap", "MÖTE", "möte", false],
    ["i;unicode-casemap", "MÖTE", "möte", true],
    ["i;unicode-casemap", "Mo\u0308te", "MÖTE", true],
    ["i;unicode-casemap", "Straße", "STRASSE", true],
    ["i;unicode-casemap", "Möte", "mite", false],
  ])("%s: %s contains %s: %s", (collation, value, text, wanted) => {
    expect(matchesText(value, { text, collation, negate: false })).toBe(wanted);
    expect(matchesText(value, { text, collation, negate: true })).toBe(!wanted);
  });
});

describe("CalendarEvent/query conditions", () => {
  const event: JSEvent = {
    "@type": "Event",
    uid: "u1",
    calendarIds: { a: true },
    title: "Styrelsemöte",
    description: "Budget och val",
    categories: { "http://example.com/förening": true },
    links: { k: { href: "https://example.com/", title: "Årsfest" } },
    start: "2026-01-07T18:00:00",
    timeZone: "Europe/Stockholm",
    duration: "PT2H",
    recurrenceRule: { frequency: "weekly", until: "2026-12-30T18:00:00" },
    recurrenceOverrides: {
      "2026-11-18T18:00:00": { title: "Årsmöte", locations: { l: { name: "Föreningslokalen" } } },
      "2026-11-25T18:00:00": { excluded: true, title: "Hemligt" },
    },
    participants: {
      o: {
        name: "Elin Sand",
        calendarAddress: "mailto:elin@example.com",
        roles: { owner: true, attendee: true },
        participationStatus: "accepted",
      },
      b: { name: "Bo Ek", email: "bo@example.com", roles: { attendee: true } },
    },
  };
  it.each<[EventFilterCondition, boolean]>([
    [{}, true],
    [{ uid: "u1", inCalendar: "a", inCalendars: ["b", "a"] }, true],
    [{ uid: "u" }, false],
    [{ inCalendar: "b" }, false],
    [{ inCalendars: [] }, false],
    [{ title: "STYRELSE" }, true],
    [{ title: "årsmöte" }, true],
    [{ title: "hemligt" }, false],
    [{ title: "budget" }, false],
    [{ text: "budget styrelsemöte ek" }, true],
    [{ text: '"budget och"' }, true],
    [{ text: '"och budget"' }, false],
    [{ location: "lokalen" }, true],
    [{ location: "lokalen", title: "styrelsemöte" }, true],
    [{ text: "Årsfest styrelse" }, true],
    [{ text: "förening" }, true],
    [{ owner: "mailto" }, false],
    [{ text: "mailto" }, false],
    [{ owner: "elin@example.com" }, true],
    [{ owner: '"sand elin"' }, false],
    [{ title: 'möte "styrelsemöte"' }, true],
    [{ title: "möte budget" }, false],
    [{ title: null, uid: null, after: null, inCalendars: null }, true],
    [{ owner: "elin" }, true],
    [{ owner: "bo" }, false],
    [{ attendee: "bo@example" }, true],
    [{ attendee: "bo", participationStatus: "needs-action" }, true],
    [{ attendee: "bo", participationStatus: "accepted" }, false],
    [{ participationStatus: "accepted" }, true],
    [{ after: "2026-11-18T19:59:59", before: "2026-11-18T23:00:00" }, true],
    [{ after: "2026-11-18T20:00:00", before: "2026-11-19T00:00:00" }, false],
    [{ after: "2026-11-25T00:00:00", before: "2026-11-26T00:00:00" }, false],
    [{ after: "2026-12-30T20:00:00" }, false],
    [{ after: "2026-12-30T19:00:00" }, true],
    [{ before: "2026-01-07T18:00:00" }, false],
    [{ before: "2026-01-07T18:00:01" }, true],
  ])("%j: %s", (condition, wanted) => {
    expect(matchesCondition(event, condition, stockholm)).toBe(wanted);
  });
  it("takes before and after in the zone of the query", () => {
    expect(matchesCondition(event, { before: "2026-01-07T17:30:00" }, UTC)).toBe(true);
    expect(matchesCondition(event, { before: "2026-01-07T17:30:00" }, stockholm)).toBe(false);
  });
});
