import { addDays, type Local } from "@snart/calendar/time/local.ts";
import { expect, test } from "vitest";
import { localDateText, readLocalText } from "../../../store/items/local-text.ts";
import { isTooLong, periodAround, sheetsOf, withFrom, withTo, type Period } from "./print-period.ts";

function day(text: string): Local {
  const read = readLocalText(text);
  if (read === undefined) throw new Error(`no day ${text}`);
  return read;
}
const texts = ({ from, to }: Period): string => `${localDateText(from)} ${localDateText(to)}`;

test.each([
  ["day", "2026-11-23 2026-11-23"],
  ["week", "2026-11-23 2026-11-29"],
  ["month", "2026-11-01 2026-11-30"],
  ["year", "2026-01-01 2026-12-31"],
  ["list", "2026-11-23 2026-12-20"],
] as const)("a %s is printed whole", (kind, expected) => {
  expect(texts(periodAround(kind, day("2026-11-23")))).toBe(expected);
});

test("a period is printed by the whole weeks and months that it touches", () => {
  const period = { from: day("2026-12-30"), to: day("2027-01-04") };
  expect(sheetsOf("week", period).map(({ first }) => localDateText(first))).toEqual([
    "2026-12-28",
    "2027-01-04",
  ]);
  expect(sheetsOf("month", period).map(({ last }) => localDateText(last))).toEqual([
    "2026-12-31",
    "2027-01-31",
  ]);
  expect(sheetsOf("list", period)).toEqual([{ first: period.from, last: period.to }]);
});

test("a mistake does not empty the printer", () => {
  const period = { from: day("1900-01-01"), to: day("2199-12-31") };
  for (const kind of ["day", "week", "month", "year", "list"] as const) {
    expect(sheetsOf(kind, period).length).toBeLessThanOrEqual(31);
    expect(isTooLong(kind, period)).toBe(true);
  }
  expect(isTooLong("month", periodAround("month", day("2026-02-10")))).toBe(false);
});

test("an end moved past the other one moves that along", () => {
  const period = periodAround("week", day("2026-11-23"));
  expect(texts(withFrom(period, day("2026-12-07")))).toBe("2026-12-07 2026-12-13");
  expect(texts(withFrom(period, addDays(period.from, 2)))).toBe("2026-11-25 2026-11-29");
  expect(texts(withTo(period, day("2026-11-01")))).toBe("2026-11-01 2026-11-01");
});
