// Recurrence rules compared with another engine, in one process, in turns (docs/benchmarks.md). Run by main.ts.
import { RRuleTemporal } from "rrule-temporal";
import type { Series } from "../packages/calendar/src/recurrence/series.ts";
import type { Instant } from "../packages/calendar/src/time/instant.ts";
import type { Local } from "../packages/calendar/src/time/local.ts";
import { measure, type Section } from "./measure.ts";
import {
  instants,
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

const WEEK = 7 * 86_400_000;

const theirs = (rule: string) =>
  new RRuleTemporal({
    rruleString: `DTSTART;TZID=Europe/Stockholm:${START_TEXT}\nRRULE:${rule}`,
    cache: false,
    maxIterations: 1e7,
  });

/** Both engines must give the same instants. Throws Error if they do not. */
function compared(text: string, series: Series<null>, from: Instant, to: Instant): void {
  // The other engine has no lengths, and no start that its rule does not give: what began before the window, and the start, are left out.
  const first = zone.toInstant(START);
  const isCompared = (at: Instant): boolean => at >= from && at !== first;
  const ours = occurrences(series, from, to)
    .map(({ startInstant }) => startInstant)
    .filter(isCompared);
  const other = theirs(text)
    .between(new Date(from), new Date(to - 1), true)
    .map((time) => time.epochMilliseconds)
    .filter(isCompared);
  if (ours.join() !== other.join()) throw new Error(`${text}: the engines differ`);
}

function longRuns(): Section {
  const [from, to] = [Date.parse("1997-09-01T00:00Z"), Date.parse("2097-09-02T00:00Z")];
  const rows = MIX.map((text) => {
    const series = seriesOf(readRule(text));
    const other = theirs(text);
    compared(text, series, from, to);
    return measure({
      name: text,
      against: "rrule-temporal between",
      ours: () => sumOf(occurrences(series, from, to)),
      theirs: () => other.between(new Date(from), new Date(to), true).map((time) => time.epochMilliseconds),
      roundTime: 100,
      target: 8,
    });
  });
  return { title: "100 years of a series by expand, to instants, results compared (µs a run)", rows };
}

/** The same by the inner function. */
function innerRuns(): Section {
  const [from, to] = [local("20400102T000000"), local("20400109T000000")];
  const end = local("20970902T090000");
  const rows = MIX.flatMap((text) => {
    const rule = readRule(text);
    const series = seriesOf(rule);
    return [
      measure({
        name: `${text}, one week`,
        against: "expand",
        ours: () => instants(rule, START, from, to),
        theirs: () => sumOf(occurrences(series, zone.toInstant(from), zone.toInstant(to))),
      }),
      measure({
        name: `${text}, 100 years`,
        against: "expand",
        ours: () => instants(rule, START, START, end),
        theirs: () => sumOf(occurrences(series, zone.toInstant(START), zone.toInstant(end))),
        roundTime: 100,
      }),
    ];
  });
  return {
    title: "walkRule, the inner function without occurrences (ours), beside expand (theirs); µs",
    rows,
  };
}

function weekFarAway(): Section {
  const [from, to] = [Date.parse("2040-01-01T23:00Z"), Date.parse("2040-01-08T23:00Z")];
  const [first, last] = [new Date(from), new Date(to)];
  const rows = MIX.flatMap((text) => {
    const series = seriesOf(readRule(text));
    const other = theirs(text);
    compared(text, series, from, to);
    return [
      measure({
        name: `${text} (read from text each time)`,
        against: "rrule-temporal between",
        ours: () => sumOf(occurrences(seriesOf(readRule(text)), from, to)),
        theirs: () => theirs(text).between(first, last),
        target: 10,
      }),
      measure({
        name: `${text} (read once)`,
        against: "rrule-temporal between",
        ours: () => sumOf(occurrences(series, from, to)),
        theirs: () => other.between(first, last),
        target: 10,
      }),
    ];
  });
  return { title: "one week by expand, 42 years after DTSTART, results compared (µs a week)", rows };
}

/** Weeks with instances and weeks without, so that no engine gains from a week like the one before. */
function everyWeek(): Section {
  const begin = local("20400102T000000");
  const weeks = Array.from({ length: 52 }, (_, week) => {
    const from = (begin + week * WEEK) as Local;
    const to = (from + WEEK) as Local;
    const span = { from: zone.toInstant(from), to: zone.toInstant(to) };
    return { ...span, first: new Date(span.from), last: new Date(span.to - 1) };
  });
  const rows = MIX.map((text) => {
    const series = seriesOf(readRule(text));
    const other = theirs(text);
    for (const { from, to } of weeks) compared(text, series, from, to);
    return measure({
      name: text,
      against: "rrule-temporal between",
      ours: () => weeks.reduce((sum, { from, to }) => sum + sumOf(occurrences(series, from, to)), 0),
      theirs: () => weeks.map(({ first, last }) => other.between(first, last, true)),
      units: weeks.length,
      target: 10,
    });
  });
  return {
    title: "every week of 2040 in turn by expand, the rule read once, results compared (µs a week)",
    rows,
  };
}

/** The cost of counting out a COUNT before it is remembered: a copied rule counts as unseen. */
function firstTime(): Section {
  const [from, to] = [local("20400102T000000"), local("20400109T000000")];
  const rows = ["FREQ=WEEKLY;COUNT=10", "FREQ=WEEKLY;COUNT=2700", "FREQ=DAILY;COUNT=1000000000"].map(
    (text) => {
      const rule = readRule(text);
      return measure({
        name: text,
        against: "the same, seen before",
        ours: () => instants({ ...rule }, START, from, to),
        theirs: () => instants(rule, START, from, to),
      });
    },
  );
  return {
    title: "one week, 42 years after DTSTART, of a rule that was never seen before (µs a week)",
    rows,
  };
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

const all = (last: number) => [...Array(last + 1).keys()].join();

/**
 * Rules that need as much work as a rule can; the first column is the cost of their week, the second one of
 * FREQ=DAILY.
 */
function hostile(): Section {
  const [from, to] = [local("20400102T000000"), local("20400109T000000")];
  const usual = readRule("FREQ=DAILY");
  const rules = [
    "FREQ=SECONDLY;COUNT=1000000000",
    "FREQ=SECONDLY;BYSETPOS=2",
    "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY;INTERVAL=1000000000",
    "FREQ=DAILY;COUNT=1000000000",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
    "FREQ=YEARLY;BYDAY=MO;BYSETPOS=300",
    `FREQ=YEARLY;BYHOUR=${all(23)};BYMINUTE=${all(59)};BYSECOND=${all(59)};BYSETPOS=-366`,
  ];
  const rows = rules.map((text) => {
    const rule = readRule(text);
    return measure({
      name: text.length > 60 ? `${text.slice(0, 20)}…${text.slice(-14)}` : text,
      against: "the same week of FREQ=DAILY",
      ours: () => instants(rule, START, from, to),
      theirs: () => instants(usual, START, from, to),
    });
  });
  return { title: "one week of a hostile rule, 42 years after DTSTART (µs a week)", rows };
}

/** Measures everything about rules; takes a minute. */
export const measureRecurrence = (): readonly Section[] => [
  longRuns(),
  weekFarAway(),
  everyWeek(),
  innerRuns(),
  distance(),
  firstTime(),
  hostile(),
];
