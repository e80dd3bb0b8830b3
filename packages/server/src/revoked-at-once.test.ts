// Identity and rights are answered from memory as long as nobody commits. A withdrawal, by any process, must take
// effect at the very next request.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic, startTestServer, type TestServer } from "./testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const CALENDAR = "/dav/calendars/elin/calendar/";
let folder: string;
let server: TestServer;
/** Another server on the same file: another process to the first. */
let other: TestServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-revoked-"));
  const overrides = { storageTarget: { kind: "sqlite", path: join(folder, "snart.sqlite") } } as const;
  server = await startTestServer({ overrides });
  other = await startTestServer({ overrides });
  for (const login of ["elin", "bo"]) await server.addUser(`${login}@example.com`, PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  await other?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const status = async (login: string): Promise<number> => {
  const answer = await server.fetch(CALENDAR, {
    method: "PROPFIND",
    headers: { authorization: basic(login, PASSWORD), depth: "0" },
  });
  await answer.text();
  return answer.status;
};
const principal = async (login: string) => {
  const found = await other.app.storage.read((tx) => tx.principals.byLogin(login));
  if (!found) throw new Error(`no ${login}`);
  return found;
};

describe.each([
  ["this process", () => server],
  ["another process", () => other],
])("what %s takes away", (_, by) => {
  it("is gone for the next request: a share", async () => {
    const [elin, bo] = [await principal("elin"), await principal("bo")];
    const calendarId = (await other.app.storage.read((tx) => tx.calendars.byUri(elin.id, "calendar")))?.id;
    if (!calendarId) throw new Error("no calendar");
    const share = (isShared: boolean) =>
      by().app.storage.write(async (tx) => {
        if (isShared) await tx.calendars.setShare({ calendarId, principalId: bo.id, level: "read" });
        else await tx.calendars.removeShare(calendarId, bo.id);
      });
    for (let i = 0; i < 5; i++) {
      expect(await status("bo")).toBe(404);
      await share(true);
      expect(await status("bo")).toBe(207);
      expect(await status("bo")).toBe(207);
      await share(false);
    }
    expect(await status("bo")).toBe(404);
  });

  it("is gone for the next request: the right to be here", async () => {
    const { id } = await principal("elin");
    const set = (value: "active" | "suspended") =>
      by().app.storage.write((tx) => tx.principals.update(id, { status: value }));
    for (let i = 0; i < 3; i++) {
      expect(await status("elin")).toBe(207);
      await set("suspended");
      expect(await status("elin")).toBe(401);
      await set("active");
    }
    expect(await status("elin")).toBe(207);
  });

  it("is gone for the next request: a password", async () => {
    const { id } = await principal("elin");
    expect(await status("elin")).toBe(207);
    const removed = await by().app.storage.write(async (tx) => {
      const credentials = await tx.credentials.ofPrincipal(id, "password");
      for (const { id: credentialId } of credentials) await tx.credentials.remove(id, credentialId);
      return credentials;
    });
    expect(await status("elin")).toBe(401);
    await by().app.storage.write(async (tx) => {
      for (const credential of removed) await tx.credentials.insert(credential);
    });
    expect(await status("elin")).toBe(207);
  });
});
