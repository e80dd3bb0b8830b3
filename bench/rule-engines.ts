// Recurrence rules compared with the two engines that most apps use (docs/benchmarks.md). Run by main.ts.
import { createRequire } from "node:module";
import ICAL from "ical.js";
import type * as Rrule from "rrule";
import { serialiseICalendar } from "../packages/calendar/src/icalendar/serialise.ts";
import { vtimezoneFor } from "../packages/calendar/src/recurrence/write-vtimezone.ts";
import { measure, type Measurement, type Section } from "./measure.ts";
import { instants, local, MIX, readRule, START } from "./recurrence.ts";

// Its ES modules import without file extensions, which Node refuses.
const { rrulestr } = createRequire(import.meta.url)("rrule") as typeof Rrule;

const FIRST = Date.UTC(1997, 8, 1);
const LAST = Date.UTC(2097, 8, 2);

function stockholm(): ICAL.Timezone {
  const component = new ICAL.Component(
    ICAL.parse(serialiseICalendar(vtimezoneFor("Europe/Stockholm", FIRST, LAST))) as unknown[],
  );
  return new ICAL.Timezone({ component, tzid: "Europe/Stockholm" });
}

/** The sum of a rule's instants by ical.js, which has no windows: it is asked until a time is past the end. */
function byIcalJs(text: string, zone: ICAL.Timezone): number {
  const start = ICAL.Time.fromData(
    { year: 1997, month: 9, day: 2, hour: 9, minute: 0, second: 0, isDate: false },
    zone,
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

function rowsFor(text: string, zone: ICAL.Timezone): Measurement[] {
  const rule = readRule(text);
  const ours = () => instants(rule, START, START, local("20970902T090000"));
  const other = rrulestr(`DTSTART:19970902T090000Z\nRRULE:${text}`) as Rrule.RRule;
  const isSame = byIcalJs(text, zone) === ours();
  return [
    measure({
      name: text,
      against: isSame ? "ical.js iterator" : "ical.js iterator, whose instants differ",
      ours,
      theirs: () => byIcalJs(text, zone),
      ...(isSame && { target: 50 }),
    }),
    measure({ name: text, against: "rrule between, without a zone", ours, theirs: () => byRrule(other) }),
  ];
}

/** Measures the rule mix beside ical.js and rrule. */
export function measureRuleEngines(): Section {
  const zone = stockholm();
  return {
    title: "100 years of a rule beside what most apps have, to instants (µs a run)",
    rows: MIX.flatMap((text) => rowsFor(text, zone)),
  };
}
