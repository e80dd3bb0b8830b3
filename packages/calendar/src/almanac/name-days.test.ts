import { describe, expect, it } from "vitest";
import { findNameDays, nameDayOf, parseNameDays, printNameDays } from "./name-days.ts";

describe("name days", () => {
  const days = new Map([
    ["02-29", "Skott"],
    ["03-01", "Albin, Elvira"],
    ["11-22", "Cecilia"],
    ["12-13", "Lucia"],
    ["12-24", "Eva"],
  ]);
  const today = { year: 2026, month: 11, day: 23 };

  it.each([
    "12-24",
    "12-24  Eva",
    "12-24 Eva ",
    "13-01 Eva",
    "02-30 Eva",
    "12-24 Eva\n12-24 Adam",
    "2-1 Max",
    "12-24 a\u0000b",
    "\n",
    `01-01 ${"x".repeat(201)}`,
  ])("are rejected in another form: %j", (text) => {
    expect(parseNameDays(text)).toBeUndefined();
  });

  it("are read back as they were stored", () => {
    expect(parseNameDays(printNameDays(new Map([...days].toReversed())))).toEqual(days);
    expect(parseNameDays("")).toEqual(new Map());
  });

  it("are looked up by day", () => {
    expect(nameDayOf(days, { year: 2031, month: 12, day: 24 })).toBe("Eva");
    expect(nameDayOf(days, today)).toBeUndefined();
  });

  it.each([
    ["ev", ["24/12 2026 Eva"]],
    ["ELVIRA", ["1/3 2027 Albin, Elvira"]],
    ["cecilia", ["22/11 2027 Cecilia"]],
    ["e", []],
    ["va", []],
    // 2027 has no 29 February.
    ["skott", []],
  ])("are found by the beginning of a name, next year's if this year's is over: %s", (words, expected) => {
    const found = findNameDays(words, days, today);
    expect(found.map(({ date, names }) => `${date.day}/${date.month} ${date.year} ${names}`)).toEqual(
      expected,
    );
  });
});
