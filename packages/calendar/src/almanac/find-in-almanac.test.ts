import { describe, expect, it } from "vitest";
import type { AlmanacDate } from "./almanac-date.ts";
import type { AlmanacRegion } from "./almanac-day.ts";
import { findInAlmanac, squeezeOf } from "./find-in-almanac.ts";
import type { ClosedKinds } from "./squeeze-days.ts";

const today: AlmanacDate = { year: 2026, month: 11, day: 23 };
const red: ClosedKinds = new Set(["red"]);
const short = ({ year, month, day }: AlmanacDate): string => `${day}/${month} ${year}`;
const found = (words: string, region: AlmanacRegion = "SE"): string =>
  findInAlmanac(words, { today, region, closed: red })
    .map((hit) =>
      hit.kind === "named" ? `${hit.day.names.en} ${short(hit.day.date)}` : short(hit.days.first),
    )
    .join(", ");

describe("a search in the almanac", () => {
  it.each<[string, AlmanacRegion, string]>([
    ["klämdagar 2027", "SE", "7/5 2027"],
    ["Klämdag 2026", "SE", "2/1 2026, 5/1 2026, 15/5 2026"],
    ["squeeze days 2027", "GB-SCT", "29/11 2027"],
    ["klämdagar", "SE", "7/5 2027"],
    ["Easter 2027", "GB-ENG", "Easter Monday 29/3 2027"],
    ["easter sunday 2027", "SE", "Easter Sunday 28/3 2027"],
    ["påskdagen", "SE", "Easter Sunday 28/3 2027"],
    ["midsommara", "SE", "Midsummer’s Eve 25/6 2027"],
    ["st andrews", "GB-SCT", "St Andrew’s Day 30/11 2026"],
    ["julafton 2030", "SE", "Christmas Eve 24/12 2030"],
    ["boxing", "SE", "Boxing Day 26/12 2026"],
    [
      "bank holidays 2027",
      "GB-SCT",
      "New Year’s Day 1/1 2027, 2 January (substitute day) 4/1 2027, Good Friday 26/3 2027, Early May bank holiday 3/5 2027, Spring bank holiday 31/5 2027, Summer bank holiday 2/8 2027, St Andrew’s Day 30/11 2027, Christmas Day (substitute day) 27/12 2027, Boxing Day (substitute day) 28/12 2027",
    ],
  ])("%j in %s", (words, region, expected) => {
    expect(found(words, region)).toBe(expected);
  });

  it.each(["", "2027", "lunch", "da", "easter 1899", "x".repeat(100_000), "kläm dag", "e".repeat(61)])(
    "finds nothing for %j",
    (words) => {
      expect(found(words)).toBe("");
    },
  );

  it("finds the coming days, today included, and no past ones", () => {
    const on = { year: 2026, month: 12, day: 24 };
    const hits = findInAlmanac("julafton", { today: on, region: "SE", closed: red });
    expect(hits.map((hit) => hit.kind === "named" && short(hit.day.date))).toEqual(["24/12 2026"]);
  });
});

it("knows whether a day is a squeeze day, from which days a person has off", () => {
  expect(squeezeOf({ year: 2027, month: 5, day: 7 }, "SE", red)).toMatchObject({ take: 1, gives: 4 });
  expect(squeezeOf({ year: 2027, month: 5, day: 6 }, "SE", red)).toBeUndefined();
  expect(squeezeOf({ year: 2026, month: 1, day: 2 }, "SE", new Set(["red", "eve"]))?.gives).toBe(5);
});
