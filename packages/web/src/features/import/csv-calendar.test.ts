import { describe, expect, it } from "vitest";
import { calendarOfCsv, textOfCsv } from "./csv-calendar.ts";

const ZONE = "Europe/Stockholm";
const GOOGLE =
  "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private\r\n";
/** The lines of the events, without those around them. */
const read = (text: string): readonly string[] | undefined =>
  calendarOfCsv(text, ZONE)
    ?.split("\r\n")
    .filter((line) => !/^(?:BEGIN|END|VERSION|PRODID|$)/.test(line));

describe("a table of events", () => {
  it("is read as Google's own example is", () => {
    const row =
      'Final exam,05/30/2026,10:00 AM,05/30/2026,1:00 PM,False,"50 multiple choice, two ""essays""\nBring a pen","Columbia, Schermerhorn 614",True\r\n';
    expect(read(GOOGLE + row)).toEqual([
      "SUMMARY:Final exam",
      "DTSTART;TZID=Europe/Stockholm:20260530T100000",
      "DTEND;TZID=Europe/Stockholm:20260530T130000",
      String.raw`DESCRIPTION:50 multiple choice\, two "essays"\nBring a pen`,
      String.raw`LOCATION:Columbia\, Schermerhorn 614`,
      "CLASS:PRIVATE",
    ]);
  });

  it("is read as a Swedish Outlook writes it, with its letters", () => {
    const text =
      "Ämne;Startdatum;Starttid;Slutdatum;Sluttid;Heldag;Kategorier\r\nStyrelsemöte;2026-12-02;19:00:00;2026-12-02;20:30:00;Falskt;Förening;\r\n";
    const windows = Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0).buffer;
    for (const bytes of [windows, new TextEncoder().encode(`\uFEFF${text}`).buffer])
      expect(read(textOfCsv(bytes))).toEqual([
        "SUMMARY:Styrelsemöte",
        "DTSTART;TZID=Europe/Stockholm:20261202T190000",
        "DTEND;TZID=Europe/Stockholm:20261202T203000",
        "CATEGORIES:Förening",
      ]);
  });

  it.each([
    ["a last day", "Trip,2026-12-30,,2027-01-02,,True,,,", "20261230", "20270103"],
    ["the midnight after it", "Trip,2026-12-30,00:00,2027-01-03,00:00,True,,,", "20261230", "20270103"],
    ["no end", "Trip,2028-02-29,,,,,,,", "20280229", "20280301"],
  ])("has whole days with %s", (_, row, from, to) => {
    expect(read(GOOGLE + row)).toEqual([
      "SUMMARY:Trip",
      `DTSTART;VALUE=DATE:${from}`,
      `DTEND;VALUE=DATE:${to}`,
    ]);
  });

  it.each([
    ["3/4/2026,12:30 AM", "20260304T003000"],
    ["3/4/2026,12:30 PM", "20260304T123000"],
    ["3/4/2026,9:30", "20260403T093000"],
    ["13/4/2026,9.30", "20260413T093000"],
    ["4/13/2026,9:30", "20260413T093000"],
    ["3.4.2026,09:30:15", "20260403T093015"],
  ])("says %s as it means it", (when, start) => {
    expect(read(`Subject,Start Date,Start Time\nx,${when}`)).toContain(
      `DTSTART;TZID=Europe/Stockholm:${start}`,
    );
  });

  it.each([
    ["no date", "x,soon,10:00,,,,,,", "DTSTART:soon 10:00"],
    ["a day that is not", "x,2026-02-30,10:00,,,,,,", "DTSTART:2026-02-30 10:00"],
    ["an hour that is not", "x,2026-02-20,25:00,,,,,,", "DTSTART:2026-02-20 25:00"],
    ["an end that is none", "x,2026-02-20,10:00,2026-02-20,late,,,,", "DTSTART:2026-02-20 10:00"],
  ])("keeps %s as it is written, for the rehearsal to tell", (_, row, line) => {
    expect(read(GOOGLE + row)).toContain(line);
  });

  it.each(["", "\r\n", "Name,Age\nElin,40\n", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", "Subject\nx"])(
    "is not what %j is",
    (text) => expect(calendarOfCsv(text, ZONE)).toBeUndefined(),
  );

  it("lets no cell begin another line of the calendar", () => {
    const row = 'x\u000B,2026-01-01,,,,,"a\r\nEND:VEVENT\rBEGIN:VEVENT\nSUMMARY:evil",,\r\n';
    const lines = read(GOOGLE + row) ?? [];
    expect(lines.filter((line) => line.startsWith("SUMMARY"))).toEqual(["SUMMARY:x"]);
    expect(lines).toContain(String.raw`DESCRIPTION:a\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:evil`);
  });

  it("of a hundred thousand rows, or quotes that never end, is read", () => {
    expect(read(GOOGLE + "x,2026-01-01,,,,,,,\r\n".repeat(100_000))).toHaveLength(300_000);
    expect(read(`${GOOGLE}${'"'.repeat(999_999)},2026-01-01`)).toBeDefined();
  });
});
