import Holidays from "date-holidays";
import { describe, expect, it } from "vitest";
import { weekdayOf, type AlmanacDate } from "./almanac-date.ts";
import type { AlmanacDay, AlmanacRegion } from "./almanac-day.ts";
import { redDays } from "./red-days.ts";

const YEARS = Array.from({ length: 61 }, (_, i) => 1990 + i);
const two = (n: number): string => String(n).padStart(2, "0");
const text = ({ year, month, day }: AlmanacDate): string => `${String(year)}-${two(month)}-${two(day)}`;

const ours = (year: number, region: AlmanacRegion, kind: AlmanacDay["kind"]): readonly AlmanacDate[] =>
  redDays(year, region)
    .filter((day) => day.kind === kind)
    .map(({ date }) => date);

const theirs = (it: Holidays, year: number, type: string): readonly string[] =>
  it
    .getHolidays(year, "en")
    .filter((day) => day.type === type)
    .map(({ date }) => date.slice(0, 10));

const onlyIn = (these: readonly string[], others: readonly string[]): readonly string[] =>
  [...new Set(these)].filter((date) => !others.includes(date)).toSorted();

const redWhitMondays = (): readonly string[] =>
  YEARS.flatMap((year) =>
    redDays(year, "SE")
      .filter(({ names }) => names.en === "Whit Monday")
      .map(({ date }) => text(date)),
  );

/** One-off proclaimed holidays that date-holidays doesn't know, and two ordinary holidays that they replaced. */
const PROCLAIMED = ["2002-06-03", "2002-06-04", "2011-04-29", "2012-06-04"];
const MOVED = ["2002-05-27", "2012-05-28"];

/** The days on which another almanac differs; each is known, with its reason. */
interface KnownDifferences {
  readonly onlyOurs: readonly string[];
  readonly onlyTheirs: readonly string[];
}

describe("compared with date-holidays, 1990 to 2050", () => {
  it("has the same red days in Sweden", () => {
    const other = new Holidays("SE");
    const all = YEARS.flatMap((year) => ours(year, "SE", "red").map(text));
    const others = YEARS.flatMap((year) => theirs(other, year, "public"));
    // Whit Monday was red until 2004; date-holidays only has the present law.
    const whitMondays = redWhitMondays();
    expect(whitMondays).toHaveLength(15);
    expect(onlyIn(all, others)).toEqual(whitMondays);
    expect(onlyIn(others, all)).toEqual([]);
  });

  it("has the same eves of the Annual Leave Act in Sweden", () => {
    const other = new Holidays("SE");
    const all = YEARS.flatMap((year) => ours(year, "SE", "eve").map(text));
    expect(
      onlyIn(
        YEARS.flatMap((year) => theirs(other, year, "bank")),
        all,
      ),
    ).toEqual([]);
    expect(all).toHaveLength(3 * YEARS.length);
  });

  it.each<["ENG" | "SCT" | "NIR", AlmanacRegion, KnownDifferences]>([
    ["ENG", "GB-ENG", { onlyOurs: PROCLAIMED, onlyTheirs: MOVED }],
    ["SCT", "GB-SCT", { onlyOurs: [...PROCLAIMED, "2026-06-15"], onlyTheirs: MOVED }],
    ["NIR", "GB-NIR", { onlyOurs: PROCLAIMED, onlyTheirs: MOVED }],
  ])("has the same bank holidays on weekdays in %s", (nation, region, known) => {
    const other = new Holidays("GB", nation);
    const isWeekday = (date: string): boolean => {
      const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
      return weekdayOf({ year, month, day }) <= 5;
    };
    const all = YEARS.flatMap((year) => ours(year, region, "red").map(text));
    const others = YEARS.flatMap((year) => theirs(other, year, "public")).filter(isWeekday);
    expect(onlyIn(all, others)).toEqual(known.onlyOurs);
    expect(onlyIn(others, all)).toEqual(known.onlyTheirs);
  });
});
