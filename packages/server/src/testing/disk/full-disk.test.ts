import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStorage } from "../../storage/sql/open.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../http-server.ts";
import { USING, type Call } from "../jmap-client.ts";
import { mountSmallDisk } from "./small-disk.ts";

const MEBIBYTE = 1024 * 1024;
const LARGE = 200_000;
const PASSWORD = "lång nog för alla";
const disk = mountSmallDisk(64);
const authorization = basic("elin", PASSWORD);
let server: TestServer;

const targetIn = (folder: string) =>
  ({ kind: "sqlite", path: join(folder, "snart.sqlite"), reserveBytes: 16 * MEBIBYTE }) as const;
const open = (folder = disk?.folder ?? ""): Promise<TestServer> =>
  startTestServer({ overrides: { storageTarget: targetIn(folder), jobsEveryMs: 0 } });

const text = (uid: string, size = LARGE): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:${uid}\r\nDESCRIPTION:${"x".repeat(size)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const dav = (method: string, uid: string, body?: string): Promise<Response> =>
  server.fetch(`/dav/calendars/elin/calendar/${uid}.ics`, {
    method,
    headers: { authorization, "content-type": "text/calendar" },
    ...(body !== undefined && { body }),
  });
// eslint-disable-next-line typescript/no-explicit-any
async function jmap(name: string, args: object): Promise<any> {
  const accountId = (await server.app.storage.read((tx) => tx.principals.byLogin("elin")))?.id;
  const methodCalls: Call[] = [[name, { accountId, ...args }, "a"]];
  const response = await server.fetch("/jmap/api", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ using: USING, methodCalls }),
  });
  const { methodResponses } = (await response.json()) as { methodResponses: [string, object][] };
  return methodResponses[0]?.[1];
}
const trouble = async (): Promise<string | null> => (await server.app.storage.health()).trouble;

/** Puts events until one is refused; returns how many were taken. */
async function putUntilFull(name: string): Promise<number> {
  for (let i = 0; ; i++) {
    const response = await dav("PUT", `${name}${i}`, text(`${name}${i}`));
    if (response.status === 201) continue;
    expect([response.status, await response.json()]).toEqual([507, { code: "disk-full" }]);
    return i;
  }
}

beforeAll(async () => {
  if (!disk) return;
  server = await open();
  await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
});
afterAll(async () => {
  await server?.stop();
  disk?.remove();
});

describe.skipIf(!disk)("a disk that is really full", () => {
  let taken = 0;

  it("is told before, and then refused with an error of its own", { timeout: 60_000 }, async () => {
    expect(await trouble()).toBe("disk-nearly-full");
    taken = await putUntilFull("e");
    disk?.fill();
    expect(taken).toBeGreaterThan(100);
    expect((await dav("PUT", "last", text("last"))).status).toBe(507);
    expect(await trouble()).toBe("disk-full");
    expect((await server.fetch("/healthz")).status).toBe(503);
    const health = await jmap("Server/health", {});
    expect(health.health).toMatchObject({ isOk: false, trouble: "disk-full", freeBytes: 0 });
    const create = { a: { "@type": "Event", title: "Fika", start: "2026-11-20T12:00:00", calendarIds: {} } };
    expect(await jmap("CalendarEvent/set", { create })).toMatchObject({ code: "disk-full" });
    expect((await dav("GET", "e0")).status).toBe(200);
  });

  it("lets people sign in and delete, by CalDAV and by JMAP", { timeout: 60_000 }, async () => {
    const signedIn = await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "elin", password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    expect(cookieOf(signedIn)).not.toBe("");
    for (let i = 0; i < 60; i++) expect((await dav("DELETE", `e${i}`)).status, `e${i}`).toBe(204);
    for (let i = 0; i < 3; i++) {
      const { ids } = await jmap("CalendarEvent/query", { limit: 20 });
      const { destroyed } = await jmap("CalendarEvent/set", { destroy: ids });
      expect(destroyed).toEqual(ids);
    }
    // What is deleted is in the trash, and takes its room as before.
    expect(await trouble()).toBe("disk-full");
    expect((await dav("PUT", "last", text("last"))).status).toBe(507);
  });

  it("stays as it is when the server is started anew", async () => {
    await server.stop();
    server = await open();
    expect((await dav("GET", `e${taken - 1}`)).status).toBe(200);
  });

  it("has room again when the trash is emptied", { timeout: 60_000 }, async () => {
    disk?.fill();
    const { ids } = await jmap("TrashItem/query", {});
    expect(ids).toHaveLength(120);
    const { destroyed } = await jmap("TrashItem/set", { destroy: ids });
    expect(destroyed).toHaveLength(120);
    expect((await dav("PUT", "last", text("last"))).status).toBe(201);
    expect(await trouble()).toBe("disk-nearly-full");
    // As much as before is set aside again: it works a second time.
    expect(await putUntilFull("again")).toBeGreaterThan(10);
    disk?.fill();
    expect((await dav("DELETE", "last")).status).toBe(204);
  });
});

describe("a disk that others fill while room is made", () => {
  it("still has the room that opening the database needs", { timeout: 60_000 }, async ({ skip }) => {
    const full = mountSmallDisk(40);
    if (!full) return skip();
    try {
      const storage = await openStorage(targetIn(full.folder));
      let taken = 0;
      const put = (): Promise<void> =>
        storage.write((tx) => tx.settings.replace(`s${taken}`, "x".repeat(LARGE)), "whole");
      for (let isTaken = true; isTaken; taken++)
        isTaken = await put().then(
          () => true,
          () => false,
        );
      await storage.close();
      full.fill();
      const again = await open(full.folder);
      expect((await again.app.storage.health()).trouble).toBe("disk-full");
      const kept = await again.app.storage.read((tx) => tx.settings.get(`s${taken - 2}`));
      expect(kept?.length).toBe(LARGE);
      await again.stop();
    } finally {
      full.remove();
    }
  });
});
