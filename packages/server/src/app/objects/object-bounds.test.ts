import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadBlob } from "../blobs.ts";
import { importStates, runImport, startImport } from "../calendars/import-job.ts";
import { DavClient, eventText } from "../../testing/dav-client.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { openTestJmap, type TestJmap } from "../../testing/test-jmap.ts";

const LINES = 60;
const OVERRIDES = 3;
const CALENDAR = "/dav/calendars/elin/calendar/";

let test: TestJmap;
let jmap: JmapClient;
let dav: DavClient;
beforeAll(async () => {
  test = await openTestJmap({ limits: { linesPerObject: LINES, overridesPerObject: OVERRIDES } });
  jmap = await test.client("elin");
  dav = new DavClient(test.app, jmap.actor);
});
afterAll(() => test.close());

const START = "DTSTART:20261118T100000Z";
const wide = (lines: number): string =>
  eventText("wide", START, ...Array.from({ length: lines }, (_, n) => `X-${n}:1`));

function series(overrides: number, uid = "series"): string {
  const instances = Array.from({ length: overrides }, (_, n) => {
    const at = `202611${20 + n}T100000Z`;
    return [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      "DTSTAMP:20261101T120000Z",
      `RECURRENCE-ID:${at}`,
      `DTSTART:${at}`,
      "END:VEVENT",
    ];
  });
  return eventText(uid, START, "RRULE:FREQ=DAILY").replace(
    "END:VCALENDAR",
    [...instances.flat(), "END:VCALENDAR"].join("\r\n"),
  );
}

describe("a calendar object", () => {
  it("has at most so many lines, and a fold is none", async () => {
    const refused = await dav.put(`${CALENDAR}wide.ics`, wide(LINES));
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("max-resource-size");
    expect((await dav.get(`${CALENDAR}wide.ics`)).status).toBe(404);
    const folded = eventText("wide", START, `DESCRIPTION:${"word\r\n  ".repeat(LINES * 2)}end`);
    expect((await dav.put(`${CALENDAR}wide.ics`, folded)).status).toBe(201);
  });

  it("has at most so many instances of its own", async () => {
    expect((await dav.put(`${CALENDAR}series.ics`, series(OVERRIDES))).status).toBe(201);
    const refused = await dav.put(`${CALENDAR}series.ics`, series(OVERRIDES + 1));
    expect(refused.status).toBe(403);
    expect(refused.body).toContain("max-instances");
    const kept = await dav.get(`${CALENDAR}series.ics`);
    expect(kept.body).toBe(series(OVERRIDES));
  });

  it("has as many instances of its own as CalDAV tells beforehand", async () => {
    const body =
      '<d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:max-instances/></d:prop></d:propfind>';
    const told = await dav.send("PROPFIND", CALENDAR, { headers: { depth: "0" }, body });
    expect(told.body).toContain(`<c:max-instances>${OVERRIDES}</c:max-instances>`);
  });

  it("is refused by JMAP as too large, with the reason", async () => {
    const [calendar] = await jmap.calendars();
    const days = Array.from({ length: OVERRIDES + 1 }, (_, n) => [
      `2026-11-${20 + n}T10:00:00`,
      { title: `${n}` },
    ]);
    const create = {
      a: {
        "@type": "Event",
        calendarIds: { [calendar.id]: true },
        start: "2026-11-18T10:00:00",
        timeZone: "Etc/UTC",
        recurrenceRule: { "@type": "RecurrenceRule", frequency: "daily" },
        recurrenceOverrides: Object.fromEntries(days),
      },
    };
    const { created, notCreated } = await jmap.call("CalendarEvent/set", { create });
    expect(created ?? {}).toEqual({});
    expect(notCreated.a).toMatchObject({ type: "tooLarge", code: "too-many-overrides", limit: OVERRIDES });
  });

  it("is left out of an import, and the others are taken", async () => {
    const inner = (text: string): string =>
      text.slice(text.indexOf("BEGIN:VEVENT"), text.indexOf("END:VCALENDAR"));
    const parts = [series(OVERRIDES + 1, "imported"), eventText("small", START), wide(LINES)].map(inner);
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      ...parts.map((part) => part.trimEnd()),
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const { app } = test;
    const { actor } = jmap;
    const bytes = new TextEncoder().encode(text);
    const blob = await uploadBlob(app, actor, actor.principalId, "text/calendar", bytes);
    if (!blob.ok) throw new Error("no blob");
    const request = { blobId: blob.value.id, calendarId: null, newCalendarName: "Imported" };
    const started = await startImport(app, actor, actor.principalId, request);
    if (!started.ok) throw new Error("not started");
    const job = await app.storage.read((tx) => tx.queues.job(started.value.id));
    if (!job) throw new Error("no job");
    await runImport(app, job);
    const states = await importStates(app, actor, actor.principalId, [job.id]);
    const report = states.ok ? states.value[0]?.report : undefined;
    expect(report).toMatchObject({ processed: 3, added: 1 });
    expect(report?.skipped.map(({ uid, code }) => [uid, code])).toEqual([
      [null, "object-too-large"],
      ["imported", "object-too-large"],
    ]);
  });
});

describe("an account", () => {
  const small = (uid: string, bytes = 0): string => eventText(uid, START, `DESCRIPTION:${"x".repeat(bytes)}`);
  const limits = { objectsPerCalendar: 2, objectsPerAccount: 3, objectQuota: 2_000 };

  it("holds so many objects in one calendar and in all, and so many bytes; less is always possible", async () => {
    const full = await openTestJmap({ limits });
    try {
      const client = new DavClient(full.app, await full.person("elin"));
      const status = async (path: string, text: string): Promise<[number, boolean]> => {
        const answer = await client.put(path, text);
        return [answer.status, answer.body.includes("quota-not-exceeded")];
      };
      await client.mkcalendar("/dav/calendars/elin/other/");
      expect(await status(`${CALENDAR}1.ics`, small("1"))).toEqual([201, false]);
      expect(await status(`${CALENDAR}2.ics`, small("2"))).toEqual([201, false]);
      expect(await status(`${CALENDAR}3.ics`, small("3"))).toEqual([507, true]);
      expect(await status("/dav/calendars/elin/other/3.ics", small("3"))).toEqual([201, false]);
      expect(await status("/dav/calendars/elin/other/4.ics", small("4"))).toEqual([507, true]);
      expect(await status(`${CALENDAR}1.ics`, small("1", 1_900))).toEqual([507, true]);
      expect(await status(`${CALENDAR}1.ics`, small("1", 200))).toEqual([204, false]);
      expect((await client.delete(`${CALENDAR}2.ics`)).status).toBe(204);
      expect(await status(`${CALENDAR}3.ics`, small("5"))).toEqual([201, false]);
    } finally {
      await full.close();
    }
  });

  it("that is full says so by JMAP, and names the limit", async () => {
    const full = await openTestJmap({ limits: { objectsPerAccount: 0 } });
    try {
      const client = await full.client("elin");
      const [calendar] = await client.calendars();
      const event = { "@type": "Event", calendarIds: { [calendar.id]: true }, start: "2026-11-18T10:00:00" };
      const { notCreated } = await client.call("CalendarEvent/set", { create: { a: event } });
      expect(notCreated.a).toMatchObject({ type: "overQuota", code: "too-many-objects", limit: 0 });
    } finally {
      await full.close();
    }
  });
});
