import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it, test } from "vitest";
import { firstInLine, formats, sortedByName } from "./format.ts";
import type { FormatHabits } from "./format-habits.ts";

const en = formats("en-GB", "Europe/Stockholm", nodeMessages("en-GB"));
const sv = formats("sv", "Europe/Stockholm", nodeMessages("sv"));
const at = Date.UTC(2026, 10, 27, 8, 30);

describe("dates", () => {
  it("read as natives write them", () => {
    expect(en.day(at)).toBe("Friday 27 November");
    expect(sv.day(at)).toBe("fredag 27 november");
    expect(en.dayAndYear(at)).toBe("Friday 27 November 2026");
    expect(sv.dayAndYear(at)).toBe("fredag 27 november 2026");
    expect(en.shortDay(at)).toBe("Fri 27 Nov");
    expect(sv.shortDay(at)).toBe("fre 27 nov");
    expect([en.dayOfMonth(at), sv.dayOfMonth(at)]).toEqual(["27 Nov", "27 nov"]);
    expect([en.shortMonth(at), sv.shortMonth(at)]).toEqual(["Nov", "nov"]);
    expect(en.timeRange(at, at)).toBe(en.time(at));
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

test.each([
  ["2026-11-23", "2026-11-29", "November 2026", "november 2026"],
  ["2026-11-30", "2026-12-06", "November–December 2026", "november–december 2026"],
  ["2026-12-28", "2027-01-03", "December 2026 – January 2027", "december 2026 – januari 2027"],
])("months from %s to %s are %s, %s", (from, to, english, swedish) => {
  const days = [Date.parse(`${from}T12:00Z`), Date.parse(`${to}T12:00Z`)] as const;
  expect([en.monthRange(...days), sv.monthRange(...days)]).toEqual([english, swedish]);
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

  it("are in the requested zone, not this computer's", () => {
    expect(formats("sv", "UTC", nodeMessages("sv")).time(at)).toBe("08:30");
    expect(en.time(Date.UTC(2026, 6, 1, 8, 30))).toBe("10:30");
    expect(formats("sv", "Pacific/Kiritimati", nodeMessages("sv")).shortDay(Date.UTC(2026, 11, 31, 12))).toBe(
      "fre 1 jan",
    );
    expect(() => formats("sv", "Mars/Olympus", nodeMessages("sv")).time(at)).toThrow(RangeError);
  });
});

describe("habits", () => {
  const english = (habits: FormatHabits) => formats("en-GB", "UTC", nodeMessages("en-GB"), habits);
  const swedish = (habits: FormatHabits) => formats("sv", "UTC", nodeMessages("sv"), habits);
  const clock = (hour: number, minute = 0) => Date.UTC(2026, 10, 27, hour, minute);

  it.each([
    [0, 0, "12:00 am", "12:00 fm", "12 am"],
    [9, 30, "9:30 am", "9:30 fm", "9:30 am"],
    [12, 0, "12:00 pm", "12:00 em", "12 pm"],
    [23, 59, "11:59 pm", "11:59 em", "11:59 pm"],
  ])("count %i:%i to 12 in either language", (hour, minute, en12, sv12, short) => {
    const spaced = (text: string): string => text.replaceAll("\u00a0", " ");
    const at12 = clock(hour, minute);
    expect(spaced(english({ clock: "12" }).time(at12))).toBe(en12);
    expect(spaced(swedish({ clock: "12" }).time(at12))).toBe(sv12);
    expect(spaced(english({ clock: "12" }).hour(at12))).toBe(short);
    expect(english({ clock: "24" }).hour(at12)).toBe(english({}).time(at12));
  });

  it("give am or pm once if both ends share it", () => {
    const { timeRange } = english({ clock: "12" });
    expect(timeRange(clock(9, 30), clock(11))).toBe("9:30–11:00\u00a0am");
    expect(timeRange(clock(9, 30), clock(13))).toBe("9:30\u00a0am–1:00\u00a0pm");
  });

  it.each([
    ["month-day", "Friday, November 27", "Friday, November 27, 2026", "Fri, Nov 27", "Nov 27", "Nov 23–27"],
    ["year-month-day", "Friday 27 November", "Friday 2026-11-27", "Fri 27 Nov", "27 Nov", "23–27 Nov"],
    ["day-month", "Friday 27 November", "Friday 27 November 2026", "Fri 27 Nov", "27 Nov", "23–27 Nov"],
    ["nonsense", "Friday 27 November", "Friday 27 November 2026", "Fri 27 Nov", "27 Nov", "23–27 Nov"],
  ])("write dates as %s", (dateOrder, day, dayAndYear, shortDay, dayOfMonth, dayRange) => {
    const it = english({ dateOrder });
    expect([it.day(at), it.dayAndYear(at), it.shortDay(at), it.dayOfMonth(at)]).toEqual([
      day,
      dayAndYear,
      shortDay,
      dayOfMonth,
    ]);
    expect(it.dayRange(Date.UTC(2026, 10, 23), at)).toBe(dayRange);
    expect([it.monthAndYear(at), it.year(at), it.dayNumber(at)]).toEqual(["November 2026", "2026", "27"]);
  });

  it("keep the words of the language, and the day of the zone", () => {
    expect(swedish({ dateOrder: "month-day" }).shortDayAndYear(at)).toBe("fre, nov 27, 2026");
    expect(swedish({ dateOrder: "year-month-day" }).dateAndYear(at)).toBe("2026-11-27");
    expect(
      formats("en-GB", "Pacific/Kiritimati", nodeMessages("en-GB"), {
        dateOrder: "year-month-day",
      }).dateAndYear(Date.UTC(2026, 11, 31, 12)),
    ).toBe("2027-01-01");
    expect(english({}).dayRange(Date.UTC(2026, 10, 30), Date.UTC(2026, 11, 4))).toBe("30 Nov – 4 Dec");
  });
});

describe("names and numbers", () => {
  it("put å ä ö last and leave the list unchanged", () => {
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
