import { afterEach, beforeEach, expect, it } from "vitest";
import { runJobs } from "../../jobs/run-jobs.ts";
import { openRepeatingStorage } from "../../testing/storage.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp } from "../../testing/test-app.ts";
import type { Actor } from "../actor.ts";
import { uploadBlob } from "../blobs.ts";
import { IMPORT_JOB, importStates, runImport, startImport } from "../calendars/import-job.ts";
import { undoImport } from "../calendars/undo-import.ts";
import type { CalendarId, StoredObject } from "../types.ts";
import { deleteObject } from "../write/delete-object.ts";
import { putObject } from "../write/put-object.ts";
import { rewindCalendar } from "./rewind-calendar.ts";

/** More than one transaction of each. */
const COUNT = 450;
let test: TestApp;
let elin: Actor;
let calendarId: CalendarId;
beforeEach(async () => {
  test = await openTestApp({ storage: await openRepeatingStorage() });
  elin = await test.person("elin");
  calendarId = await firstCalendarOf(test.app, elin);
});
afterEach(() => test.close());

const event = (n: number, summary: string): string =>
  `BEGIN:VEVENT\r\nUID:uid-${n}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`;
const file = (...events: readonly string[]): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${events.join("")}END:VCALENDAR\r\n`;
const all = (): Promise<readonly StoredObject[]> =>
  test.app.storage.read((tx) => tx.objects.find({ calendarIds: [calendarId] }));
const state = () => test.app.storage.read((tx) => tx.principals.modseq(elin.principalId));

async function importAll() {
  const events = Array.from({ length: COUNT }, (_, n) => event(n, `n${n}`));
  const text = file(...events, "BEGIN:VEVENT\r\nUID:broken\r\nEND:VEVENT\r\n");
  const bytes = new TextEncoder().encode(text);
  const blob = await uploadBlob(test.app, elin, elin.principalId, "text/calendar", bytes);
  if (!blob.ok) throw new Error(blob.problem.code);
  const request = { blobId: blob.value.id, calendarId, newCalendarName: null };
  const started = await startImport(test.app, elin, elin.principalId, request);
  if (!started.ok) throw new Error(started.problem.code);
  const fail = (error: unknown): never => {
    throw error;
  };
  await runJobs(test.app, new Map([[IMPORT_JOB, runImport]]), fail, () => false);
  const states = await importStates(test.app, elin, elin.principalId, [started.value.id]);
  if (!states.ok || !states.value[0]) throw new Error("no state");
  return states.value[0];
}

it("an import whose transactions all run twice counts and stores everything once, and is undone", async () => {
  const { id, report } = await importAll();
  expect(report).toMatchObject({ processed: COUNT + 1, added: COUNT, updated: 0, unchanged: 0 });
  expect(report.skipped.map(({ uid }) => uid)).toEqual(["broken"]);
  expect(await all()).toHaveLength(COUNT);
  expect(await undoImport(test.app, elin, elin.principalId, id)).toMatchObject({ value: { removed: COUNT } });
  expect(await all()).toEqual([]);
});

it("a rewind whose transactions all run twice counts once, and gives everything its former text", async () => {
  await importAll();
  const texts = (objects: readonly StoredObject[]): readonly string[] =>
    objects.map(({ icalendar }) => icalendar).toSorted();
  const before = await all();
  const then = await state();
  const place = ownCalendar(elin, calendarId);
  for (const [n, { uri, uid }] of before.entries()) {
    if (n % 3 === 0) await deleteObject(test.app, elin, place, uri, {});
    else if (n % 3 === 1)
      await putObject(test.app, elin, place, uri, file(event(Number(uid.slice(4)), "other")), {});
  }
  const done = await rewindCalendar(test.app, elin, {
    accountId: elin.principalId,
    calendarId,
    to: { state: then },
    isPreview: false,
    sendSchedulingMessages: false,
  });
  expect(done).toMatchObject({ value: { created: COUNT / 3, updated: COUNT / 3, destroyed: 0 } });
  expect(texts(await all())).toEqual(texts(before));
});
