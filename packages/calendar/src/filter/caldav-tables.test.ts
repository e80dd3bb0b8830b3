import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { ianaZone } from "../time/zone.ts";
import type { CompFilter, PropFilter, TextMatch, TimeRange } from "./caldav-filter.ts";
import { matchesFilter } from "./matches-filter.ts";

// The tables of RFC 4791 §9.9, row by row: at both ends, the last range that misses and the first that hits.

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no such zone");
const at = (text: string | null) => (text === null ? null : Date.parse(`2026-11-${text}:00Z`));
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

function objectOf(body: string): CalendarObject {
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${body.trim().split("\n").join("\r\n")}\r\nEND:VCALENDAR\r\n`;
  const parsed = parseICalendar(text);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? object.value : expect.fail(JSON.stringify(object.problem));
}
const item = (type: string, lines: string) => `BEGIN:${type}\nUID:u1\n${lines}\nEND:${type}`;
const found = (object: CalendarObject, filter: CompFilter) =>
  matchesFilter(object, comp("VCALENDAR", { compFilters: [filter] }), stockholm);

/** Ranges written as `from … to`; a single `…` is open. `yes` must hit and `no` must miss. */
interface Row {
  readonly lines: string;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}
function rangeOf(text: string): TimeRange {
  const [from = "", to = ""] = text.split("…").map((part) => part.trim());
  return { from: at(from === "" ? null : from), to: at(to === "" ? null : to) };
}
function check(type: string, { lines, yes, no }: Row): void {
  const object = objectOf(item(type, lines));
  const hits = (text: string) => found(object, comp(type, { timeRange: rangeOf(text) }));
  expect(yes.filter((text) => !hits(text))).toEqual([]);
  expect(no.filter(hits)).toEqual([]);
}

const S = "DTSTART:20261123T100000Z";
/** Exactly the hour from ten to eleven, half-open. */
const HOUR = {
  yes: [
    "23T10:00 … 23T11:00",
    "23T10:59 … 24T00:00",
    "22T00:00 … 23T10:01",
    "… 23T10:01",
    "23T10:59 …",
    "23T10:15 … 23T10:20",
  ],
  no: ["23T11:00 … 24T00:00", "22T00:00 … 23T10:00", "… 23T10:00", "23T11:00 …"],
};
/** A moment at ten, including its start. */
const MOMENT = {
  yes: ["23T10:00 … 23T10:01", "23T09:59 … 23T10:01", "23T10:00 …", "… 23T10:01"],
  no: ["23T10:01 … 23T11:00", "23T09:00 … 23T10:00", "… 23T10:00", "23T10:01 …"],
};
/** A day in Stockholm. */
const DAY = {
  yes: ["23T22:59 … 25T00:00", "22T00:00 … 22T23:01", "23T12:00 … 23T12:01", "23T22:59 …", "… 22T23:01"],
  no: ["23T23:00 … 25T00:00", "22T00:00 … 22T23:00", "23T23:00 …", "… 22T23:00"],
};

describe("VEVENT", () => {
  it.each<[string, Row]>([
    ["DTEND", { lines: `${S}\nDTEND:20261123T110000Z`, ...HOUR }],
    ["DURATION", { lines: `${S}\nDURATION:PT1H`, ...HOUR }],
    ["DURATION of nothing", { lines: `${S}\nDURATION:PT0S`, ...MOMENT }],
    ["a time alone", { lines: S, ...MOMENT }],
    ["a date alone", { lines: "DTSTART;VALUE=DATE:20261123", ...DAY }],
    ["a date with DTEND", { lines: "DTSTART;VALUE=DATE:20261123\nDTEND;VALUE=DATE:20261124", ...DAY }],
    ["in a zone", { lines: "DTSTART;TZID=Europe/Stockholm:20261123T110000\nDURATION:PT1H", ...HOUR }],
    ["floating", { lines: "DTSTART:20261123T110000\nDURATION:PT1H", ...HOUR }],
    ["an end in another zone", { lines: `${S}\nDTEND;TZID=America/New_York:20261123T060000`, ...HOUR }],
    [
      "recurring",
      {
        lines: "DTSTART:20060123T100000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;UNTIL=20261123T100000Z",
        yes: HOUR.yes,
        no: ["23T11:00 …", "22T00:00 … 23T10:00"],
      },
    ],
    [
      "recurring with RDATE",
      {
        lines: `DTSTART:20060101T000000Z\nRDATE;VALUE=PERIOD:20261123T100000Z/PT1H`,
        yes: HOUR.yes,
        no: ["23T11:00 …", "22T00:00 … 23T10:00"],
      },
    ],
  ])("%s", (_, row) => check("VEVENT", row));
});

describe("VTODO", () => {
  // Tasks also count at their exact ends, so the ranges are not half-open everywhere.
  it.each<[string, Row]>([
    [
      "DTSTART and DURATION",
      {
        lines: `${S}\nDURATION:PT1H`,
        yes: ["23T11:00 … 24T00:00", "22T00:00 … 23T10:01", "23T11:00 …", "… 23T10:01"],
        no: ["23T11:01 … 24T00:00", "22T00:00 … 23T10:00", "23T11:01 …", "… 23T10:00"],
      },
    ],
    [
      "DTSTART and no DURATION to speak of: its end is reached at its start",
      {
        lines: `${S}\nDURATION:PT0S`,
        yes: ["23T10:00 … 23T11:00", "22T00:00 … 23T10:00"],
        no: ["23T10:01 …", "… 23T09:59"],
      },
    ],
    [
      "DTSTART and DUE",
      {
        lines: `${S}\nDUE:20261123T110000Z`,
        yes: ["23T10:59 … 24T00:00", "22T00:00 … 23T10:01", "23T10:59 …", "… 23T10:01"],
        no: ["23T11:00 … 24T00:00", "22T00:00 … 23T10:00", "23T11:00 …", "… 23T10:00"],
      },
    ],
    [
      "DTSTART and DUE at once",
      {
        lines: `${S}\nDUE:20261123T100000Z`,
        yes: ["23T10:00 … 23T10:01", "23T09:00 … 23T10:00"],
        no: ["23T10:01 …", "… 23T09:59"],
      },
    ],
    ["DTSTART alone", { lines: S, ...MOMENT }],
    [
      "DUE alone",
      {
        lines: "DUE:20261123T100000Z",
        yes: ["23T09:59 … 23T10:00", "23T09:59 …", "… 23T10:00"],
        no: ["23T10:00 … 24T00:00", "23T09:00 … 23T09:59", "23T10:00 …", "… 23T09:59"],
      },
    ],
    [
      "COMPLETED and CREATED",
      {
        lines: "COMPLETED:20261123T100000Z\nCREATED:20261120T100000Z",
        yes: [
          "20T10:00 … 20T10:01",
          "21T00:00 … 22T00:00",
          "23T10:00 … 24T00:00",
          "… 20T10:00",
          "23T10:00 …",
        ],
        no: ["23T10:01 … 24T00:00", "19T00:00 … 20T09:59", "23T10:01 …", "… 20T09:59"],
      },
    ],
    [
      "COMPLETED alone",
      {
        lines: "COMPLETED:20261123T100000Z",
        yes: ["23T10:00 … 24T00:00", "22T00:00 … 23T10:00", "23T10:00 …", "… 23T10:00"],
        no: ["23T10:01 … 24T00:00", "22T00:00 … 23T09:59"],
      },
    ],
    [
      "CREATED alone",
      {
        lines: "CREATED:20261123T100000Z",
        yes: ["23T09:00 … 23T10:01", "28T00:00 … 29T00:00", "28T00:00 …", "… 23T10:01"],
        no: ["22T00:00 … 23T10:00", "… 23T10:00"],
      },
    ],
    [
      "nothing at all",
      { lines: "SUMMARY:x", yes: ["23T09:00 … 23T10:00", "23T09:00 …", "… 23T09:00"], no: [] },
    ],
    [
      "what is completed too counts by its times",
      {
        lines: `${S}\nCOMPLETED:20261120T100000Z`,
        yes: MOMENT.yes,
        no: ["20T09:00 … 20T11:00", ...MOMENT.no],
      },
    ],
    [
      "recurring",
      {
        lines: "DTSTART:20061123T100000Z\nDUE:20061123T110000Z\nRRULE:FREQ=YEARLY",
        yes: ["23T10:59 … 24T00:00", "23T11:00 …"],
        no: ["23T11:00 … 24T00:00"],
      },
    ],
  ])("%s", (_, row) => check("VTODO", row));
  it("an instance without times of its own keeps those of its series", () => {
    const object = objectOf(
      `${item("VTODO", "DTSTART:20261101T100000Z\nDUE:20261101T110000Z\nRRULE:FREQ=DAILY")}\n${item("VTODO", "RECURRENCE-ID:20261123T100000Z\nSUMMARY:special")}`,
    );
    const special = (range: string) =>
      found(object, comp("VTODO", { timeRange: rangeOf(range), propFilters: [prop("SUMMARY")] }));
    expect(special("23T10:30 … 23T10:45")).toBe(true);
    expect(special("22T10:30 … 22T10:45")).toBe(false);
  });
});

describe("VJOURNAL", () => {
  it.each<[string, Row]>([
    ["a time", { lines: S, ...MOMENT }],
    ["a date", { lines: "DTSTART;VALUE=DATE:20261123", ...DAY }],
    ["nothing", { lines: "SUMMARY:x", yes: [], no: ["01T00:00 … 30T00:00", "01T00:00 …", "… 30T00:00"] }],
    [
      "recurring",
      {
        lines: "DTSTART;VALUE=DATE:20260123\nRRULE:FREQ=MONTHLY;COUNT=11",
        yes: DAY.yes,
        no: ["22T00:00 … 22T23:00", "23T23:00 …"],
      },
    ],
  ])("%s", (_, row) => check("VJOURNAL", row));
});

describe("VFREEBUSY", () => {
  // Not stored as an object of its own, but allowed next to one.
  const hits = (lines: string, range: string) =>
    found(
      objectOf(`${item("VEVENT", S)}\n${item("VFREEBUSY", lines)}`),
      comp("VFREEBUSY", { timeRange: rangeOf(range) }),
    );
  const OWN = "DTSTART:20261123T100000Z\nDTEND:20261123T110000Z\nFREEBUSY:20261125T100000Z/PT1H";
  const PERIODS = "FREEBUSY:20261120T100000Z/PT1H,20261123T100000Z/20261123T110000Z";
  it("by its own time, its end included", () => {
    for (const range of ["23T11:00 … 24T00:00", "22T00:00 … 23T10:01", "23T11:00 …", "… 23T10:01"])
      expect(hits(OWN, range)).toBe(true);
    for (const range of ["23T11:01 … 26T00:00", "22T00:00 … 23T10:00", "… 23T10:00"])
      expect(hits(OWN, range)).toBe(false);
  });
  it("without one, by the periods that it lists", () => {
    for (const range of HOUR.yes) expect(hits(PERIODS, range)).toBe(true);
    expect(hits(PERIODS, "20T10:59 … 21T00:00")).toBe(true);
    for (const range of ["23T11:00 …", "22T00:00 … 23T10:00", "… 20T10:00"])
      expect(hits(PERIODS, range)).toBe(false);
  });
  it("with neither, never", () => {
    expect(hits("SUMMARY:x", "01T00:00 …")).toBe(false);
    expect(hits("FREEBUSY:nonsense", "01T00:00 …")).toBe(false);
  });
});

describe("VALARM", () => {
  const alarm = (lines: string) => `BEGIN:VALARM\nACTION:DISPLAY\n${lines}\nEND:VALARM`;
  const EVENT = "DTSTART:20261123T100000Z\nDTEND:20261123T110000Z";
  const hits = (type: string, lines: string, range: string) =>
    found(
      objectOf(item(type, lines)),
      comp(type, { compFilters: [comp("VALARM", { timeRange: rangeOf(range) })] }),
    );
  it.each<[string, string, string, readonly string[], readonly string[]]>([
    [
      "before the start",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER:-PT15M")}`,
      ["23T09:45 … 23T09:46", "23T09:45 …", "… 23T09:46"],
      ["23T09:46 …", "23T09:00 … 23T09:45", "… 23T09:45"],
    ],
    [
      "after the end",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER;RELATED=END:PT5M")}`,
      ["23T11:05 … 23T11:06"],
      ["23T10:05 … 23T10:06", "23T11:06 …"],
    ],
    [
      "at the end of a DURATION",
      "VEVENT",
      `${S}\nDURATION:PT1H\n${alarm("TRIGGER;RELATED=END:PT0S")}`,
      ["23T11:00 … 23T11:01"],
      ["23T10:00 … 23T11:00"],
    ],
    [
      "at a moment",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER;VALUE=DATE-TIME:20261101T080000Z")}`,
      ["01T08:00 … 01T08:01"],
      ["01T08:01 …", "… 01T08:00"],
    ],
    [
      "a week before",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER:-P1W")}`,
      ["16T10:00 … 16T10:01"],
      ["16T10:01 …"],
    ],
    [
      "repeated",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER:-PT15M\nREPEAT:2\nDURATION:PT5M")}`,
      ["23T09:45 … 23T09:46", "23T09:50 … 23T09:51", "23T09:55 … 23T09:56"],
      ["23T09:46 … 23T09:50", "23T09:51 … 23T09:55", "23T09:56 …"],
    ],
    [
      "repeated without an interval",
      "VEVENT",
      `${EVENT}\n${alarm("TRIGGER:-PT15M\nREPEAT:2")}`,
      ["23T09:45 … 23T09:46"],
      ["23T09:46 …"],
    ],
    [
      "of a series",
      "VEVENT",
      `DTSTART:20060101T100000Z\nRRULE:FREQ=DAILY\n${alarm("TRIGGER:-PT15M")}`,
      ["23T09:45 … 23T09:46"],
      ["23T09:46 … 24T09:45"],
    ],
    [
      "of a task, before it is due",
      "VTODO",
      `DUE:20261123T100000Z\n${alarm("TRIGGER;RELATED=END:-PT1H")}`,
      ["23T09:00 … 23T09:01"],
      ["23T09:01 …"],
    ],
    [
      "of a task without times, at a moment",
      "VTODO",
      `SUMMARY:x\n${alarm("TRIGGER;VALUE=DATE-TIME:20261101T080000Z")}`,
      ["01T08:00 … 01T08:01"],
      ["01T08:01 …"],
    ],
    [
      "of a task without times, before nothing",
      "VTODO",
      `SUMMARY:x\n${alarm("TRIGGER:-PT15M")}`,
      [],
      ["01T00:00 …", "… 30T00:00"],
    ],
    ["unreadable", "VEVENT", `${EVENT}\n${alarm("TRIGGER:soon")}`, [], ["01T00:00 …"]],
    ["absurdly far", "VEVENT", `${EVENT}\n${alarm("TRIGGER:-P999999999D")}`, [], ["01T00:00 … 30T00:00"]],
  ])("%s", (_, type, lines, yes, no) => {
    expect(yes.filter((range) => !hits(type, lines, range))).toEqual([]);
    expect(no.filter((range) => hits(type, lines, range))).toEqual([]);
  });
});

