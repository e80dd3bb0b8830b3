import { describe, expect, test } from "vitest";
import { localFromFields, type Local } from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import {
  fieldsFor,
  firstOfRepeat,
  monthDaysFor,
  readRepeat,
  rebaseRepeat,
  repeatProblems,
  withFrequency,
  writeRepeat,
  type Repeat,
  type RepeatEnd,
  type RepeatFields,
} from "./rule-editor.ts";
import type { RuleStart } from "./rule-pattern.ts";
import { ruleText } from "../sentence/rule-text.ts";
import { formatRule, parseRule } from "../rule.ts";

const stockholm = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const date = (month: number, day: number, hour = 0, year = 2026): Local =>
  localFromFields(year, month, day, hour);
/** Tuesday 24 November 2026, the fourth and last one of its month */
const TUESDAY = date(11, 24, 10);
const zoned: RuleStart = { start: TUESDAY, zone: stockholm };

const parsed = (text: string) => {
  const rule = parseRule(text);
  return rule.ok ? rule.value : expect.fail(text);
};
const read = (text: string, start: RuleStart = zoned): Repeat => readRepeat(parsed(text), start);
const written = (repeat: Repeat, start: RuleStart = zoned): string | undefined => {
  const rule = writeRepeat(repeat, start);
  return rule && formatRule(rule);
};
const fieldsOf = (repeat: Repeat): RepeatFields =>
  repeat.kind === "fields" ? repeat.fields : expect.fail(repeat.kind);
const custom = (part: Partial<RepeatFields>, end: RepeatEnd = { kind: "never" }): Repeat => ({
  kind: "fields",
  fields: { ...fieldsFor(TUESDAY), ...part },
  end,
});

