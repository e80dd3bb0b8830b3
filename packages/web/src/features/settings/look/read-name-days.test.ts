import { parseNameDays, printNameDays } from "@snart/calendar/almanac/name-days.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNameDays } from "./read-name-days.ts";

const listed = (text: string): string => printNameDays(readNameDays(text).days);

describe("a list of name days", () => {
  it.each([
    ["24/12 Eva", "12-24 Eva"],
    ["24.12. Eva", "12-24 Eva"],
    ["24 december: Eva", "12-24 Eva"],
    ["24:e dec Eva", "12-24 Eva"],
    ["24 Dec\tEva, Adam", "12-24 Eva, Adam"],
    ["December 24 Eva", "12-24 Eva"],
    ["Dec 24th; Eva", "12-24 Eva"],
    ["12-24 Eva", "12-24 Eva"],
    ["2026-12-24;Eva", "12-24 Eva"],
    ["1 mars Albin\r\n1 maj Valborg\r\n3 okt Evald", "03-01 Albin\n05-01 Valborg\n10-03 Evald"],
    ["29/2 Skott", "02-29 Skott"],
    ["24/12 Eva\n24/12 Adam\n24/12 Eva", "12-24 Eva, Adam"],
    ["\uFEFF# min lista\n\n 13/12   Lucia \u0007 Ljus ", "12-13 Lucia Ljus"],
  ])("is read however it was written: %j", (text, expected) => {
    expect(readNameDays(text).unread).toEqual([]);
    expect(listed(text)).toBe(expected);
  });

  it.each([
    "Eva",
    "31/11 Eva",
    "24/13 Eva",
    "0/1 Eva",
    "24/12",
    "24/12 ",
    "32 december Eva",
    `1/1 ${"x".repeat(201)}`,
  ])("says which lines it cannot read, and takes the others: %j", (line) => {
    const read = readNameDays(`1/2 Max\n${line}\n3/2 Hjördis`);
    expect(printNameDays(read.days)).toBe("02-01 Max\n02-03 Hjördis");
    expect(read.unread).toEqual([{ line: 2, text: line.trim().slice(0, 80) }]);
  });

  it("is read from a calendar of yearly events", () => {
    const event = (start: string, summary: string): string =>
      `BEGIN:VEVENT\r\nDTSTART;VALUE=DATE:${start}\r\nRRULE:FREQ=YEARLY\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`;
    const text = `BEGIN:VCALENDAR\r\n${event("20201224", "Namnsdag: Eva")}${event("20200229", "Skott")}${event("2020", "Odd")}END:VCALENDAR\r\n`;
    expect(listed(text)).toBe("02-29 Skott\n12-24 Eva");
    expect(readNameDays(text).unread).toEqual([{ line: 3, text: "Odd" }]);
    expect(readNameDays("BEGIN:VCALENDAR\nnonsense").days.size).toBe(0);
  });

  it("stays the same when any text is stored and read again", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom("1/1", "2 feb", "12-24", ""), fc.string())), (lines) => {
        const { days } = readNameDays(lines.map((line) => line.join(" ")).join("\n"));
        expect(parseNameDays(printNameDays(days))).toEqual(days);
      }),
    );
  });

  it("takes no longer to read for hostile text", () => {
    for (const text of [
      "1".repeat(500_000),
      `1 jan${" ".repeat(100_000)}`,
      "1/1 a\n".repeat(100_000),
      "BEGIN:VCALENDAR\n".repeat(20_000),
    ])
      expect(readNameDays(text).days.size).toBeLessThan(2);
  });
});
