import fc from "fast-check";
import { expect, test } from "vitest";
import { timed } from "../../time/calendar-time.ts";
import {
  addDays,
  asLocal,
  dayOf,
  fieldsOfLocal,
  localFromFields,
  timeOfDay,
  weekday,
  type Local,
} from "../../time/local.ts";
import { ianaZone } from "../../time/zone.ts";
import { expand } from "../expand.ts";
import type { MonthDay } from "./month-day.ts";
import {
  firstOfRepeat,
  readRepeat,
  rebaseRepeat,
  repeatProblems,
  writeRepeat,
  type Repeat,
  type RepeatEnd,
  type RepeatFields,
} from "./rule-editor.ts";
import { presetOf, presetsFor, repeatOfPreset } from "./rule-presets.ts";
import { ruleText } from "../sentence/rule-text.ts";
import { formatRule } from "../rule.ts";

const zone = ianaZone("Europe/Stockholm") ?? expect.fail("no zone");
const DAY = 86_400_000;

const starts = fc
  .tuple(fc.integer({ min: 0, max: 3650 }), fc.integer({ min: 4, max: 23 }))
  .map(([day, hour]): Local => asLocal(addDays(localFromFields(2020, 1, 1), day) + hour * 3_600_000));
const monthDays: fc.Arbitrary<MonthDay> = fc.oneof(
  fc.record({ kind: fc.constant("date" as const), day: fc.integer({ min: 1, max: 31 }) }),
  fc.record({
    kind: fc.constant("weekday" as const),
    nth: fc.constantFrom(1, 2, 3, 4, -1, -2),
    day: fc.integer({ min: 1, max: 7 }),
  }),
  fc.constant({ kind: "lastDay" as const }),
);
const fields: fc.Arbitrary<RepeatFields> = fc
  .record({
    frequency: fc.constantFrom("DAILY" as const, "WEEKLY" as const, "MONTHLY" as const, "YEARLY" as const),
    interval: fc.integer({ min: 1, max: 5 }),
    // All seven are read as a daily rule.
    weekdays: fc
      .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 6 })
      .map((days) => days.toSorted((a, b) => a - b)),
    on: monthDays,
    month: fc.integer({ min: 1, max: 12 }),
  })
  .filter(({ frequency, on, month }) => {
    if (frequency !== "YEARLY") return true;
    return on.kind === "weekday" || (on.kind === "date" && on.day <= (month === 2 ? 29 : 30));
  });
const ends = (start: Local): fc.Arbitrary<RepeatEnd> =>
  fc.oneof(
    fc.constant({ kind: "never" as const }),
    fc.record({ kind: fc.constant("after" as const), count: fc.integer({ min: 1, max: 40 }) }),
    fc
      .integer({ min: 0, max: 900 })
      .map((days) => ({ kind: "on" as const, day: asLocal((dayOf(start) + days) * DAY) })),
  );
const repeats = fc.tuple(starts, fields).chain(([given, chosen]) => {
  const start = firstOfRepeat({ kind: "fields", fields: chosen, end: { kind: "never" } }, given);
  return ends(start).map((end) => ({ start, repeat: { kind: "fields", fields: chosen, end } as const }));
});

const written = (repeat: Repeat, start: Local): string => {
  const rule = writeRepeat(repeat, { start, zone });
  return rule ? formatRule(rule) : "";
};

function occurrences(repeat: Repeat, start: Local, years: number): Local[] {
  const rule = writeRepeat(repeat, { start, zone });
  const series = {
    start: timed(start, zone),
    duration: { days: 0, milliseconds: 3_600_000 },
    rules: rule ? [rule] : [],
    exclusionRules: [],
    recurrenceDates: [],
    exceptionDates: [],
    overrides: [],
    source: null,
  };
  const from = zone.toInstant(start);
  const found = expand(series, { from, to: from + years * 366 * DAY }, zone);
  return found.ok
    ? found.value.map(({ startInstant }) => zone.toLocal(startInstant))
    : expect.fail("not expanded");
}

test("a written rule is read as it was chosen, and has a sentence", () => {
  fc.assert(
    fc.property(repeats, ({ start, repeat }) => {
      expect(repeatProblems(repeat, start)).toEqual([]);
      const rule = writeRepeat(repeat, { start, zone });
      const read = readRepeat(rule, { start, zone });
      expect(read.kind).toBe("fields");
      expect(written(read, start)).toBe(written(repeat, start));
      for (const language of ["en-GB", "sv"] as const)
        expect(rule && ruleText(rule, { start, zone }, language)).toMatch(/^[a-zåäö].*[^.]$/);
    }),
  );
});

test("it takes place on the chosen days, at the time of its start, and not after its end", () => {
  fc.assert(
    fc.property(repeats, ({ start, repeat: { kind, fields: chosen, end } }) => {
      const dates = occurrences({ kind, fields: chosen, end }, start, 3);
      expect(dates[0]).toBe(start);
      for (const date of dates) {
        expect(firstOfRepeat({ kind, fields: chosen, end }, date)).toBe(date);
        expect(timeOfDay(date)).toBe(timeOfDay(start));
        if (end.kind === "on") expect(dayOf(date)).toBeLessThanOrEqual(dayOf(end.day));
      }
      if (end.kind === "after") expect(dates.length).toBeLessThanOrEqual(end.count);
    }),
  );
});

test("a weekly repeat that moves keeps every occurrence, moved by the same amount", () => {
  const weekly = repeats.filter(
    ({ repeat }) => repeat.fields.frequency === "WEEKLY" && repeat.fields.interval === 1,
  );
  fc.assert(
    fc.property(weekly, fc.integer({ min: -10, max: 10 }), ({ start, repeat }, days) => {
      const to = addDays(start, days);
      const moved = rebaseRepeat(repeat, start, to, true);
      const before = occurrences(repeat, start, 1).slice(0, 30);
      expect(occurrences(moved, to, 1).slice(0, before.length)).toEqual(
        before.map((date) => addDays(date, days)),
      );
    }),
  );
});

test("every preset of every start begins on that start and is recognised", () => {
  fc.assert(
    fc.property(starts, (start) => {
      for (const preset of presetsFor(start)) {
        const repeat = repeatOfPreset(preset, start, { kind: "never" });
        expect(presetOf(repeat, start)).toBe(preset);
        if (preset !== "weekdays" || weekday(start) < 6) expect(firstOfRepeat(repeat, start)).toBe(start);
        if (preset === "yearly")
          expect(fieldsOfLocal(occurrences(repeat, start, 9)[1] ?? start).day).toBe(fieldsOfLocal(start).day);
      }
    }),
  );
});
