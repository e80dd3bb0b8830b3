import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { uploadBlob } from "../app/blobs.ts";
import { IMPORT_JOB, importStates, runImport, startImport } from "../app/calendars/import-job.ts";
import { receiveMessage } from "../app/mail/receive-message.ts";
import { runJobs } from "../jobs/run-jobs.ts";
import { AUTH_SERVER, plain, proved } from "../testing/mail-corpus.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { firstCalendarOf } from "../testing/test-app.ts";
import { parseMessage } from "./parse-message.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
});
afterEach(() => world.close());

const NILS = "nils@firm.example";
const PEOPLE = `ORGANIZER:mailto:${NILS}\r\nATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:elin@example.com\r\n`;
const part = (summary: string, ...lines: readonly string[]): string =>
  `BEGIN:VEVENT\r\nUID:one\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261127T100000Z\r\nDTEND:20261127T110000Z\r\nSUMMARY:${summary}\r\n${[...lines, ""].join("\r\n")}`;
/** The same instance three times, once in another zone; the second has the highest SEQUENCE. */
const text = (people = "", method = ""): string =>
  [
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\n${method}`,
    part("series", "RRULE:FREQ=DAILY;COUNT=5"),
    part("first", "RECURRENCE-ID:20261128T100000Z"),
    part("second", "RECURRENCE-ID;TZID=Europe/Stockholm:20261128T110000", "SEQUENCE:3"),
    part("third", "RECURRENCE-ID:20261128T100000Z", "SEQUENCE:1"),
    "END:VCALENDAR\r\n",
  ]
    .join(`${people}END:VEVENT\r\n`)
    .replace(`${people}END:VEVENT\r\n`, "");

const stored = async (): Promise<readonly string[]> => {
  const [head] = await world.app.storage.read((tx) => tx.objects.byUidInAccount(elin.principalId, "one"));
  return (await world.text(elin, head?.uri ?? "")).match(/(?<=^SUMMARY:)\w+/gm) ?? [];
};

describe("an instance that stands more than once is stored once, by the same rule, from", () => {
  it("a PUT", async () => {
    await world.put(elin, "one.ics", text());
    expect(await stored()).toEqual(["series", "second"]);
  });

  it("an import, which counts the others as left out", async () => {
    const { app } = world;
    const bytes = new TextEncoder().encode(text());
    const blob = await uploadBlob(app, elin, elin.principalId, "text/calendar", bytes);
    if (!blob.ok) throw new Error(blob.problem.code);
    const calendarId = await firstCalendarOf(app, elin);
    const request = { blobId: blob.value.id, calendarId, newCalendarName: null };
    const started = await startImport(app, elin, elin.principalId, request);
    if (!started.ok) throw new Error(started.problem.code);
    await runJobs(
      app,
      new Map([[IMPORT_JOB, runImport]]),
      (error) => {
        throw error;
      },
      () => false,
    );
    const states = await importStates(app, elin, elin.principalId, [started.value.id]);
    expect(await stored()).toEqual(["series", "second"]);
    expect(JSON.stringify(states)).toContain("an older version of another component");
  });

  it("a mail", async () => {
    const about = { uid: "one", organizer: NILS, attendee: "elin@example.com", from: NILS };
    const raw = plain(about, "REQUEST", text(PEOPLE, "METHOD:REQUEST\r\n"));
    const parsed = await parseMessage(proved(raw), { limits: world.app.limits, authServer: AUTH_SERVER });
    if (!parsed.ok) throw new Error(parsed.problem);
    expect(await receiveMessage(world.app, parsed.value)).toBe("taken");
    expect(await stored()).toEqual(["series", "second"]);
  });
});
