import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { bigExport } from "../../testing/big-export.ts";
import { runJobs } from "../../jobs/run-jobs.ts";
import { firstCalendarOf, openTestApp, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { uploadBlob } from "../blobs.ts";
import { exportCalendar } from "./export-calendar.ts";
import { objectHeads } from "../objects/get-objects.ts";
import { skippedCount } from "./import-calendar.ts";
import { IMPORT_JOB, importStates, runImport, startImport, type ImportState } from "./import-job.ts";
import { undoImport } from "./undo-import.ts";
import type { CalendarId, Job } from "../types.ts";

let test: TestApp;
let elin: Actor;
let calendarId: CalendarId;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
});
afterEach(() => test.close());

const account = () => elin.principalId;
const failOn = (error: unknown): void => {
  throw error;
};

async function start(text: string, into: CalendarId) {
  const blob = await uploadBlob(test.app, elin, account(), "text/calendar", new TextEncoder().encode(text));
  if (!blob.ok) throw new Error(blob.problem.code);
  const request = { blobId: blob.value.id, calendarId: into, newCalendarName: null };
  return startImport(test.app, elin, account(), request);
}
async function begin(text: string): Promise<string> {
  const started = await start(text, calendarId);
  if (!started.ok) throw new Error(started.problem.code);
  return started.value.id;
}
const importText = async (text: string): Promise<ImportState> => finish(await begin(text));
async function finish(id: string): Promise<ImportState> {
  await runJobs(test.app, new Map([[IMPORT_JOB, runImport]]), failOn, () => false);
  const states = await importStates(test.app, elin, account(), [id]);
  if (!states.ok || !states.value[0]) throw new Error("no state");
  return states.value[0];
}
async function exported(): Promise<string> {
  const stream = await exportCalendar(test.app, elin, calendarId);
  if (!stream.ok) throw new Error(stream.problem.code);
  let text = "";
  for await (const piece of stream.value) text += piece;
  return text;
}
async function count(): Promise<number> {
  const heads = await objectHeads(test.app, elin, calendarId);
  return heads.ok ? heads.value.length : -1;
}

