import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { changeEvents } from "./change-events.ts";
import { deleteObject } from "./delete-object.ts";
import { objectByUri } from "../objects/get-objects.ts";
import { importObjects } from "../calendars/import-calendar.ts";
import { listCalendars } from "../calendars/list-calendars.ts";
import { putObject } from "./put-object.ts";
import { restoreEvents } from "./restore-events.ts";
import type { ShareLevel } from "../../storage/records/calendars.ts";
import type { Calendar, ObjectId } from "../types.ts";

let test: TestApp;
let elin: Actor;
let jonas: Actor;
let calendar: Calendar;

beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  jonas = await test.person("jonas");
  const calendars = await listCalendars(test.app, elin);
  if (!calendars.ok || !calendars.value[0]) throw new Error("no first calendar");
  calendar = calendars.value[0].calendar;
});
afterEach(() => test.close());

const event = (uid: string, ...lines: readonly string[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261120T100000Z",
    "DTSTART:20261123T110000Z",
    "DTEND:20261123T120000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
const SECRET = event("secret", "SUMMARY:Biopsy", "CLASS:PRIVATE");
const MEETING = event("meeting", "SUMMARY:Board", "ORGANIZER:mailto:elin@example.com");

const share = (level: ShareLevel) =>
  test.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: calendar.id, principalId: jonas.principalId, level }),
  );
const put = (actor: Actor, uri: string, text: string) => putObject(test.app, actor, calendar, uri, text, {});
async function kept(uri: string): Promise<string | undefined> {
  const stored = await objectByUri(test.app, elin, calendar.id, uri);
  return stored.ok ? stored.value.icalendar : undefined;
}
async function idOf(uri: string): Promise<ObjectId> {
  const stored = await objectByUri(test.app, elin, calendar.id, uri);
  if (!stored.ok) throw new Error(stored.problem.code);
  return stored.value.id;
}

describe("a sharee", () => {
  it("can't overwrite an event that is private to its owner, by path or by import", async () => {
    await put(elin, "secret.ics", SECRET);
    await share("manage");
    const over = event("secret", "SUMMARY:Seen");
    expect(await put(jonas, "secret.ics", over)).toEqual({
      ok: false,
      problem: { code: "forbidden", right: "mayWriteAll" },
    });
    const report = await importObjects(test.app, jonas, calendar, { chunks: [over] });
    expect(report).toMatchObject({ added: 0, updated: 0, skipped: [{ code: "forbidden" }] });
    expect(await kept("secret.ics")).toBe(SECRET);
  });

  it("with the right to write own events can't take over an organized one by leaving its organizer out", async () => {
    await put(elin, "meeting.ics", MEETING);
    await share("write");
    expect(await put(jonas, "meeting.ics", event("meeting", "SUMMARY:Mine"))).toEqual({
      ok: false,
      problem: { code: "forbidden", right: "mayWriteAll" },
    });
    expect(await kept("meeting.ics")).toBe(MEETING);
    expect((await put(jonas, "own.ics", event("own", "SUMMARY:Own"))).ok).toBe(true);
    expect((await put(jonas, "own.ics", event("own", "SUMMARY:Own, later"))).ok).toBe(true);
  });

  it("gets a clear refusal when patching an organized event, and the rest of the request is done", async () => {
    await put(elin, "meeting.ics", MEETING);
    await share("write");
    await put(jonas, "own.ics", event("own", "SUMMARY:Own"));
    const [meeting, own] = [await idOf("meeting.ics"), await idOf("own.ics")];
    const patch = { title: "Changed" };
    const done = await changeEvents(test.app, jonas, elin.principalId, {
      create: new Map(),
      update: new Map([
        [meeting, patch],
        [own, patch],
      ]),
      destroy: [],
    });
    if (!done.ok) throw new Error(done.problem.code);
    expect([...done.value.notUpdated]).toEqual([[meeting, { code: "forbidden", right: "mayWriteAll" }]]);
    expect([...done.value.updated.keys()]).toEqual([own]);
    expect(await kept("meeting.ics")).toBe(MEETING);
  });

  it("can't restore an event that was private to its owner, nor learn that it existed", async () => {
    await put(elin, "secret.ics", SECRET);
    const id = await idOf("secret.ics");
    await deleteObject(test.app, elin, calendar, "secret.ics", {});
    await share("manage");
    const restored = await restoreEvents(test.app, jonas, elin.principalId, [id]);
    if (!restored.ok) throw new Error(restored.problem.code);
    expect([...restored.value.notRestored]).toEqual([[id, { code: "not-found" }]]);
    expect(await kept("secret.ics")).toBeUndefined();
    expect((await restoreEvents(test.app, elin, elin.principalId, [id])).ok).toBe(true);
    expect(await kept("secret.ics")).toBe(SECRET);
  });
});
