import { describe, expect, it } from "vitest";
import type { ImportRecord } from "@snart/calendar/jmap/import.ts";

import {
  judgeFile,
  nextTarget,
  outcomeOf,
  passedOverFiles,
  shareOf,
  totalsOf,
  undoableImports,
  type FileProgress,
  type ImportingFile,
} from "./import-files.ts";

const ics = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Familjen\\, hemma\r\nBEGIN:VEVENT\r\nNAME:no\r\n";
const job = (more: Partial<ImportRecord> = {}): ImportRecord => ({
  id: "i1",
  state: "done",
  processed: 3,
  total: 3,
  added: 2,
  updated: 1,
  unchanged: 0,
  skipped: [],
  attachments: 0,
  missedAttachments: [],
  missedCount: 0,
  mended: [],
  mendedCount: 0,
  calendarId: "c1",
  calendarName: "Familjen",
  isStopped: false,
  begunAt: "2026-11-20T12:00:00.000Z",
  ...more,
});
const file = (progress: FileProgress): ImportingFile => ({ name: "a.ics", progress });
const skipped = { uid: null, title: null, line: 3, code: "invalid-icalendar", detail: "" };

describe("a dropped file", () => {
  it("is a calendar if it begins like one, whatever it is called", () => {
    expect(judgeFile("a.ics", 500, ics, 1000)).toEqual({
      calendarName: "Familjen, hemma",
      problem: undefined,
    });
    expect(judgeFile("a.txt", 500, ics, 1000).problem).toBeUndefined();
    expect(judgeFile("a.ics", 500, "begin:vcalendar\n", 1000).problem).toBeUndefined();
  });

  it.each([
    ["bild.png", 500, "\u0089PNG", "notCalendar"],
    ["a.ics", 500, "<html>BEGIN:VCALENDAR in a sentence</html>", "notCalendar"],
    ["google.ics.zip", 500, "PK\u0003\u0004…", "archive"],
    ["a.ics.gz", 500, "\u001f\u008b", "archive"],
    ["a.ics", 0, "", "empty"],
    ["a.ics", 1001, ics, "tooLarge"],
  ])("%s is refused: %#", (name, size, head, problem) => {
    expect(judgeFile(name, size, head, 1000).problem).toBe(problem);
  });

  it("names the new calendar by itself or by the file", () => {
    expect(judgeFile("Elins kalender.ics", 5, "BEGIN:VCALENDAR\n", 10).calendarName).toBe("Elins kalender");
    expect(
      judgeFile("a.ics", 5, "BEGIN:VCALENDAR\nNAME;LANGUAGE=sv:Skolan\nBEGIN:VEVENT", 10).calendarName,
    ).toBe("Skolan");
    expect(judgeFile("a.ics", 5, "BEGIN:VCALENDAR\nBEGIN:VEVENT\nX-WR-CALNAME:no", 10).calendarName).toBe(
      "a",
    );
    expect(judgeFile(".ics", 5, "BEGIN:VCALENDAR\n", 10).calendarName).toBe(".ics");
    expect(judgeFile("a.ics", 5, `BEGIN:VCALENDAR\nNAME:${"🎄".repeat(500)}`, 10).calendarName).toBe(
      "🎄".repeat(100),
    );
  });
});

describe("several files", () => {
  const files = [
    file({ kind: "done", job: job() }),
    file({ kind: "done", job: job({ id: "i2", processed: 900, added: 0, skipped: [skipped] }) }),
  ];

  it("are counted together", () => {
    // The server names only the first of the events left out; the number counts all of them.
    const none = { mended: 0, attachments: 0, missed: 0 };
    expect(totalsOf(files)).toEqual({ added: 2, updated: 2, unchanged: 0, skipped: 899, ...none });
    const attached = file({ kind: "done", job: job({ attachments: 3, missedCount: 700 }) });
    expect(totalsOf([attached, attached])).toMatchObject({ attachments: 6, missed: 1_400 });
    expect(outcomeOf([attached])).toBe("partly");
    expect(totalsOf([file({ kind: "failed", code: "unreachable" })]).added).toBe(0);
  });

  it("are done only when nothing was left out", () => {
    expect(outcomeOf([file({ kind: "done", job: job() })])).toBe("done");
    expect(outcomeOf(files)).toBe("partly");
    expect(outcomeOf([...files, file({ kind: "failed", code: "x" })])).toBe("partly");
    expect(outcomeOf([file({ kind: "failed", code: "x" })])).toBe("failed");
    expect(outcomeOf([file({ kind: "dead", job: job({ added: 0, updated: 0 }) })])).toBe("failed");
  });

  it("can be taken back where something was added", () => {
    expect(undoableImports(files)).toEqual(["i1"]);
    expect(undoableImports([file({ kind: "dead", job: job() })])).toEqual(["i1"]);
    expect(undoableImports([file({ kind: "failed", code: "x" })])).toEqual([]);
  });

  it("go into the same new calendar", () => {
    expect(nextTarget({ kind: "new", name: "Skolan" }, job())).toEqual({
      kind: "calendar",
      calendarId: "c1",
    });
    expect(nextTarget({ kind: "new", name: "Skolan" }, job({ calendarId: "" }))).toEqual({
      kind: "new",
      name: "Skolan",
    });
    expect(nextTarget({ kind: "calendar", calendarId: "c9" }, job())).toEqual({
      kind: "calendar",
      calendarId: "c9",
    });
  });
});

describe("progress", () => {
  it("never says more than it knows", () => {
    expect(shareOf({ kind: "waiting" })).toBe(0);
    expect(shareOf({ kind: "uploading", share: 0.25 })).toBe(0.25);
    expect(shareOf({ kind: "importing", job: job({ processed: 50, total: 100 }) })).toBe(0.5);
    expect(shareOf({ kind: "importing", job: job({ processed: 200, total: 100 }) })).toBe(1);
    expect(shareOf({ kind: "importing", job: job({ total: null }) })).toBeUndefined();
    expect(shareOf({ kind: "done", job: job() })).toBe(1);
  });
});

describe("the files of an archive that are no calendars", () => {
  it("are listed by name, with Google's tasks as such", () => {
    const paths = [
      "Takeout/archive_browser.html",
      "Takeout/Calendar/",
      "Takeout/Calendar/.DS_Store",
      "Takeout/Tasks/Tasks.json",
      "Takeout/Contacts/All.vcf",
    ];
    expect(passedOverFiles(paths)).toEqual([
      { name: "Tasks.json", kind: "googleTasks" },
      { name: "All.vcf", kind: "other" },
    ]);
  });

  it("are none in Snart's own archive", () => {
    expect(passedOverFiles(["README.txt", "profile.json", "snart-elin/profile.json"])).toEqual([]);
  });
});

describe("an import with an event without a part", () => {
  const files = [file({ kind: "done", job: job({ mended: [skipped], mendedCount: 2 }) })];
  it("is reported as one with exceptions, and counted", () => {
    expect(outcomeOf(files)).toBe("partly");
    expect(totalsOf(files)).toMatchObject({ added: 2, skipped: 0, mended: 2 });
  });
});
