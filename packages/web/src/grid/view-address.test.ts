import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { localDateText } from "../store/items/local-text.ts";
import { addressOf, daysOfView, readAddress, stepView } from "./view-address.ts";

const today = localFromFields(2026, 11, 25);
const read = (path: string): string | undefined => {
  const view = readAddress(path, today);
  return view && [view.kind, localDateText(view.date), view.count].filter(Boolean).join(" ");
};

describe("addresses", () => {
  it.each([
    ["/week/2026-W48", "week 2026-11-25"],
    ["/week/2026-W53", "week 2026-12-28"],
    ["/day/2026-11-29", "day 2026-11-29"],
    ["/week", "week 2026-11-25"],
    ["/month/2026-11", "month 2026-11-25"],
    ["/month/2027-02", "month 2027-02-01"],
    ["/month", "month 2026-11-25"],
    ["/year/2026", "year 2026-11-25"],
    ["/year/2027", "year 2027-01-01"],
    ["/year", "year 2026-11-25"],
    ["/soon", "soon 2026-11-25"],
    ["/workweek/2026-W49", "workweek 2026-11-30"],
    ["/workweek", "workweek 2026-11-25"],
    ["/days/3/2026-11-29", "days 2026-11-29 3"],
    ["/days/7", "days 2026-11-25 7"],
    ["/weeks/4/2026-W48", "weeks 2026-11-25 4"],
    ["/weeks/8/2026-W53", "weeks 2026-12-28 8"],
    ["/weeks/2", "weeks 2026-11-25 2"],
  ])("%s", (path, expected) => {
    expect(read(path)).toBe(expected);
  });
  it.each([
    "/year/2200",
    "/days/1/2026-11-29",
    "/days/8/2026-11-29",
    "/days/3/2200-01-01",
    "/days/3/2026-02-30",
    "/days/2026-11-29",
    "/weeks/9/2026-W48",
    "/weeks/4/2027-W53",
    "/weeks/2026-W48",
    "/workweek/3/2026-W48",
    "/year/26",
    "/month/2026-13",
    "/month/1899-12",
    "/month/2026-1",
    "/week/2027-W53",
    "/week/2026-W00",
    "/day/2026-02-30",
    "/week/1066-W41",
    "/event/1",
    "/day/../x",
  ])("refuses %s", (path) => {
    expect(read(path)).toBeUndefined();
  });
  it("names the ISO week's own year", () => {
    expect(addressOf({ kind: "week", date: localFromFields(2027, 1, 1) })).toBe("/week/2026-W53");
    expect(addressOf({ kind: "day", date: localFromFields(2027, 1, 1) })).toBe("/day/2027-01-01");
  });
});

it("a week begins on Monday and steps by sevens", () => {
  const view = { kind: "week", date: today } as const;
  expect(daysOfView(view).map(localDateText)).toEqual([
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
  ]);
  expect(localDateText(stepView(view, -2).date)).toBe("2026-11-11");
  expect(stepView({ kind: "day", date: localFromFields(2199, 12, 31) }, 1).date).toBe(
    localFromFields(2199, 12, 31),
  );
});

it("a month has its own days and steps from first to first", () => {
  const view = { kind: "month", date: localFromFields(2026, 1, 31) } as const;
  expect(daysOfView(view).map(localDateText).at(-1)).toBe("2026-01-31");
  expect(daysOfView({ kind: "month", date: localFromFields(2028, 2, 29) })).toHaveLength(29);
  expect(localDateText(stepView(view, 1).date)).toBe("2026-02-01");
  expect(localDateText(stepView(view, -1).date)).toBe("2025-12-01");
  expect(stepView({ kind: "month", date: localFromFields(2199, 12, 1) }, 1).date).toBe(
    localFromFields(2199, 12, 1),
  );
});

it("a year has all its days and steps from first to first", () => {
  const view = { kind: "year", date: localFromFields(2028, 2, 29) } as const;
  expect(daysOfView(view)).toHaveLength(366);
  expect(localDateText(stepView(view, 1).date)).toBe("2029-01-01");
  expect(stepView({ kind: "year", date: localFromFields(1900, 1, 1) }, -1).date).toBe(
    localFromFields(1900, 1, 1),
  );
});

it("a work week goes from its first to its last working day", () => {
  const view = { kind: "workweek", date: today } as const;
  const texts = (workDays?: readonly number[]) => daysOfView(view, workDays).map(localDateText);
  expect(texts()).toEqual(["2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26", "2026-11-27"]);
  // Days side by side follow each other, so that events of several days lie across them.
  expect(texts([2, 4])).toEqual(["2026-11-24", "2026-11-25", "2026-11-26"]);
  expect(localDateText(stepView(view, 1).date)).toBe("2026-12-02");
});

it("days and weeks of a chosen number step by that number, days from any day on", () => {
  const days = { kind: "days", date: today, count: 4 } as const;
  expect(daysOfView(days).map(localDateText)).toEqual([
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
  ]);
  expect(stepView(days, 1)).toEqual({ ...days, date: localFromFields(2026, 11, 29) });
  const weeks = { kind: "weeks", date: today, count: 3 } as const;
  expect(daysOfView(weeks)).toHaveLength(21);
  expect(daysOfView(weeks).map(localDateText)[0]).toBe("2026-11-23");
  expect(localDateText(stepView(weeks, -1).date)).toBe("2026-11-04");
});