describe("nested filters", () => {
  const object = objectOf(
    item(
      "VEVENT",
      [
        "DTSTART:20261123T100000Z",
        "DTSTAMP:20261101T120000Z",
        "SUMMARY:A\\, b\\; c\\nd",
        "CATEGORIES;LANGUAGE=sv:Möte,Hus\\,håll",
        "EXDATE;VALUE=DATE:20261130",
        'ATTENDEE;MEMBER="mailto:a@example.com","mailto:b@example.com";CN=Bo:mailto:bo@example.com',
        "ATTENDEE;CN=Al:mailto:al@example.com",
        "BEGIN:VALARM\nTRIGGER:-PT15M\nACTION:EMAIL\nSUMMARY:ring\nEND:VALARM",
        "BEGIN:VALARM\nTRIGGER:-PT5M\nACTION:DISPLAY\nX-CALM:yes\nEND:VALARM",
      ].join("\n"),
    ),
  );
  const event = (parts: Partial<CompFilter>) => found(object, comp("VEVENT", parts));
  const property = (filter: PropFilter) => event({ propFilters: [filter] });
  const alarm = (parts: Partial<CompFilter>) => event({ compFilters: [comp("VALARM", parts)] });
  const param = (name: string, textMatch: TextMatch) => ({ name, isNotDefined: false, textMatch });

  it("test one and the same alarm", () => {
    const email = prop("ACTION", { textMatch: has("email") });
    const display = prop("ACTION", { textMatch: has("display") });
    const early = rangeOf("23T09:45 … 23T09:46");
    expect(alarm({ propFilters: [email], timeRange: early })).toBe(true);
    expect(alarm({ propFilters: [display], timeRange: early })).toBe(false);
    expect(alarm({ propFilters: [email, prop("X-CALM", { isNotDefined: true })] })).toBe(true);
    expect(alarm({ propFilters: [display, prop("X-CALM", { isNotDefined: true })] })).toBe(false);
    expect(alarm({ compFilters: [comp("X-DEEP", { isNotDefined: true })] })).toBe(true);
    expect(alarm({ compFilters: [comp("X-DEEP")] })).toBe(false);
  });
  it("compare the meaning of TEXT, without its escapes", () => {
    for (const text of ["A, b; c\nd", "a, B"])
      expect(property(prop("SUMMARY", { textMatch: has(text) }))).toBe(true);
    expect(property(prop("SUMMARY", { textMatch: has("\\,") }))).toBe(false);
    expect(property(prop("CATEGORIES", { textMatch: has("hus,h") }))).toBe(true);
    expect(property(prop("CATEGORIES", { textMatch: has("möte", { collation: "i;octet" }) }))).toBe(false);
    expect(property(prop("CATEGORIES", { textMatch: has("MÖTE", { collation: "i;unicode-casemap" }) }))).toBe(
      true,
    );
    expect(property(prop("SUMMARY", { textMatch: has("") }))).toBe(true);
  });
  it("negate what one property says, and what all values of one parameter say", () => {
    expect(property(prop("ATTENDEE", { textMatch: has("bo@", { negate: true }) }))).toBe(true);
    expect(property(prop("ATTENDEE", { textMatch: has("@", { negate: true }) }))).toBe(false);
    const member = (textMatch: TextMatch) =>
      property(prop("ATTENDEE", { paramFilters: [param("MEMBER", textMatch)] }));
    expect(member(has("b@example"))).toBe(true);
    expect(member(has("b@example", { negate: true }))).toBe(false);
    expect(member(has("c@example", { negate: true }))).toBe(true);
    expect(member(has("c@example"))).toBe(false);
  });
  it("test all parameters of one property", () => {
    const bo = param("CN", has("bo"));
    const noMember = { name: "MEMBER", isNotDefined: true };
    expect(property(prop("ATTENDEE", { paramFilters: [bo, noMember] }))).toBe(false);
    expect(property(prop("ATTENDEE", { paramFilters: [param("CN", has("al")), noMember] }))).toBe(true);
    expect(property(prop("CATEGORIES", { paramFilters: [param("LANGUAGE", has("SV"))] }))).toBe(true);
    expect(
      property(
        prop("CATEGORIES", { paramFilters: [param("LANGUAGE", has("SV", { collation: "i;octet" }))] }),
      ),
    ).toBe(false);
  });
  it("compare the time of a property: a moment inside, a day that overlaps", () => {
    const within = (name: string, range: string) => property(prop(name, { timeRange: rangeOf(range) }));
    expect(within("DTSTAMP", "01T12:00 … 01T12:01")).toBe(true);
    expect(within("DTSTAMP", "01T12:01 …")).toBe(false);
    expect(within("DTSTAMP", "… 01T12:00")).toBe(false);
    expect(within("EXDATE", "30T22:59 …")).toBe(true);
    expect(within("EXDATE", "30T23:00 …")).toBe(false);
    expect(within("EXDATE", "… 29T23:01")).toBe(true);
    expect(within("EXDATE", "… 29T23:00")).toBe(false);
    // not a time, and absent
    expect(within("SUMMARY", "01T00:00 …")).toBe(false);
    expect(within("COMPLETED", "01T00:00 …")).toBe(false);
  });
  it("test several conditions on one property at once", () => {
    const both = (text: string) =>
      property(prop("DTSTAMP", { timeRange: rangeOf("01T12:00 …"), textMatch: has(text) }));
    expect(both("20261101T")).toBe(true);
    expect(both("2025")).toBe(false);
  });
});
