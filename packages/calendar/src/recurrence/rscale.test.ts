import { expect, test } from "vitest";
import { formatLocalValue, parseTimeValue } from "../icalendar/time-property.ts";
import { timed } from "../time/calendar-time.ts";
import { UTC } from "../time/zone.ts";
import { expand } from "./expand.ts";
import { walkRule } from "./iterate.ts";
import { formatRule, parseRule, type RecurrenceRule } from "./rule.ts";

// RFC 7529: dates that don't exist in the Gregorian calendar, and rules of other calendars.

function ruleOf(text: string): RecurrenceRule {
  const rule = parseRule(text);
  if (!rule.ok) throw new Error(JSON.stringify(rule.problem));
  return rule.value;
}

const at = (text: string) => parseTimeValue(text)!.local;

function dates(text: string, start: string, limit = 5, from?: string): string[] {
  const found: string[] = [];
  const options = from === undefined ? {} : { from: at(from) };
  const walked = walkRule(ruleOf(text), at(start), options, (local) => {
    found.push(formatLocalValue(local).slice(0, 8));
    return found.length < limit;
  });
  expect(walked.ok).toBe(true);
  return found;
}

test.each([
  ["20140131", "FREQ=MONTHLY;COUNT=4", "20140131 20140331 20140531 20140731"],
  ["20140131", "FREQ=MONTHLY;SKIP=OMIT;COUNT=4", "20140131 20140331 20140531 20140731"],
  ["20140131", "FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4", "20140131 20140228 20140331 20140430"],
  ["20140131", "FREQ=MONTHLY;SKIP=FORWARD;COUNT=4", "20140131 20140301 20140331 20140501"],
  ["20140131", "FREQ=MONTHLY;INTERVAL=3;SKIP=FORWARD;COUNT=4", "20140131 20140501 20140731 20141031"],
  ["20120229", "FREQ=YEARLY;COUNT=3", "20120229 20160229 20200229"],
  ["20120229", "FREQ=YEARLY;SKIP=OMIT;COUNT=3", "20120229 20160229 20200229"],
  ["20120229", "FREQ=YEARLY;SKIP=BACKWARD;COUNT=5", "20120229 20130228 20140228 20150228 20160229"],
  ["20120229", "FREQ=YEARLY;SKIP=FORWARD;COUNT=5", "20120229 20130301 20140301 20150301 20160229"],
  // Two that end up on the same day become one.
  [
    "20150130",
    "FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD;COUNT=5",
    "20150130 20150131 20150228 20150330 20150331",
  ],
  [
    "20150228",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;SKIP=FORWARD;COUNT=5",
    "20150228 20150301 20160228 20160229 20170228",
  ],
  // The weekday is compared after the date was moved, positions are counted last.
  ["20140131", "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=FR;SKIP=BACKWARD;COUNT=3", "20140131 20140228 20141031"],
  [
    "20150131",
    "FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=-1;SKIP=FORWARD;COUNT=3",
    "20150131 20150301 20150331",
  ],
])("from %s, RSCALE=GREGORIAN;%s", (start, rule, expected) => {
  expect(dates(`RSCALE=GREGORIAN;${rule}`, start).join(" ")).toBe(expected);
  expect(dates(`RSCALE=GREGORIAN;${rule}`, start, 1, expected.slice(-8))).toEqual([expected.slice(-8)]);
});

test("a rule with SKIP gives the same dates far from its start as near it", () => {
  for (const rule of ["FREQ=MONTHLY;SKIP=FORWARD", "FREQ=MONTHLY;SKIP=BACKWARD;INTERVAL=5"]) {
    const all = dates(`RSCALE=GREGORIAN;${rule}`, "20000131", 1500);
    for (const from of ["21000228", "21000301", "20960229", "20960301"])
      expect(dates(`RSCALE=GREGORIAN;${rule}`, "20000131", 3, from)).toEqual(
        all.filter((date) => date >= from).slice(0, 3),
      );
  }
});

test.each([
  "FREQ=YEARLY;RSCALE=CHINESE;COUNT=4;SKIP=BACKWARD",
  "FREQ=YEARLY;RSCALE=HEBREW;BYMONTHDAY=8;BYMONTH=5L;SKIP=FORWARD",
  "FREQ=YEARLY;RSCALE=ETHIOPIC;BYMONTH=13",
  "FREQ=YEARLY;RSCALE=HEBREW;BYYEARDAY=385",
])("%s is kept unchanged, and gives a problem that names its calendar, never dates", (text) => {
  const rule = ruleOf(text);
  const parts = (value: string) => value.split(";").sort();
  expect(parts(formatRule(rule))).toEqual(parts(text));
  const series = {
    start: timed(at("20260131T090000"), UTC),
    duration: { days: 0, milliseconds: 0 },
    rules: [rule],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: [],
    source: 0,
  };
  const scale = /RSCALE=\w+/.exec(text)?.[0];
  const found = expand(series, { from: 0, to: Date.UTC(2100, 0, 1) }, UTC);
  expect(found).toEqual({
    ok: false,
    problem: { code: "invalid-recurrence-rule", detail: `${scale} is not supported` },
  });
});

test("values that the Gregorian calendar can't have are invalid", () => {
  for (const text of [
    "FREQ=YEARLY;BYMONTH=5L",
    "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD",
    "FREQ=YEARLY;BYMONTH=13",
    "FREQ=YEARLY;BYYEARDAY=385",
    "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5LL",
    "RSCALE=;FREQ=YEARLY",
    "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=SIDEWAYS",
  ])
    expect(parseRule(text)).toMatchObject({ ok: false, problem: { code: "invalid-recurrence-rule" } });
});
