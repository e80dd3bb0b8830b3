import fc from "fast-check";
import {
  ODD_ZONES,
  endArbitrary,
  ruleArbitrary,
  startArbitrary,
} from "../../packages/calendar/src/testing/recurrence-arbitrary.ts";
import { plainTexts } from "./words.ts";

// Well-formed events as clients write them, to test their meaning.

const HOSTILE_RULES = [
  "FREQ=SECONDLY",
  "FREQ=SECONDLY;BYSETPOS=2",
  "FREQ=MINUTELY;COUNT=1000000000",
  "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
  "FREQ=YEARLY;BYEASTER=1",
  "FREQ=DAILY;INTERVAL=999999999",
  "FREQ=YEARLY;INTERVAL=1000000000;BYWEEKNO=53",
  "FREQ=MONTHLY;BYDAY=53MO",
  "FREQ=WEEKLY;BYDAY=5MO,-5SU",
  "FREQ=DAILY;UNTIL=19000101T000000Z",
  "FREQ=DAILY;UNTIL=99991231T235959Z",
  "FREQ=YEARLY;BYSETPOS=366,-366;BYDAY=MO,TU,WE,TH,FR,SA,SU",
  "FREQ=HOURLY;BYYEARDAY=366;BYMONTH=12;INTERVAL=7",
  "FREQ=MONTHLY;SKIP=FORWARD;RSCALE=GREGORIAN;BYMONTHDAY=31",
  "FREQ=YEARLY;SKIP=BACKWARD;RSCALE=GREGORIAN;BYMONTH=2;BYMONTHDAY=29,30",
  "RSCALE=CHINESE;FREQ=YEARLY",
  "FREQ=FORTNIGHTLY",
  "FREQ=DAILY;BYHOUR=24",
  "",
] as const;

const two = (n: number): string => String(n).padStart(2, "0");

/** A start some minutes later, by the calendar. */
function later(start: string, minutes: number): string {
  const [y, mo, d, h, mi, s] = [0, 4, 6, 9, 11, 13].map((at, i) =>
    Number(start.slice(at, at + (i === 0 ? 4 : 2))),
  );
  const date = new Date(Date.UTC(y ?? 0, (mo ?? 1) - 1, d, h, (mi ?? 0) + minutes, s));
  return `${String(date.getUTCFullYear()).padStart(4, "0")}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())}T${two(date.getUTCHours())}${two(date.getUTCMinutes())}${two(date.getUTCSeconds())}`;
}

/** How a series writes its times. */
type Form = "date" | "floating" | "utc" | (typeof ODD_ZONES)[number] | "W. Europe Standard Time" | "Own";
const FORMS: readonly Form[] = ["date", "floating", "utc", ...ODD_ZONES, "W. Europe Standard Time", "Own"];

function timeLine(name: string, form: Form, times: readonly string[]): string {
  if (form === "date") return `${name};VALUE=DATE:${times.map((time) => time.slice(0, 8)).join(",")}`;
  if (form === "floating") return `${name}:${times.join(",")}`;
  if (form === "utc") return `${name}:${times.map((time) => `${time}Z`).join(",")}`;
  return `${name};TZID=${form}:${times.join(",")}`;
}

/** UNTIL in the type that the form requires: a date, in UTC for a zone, else like the start. */
function ruleFor(form: Form, rule: string): string {
  const until = /;UNTIL=(\d{8})T(\d{6})$/.exec(rule);
  if (!until) return rule;
  const head = rule.slice(0, until.index);
  if (form === "date") return `${head};UNTIL=${until[1]}`;
  return `${head};UNTIL=${until[1]}T${until[2]}${form === "floating" ? "" : "Z"}`;
}

const OWN_ZONE = [
  "BEGIN:VTIMEZONE",
  "TZID:Own",
  "BEGIN:STANDARD",
  "DTSTART:19701025T030000",
  "TZOFFSETFROM:+0345",
  "TZOFFSETTO:+0230",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:19700329T020000",
  "TZOFFSETFROM:+0230",
  "TZOFFSETTO:+0345",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
];

export interface EventOptions {
  /** rules that need too much work or give nothing, instead of sensible ones */
  readonly hostile: boolean;
  /** exceptions, dates and changed instances */
  readonly exceptions: boolean;
}

export interface EventText {
  readonly text: string;
  /** DTSTART without zone */
  readonly start: string;
  readonly form: Form;
}

const fields = fc.record(
  {
    SUMMARY: plainTexts,
    DESCRIPTION: plainTexts,
    LOCATION: plainTexts,
    STATUS: fc.constantFrom("CONFIRMED", "TENTATIVE", "CANCELLED"),
    TRANSP: fc.constantFrom("OPAQUE", "TRANSPARENT"),
    CLASS: fc.constantFrom("PUBLIC", "PRIVATE", "CONFIDENTIAL"),
    PRIORITY: fc.integer({ min: 0, max: 9 }).map(String),
    CATEGORIES: fc.constantFrom("Work", "Work,Home", "a\\,b,c"),
    COLOR: fc.constantFrom("red", "turquoise"),
    URL: fc.constant("https://example.com/x?a=1,2;3"),
  },
  { requiredKeys: ["SUMMARY"] },
);

