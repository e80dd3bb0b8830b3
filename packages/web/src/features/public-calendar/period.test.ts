import { dayOf, localFromFields } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { daysOf, firstOfMonth, localOfDay } from "./period.ts";

const today = localFromFields(2026, 11, 25, 10, 20, 0);
const iso = (day: number): string => new Date(localOfDay(day)).toISOString().slice(0, 10);
const shown = (view: "list" | "week" | "month", steps: number): string[] => {
  const { from, to } = daysOf(view, today, steps);
  return [iso(from), iso(to)];
};

it("shows whole weeks from Monday", () => {
  expect(shown("week", 0)).toEqual(["2026-11-23", "2026-11-30"]);
  expect(shown("week", 6)).toEqual(["2027-01-04", "2027-01-11"]);
});

it("shows the weeks that a month touches, across the year's end and before 1970", () => {
  expect(shown("month", 0)).toEqual(["2026-10-26", "2026-12-07"]);
  expect(shown("month", 2)).toEqual(["2026-12-28", "2027-02-01"]);
  expect(dayOf(firstOfMonth(localFromFields(1969, 1, 31, 0, 0, 0), -1))).toBe(-396);
  expect(daysOf("week", localFromFields(1969, 12, 31, 0, 0, 0), 0)).toEqual({ from: -3, to: 4 });
});

it("lists a year from today on", () => {
  expect(shown("list", 0)).toEqual(["2026-11-25", "2027-11-26"]);
});
