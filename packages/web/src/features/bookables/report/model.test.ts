import { describe, expect, it } from "vitest";
import { csvField, csvOf, monthsLater, sorted, totalOf } from "./model.ts";

const row = (name: string | null, booked: number, refused = 0) => ({
  partyId: `id of ${name}`,
  name,
  booked,
  used: booked,
  released: 0,
  cancelledLate: 0,
  refused,
});
const rows = [row("1203 Sand", 3), row("1101 Åberg", 5, 2), row(null, 3, 1)];
const compare = (a: string, b: string): number => a.localeCompare(b, "sv");

describe("the report", () => {
  it("is sorted by a column, and where that is the same by name", () => {
    expect(sorted(rows, "booked", compare).map(({ name }) => name)).toEqual([
      "1101 Åberg",
      null,
      "1203 Sand",
    ]);
    expect(sorted(rows, "name", compare).map(({ name }) => name)).toEqual([null, "1101 Åberg", "1203 Sand"]);
    expect(sorted(rows, "refused", compare)[0]?.name).toBe("1101 Åberg");
    expect(totalOf(rows, "booked")).toBe(11);
  });

  it("steps over the ends of years", () => {
    expect(monthsLater("2026-12", 1)).toBe("2027-01");
    expect(monthsLater("2026-01", -1)).toBe("2025-12");
    expect(monthsLater("2026-11", 0)).toBe("2026-11");
  });

  it("is CSV that no spreadsheet takes for more than text", () => {
    expect(csvField('12"03, Sand')).toBe('"12""03, Sand"');
    expect(csvField("=SUM(A1)")).toBe("'=SUM(A1)");
    expect(csvField(7)).toBe("7");
    expect(csvOf(["Who", "Booked"], [row(null, 1)], "nobody")).toBe(
      "\uFEFFWho,Booked\r\nnobody,1,1,0,0,0\r\n",
    );
  });
});
