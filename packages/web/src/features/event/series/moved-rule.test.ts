import type { RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { localDateTimeText } from "../../../store/items/local-text.ts";
import { movedRule } from "./moved-rule.ts";

const monthly = (day: "mo" | "fr", nthOfPeriod: number): RecurrenceRule => ({
  "@type": "RecurrenceRule",
  frequency: "monthly",
  byDay: [{ "@type": "NDay", day, nthOfPeriod }],
  count: 12,
});
const on = (month: number, day: number, hour = 19) => localFromFields(2026, month, day, hour);
const moved = (rule: RecurrenceRule, first: number[], from: number[], to: number[]) => {
  const result = movedRule(rule, {
    first: on(first[0] ?? 0, first[1] ?? 0),
    from: on(from[0] ?? 0, from[1] ?? 0),
    to: on(to[0] ?? 0, to[1] ?? 0, to[2]),
  });
  return (
    result && { ...result.rule.byDay?.[0], count: result.rule.count, first: localDateTimeText(result.first) }
  );
};

it("makes the fourth Tuesday of the fourth Monday, from its own first one on", () => {
  const answer = { "@type": "NDay", day: "tu", nthOfPeriod: 4, count: 12 };
  expect(moved(monthly("mo", 4), [11, 23], [11, 23], [11, 24])).toEqual({
    ...answer,
    first: "2026-11-24T19:00:00",
  });
  // June 2026 begins with a Monday and September with a Tuesday, so in September the fourth Tuesday is the day before.
  expect(moved(monthly("mo", 4), [9, 28], [11, 23], [11, 24, 18])).toEqual({
    ...answer,
    first: "2026-09-22T18:00:00",
  });
});

it("leaves the last of the month the last, and counts a fifth as the last", () => {
  expect(moved(monthly("fr", -1), [10, 30], [11, 27], [11, 26])).toMatchObject({
    day: "th",
    nthOfPeriod: -1,
    first: "2026-10-29T19:00:00",
  });
  expect(moved(monthly("mo", 4), [10, 26], [11, 23], [11, 30])).toMatchObject({
    day: "mo",
    nthOfPeriod: -1,
    first: "2026-10-26T19:00:00",
  });
});

it("leaves a rule alone when only the hour changes, or the month", () => {
  expect(moved(monthly("mo", 4), [9, 28], [11, 23], [11, 23, 18])).toBeUndefined();
  expect(moved(monthly("mo", 4), [9, 28], [11, 23], [12, 1])).toBeUndefined();
});

it("moves the end along, and leaves other rules to follow their start", () => {
  const rule = { ...monthly("fr", -1), until: "2027-02-26T19:00:00" };
  const move = { first: on(10, 30), from: on(11, 27), to: on(11, 26) };
  expect(movedRule(rule, move)?.rule.until).toBe("2027-02-25T19:00:00");
  expect(movedRule({ ...rule, byMonth: ["11"] }, move)).toBeUndefined();
  expect(movedRule({ frequency: "weekly", byDay: [{ day: "fr" }] }, move)).toBeUndefined();
});