describe("importing an export of another calendar", () => {
  it("imports 5,000 objects of every kind, reports them, and exports every line unchanged", async () => {
    const { text, objects, broken } = bigExport(5_000);
    const state = await importText(text);
    expect(state.state).toBe("done");
    expect(state.report).toMatchObject({
      processed: objects + broken.length,
      added: objects,
      updated: 0,
      unchanged: 0,
    });
    expect(state.report.skipped.map(({ uid }) => uid)).toEqual(broken);
    expect(state.report.skipped[0]).toMatchObject({
      title: "BROKEN",
      line: expect.any(Number),
      code: "invalid-property",
    });
    expect(await count()).toBe(objects);
    const out = await exported();
    const parsed = parseICalendar(out);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem));
    const unfolded = (whole: string) => new Set(whole.replace(/\r?\n[ \t]/g, "").split(/\r?\n/));
    const kept = unfolded(out);
    const lost = [...unfolded(text)].filter(
      (line) => !kept.has(line) && !/^(PRODID|X-WR-|METHOD)|BROKEN/.test(line),
    );
    expect(lost).toEqual([]);
  });

  it("drops what cannot be read of an event, not the event, and counts it", async () => {
    const event = (uid: string, ...lines: readonly string[]): readonly string[] => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      "DTSTAMP:20261101T000000Z",
      `SUMMARY:${uid}`,
      ...lines,
      "END:VEVENT",
    ];
    const START = "DTSTART:20261127T100000Z";
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Test//EN",
      ...event("holiday", "DTSTART;VALUE=DATE:20261224", "RRULE:"),
      ...event("iphone", START, "X-APPLE-STRUCTURED-LOCATION;X-TITLE=Storgatan 1\\; Malmö:geo:55,13"),
      ...event("endless", START, "RRULE:FREQ=DAILY;COUNT=-1"),
      ...event("backwards", START, "DTEND:20261127T090000Z"),
      ...event("odd-rule", START, "RRULE:FREQ=SOMETIMES"),
      ...event("series", START, "RRULE:FREQ=DAILY;COUNT=10"),
      ...event("series", START, "RECURRENCE-ID:sometime"),
      ...event("no-start"),
      ...event("known-zone", "DTSTART;TZID=W. Europe Standard Time:20261127T100000"),
      ...event("no-zone", "DTSTART;TZID=Atlantis:20261127T100000"),
      ...event("guess", 'DTSTART;TZID="(UTC+01:00) Atlantis":20261127T100000'),
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const { report } = await importText(text);
    expect(report).toMatchObject({ processed: 10, added: 9, mendedCount: 6 });
    expect(report.skipped.map(({ uid }) => uid)).toEqual(["no-start"]);
    expect(report.mended.map(({ title, code }) => [title, code])).toEqual([
      ["endless", "unreadable-value"],
      ["backwards", "unreadable-value"],
      ["odd-rule", "invalid-recurrence-rule"],
      ["series", "invalid-property"],
      ["no-zone", "unknown-zone"],
      ["guess", "unknown-zone"],
    ]);
    const out = (await exported()).replaceAll("\r\n ", "");
    for (const line of [
      "RRULE:\r\n",
      "X-TITLE=Storgatan 1\\; Malmö:geo",
      "COUNT=-1",
      "DTEND:20261127T090000Z",
      "COUNT=10",
    ])
      expect(out).toContain(line);
    expect(out).not.toMatch(/SOMETIMES|sometime/);
  });

  it("names what it leaves out by its title, where that much can be read", async () => {
    const broken = (title: string): readonly string[] => [
      "BEGIN:VEVENT",
      title,
      "BEGIN:VALARM",
      "END:VEVENT",
    ];
    const text = [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      ...broken("SUMMARY;LANGUAGE=sv:Fest\\, hos\r\n  Elin"),
      ...broken("LOCATION:Malmö"),
      "BEGIN:VFREEBUSY",
      "SUMMARY:Busy",
      "END:VFREEBUSY",
      "END:VCALENDAR",
      "",
    ].join("\r\n");
    const { report } = await importText(text);
    expect(report.added).toBe(0);
    expect(report.skipped.map(({ title }) => title)).toEqual(["Fest, hos Elin", null, "Busy"]);
  });

  it("recognises everything the second time, and only what changed the third", async () => {
    const { text, objects } = bigExport(40);
    await importText(text);
    const second = await importText(text);
    expect(second.report).toMatchObject({ added: 0, updated: 0, unchanged: objects });
    const third = await importText(text.replace("SUMMARY:Event 3 ", "SUMMARY:Changed 3 "));
    expect(third.report).toMatchObject({ added: 0, updated: 1, unchanged: objects - 1 });
    expect(await count()).toBe(objects);
  });

  it("can be undone, but keeps what has been changed since", async () => {
    const { text, objects } = bigExport(40);
    const state = await importText(text);
    await importText(text.replace("SUMMARY:Event 3 ", "SUMMARY:Changed 3 "));
    const undone = await undoImport(test.app, elin, account(), state.id);
    expect(undone).toEqual({ ok: true, value: { removed: objects - 1 } });
    expect(await count()).toBe(1);
  });

  it("continues after an interruption: counts everything once, and can be undone as a whole", async () => {
    const { text, objects, broken } = bigExport(600);
    const cut = new Error("the power failed");
    const { storage } = test.app;
    let isCut = false;
    const write: App["storage"]["write"] = (work) =>
      storage.write(async (tx) => {
        const value = await work(tx);
        if (isCut || (await tx.objects.count(calendarId)) <= 250) return value;
        isCut = true;
        throw cut;
      });
    const failures: unknown[] = [];
    const id = await begin(text);
    const dying: App = { ...test.app, storage: Object.assign(Object.create(storage), { write }) };
    await runJobs(
      dying,
      new Map([[IMPORT_JOB, runImport]]),
      (error) => failures.push(error),
      () => false,
    );
    expect(failures).toEqual([cut]);
    expect(await count(), "two batches of a hundred are kept").toBe(200 - broken.length);
    test.clock.advance(3_600_000);
    const state = await finish(id);
    expect(state.report).toMatchObject({ processed: objects + broken.length, added: objects, unchanged: 0 });
    expect(state.report.skipped.map(({ uid }) => uid)).toEqual(broken);
    expect(await undoImport(test.app, elin, account(), id)).toEqual({
      ok: true,
      value: { removed: objects },
    });
    expect(await count()).toBe(0);
  });

  it("stops when another process has taken it over, which then counts everything once", async () => {
    const { text, objects, broken } = bigExport(300);
    const id = await begin(text);
    const failures: unknown[] = [];
    const stalled = async (app: App, job: Job): Promise<void> => {
      test.clock.advance(60_001);
      await app.storage.write((tx) => tx.queues.takeJobs(app.now(), 1, 60_000));
      await runImport(app, job);
    };
    await runJobs(
      test.app,
      new Map([[IMPORT_JOB, stalled]]),
      (error) => failures.push(error),
      () => false,
    );
    expect(failures).toEqual([new Error("another process has taken the import over")]);
    expect(await count()).toBe(0);
    test.clock.advance(60_001);
    const { state, report } = await finish(id);
    expect([state, report]).toMatchObject(["done", { processed: objects + broken.length, added: objects }]);
  });

  it("reports a limited number of broken objects, in limited words, and counts them all", async () => {
    const broken = (n: number) =>
      `BEGIN:VEVENT\r\nUID:${n}\r\nSUMMARY:${"x".repeat(5_000)}\r\nEND:VEVENT\r\n`;
    const many = Array.from({ length: 600 }, (_, n) => broken(n)).join("");
    const { report } = await importText(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${many}END:VCALENDAR\r\n`);
    expect(skippedCount(report)).toBe(600);
    expect(report.skipped).toHaveLength(500);
    expect(JSON.stringify(report).length).toBeLessThan(500 * 500);
  });

  it("leaves calendars of other accounts alone, shared or not", async () => {
    const jonas = await test.person("jonas");
    const theirs = await firstCalendarOf(test.app, jonas);
    const share = { calendarId: theirs, principalId: elin.principalId, level: "manage" as const };
    await test.app.storage.write((tx) => tx.calendars.setShare(share));
    const started = await start(bigExport(3).text, theirs);
    expect(started).toEqual({ ok: false, problem: { code: "not-found" } });
  });

  it("refuses other files, before anything begins", async () => {
    const blob = await uploadBlob(test.app, elin, account(), "image/png", new Uint8Array([137, 80, 78, 71]));
    if (!blob.ok) throw new Error(blob.problem.code);
    const request = { blobId: blob.value.id, calendarId, newCalendarName: null };
    const started = await startImport(test.app, elin, account(), request);
    expect(!started.ok && started.problem.code).toBe("not-a-calendar-file");
    expect(await count()).toBe(0);
  });

  it("can't be seen, used or undone by others", async () => {
    const { text } = bigExport(10);
    const state = await importText(text);
    const jonas = await test.person("jonas");
    expect(await importStates(test.app, jonas, jonas.principalId, [state.id])).toEqual({
      ok: true,
      value: [],
    });
    expect(await importStates(test.app, jonas, account(), [state.id])).toEqual({
      ok: false,
      problem: { code: "not-found" },
    });
    expect((await undoImport(test.app, jonas, jonas.principalId, state.id)).ok).toBe(false);
    expect((await undoImport(test.app, jonas, account(), state.id)).ok).toBe(false);
  });

  it("refuses an upload over the limit", async () => {
    const small = await openTestApp({ limits: { uploadSize: 1_000 } });
    const person = await small.person("elin");
    const blob = await uploadBlob(
      small.app,
      person,
      person.principalId,
      "text/calendar",
      new Uint8Array(1_001),
    );
    expect(blob).toEqual({ ok: false, problem: { code: "request-too-large", limit: 1_000 } });
    await small.close();
  });
});
