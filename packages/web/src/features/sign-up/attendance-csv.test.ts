import { describe, expect, it } from "vitest";
import type { SignUpEntryRecord } from "@snart/calendar/jmap/sign-up.ts";
import { fileName } from "../../ui/save-file.ts";
import { attendanceCsv } from "./attendance-csv.ts";

const entry = (parts: Partial<SignUpEntryRecord>): SignUpEntryRecord => ({
  calendarAddress: "mailto:anna@example.com",
  name: "Anna",
  email: "anna@example.com",
  place: "placed",
  position: null,
  people: 1,
  note: "",
  answeredAt: "2026-11-22T12:00:00Z",
  hasAnswered: true,
  hasAttended: false,
  ...parts,
});
const csv = (...list: readonly SignUpEntryRecord[]): string =>
  attendanceCsv(list, {
    head: ["Name", "People", "Status", "Position", "Note", "Email", "Answered", "Was there"],
    status: ({ place }) => place,
    time: () => "22 Nov 2026",
    attended: (was) => (was ? "yes" : "no"),
  });

describe("the file of those who come", () => {
  it("has a row for each answer, in UTF-8 that spreadsheets know", () => {
    expect(
      csv(entry({ name: "Åsa", people: 2, hasAttended: true }), entry({ place: "waiting", position: 1 })),
    ).toBe(
      '\uFEFF"Name","People","Status","Position","Note","Email","Answered","Was there"\r\n' +
        '"Åsa","2","placed","","","anna@example.com","22 Nov 2026","yes"\r\n' +
        '"Anna","1","waiting","1","","anna@example.com","22 Nov 2026",""\r\n',
    );
  });

  it.each(["=1+1", "+46 70", "-2", "@SUM(A1)", "\t=1", "\r=1", " =cmd|' /C calc'!A0", "\0=1", "＝1", "\n+1"])(
    "lets %j do nothing when the file is opened",
    (wicked) => {
      const [, row = ""] = csv(entry({ name: wicked, note: wicked, email: wicked })).split(/\r\n(?=")/);
      expect(row.startsWith(`"'${wicked}","1"`)).toBe(true);
      expect(row.split(`"'`)).toHaveLength(4);
    },
  );

  it("lets nobody begin a column or a row", () => {
    expect(csv(entry({ name: 'A","B\r\n"C' }))).toContain('"A"",""B\r\n""C","1"');
  });

  it("has a name that every system takes", () => {
    expect(fileName("Bakdag: ../../lussebullar?*\u202e", "list", "csv")).toBe("Bakdag lussebullar.csv");
    expect(fileName("///", "list", "csv")).toBe("list.csv");
  });
});
