// The engine beside foreign ones, in one process, in turns (QUALITY §4). Run by main.ts.
import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { parseICalendar } from "../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { parseTimeValue } from "../packages/calendar/src/icalendar/time-property.ts";
import { walkRule } from "../packages/calendar/src/recurrence/iterate.ts";
import { parseRule } from "../packages/calendar/src/recurrence/rule.ts";
import type { RecurrenceRule } from "../packages/calendar/src/recurrence/rule.ts";
import type { Local } from "../packages/calendar/src/time/local.ts";
import { UTC, ianaZone } from "../packages/calendar/src/time/zone.ts";
import { measure } from "./measure.ts";
import type { Measurement } from "./measure.ts";
import { sampleCalendar } from "./sample-calendar.ts";

const zone = ianaZone("Europe/Stockholm") ?? UTC;

export interface Section {
  readonly title: string;
  readonly rows: readonly Measurement[];
}

/** Reading a character makes a string of many parts one flat string, as sending it would. */
const flat = (text: string): number => text.charCodeAt(text.length >> 1);

function textSection(): Section {
  const events = 2000;
  const text = sampleCalendar(events);
  const parsed = parseICalendar(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
  const { calendar } = parsed.value;
  const jcal: unknown = ICAL.parse(text);
  return {
    title: `iCalendar text, ${String(events)} events, ${(text.length / 1e6).toFixed(1)} MB (µs an event)`,
    rows: [
      measure({
        name: "parse",
        against: "ical.js to jCal",
        ours: () => parseICalendar(text),
        theirs: () => ICAL.parse(text),
        units: events,
        roundTime: 200,
        target: 3,
      }),
      measure({
        name: "serialise, to one flat string",
        against: "ical.js from jCal",
        ours: () => flat(serialiseICalendar(calendar)),
        theirs: () => flat(ICAL.stringify(jcal as never)),
        units: events,
        roundTime: 200,
        target: 4,
      }),
    ],
  };
}

const local = (value: string): Local => {
  const time = parseTimeValue(value);
  if (!time) throw new Error(value);
  return time.local;
};
const readRule = (text: string): RecurrenceRule => {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(text);
  return rule.value;
};

const START_TEXT = "19970902T090000";
const START = local(START_TEXT);
const theirs = (rule: string) =>
  new RRuleTemporal({
    rruleString: `DTSTART;TZID=Europe/Stockholm:${START_TEXT}\nRRULE:${rule}`,
    cache: false,
    maxIterations: 1e7,
  });

/** Adds up the instants of a rule's instances in a range. */
function instants(rule: RecurrenceRule, start: Local, from: Local, to: Local): number {
  let sum = 0;
  walkRule(rule, start, { zone, from, to }, (reading) => {
    sum += zone.toInstant(reading);
    return true;
  });
  return sum;
}

const MIX = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
  "FREQ=YEARLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=YEARLY",
];

function longRuns(): Section {
  const end = local("20970902T090000");
  const [first, last] = [new Date("1997-09-01T00:00Z"), new Date("2097-09-02T00:00Z")];
  const rows = MIX.map((text) => {
    const rule = readRule(text);
    const other = theirs(text);
    return measure({
      name: text,
      against: "rrule-temporal between",
      ours: () => instants(rule, START, START, end),
      theirs: () => other.between(first, last, true).map((time) => time.epochMilliseconds),
      target: 3,
    });
  });
  return { title: "100 years of a rule, to instants (µs a run)", rows };
}

function weekFarAway(): Section {
  const [from, to] = [local("20400102T000000"), local("20400109T000000")];
  const [first, last] = [new Date("2040-01-01T23:00Z"), new Date("2040-01-08T23:00Z")];
  const rows = MIX.flatMap((text) => {
    const rule = readRule(text);
    const other = theirs(text);
    return [
      measure({
        name: `${text} (read from text each time)`,
        against: "rrule-temporal between",
        ours: () => instants(readRule(text), local(START_TEXT), from, to),
        theirs: () => theirs(text).between(first, last),
        target: 10,
      }),
      measure({
        name: `${text} (read once)`,
        against: "rrule-temporal between",
        ours: () => instants(rule, START, from, to),
        theirs: () => other.between(first, last),
        target: 10,
      }),
    ];
  });
  return { title: "one week, 42 years after DTSTART, to instants (µs a week)", rows };
}

/** The ratio says how many times as long 50 years away takes as 1 year away. */
function distance(): Section {
  const week = (year: number) =>
    [local(`${String(year)}0603T000000`), local(`${String(year)}0610T000000`)] as const;
  const [nearFrom, nearTo] = week(1998);
  const [farFrom, farTo] = week(2047);
  const rows = [...MIX, "FREQ=WEEKLY;COUNT=2700"].map((text) => {
    const rule = readRule(text);
    return measure({
      name: text,
      against: "the same week, 50 years after DTSTART",
      ours: () => instants(rule, START, nearFrom, nearTo),
      theirs: () => instants(rule, START, farFrom, farTo),
    });
  });
  return {
    title: "one week, 1 year after DTSTART (ours) and 50 years after (theirs): 1.0 is flat; µs a week",
    rows,
  };
}

/** Measures everything about the engine; takes about a minute. */
export const measureEngine = (): readonly Section[] => [textSection(), longRuns(), weekFarAway(), distance()];
