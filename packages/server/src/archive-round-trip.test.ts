import { unzipSync } from "fflate";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IMPORT_JOB, runImport } from "./app/calendars/import-job.ts";
import { exportEverything } from "./feeds/export.ts";
import { runJobs } from "./jobs/run-jobs.ts";
import type { Answer, JmapClient } from "./testing/jmap-client.ts";
import { openTestJmap, vevent, type TestJmap } from "./testing/test-jmap.ts";

// An archive contains octets: none of these is text, and the last looks like another archive.
const FILES = {
  "karta å.pdf": Uint8Array.from({ length: 900 }, (_, n) => (n * 7) % 256),
  "empty.bin": new Uint8Array(),
  "mer.docx": Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 8, 0, 0, 0, 0x50, 0x4b, 7, 8, 1, 2, 3, 4, 0, 255]),
};
const EVENT = {
  title: "Lunch",
  start: "2026-11-23T12:00:00",
  timeZone: "Europe/Stockholm",
  duration: "PT1H",
  recurrenceRule: { frequency: "weekly", count: 4 },
};
const LIMITS = { attachmentSize: 1_000, attachmentsPerObject: 4, attachmentQuota: 2_500 };

let here: TestJmap;
let there: TestJmap;
let elin: JmapClient;
let nils: JmapClient;
let archive: Record<string, Uint8Array>;
beforeEach(async () => {
  here = await openTestJmap({ limits: LIMITS });
  there = await openTestJmap({ limits: LIMITS });
  // Test ids are counted: this makes sure that one server's ids mean nothing on the other.
  for (let n = 0; n < 100; n++) there.app.newId();
  elin = await here.client("elin");
  nils = await there.client("nils");
  const links: Record<string, object> = {};
  for (const [title, octets] of Object.entries(FILES))
    links[title.slice(0, 3)] = {
      "@type": "Link",
      rel: "enclosure",
      blobId: await uploaded(elin, octets),
      title,
    };
  const { ["mer"]: ofOne, ...ofAll } = links;
  const calendarIds = { [(await elin.calendars())[0].id]: true };
  await elin.createEvent({
    ...EVENT,
    calendarIds,
    links: ofAll,
    recurrenceOverrides: { "2026-11-30T12:00:00": { "links/mer": ofOne } },
  });
  archive = await archiveOf(here, elin);
});
afterEach(async () => {
  expect([...here.reported, ...there.reported]).toEqual([]);
  await Promise.all([here.close(), there.close()]);
});

const uploaded = async (client: JmapClient, octets: Uint8Array): Promise<string> =>
  (
    (await (await client.upload(octets as Uint8Array<ArrayBuffer>, "application/x-test")).json()) as {
      blobId: string;
    }
  ).blobId;

const archiveOf = async (test: TestJmap, client: JmapClient): Promise<Record<string, Uint8Array>> =>
  unzipSync(new Uint8Array(await (await exportEverything(test.app, client.actor, "GET")).arrayBuffer()));

const calendarText = (): string => {
  const [text] = Object.entries(archive).flatMap(([name, octets]) =>
    name.startsWith("calendars/") ? [new TextDecoder().decode(octets)] : [],
  );
  if (text === undefined) throw new Error("no calendar");
  return text;
};

/** Uploads the files of the archive; gives them by the ids in their paths. */
async function attachmentsOf(client: JmapClient): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, octets] of Object.entries(archive)) {
    const [folder, id = ""] = name.split("/");
    if (folder === "attachments") ids[id] = await uploaded(client, octets);
  }
  return ids;
}

async function run(test: TestJmap, client: JmapClient, args: object): Promise<Answer> {
  const { import: started } = await client.call("Import/start", args);
  await runJobs(
    test.app,
    new Map([[IMPORT_JOB, runImport]]),
    (error) => void test.reported.push(error),
    () => false,
  );
  return (await client.call("Import/get", { ids: [started.id] })).list[0];
}

async function imported(
  attachments: Record<string, string> | undefined,
  { text = calendarText(), test = there, client = nils, calendarId = "" } = {},
): Promise<Answer> {
  const blobId = await uploaded(client, new TextEncoder().encode(text));
  const into = calendarId || (await client.calendars())[0].id;
  return run(test, client, { blobId, calendarId: into, ...(attachments && { attachments }) });
}

const events = async (client: JmapClient): Promise<Answer[]> =>
  (await client.call("CalendarEvent/get", { ids: null })).list;

