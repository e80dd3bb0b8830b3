import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it } from "vitest";
import { firstInLine, formats, sortedByName } from "./format.ts";

const en = formats("en-GB", "Europe/Stockholm", nodeMessages("en-GB"));
const sv = formats("sv", "Europe/Stockholm", nodeMessages("sv"));
const at = Date.UTC(2026, 10, 27, 8, 30);

describe("dates", () => {
  it("read as a person of the language writes them", () => {
    expect(en.day(at)).toBe("Friday 27 November");
    expect(sv.day(at)).toBe("fredag 27 november");
    expect(en.dayAndYear(at)).toBe("Friday 27 November 2026");
    expect(sv.dayAndYear(at)).toBe("fredag 27 november 2026");
    expect(en.shortDay(at)).toBe("Fri 27 Nov");
    expect(sv.shortDay(at)).toBe("fre 27 nov");
    expect([en.dayOfMonth(at), sv.dayOfMonth(at)]).toEqual(["27 Nov", "27 nov"]);
    expect([en.monthAndYear(at), sv.monthAndYear(at)]).toEqual(["November 2026", "november 2026"]);
    expect([
      en.weekday(at),
      sv.shortWeekday(at),
      sv.narrowWeekday(at),
      en.year(at),
      en.dayNumber(at),
    ]).toEqual(["Friday", "fre", "F", "2026", "27"]);
  });

  it("never end a short Swedish name with a full stop", () => {
    for (let month = 0; month < 12; month++)
      expect(sv.shortDay(Date.UTC(2026, month, 5, 12))).not.toContain(".");
  });

  it("count weeks in words", () => {
    expect([en.week(48), sv.week(48), en.weekInText(48), sv.weekInText(48)]).toEqual([
      "Week 48",
      "Vecka 48",
      "Week 48",
      "v. 48",
    ]);
  });
});

describe("times", () => {
  it("have 24 hours and an en dash without spaces", () => {
    expect(en.timeRange(at, at + 90 * 60_000)).toBe("09:30–11:00");
    expect(sv.timeRange(at, at + 90 * 60_000)).toBe("09:30–11:00");
    expect([en.time(Date.UTC(2026, 0, 1, 23)), sv.time(Date.UTC(2026, 0, 1, 22, 59))]).toEqual([
      "00:00",
      "23:59",
    ]);
  });

  it("are those of the zone asked for, not of this computer", () => {
    expect(formats("sv", "UTC", nodeMessages("sv")).time(at)).toBe("08:30");
    expect(en.time(Date.UTC(2026, 6, 1, 8, 30))).toBe("10:30");
    expect(formats("sv", "Pacific/Kiritimati", nodeMessages("sv")).shortDay(Date.UTC(2026, 11, 31, 12))).toBe(
      "fre 1 jan",
    );
    expect(() => formats("sv", "Mars/Olympus", nodeMessages("sv")).time(at)).toThrow(RangeError);
  });
});

describe("names and numbers", () => {
  it("put å ä ö last and leave the list alone", () => {
    const names = ["Örjan", "Ärla", "Åsa", "Zoe", "Rum 10", "Rum 9", "adam"];
    expect(sortedByName(names, (name) => name)).toEqual([
      "adam",
      "Rum 9",
      "Rum 10",
      "Zoe",
      "Åsa",
      "Ärla",
      "Örjan",
    ]);
    expect(names[0]).toBe("Örjan");
  });

  it("group thousands", () => {
    expect(en.number(12345)).toBe("12,345");
    expect(sv.number(12345)).toBe("12\u00a0345");
  });

  it("begin a line with a capital", () => {
    expect([
      firstInLine("måndag 23 november", "sv"),
      firstInLine("åtta", "sv"),
      firstInLine("", "sv"),
    ]).toEqual(["Måndag 23 november", "Åtta", ""]);
  });
});
