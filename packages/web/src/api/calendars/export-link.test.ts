import { describe, expect, it } from "vitest";
import { exportLink } from "./export-link.ts";
import type { JmapSession } from "../jmap-client.ts";

const session = (exportUrl: string | null): JmapSession => ({
  accounts: [],
  primaryAccountId: "a",
  apiUrl: "",
  uploadUrl: "",
  maxSizeAttachment: 1,
  maxAttachmentsPerImport: 1,
  maxSizeNameDays: 1,
  downloadUrl: "",
  eventSourceUrl: "",
  exportUrl,
  maxCallsInRequest: 1,
  maxObjectsInGet: 1,
  maxObjectsInSet: 1,
  maxSizeUpload: 1,
});
const template = "/jmap/export/{accountId}/{calendarId}/{name}";

describe("the export of a calendar", () => {
  it("is a file called as the calendar", () => {
    expect(exportLink(session(template), "a1", { id: "c1", name: "Björk & Sand" })).toBe(
      "/jmap/export/a1/c1/Bj%C3%B6rk%20%26%20Sand.ics",
    );
  });

  it("cannot lead elsewhere, whatever the calendar is called", () => {
    expect(exportLink(session(template), "a1", { id: "c1", name: "../../x" })).toBe(
      "/jmap/export/a1/c1/%20..%20x.ics",
    );
    expect(exportLink(session(template), "a1", { id: "c1", name: "$&$`" })).toBe(
      "/jmap/export/a1/c1/%24%26%24%60.ics",
    );
    expect(exportLink(session(template), "a1", { id: "../c", name: "\u0000//" })).toBe(
      "/jmap/export/a1/..%2Fc/calendar.ics",
    );
  });

  it("is not offered when the server has none", () => {
    expect(exportLink(session(null), "a1", { id: "c1", name: "x" })).toBeUndefined();
  });
});