/** Fetches every file of every event, by name. */
async function filesOf(client: JmapClient): Promise<Record<string, Uint8Array>> {
  const found: Record<string, Uint8Array> = {};
  for (const { links = {}, recurrenceOverrides = {} } of await events(client)) {
    const patches = Object.values(recurrenceOverrides as Record<string, Answer>);
    const ofPatches = patches.flatMap((patch) =>
      Object.entries(patch).flatMap(([path, value]) =>
        path === "links" ? Object.values(value as object) : path.startsWith("links/") ? [value] : [],
      ),
    );
    for (const link of [...Object.values(links), ...ofPatches] as Answer[]) {
      const answer = await client.download(link.blobId);
      if (answer.status === 200) found[link.title] = new Uint8Array(await answer.arrayBuffer());
    }
  }
  return found;
}

const held = (test: TestJmap, client: JmapClient) =>
  test.app.storage.read((tx) => tx.attachments.heldBy(client.actor.principalId));

describe("an archive imported on another server", () => {
  it("restores every file, octet by octet, with ids and addresses of that server", async () => {
    const report = await imported(await attachmentsOf(nils));
    expect(report).toMatchObject({
      state: "done",
      added: 1,
      skipped: [],
      attachments: 3,
      missedAttachments: [],
      missedCount: 0,
    });
    expect(await filesOf(nils)).toEqual(FILES);
    const [event] = await events(nils);
    const text = await there.icalendar(nils.actor, event.id);
    for (const id of Object.keys(await attachmentsOf(elin))) expect(text).not.toContain(id);
    expect(Object.values(event.links as Record<string, Answer>).map(({ href }) => href)).toEqual([
      expect.stringMatching(/^https:\/\/snart\.test\/attachments\//),
      expect.stringMatching(/^https:\/\/snart\.test\/attachments\//),
    ]);
    // The second server exports it unchanged.
    expect(Object.keys(await archiveOf(there, nils)).filter((name) => name.startsWith("att"))).toHaveLength(
      3,
    );
    // The first server is unchanged.
    expect(await filesOf(elin)).toEqual(FILES);
  });

  it("imports nothing twice, and is removed when the import is undone", async () => {
    const first = await imported(await attachmentsOf(nils));
    const before = await held(there, nils);
    const again = await imported(await attachmentsOf(nils));
    expect(again).toMatchObject({ added: 0, updated: 0, unchanged: 1, missedCount: 0 });
    expect(await held(there, nils)).toBe(before);
    expect(await filesOf(nils)).toEqual(FILES);
    await nils.call("Import/undo", { id: first.id });
    expect(await events(nils)).toEqual([]);
  });

  it("changes nothing on its own server: existing data stays as it is", async () => {
    const [event] = await events(elin);
    // The calendar's header comes with it, as with every import.
    const shared = (text: string): string => text.replace("CALSCALE:GREGORIAN\r\n", "");
    const before = await here.icalendar(elin.actor, event.id);
    const report = await imported(await attachmentsOf(elin), { test: here, client: elin });
    expect(shared(await here.icalendar(elin.actor, event.id))).toBe(shared(before));
    expect(report).toMatchObject({ added: 0, skipped: [], missedCount: 0 });
    // In another calendar of the same person the event names the same files.
    const { created } = await elin.call("Calendar/set", { create: { c: { name: "Ny" } } });
    const copy = await imported(await attachmentsOf(elin), {
      test: here,
      client: elin,
      calendarId: created.c.id,
    });
    expect(copy).toMatchObject({ added: 1, attachments: 3, missedCount: 0 });
    expect(await held(here, elin)).toBe(FILES["karta å.pdf"].byteLength + FILES["mer.docx"].byteLength);
  });
});

describe("a file that is not imported", () => {
  const missedOf = ({ missedAttachments }: Answer) =>
    missedAttachments.map((it: Answer) => [it.filename, it.code, it.title]);

  it("because it is missing is reported, and its event keeps the original address", async () => {
    const all = await attachmentsOf(nils);
    const [gone = ""] = Object.keys(archive).flatMap((name) =>
      name.endsWith(".pdf") ? [name.split("/")[1] ?? ""] : [],
    );
    const { [gone]: _, ...rest } = all;
    const report = await imported(rest);
    expect(report).toMatchObject({ added: 1, attachments: 2, missedCount: 1 });
    expect(missedOf(report)).toEqual([["karta å.pdf", "attachment-not-found", "Lunch"]]);
    const [event] = await events(nils);
    const link = (Object.values(event.links) as Answer[]).find(({ title }) => title === "karta å.pdf");
    expect(link.blobId).toBeUndefined();
    expect(link.href).toContain(`/attachments/${gone}/`);
    expect(Object.keys(await filesOf(nils)).toSorted()).toEqual(["empty.bin", "mer.docx"]);
  });

  it("because it is too large, one too many, or past the account's room is reported the same way", async () => {
    const ids = ["a", "b", "c", "d", "e", "f"];
    const attach = ids.map((id) => `ATTACH;MANAGED-ID=${id};FILENAME=${id}.txt:https://old.example/${id}`);
    const lines = [...vevent("many", "DTSTART:20261123T120000Z", "SUMMARY:Många", ...attach), ""];
    const text = lines.join("\r\n");
    const sizes = { a: 1_001, b: 900, c: 902, d: 901, e: 1, f: 2 };
    const sent: Record<string, string> = {};
    for (const [id, size] of Object.entries(sizes))
      sent[id] = await uploaded(nils, new Uint8Array(size).fill(size % 256));
    const report = await imported({ ...sent, c: sent["b"] ?? "" }, { text });
    expect(missedOf(report)).toEqual(
      [["a.txt", "attachment-too-large", "Många"]].concat([["f.txt", "too-many-attachments", "Många"]]),
    );
    const other = await imported(sent, { text: text.replace("UID:many", "UID:other").replace("=f;", "=a;") });
    expect(missedOf(other).map(([name]: string[]) => name)).toContain("c.txt");
    expect(missedOf(other)).toContainEqual(["c.txt", "attachment-quota-full", "Många"]);
    expect(await held(there, nils)).toBeLessThanOrEqual(LIMITS.attachmentQuota);
    expect((await nils.call("CalendarEvent/get", { ids: null })).list).toHaveLength(2);
  });

  it("because its upload is another person's or gone is reported as missing, and reveals nothing", async () => {
    const stranger = await there.client("stranger");
    const theirs = await attachmentsOf(stranger);
    const report = await imported(theirs);
    expect(report).toMatchObject({ added: 1, attachments: 0, missedCount: 3 });
    expect(await filesOf(nils)).toEqual({});
    const none = Object.fromEntries(Object.keys(theirs).map((id) => [id, "no-such-blob"]));
    expect(await imported(none)).toMatchObject({ missedCount: 3 });
  });

  it("with an id that is somebody else's here gives no access to that file", async () => {
    await imported(await attachmentsOf(nils));
    const [event] = await events(nils);
    const { blobId } = Object.values(event.links as Record<string, Answer>)[0];
    const stranger = await there.client("stranger");
    const attach = `ATTACH;MANAGED-ID=${blobId};FILENAME=x:https://snart.test/attachments/${blobId}/x`;
    const text = [...vevent("guess", "DTSTART:20261123T120000Z", attach), ""].join("\r\n");
    expect(await imported({}, { text, client: stranger })).toMatchObject({ added: 1, missedCount: 1 });
    expect(await filesOf(stranger)).toEqual({});
    expect((await stranger.download(blobId)).status).toBe(404);
  });
});

describe("hostile imports of files", () => {
  it("are limited in the number of files and of reports", async () => {
    const attachments = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`i${n}`, "blob"]));
    const blobId = await uploaded(nils, new TextEncoder().encode(calendarText()));
    const args = { blobId, calendarId: (await nils.calendars())[0].id, attachments };
    expect(await nils.failing("Import/start", args)).toMatchObject({ code: "too-many-attachments" });
    const lines = Array.from({ length: 3_000 }, (_, n) => `ATTACH;MANAGED-ID=${n}:https://old.example/${n}`);
    const text = [...vevent("wide", "DTSTART:20261123T120000Z", ...lines), ""].join("\r\n");
    const report = await imported({}, { text });
    expect(report).toMatchObject({ added: 1, missedCount: 3_000 });
    expect(report.missedAttachments).toHaveLength(500);
  });

  it("with inline content, or names with path traversal, become ordinary files", async () => {
    const attach =
      'ATTACH;MANAGED-ID=a;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;FILENAME="../../etc/x":aGVq';
    const text = [...vevent("b64", "DTSTART:20261123T120000Z", attach), ""].join("\r\n");
    const a = await uploaded(nils, new Uint8Array([1, 2, 3]));
    expect(await imported({ a }, { text })).toMatchObject({ attachments: 1, missedCount: 0 });
    const [event] = await events(nils);
    const stored = (await there.icalendar(nils.actor, event.id)).replaceAll("\r\n ", "");
    expect(stored).toMatch(/ATTACH;MANAGED-ID=[^;]+;FMTTYPE=text\/plain;FILENAME=x;SIZE=3:https:\/\/snart/);
    expect(stored).not.toMatch(/BASE64|BINARY/);
    expect(await filesOf(nils)).toEqual({ x: new Uint8Array([1, 2, 3]) });
  });

  it("without a list of files leave their references unchanged", async () => {
    const report = await imported(undefined);
    expect(report).toMatchObject({ added: 1, attachments: 0, missedCount: 0 });
    const [event] = await events(nils);
    const unfolded = (it: string) => it.replaceAll("\r\n ", "").match(/^ATTACH.*$/gm);
    expect(unfolded(await there.icalendar(nils.actor, event.id))).toEqual(unfolded(calendarText()));
  });
});
