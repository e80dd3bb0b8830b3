import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it } from "vitest";
import { formats } from "../i18n/format.ts";
import { localDateText } from "../store/items/local-text.ts";
import { readDay, readPlaces, type DayContext } from "./read-place.ts";

/** Monday of week 48. */
const today = localFromFields(2026, 11, 23);
const read = (text: string, on = today): string =>
  readPlaces(text, on)
    .map(({ kind, day }) => `${kind} ${localDateText(day)}`)
    .join(", ");

describe("reads", () => {
  it.each([
    ["29/11", "day 2026-11-29"],
    ["29.11", "day 2026-11-29"],
    ["29.11.2027", "day 2027-11-29"],
    ["2027-02-03", "day 2027-02-03"],
    ["2027-2-3", "day 2027-02-03"],
    ["3/2", "day 2027-02-03"],
    ["3 feb", "day 2027-02-03"],
    ["3 maj 2028", "day 2028-05-03"],
    ["24 December", "day 2026-12-24"],
    ["24 decem", "day 2026-12-24"],
    ["29/2", "day 2028-02-29"],
    ["week 49", "week 2026-11-30, week 2025-12-01"],
    ["v 7", "week 2027-02-15, week 2026-02-09"],
    ["v. 53", "week 2026-12-28"],
    ["vecka 1 2027", "week 2027-01-04"],
    ["2027-W07", "week 2027-02-15"],
    ["friday", "day 2026-11-27"],
    ["next friday", "day 2026-12-04"],
    ["nästa fredag", "day 2026-12-04"],
    ["on fri", "day 2026-11-27"],
    ["på fredag", "day 2026-11-27"],
    ["mån", "day 2026-11-30"],
    ["Monday", "day 2026-11-30"],
    ["torsd", "day 2026-11-26"],
    ["i morgon", "day 2026-11-24"],
    ["igår", "day 2026-11-22"],
    ["Today", "day 2026-11-23"],
    ["om tre veckor", "day 2026-12-14"],
    ["nästa vecka", "week 2026-11-30"],
    ["mars", "month 2027-03-01"],
    ["october", "month 2026-10-01"],
    ["feb 2028", "month 2028-02-01"],
    ["2027", "year 2027-01-01"],
  ])("%j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });
});

it.each([
  "",
  "lunch",
  "31/2",
  "week 54",
  "v 53 2027",
  "2026-13-01",
  "9999-01-01",
  "12 xyz",
  "0/0",
  "0.0",
  "1899",
  "lunch on friday",
  "friday 14",
  "\u{FFFC}",
  "9".repeat(10_000),
])("reads %j as no place in time", (text) => {
  expect(read(text)).toBe("");
});

it("prefers the recent past to next year", () => {
  expect(read("1/10")).toBe("day 2026-10-01");
  expect(localDateText(addDays(today, -60))).toBe("2026-09-24");
  expect(read("24/9")).toBe("day 2026-09-24");
  expect(read("23/9")).toBe("day 2027-09-23");
  expect(read("v 43")).toBe("week 2026-10-19, week 2025-10-20");
  expect(read("20/12", localFromFields(2027, 1, 10))).toBe("day 2026-12-20");
});

it.each([
  ["3/12", "day 2027-03-12"],
  ["12/3", "day 2026-12-03"],
  ["12/3/2027", "day 2027-12-03"],
  ["11/29", "day 2026-11-29"],
  ["29/11", "day 2026-11-29"],
  ["3 dec", "day 2026-12-03"],
  ["3.12", "day 2026-12-03"],
  ["2027-02-03", "day 2027-02-03"],
  ["13/13", ""],
  ["2/30", ""],
])("with the month first, %s", (text, expected) => {
  const places = readPlaces(text, today, true);
  expect(places.map(({ kind, day }) => `${kind} ${localDateText(day)}`).join(", ")).toBe(expected);
});

describe("a date field", () => {
  const typed = (text: string, more: Partial<DayContext> = {}): string => {
    const day = readDay(text, { today, since: today, monthFirst: false, ...more });
    return day === undefined ? "" : localDateText(day);
  };

  it.each([
    ["3 dec", "2026-12-03"],
    ["3/12", "2026-12-03"],
    ["3.12.2027", "2027-12-03"],
    ["2026-12-03", "2026-12-03"],
    ["2026/12/03", "2026-12-03"],
    ["tomorrow", "2026-11-24"],
    ["imorgon", "2026-11-24"],
    ["yesterday", "2026-11-22"],
    ["v. 49 fredag", "2026-12-04"],
    ["week 49, on Fri", "2026-12-04"],
    ["fredag v 49", "2026-12-04"],
    ["v. 49", "2026-11-30"],
    ["1 nov", "2027-11-01"],
    ["23", "2026-11-23"],
    [" 30 ", "2026-11-30"],
    ["14", "2026-12-14"],
    ["31", "2026-12-31"],
    ["32", ""],
    ["0", ""],
    ["2026/12-03", ""],
    ["december", ""],
    ["2027", ""],
    ["31/2", ""],
    ["v. 49 fredag lunch", ""],
    ["soon", ""],
    ["", ""],
    ["1".repeat(10_000), ""],
  ])("%j", (text, expected) => {
    expect(typed(text)).toBe(expected);
  });

  it("reads a date without a year as the first one since the earliest allowed day", () => {
    const since = localFromFields(2027, 12, 20);
    expect(typed("3/1", { since })).toBe("2028-01-03");
    expect(typed("21 dec", { since })).toBe("2027-12-21");
    expect(typed("tomorrow", { since })).toBe("2026-11-24");
  });

  it.each(
    (["en-GB", "sv"] as const).flatMap((language) =>
      (["day-month", "month-day", "year-month-day"] as const).map((order) => [language, order] as const),
    ),
  )("reads what a field shows in %s, %s", (language, dateOrder) => {
    const { shortDayAndYear } = formats(language, "UTC", nodeMessages(language), { dateOrder });
    for (let ahead = -400; ahead < 400; ahead += 7) {
      const day = addDays(today, ahead);
      expect(typed(shortDayAndYear(day), { monthFirst: dateOrder === "month-day" })).toBe(localDateText(day));
    }
  });
});
