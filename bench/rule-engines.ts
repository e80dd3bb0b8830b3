// Recurrence rules compared with the engines that most apps use, and with a native one (docs/benchmarks.md). Run by main.ts.
import { createRequire } from "node:module";
import ICAL from "ical.js";
import type * as Rrule from "rrule";
import type * as RruleRust from "rrule-rust";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { vtimezoneFor } from "../packages/calendar/src/recurrence/write-vtimezone.ts";
import { measure, type Measurement, type Section } from "./measure.ts";
import {
  isSameSum,
  local,
  MIX,
  occurrences,
  readRule,
  seriesOf,
  START,
  START_TEXT,
  sumOf,
  zone,
} from "./series.ts";

const require = createRequire(import.meta.url);
// Its ES modules import without file extensions, which Node refuses.
const { rrulestr } = require("rrule") as typeof Rrule;
const { DateTime, RRuleSet } = require("rrule-rust") as typeof RruleRust;

const FIRST = Date.UTC(1997, 8, 1);
const LAST = Date.UTC(2097, 8, 2);
/** The window of a hundred years, its end exclusive. */
const [FROM, TO] = [zone.toInstant(START), zone.toInstant(local("20970902T090000"))];

function stockholm(): ICAL.Timezone {
  const component = new ICAL.Component(
    ICAL.parse(serialiseICalendar(vtimezoneFor("Europe/Stockholm", FIRST, LAST))) as unknown[],
  );
  return new ICAL.Timezone({ component, tzid: "Europe/Stockholm" });
}

/** The sum of a rule's instants by ical.js, which has no windows: it is asked until a time is past the end. */
function byIcalJs(text: string, timezone: ICAL.Timezone): number {
  const start = ICAL.Time.fromData(
    { year: 1997, month: 9, day: 2, hour: 9, minute: 0, second: 0, isDate: false },
    timezone,
  );
  const iterator = ICAL.Recur.fromString(text).iterator(start);
  let sum = 0;
  for (;;) {
    const next = iterator.next() as ICAL.Time | null;
    if (!next || next.year > 2097) return sum;
    const at = next.toUnixTime() * 1000;
    if (at < Date.UTC(2097, 8, 2, 7)) sum += at;
  }
}

/** The sum of a rule's readings by rrule without a zone: with one it is far slower. */
const byRrule = (rule: Rrule.RRule): number =>
  rule
    .between(new Date(FIRST), new Date(LAST - 86_400_000), true)
    .reduce((sum, date) => sum + date.getTime(), 0);

type RustSet = RruleRust.RRuleSet<RruleRust.DateTime<RruleRust.Time>>;

function rustSet(text: string, isCached: boolean): RustSet {
  const set: RustSet = RRuleSet.fromString(`DTSTART;TZID=Europe/Stockholm:${START_TEXT}\nRRULE:${text}`);
  if (!isCached) set.cache.disable();
  return set;
}
const rustTime = (at: number) => {
  const [date, time] = new Date(zone.toLocal(at)).toISOString().split("T") as [string, string];
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  const [hour, minute] = time.split(":").map(Number) as [number, number];
  return DateTime.local(year, month, day, hour, minute, 0);
};

/** Both engines must give the same readings; rrule-rust gives those of the zone's clocks. */
function isSameAsRust(text: string, from: number, to: number): boolean {
  const isCompared = (reading: number): boolean => reading < zone.toLocal(to) && reading !== START;
  const theirs = rustSet(text, false)
    .between(rustTime(from), rustTime(to), true)
    .map(({ year, month, day, time }) => Date.UTC(year, month - 1, day, time.hour, time.minute));
  const ours = occurrences(seriesOf(readRule(text)), from, to).map(({ startInstant }) =>
    zone.toLocal(startInstant),
  );
  return theirs.filter(isCompared).join() === ours.filter(isCompared).join();
}

function rustRows(text: string, name: string, from: number, to: number): readonly Measurement[] {
  const series = seriesOf(readRule(text));
  const differ = isSameAsRust(text, from, to) ? "" : ", whose readings differ";
  const [first, last] = [rustTime(from), rustTime(to)];
  return [false, true].map((isCached) => {
    const set = rustSet(text, isCached);
    return measure({
      name: `${text}, ${name}`,
      against: `rrule-rust between, ${isCached ? "asked before (cache on)" : "cache off"}${differ}`,
      ours: () => sumOf(occurrences(series, from, to)),
      theirs: () => set.between(first, last, true),
    });
  });
}

function rowsFor(text: string, timezone: ICAL.Timezone): Measurement[] {
  const series = seriesOf(readRule(text));
  const ours = () => sumOf(occurrences(series, FROM, TO));
  const other = rrulestr(`DTSTART:19970902T090000Z\nRRULE:${text}`) as Rrule.RRule;
  const isSame = isSameSum(ours(), byIcalJs(text, timezone));
  return [
    measure({
      name: text,
      against: isSame ? "ical.js iterator" : "ical.js iterator, whose instants differ",
      ours,
      theirs: () => byIcalJs(text, timezone),
      ...(isSame && { target: 50 }),
    }),
    measure({ name: text, against: "rrule between, without a zone", ours, theirs: () => byRrule(other) }),
  ];
}

/** Measures the rule mix beside ical.js, rrule and rrule-rust. */
export function measureRuleEngines(): readonly Section[] {
  const timezone = stockholm();
  const month = [Date.parse("2027-03-01T00:00+01:00"), Date.parse("2027-04-01T00:00+02:00")] as const;
  return [
    {
      title: "100 years of a series by expand beside what most apps have, to instants (µs a run)",
      rows: MIX.flatMap((text) => rowsFor(text, timezone)),
    },
    {
      title: "a series by expand beside rrule-rust, which is native code (µs a run)",
      rows: MIX.flatMap((text) => [
        ...rustRows(text, "100 years", FROM, TO),
        ...rustRows(text, "one month 30 years on", ...month),
      ]),
    },
  ];
}
