// The engine beside foreign ones, in one process: medians of several runs, printed as ratios (QUALITY §4).
// Run: node bench/engine.ts
import ICAL from "ical.js";
import { RRuleTemporal } from "rrule-temporal";
import { parseICalendar } from "../packages/calendar/src/icalendar/parse.ts";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { parseTimeValue } from "../packages/calendar/src/icalendar/time-property.ts";
import { walkRule } from "../packages/calendar/src/recurrence/iterate.ts";
import { parseRule } from "../packages/calendar/src/recurrence/rule.ts";
import { asLocal } from "../packages/calendar/src/time/local.ts";
import type { Local } from "../packages/calendar/src/time/local.ts";
import { ianaZone } from "../packages/calendar/src/time/zone.ts";

const zone = ianaZone("Europe/Stockholm")!;

function median(work: () => void, runs = 7): number {
  const times = Array.from({ length: runs }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return times.sort((a, b) => a - b)[runs >> 1]!;
}

function report(name: string, ours: () => void, theirs: () => void, amount: number, unit: string): void {
  for (const warmUp of [ours, theirs])
    for (const until = performance.now() + 300; performance.now() < until;) warmUp();
  const [a, b] = [median(ours), median(theirs)];
  const rate = Math.round((amount / a) * 1000).toLocaleString("en-GB");
  console.log(`${name.padEnd(44)} ${(b / a).toFixed(1).padStart(6)}×  ${rate} ${unit}/s`);
}

const event = (index: number) =>
  `BEGIN:VEVENT\r\nUID:${index}-5f2c@example.com\r\nDTSTAMP:20261120T101112Z\r\nDTSTART;TZID=Europe/Stockholm:20261120T100000\r\n` +
  `DTEND;TZID=Europe/Stockholm:20261120T110000\r\nSUMMARY:Möte om budget ${index}\r\nLOCATION:Rum 4\\, plan 2\r\n` +
  `DESCRIPTION:${"En längre beskrivning\\, med flera ord och rader.\\n".repeat(6).replace(/(.{70})/g, "$1\r\n ")}\r\n` +
  `RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20271231T230000Z\r\nEXDATE;TZID=Europe/Stockholm:20261123T100000\r\n` +
  `ORGANIZER;CN=Åsa Ek:mailto:asa@example.com\r\n` +
  `ATTENDEE;CN="Ek, Åsa";PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:asa@example.com\r\n`.repeat(4) +
  `SEQUENCE:2\r\nSTATUS:CONFIRMED\r\nTRANSP:OPAQUE\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:x\r\nEND:VALARM\r\nEND:VEVENT\r\n`;
const EVENTS = 2000;
const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n${Array.from({ length: EVENTS }, (_, i) => event(i)).join("")}END:VCALENDAR\r\n`;
const parsed = parseICalendar(text);
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
const { calendar } = parsed.value;
const jcal = ICAL.parse(text);
console.log(`${EVENTS} events, ${(text.length / 1e6).toFixed(1)} MB`);
report(
  "parse, against ical.js to jCal",
  () => parseICalendar(text),
  () => ICAL.parse(text),
  EVENTS,
  "events",
);
report(
  "serialise, against ical.js from jCal",
  () => serialiseICalendar(calendar),
  () => ICAL.stringify(jcal),
  EVENTS,
  "events",
);

function ours(rule: string, start: string, from: Local | undefined, to: Local): number {
  const read = parseRule(rule);
  if (!read.ok) throw new Error(rule);
  let sum = 0;
  walkRule(
    read.value,
    parseTimeValue(start)!.local,
    { zone, to, ...(from !== undefined && { from }) },
    (local) => {
      sum += zone.toInstant(local);
      return true;
    },
  );
  return sum;
}

const START = "19970902T090000";
const local = (value: string): Local => asLocal(parseTimeValue(value)!.local);
const between = (rule: string, from: string, to: string) =>
  new RRuleTemporal({
    rruleString: `DTSTART;TZID=Europe/Stockholm:${START}\nRRULE:${rule}`,
    cache: false,
    maxIterations: 1e7,
  }).between(new Date(Date.parse(from)), new Date(Date.parse(to)));

const mix = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=MONTHLY;BYDAY=-1FR",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
  "FREQ=YEARLY;BYMONTH=6;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2",
  "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO",
  "FREQ=YEARLY",
];
for (const rule of mix) {
  let count = 0;
  const long = () => ours(rule, START, undefined, local("20970902T090000"));
  const parsed = parseRule(rule);
  if (!parsed.ok) throw new Error(`unreadable rule ${rule}`);
  walkRule(parsed.value, local(START), { to: local("20970902T090000") }, () => ++count > 0);
  report(
    `100 years of ${rule}`,
    long,
    () => between(rule, "1997-09-01T00:00Z", "2097-09-02T00:00Z").map((time) => time.epochMilliseconds),
    count,
    "instances",
  );
}
for (const rule of mix) {
  const times = 200;
  const repeat = (work: () => void) => () => {
    for (let index = 0; index < times; index++) work();
  };
  report(
    `a week in 2040 of ${rule}`,
    repeat(() => ours(rule, START, local("20400102T000000"), local("20400109T000000"))),
    repeat(() => between(rule, "2040-01-01T23:00Z", "2040-01-08T23:00Z")),
    times,
    "windows",
  );
}