describe("a rule that the fields can express is written as it was read", () => {
  test.each([
    "FREQ=DAILY",
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY",
    "FREQ=WEEKLY;COUNT=10;INTERVAL=2",
    "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
    "FREQ=WEEKLY;INTERVAL=4;BYDAY=MO,WE",
    "FREQ=WEEKLY;BYDAY=TH",
    "FREQ=MONTHLY",
    "FREQ=MONTHLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31",
    "FREQ=MONTHLY;BYMONTHDAY=-1",
    "FREQ=MONTHLY;BYDAY=4TU",
    "FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR",
    "FREQ=MONTHLY;BYDAY=-2SU",
    "FREQ=YEARLY",
    "FREQ=YEARLY;INTERVAL=4;BYMONTHDAY=29;BYMONTH=2",
    "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3",
    "FREQ=WEEKLY;UNTIL=20261218T225959Z",
  ])("%s", (text) => {
    const repeat = read(text);
    expect(repeat.kind).toBe("fields");
    expect(written(repeat)).toBe(text);
    expect(repeatProblems(repeat, TUESDAY)).toEqual([]);
    // Every choice has a sentence.
    for (const language of ["en-GB", "sv"] as const)
      expect(ruleText(parsed(text), zoned, language)).toBeTypeOf("string");
  });

  test.each([
    ["FREQ=WEEKLY;BYDAY=TU;WKST=SU", "FREQ=WEEKLY"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;WKST=SU", "FREQ=WEEKLY;INTERVAL=2"],
    ["FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=4", "FREQ=MONTHLY;BYDAY=4TU"],
    ["FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24", "FREQ=YEARLY"],
    ["FREQ=WEEKLY;UNTIL=20261218T090000Z", "FREQ=WEEKLY;UNTIL=20261218T225959Z"],
    // One hour too early for that day's event.
    ["FREQ=WEEKLY;UNTIL=20261218T080000Z", "FREQ=WEEKLY;UNTIL=20261217T225959Z"],
  ])("%s means %s", (text, plain) => expect(written(read(text))).toBe(plain));
});

describe("a rule that the fields can't express is kept", () => {
  test.each([
    "FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20;BYSETPOS=1",
    "FREQ=HOURLY;INTERVAL=6",
    "FREQ=DAILY;BYHOUR=8,12",
    "FREQ=MONTHLY;BYMONTHDAY=1,15",
    "FREQ=MONTHLY;BYDAY=1TU,3TU",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=YEARLY;RSCALE=HEBREW",
    "FREQ=YEARLY;RSCALE=GREGORIAN;BYMONTHDAY=29;BYMONTH=2;SKIP=FORWARD",
    "FREQ=DAILY;X-OWN=1",
    "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
  ])("%s", (text) => {
    const repeat = read(text);
    expect(repeat.kind).toBe("kept");
    expect(written(repeat)).toBe(text);
    expect(rebaseRepeat(repeat, TUESDAY, date(11, 26, 10), false)).toEqual(repeat);
  });

  test("only its end changes, if that is changed", () => {
    const repeat = read("FREQ=YEARLY;BYDAY=MO;BYWEEKNO=20;BYSETPOS=1");
    if (repeat.kind !== "kept") throw new Error("not kept");
    expect(written({ ...repeat, end: { kind: "after", count: 3 } })).toBe(
      "FREQ=YEARLY;COUNT=3;BYDAY=MO;BYWEEKNO=20;BYSETPOS=1",
    );
  });
});

test("survives being stored as text", () => {
  for (const text of ["FREQ=YEARLY;BYWEEKNO=20;UNTIL=20300101T000000Z", "FREQ=WEEKLY;COUNT=3"]) {
    const repeat = JSON.parse(JSON.stringify(read(text))) as Repeat;
    expect(written(repeat)).toBe(formatRule(parsed(text)));
  }
});

describe("the end", () => {
  const on: RepeatEnd = { kind: "on", day: date(12, 18) };
  test.each<[string, RuleStart, string]>([
    ["whole days", { start: date(11, 24), allDay: true }, "FREQ=WEEKLY;UNTIL=20261218"],
    ["no zone", { start: TUESDAY }, "FREQ=WEEKLY;UNTIL=20261218T235959"],
    ["winter time", zoned, "FREQ=WEEKLY;UNTIL=20261218T225959Z"],
    [
      "a zone ahead of its day",
      { start: TUESDAY, zone: ianaZone("Pacific/Auckland") ?? expect.fail("no zone") },
      "FREQ=WEEKLY;UNTIL=20261218T105959Z",
    ],
  ])("on a day, %s", (_, start, text) => {
    expect(written(custom({}, on), start)).toBe(text);
    expect(read(text, start)).toEqual(custom({}, on));
  });

  test("on a day in summer time", () =>
    expect(written(custom({}, { kind: "on", day: date(6, 6, 0, 2027) }))).toBe(
      "FREQ=WEEKLY;UNTIL=20270606T215959Z",
    ));

  test("of whole days may be a moment in rules by others", () =>
    expect(read("FREQ=WEEKLY;UNTIL=20261218T000000Z", { start: date(11, 24), allDay: true })).toMatchObject({
      end: on,
    }));

  test("replaces the existing one", () => {
    const repeat = custom({}, { kind: "after", count: 4 });
    expect(written(repeat)).toBe("FREQ=WEEKLY;COUNT=4");
    expect(written({ ...repeat, end: on } as Repeat)).toBe("FREQ=WEEKLY;UNTIL=20261218T225959Z");
    expect(written({ ...repeat, end: { kind: "never" } } as Repeat)).toBe("FREQ=WEEKLY");
  });
});

describe("a start that moves", () => {
  const moved = (text: string, from: Local, to: Local, movesEnd = false) =>
    written(rebaseRepeat(read(text, { start: from, zone: stockholm }), from, to, movesEnd), {
      start: to,
      zone: stockholm,
    });
  test.each([
    ["its day", "FREQ=WEEKLY;BYDAY=TU", TUESDAY, date(11, 26, 10), "FREQ=WEEKLY"],
    [
      "all of its days",
      "FREQ=WEEKLY;BYDAY=TU,FR,SU",
      TUESDAY,
      date(11, 25, 10),
      "FREQ=WEEKLY;BYDAY=MO,WE,SA",
    ],
    ["back over Monday", "FREQ=WEEKLY;BYDAY=TU,WE", TUESDAY, date(11, 22, 10), "FREQ=WEEKLY;BYDAY=MO,SU"],
    ["nothing by a week", "FREQ=WEEKLY;BYDAY=TU,WE", TUESDAY, date(12, 1), "FREQ=WEEKLY;BYDAY=TU,WE"],
    ["nothing by hours", "FREQ=MONTHLY", TUESDAY, date(11, 24, 18), "FREQ=MONTHLY"],
    ["the day of the month", "FREQ=MONTHLY;BYMONTHDAY=24", TUESDAY, date(11, 30), "FREQ=MONTHLY"],
    ["no other day", "FREQ=MONTHLY;BYMONTHDAY=1", TUESDAY, date(11, 30), "FREQ=MONTHLY;BYMONTHDAY=1"],
    ["the fourth", "FREQ=MONTHLY;BYDAY=4TU", TUESDAY, date(11, 18), "FREQ=MONTHLY;BYDAY=3WE"],
    ["a fifth to the last", "FREQ=MONTHLY;BYDAY=4TU", TUESDAY, date(11, 30), "FREQ=MONTHLY;BYDAY=-1MO"],
    ["the last", "FREQ=MONTHLY;BYDAY=-1TU", TUESDAY, date(11, 27), "FREQ=MONTHLY;BYDAY=-1FR"],
    ["the last no more", "FREQ=MONTHLY;BYDAY=-1TU", TUESDAY, date(11, 18), "FREQ=MONTHLY;BYDAY=3WE"],
    ["the last day", "FREQ=MONTHLY;BYMONTHDAY=-1", date(11, 30), date(11, 29), "FREQ=MONTHLY"],
    ["a date", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24", TUESDAY, date(12, 24), "FREQ=YEARLY"],
  ])("also moves %s", (_, text, from, to, expected) => expect(moved(text, from, to)).toBe(expected));

  test("moves the last day only when asked to", () => {
    const text = "FREQ=WEEKLY;UNTIL=20261215T225959Z";
    expect(moved(text, TUESDAY, date(11, 26, 10), true)).toBe("FREQ=WEEKLY;UNTIL=20261217T225959Z");
    expect(moved(text, TUESDAY, date(11, 26, 10))).toBe(text);
  });
});

test("offers the days of the month that match the start, and the current one", () => {
  const offered = (start: Local, part: Partial<RepeatFields> = { frequency: "MONTHLY" }) =>
    monthDaysFor(start, { ...fieldsFor(start), ...part }).map((it) =>
      it.kind === "date" ? `${it.day}` : it.kind === "lastDay" ? "last" : `${it.nth}/${it.day}`,
    );
  expect(offered(TUESDAY)).toEqual(["24", "4/2", "-1/2"]);
  expect(offered(date(11, 17))).toEqual(["17", "3/2"]);
  expect(offered(date(11, 30))).toEqual(["30", "last", "-1/1"]);
  expect(offered(date(11, 30), { frequency: "YEARLY" })).toEqual(["30", "-1/1"]);
  expect(offered(TUESDAY, { frequency: "MONTHLY", on: { kind: "date", day: 1 } })).toContain("1");
});

test("a yearly repeat has no last day of the month", () => {
  const fields = fieldsOf(custom({ frequency: "MONTHLY", on: { kind: "lastDay" } }));
  expect(withFrequency(fields, "YEARLY", TUESDAY).on).toEqual({ kind: "date", day: 24 });
  expect(withFrequency(fields, "WEEKLY", TUESDAY).on).toEqual({ kind: "lastDay" });
});

test("names the invalid fields", () => {
  expect(repeatProblems({ kind: "none" }, TUESDAY)).toEqual([]);
  expect(repeatProblems(custom({ interval: 0, weekdays: [] }), TUESDAY)).toEqual(["interval", "weekdays"]);
  expect(repeatProblems(custom({ interval: 1.5 }), TUESDAY)).toEqual(["interval"]);
  expect(repeatProblems(custom({ frequency: "DAILY", weekdays: [] }), TUESDAY)).toEqual([]);
  expect(repeatProblems(custom({}, { kind: "after", count: 0 }), TUESDAY)).toEqual(["count"]);
  expect(repeatProblems(custom({}, { kind: "on", day: date(11, 23) }), TUESDAY)).toEqual(["endDay"]);
  expect(repeatProblems(custom({}, { kind: "on", day: date(11, 24) }), TUESDAY)).toEqual([]);
});

test.each<[string, Partial<RepeatFields>, Local]>([
  ["its start", {}, TUESDAY],
  ["the next of its weekdays", { weekdays: [1, 4] }, date(11, 26, 10)],
  ["next week", { weekdays: [1] }, date(11, 30, 10)],
  ["the day of the month", { frequency: "MONTHLY", on: { kind: "date", day: 1 } }, date(12, 1, 10)],
  ["a month that has it", { frequency: "MONTHLY", on: { kind: "date", day: 31 } }, date(12, 31, 10)],
  ["the last Friday", { frequency: "MONTHLY", on: { kind: "weekday", nth: -1, day: 5 } }, date(11, 27, 10)],
  ["the last day", { frequency: "MONTHLY", on: { kind: "lastDay" } }, date(11, 30, 10)],
  ["a leap year", { frequency: "YEARLY", on: { kind: "date", day: 29 }, month: 2 }, date(2, 29, 10, 2028)],
  ["no day at all", { frequency: "YEARLY", on: { kind: "date", day: 31 }, month: 2 }, TUESDAY],
])("begins with %s", (_, part, first) => expect(firstOfRepeat(custom(part), TUESDAY)).toBe(first));

test("other fields begin with the values of the occurrence that the rule is shown for", () => {
  const shown = readRepeat(parsed("FREQ=WEEKLY"), zoned, date(12, 3, 10));
  expect(fieldsOf(shown)).toMatchObject({ weekdays: [2], on: { kind: "date", day: 3 }, month: 12 });
});