/** The escaped value of a field as it goes into text. */
const written = (name: string, value: string): string =>
  ["SUMMARY", "DESCRIPTION", "LOCATION"].includes(name)
    ? value.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n")
    : value;

const EXTRA_LINES = [
  'X-UNKNOWN;X-P="a:b":value\\, kept',
  "ATTENDEE;CN=Åsa;PARTSTAT=ACCEPTED:mailto:asa@example.com",
  'ATTENDEE;CN="Bo, B";ROLE=OPT-PARTICIPANT;RSVP=TRUE:MAILTO:bo@example.com',
  "ORGANIZER;CN=Elin:mailto:elin@example.com",
  "GEO:59.33;18.07",
  "RELATED-TO;RELTYPE=PARENT:other",
  "CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Room:https://meet.example.com/a",
  "ATTACH;FMTTYPE=text/plain:https://example.com/a.txt",
  "COMMENT:first",
  "CONTACT:Somebody\\, 123",
  "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT45M",
  "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:x\r\nEND:VALARM",
  "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER;RELATED=END:PT5M\r\nREPEAT:2\r\nDURATION:PT1M\r\nEND:VALARM",
  "BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER;VALUE=DATE-TIME:20260301T080000Z\r\nEND:VALARM",
] as const;

/** An event object: a series or a single event in any form of time, with fields and, if wanted, exceptions. */
export function eventText({ hostile, exceptions }: EventOptions): fc.Arbitrary<EventText> {
  const offsets = exceptions ? fc.array(fc.integer({ min: -3, max: 60 }), { maxLength: 3 }) : fc.constant([]);
  const rules = hostile
    ? fc.constantFrom(...HOSTILE_RULES)
    : fc.oneof(
        fc.constant(undefined),
        ruleArbitrary({ frequencies: ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "DAILY", "HOURLY"] }),
      );
  return startArbitrary.chain((start) =>
    fc
      .record({
        form: fc.constantFrom(...FORMS),
        rule: rules,
        end: endArbitrary(start),
        length: fc.constantFrom("", "DTEND", "PT30M", "P1D", "P1DT2H", "P2W", "PT26H"),
        minutes: fc.constantFrom(0, 30, 60, 600, 1440, 3 * 1440),
        exdates: offsets,
        rdates: offsets,
        moved: exceptions
          ? fc.array(
              fc.tuple(
                fc.integer({ min: 0, max: 40 }),
                fc.constantFrom(0, 45, -90, 1440),
                fc.nat(5),
                plainTexts,
              ),
              { maxLength: 2 },
            )
          : fc.constant([]),
        named: fields,
        extra: fc.uniqueArray(fc.constantFrom(...EXTRA_LINES), { maxLength: 3 }),
      })
      .map((drawn) => ({ text: writeEvent(start, drawn), start, form: drawn.form })),
  );
}

interface Drawn {
  readonly form: Form;
  readonly rule: string | undefined;
  readonly end: string;
  readonly length: string;
  readonly minutes: number;
  readonly exdates: readonly number[];
  readonly rdates: readonly number[];
  readonly moved: readonly (readonly [day: number, minutes: number, range: number, summary: string])[];
  readonly named: Readonly<Record<string, string | undefined>>;
  readonly extra: readonly string[];
}

function writeEvent(start: string, drawn: Drawn): string {
  const { form, rule, end, length, minutes, exdates, rdates, moved, named, extra } = drawn;
  const inDays = (list: readonly number[]) => [...new Set(list)].map((day) => later(start, day * 1440));
  const lengths =
    length === ""
      ? []
      : length === "DTEND"
        ? [timeLine("DTEND", form, [later(start, minutes)])]
        : [`DURATION:${length}`];
  const overrides = [...new Map(moved.map((one) => [one[0], one])).values()].map(
    ([day, by, range, summary]) => [
      "BEGIN:VEVENT",
      "UID:fuzz",
      "DTSTAMP:20260101T000000Z",
      timeLine(range === 0 ? "RECURRENCE-ID;RANGE=THISANDFUTURE" : "RECURRENCE-ID", form, [
        later(start, day * 1440),
      ]),
      timeLine("DTSTART", form, [later(start, day * 1440 + by)]),
      ...(length === "DTEND"
        ? [timeLine("DTEND", form, [later(start, day * 1440 + by + minutes)])]
        : lengths),
      `SUMMARY:${written("SUMMARY", summary)}`,
      // An instance of a meeting has its organizer (RFC 5545 §3.8.4.3).
      ...extra.filter((line) => /^(ORGANIZER|ATTENDEE)/.test(line)),
      "END:VEVENT",
    ],
  );
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Example//EN",
    ...(form === "Own" ? OWN_ZONE : []),
    "BEGIN:VEVENT",
    "UID:fuzz",
    "DTSTAMP:20260101T000000Z",
    timeLine("DTSTART", form, [start]),
    ...lengths,
    ...(rule === undefined ? [] : [`RRULE:${ruleFor(form, rule.includes("COUNT") ? rule : rule + end)}`]),
    ...(exdates.length > 0 ? [timeLine("EXDATE", form, inDays(exdates))] : []),
    ...(rdates.length > 0 ? [timeLine("RDATE", form, inDays(rdates))] : []),
    ...Object.entries(named).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}:${written(name, value)}`],
    ),
    ...extra,
    "END:VEVENT",
    ...overrides.flat(),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}
