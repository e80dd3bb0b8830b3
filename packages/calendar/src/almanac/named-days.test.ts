import { expect, it } from "vitest";
import { namedDays } from "./named-days.ts";
import { redDays } from "./red-days.ts";

it("lists squeeze days among the others, in order, for the days that a person has off", () => {
  const may = namedDays(2027, "SE", new Set(["red"])).filter(({ date }) => date.month === 5);
  expect(may.map(({ date, kind, names }) => [date.day, kind, names.sv])).toEqual([
    [1, "red", "Första maj"],
    [6, "red", "Kristi himmelsfärdsdag"],
    [7, "squeeze", "Klämdag, ger 4"],
    [15, "customary", "Pingstafton"],
    [16, "red", "Pingstdagen"],
  ]);
  const first = namedDays(2026, "SE", new Set(["red", "eve"])).find(({ kind }) => kind === "squeeze");
  expect(first?.names.en).toBe("Squeeze day, gives 5");
});

it("adds nothing else, and nothing outside the almanac", () => {
  for (let year = 1990; year < 2060; year++) {
    const others = namedDays(year, "GB-SCT", new Set(["red"])).filter(({ kind }) => kind !== "squeeze");
    expect(others).toEqual(redDays(year, "GB-SCT"));
  }
  expect(namedDays(1899, "SE", new Set(["red"]))).toEqual([]);
});
