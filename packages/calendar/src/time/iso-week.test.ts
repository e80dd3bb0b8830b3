import { expect, test } from "vitest";
import { civilDate, dayNumber, daysInMonth } from "./civil.ts";
import { DAY } from "./instant.ts";
import { isoWeek, startOfIsoWeek, weeksInIsoYear } from "./iso-week.ts";
import {
  addDays,
  asLocal,
  fieldsOfLocal,
  localFromFields,
  startOfDay,
  startOfWeek,
  weekday,
} from "./local.ts";

test.each([
  [[2026, 1, 1], { year: 2026, week: 1 }],
  [[2026, 12, 28], { year: 2026, week: 53 }],
  [[2027, 1, 3], { year: 2026, week: 53 }],
  [[2027, 1, 4], { year: 2027, week: 1 }],
  [[2024, 12, 30], { year: 2025, week: 1 }],
  [[1969, 12, 31], { year: 1970, week: 1 }],
  [[2005, 1, 1], { year: 2004, week: 53 }],
])("%s is in week %o", ([year = 0, month = 0, day = 0], week) => {
  expect(isoWeek(localFromFields(year, month, day, 23, 59, 59))).toEqual(week);
});

test("agrees with Temporal on every supported day", () => {
  for (let day = dayNumber(1900, 1, 1); day < dayNumber(2200, 1, 1); day += 1) {
    const date = civilDate(day);
    const expected = Temporal.PlainDate.from(date);
    const local = asLocal(day * DAY);
    const { year, week } = isoWeek(local);
    if (expected.yearOfWeek !== year || expected.weekOfYear !== week || expected.dayOfWeek !== weekday(local))
      throw new Error(expected.toString());
    if (
      dayNumber(date.year, date.month, date.day) !== day ||
      daysInMonth(date.year, date.month) !== expected.daysInMonth
    )
      throw new Error(expected.toString());
  }
});

test("weeks start on Monday, and years have 52 or 53", () => {
  expect([2020, 2025, 2026, 2032].map(weeksInIsoYear)).toEqual([53, 52, 53, 53]);
  expect(startOfIsoWeek({ year: 2026, week: 53 })).toBe(localFromFields(2026, 12, 28));
  expect(startOfIsoWeek({ year: 2026, week: 54 })).toBe(startOfIsoWeek({ year: 2027, week: 1 }));
  expect(startOfWeek(localFromFields(2027, 1, 3, 12))).toBe(localFromFields(2026, 12, 28));
});

test("fields carry over and come back", () => {
  expect(localFromFields(2026, 14, 1)).toBe(localFromFields(2027, 2, 1));
  expect(localFromFields(2026, 0, 32, 25)).toBe(localFromFields(2026, 1, 2, 1));
  expect(fieldsOfLocal(localFromFields(1905, 2, 28, 23, 59, 58))).toEqual({
    year: 1905,
    month: 2,
    day: 28,
    hour: 23,
    minute: 59,
    second: 58,
  });
  expect(addDays(startOfDay(localFromFields(2024, 2, 28, 9)), 1)).toBe(localFromFields(2024, 2, 29));
});
