import { addDays, localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { localDateText } from "../store/local-text.ts";
import { readPlaces } from "./read-place.ts";

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
])("takes %j for nowhere", (text) => {
  expect(read(text)).toBe("");
});

it("looks back a little before it looks to next year", () => {
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
])("of whoever writes the month first, %s", (text, expected) => {
  const places = readPlaces(text, today, true);
  expect(places.map(({ kind, day }) => `${kind} ${localDateText(day)}`).join(", ")).toBe(expected);
});
