import { dayOf, localFromFields, weekday } from "@snart/calendar/time/local.ts";
import { expect, it } from "vitest";
import { localDateText } from "../../store/items/local-text.ts";
import {
  dayOfMonthOnScreen,
  localOfDay,
  mondayOfWeek,
  scrollTopOfMonth,
  WEEK_COUNT,
  weekOfDay,
  weeksAround,
} from "./month-weeks.ts";

it("counts weeks from a Monday to the last day that is kept", () => {
  expect(weekday(localOfDay(mondayOfWeek(0)))).toBe(1);
  const last = dayOf(localFromFields(2199, 12, 31));
  expect(weekOfDay(last)).toBe(WEEK_COUNT - 1);
  expect(weekOfDay(last + 700)).toBe(WEEK_COUNT - 1);
  expect(weekOfDay(dayOf(localFromFields(1800, 1, 1)))).toBe(0);
});

it("knows every day's week by its Monday", () => {
  for (let day = dayOf(localFromFields(2026, 10, 20)), n = 0; n < 30; n++, day++) {
    const monday = mondayOfWeek(weekOfDay(day));
    expect(day - monday).toBeGreaterThanOrEqual(0);
    expect(day - monday).toBe(weekday(localOfDay(day)) - 1);
  }
});

it("draws the weeks that are seen and some around them, and none that do not exist", () => {
  expect(weeksAround(1000, 600, 100, 2)).toEqual({ from: 8, to: 18 });
  expect(weeksAround(1001, 600, 100, 0)).toEqual({ from: 10, to: 17 });
  expect(weeksAround(0, 600, 100, 2)).toEqual({ from: 0, to: 8 });
  expect(weeksAround(WEEK_COUNT * 100, 600, 100, 2).to).toBe(WEEK_COUNT);
});

it("says of every month that begins on top that it is on screen", () => {
  for (let month = 1; month <= 60; month++) {
    const first = localFromFields(2024, month, 1);
    const top = scrollTopOfMonth(first, first, 792, 132);
    expect(localDateText(dayOfMonthOnScreen(top, 132)).slice(0, 7)).toBe(localDateText(first).slice(0, 7));
  }
});

it("scrolls on to a day that is low in a month where the window is", () => {
  const [first, day] = [localFromFields(2026, 11, 1), localFromFields(2026, 11, 30)];
  const top = scrollTopOfMonth(first, day, 400, 100);
  expect(top).toBe((weekOfDay(dayOf(day)) + 1) * 100 - 400);
  expect(scrollTopOfMonth(first, first, 400, 100)).toBe(weekOfDay(dayOf(first)) * 100);
});
