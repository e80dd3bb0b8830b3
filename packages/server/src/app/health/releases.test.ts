import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { basic, cookieOf, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { rememberRelease } from "./releases.ts";

const PASSWORD = "lång nog för alla";
let folder: string;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-release-"));
  server = await start();
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const start = (): Promise<TestServer> =>
  startTestServer({
    overrides: { storageTarget: { kind: "sqlite", path: join(folder, "snart.sqlite") } },
  });

/** The version that somebody's page is told to be news. */
async function newsOf(login: string): Promise<unknown> {
  const body = JSON.stringify({ login, password: PASSWORD });
  const signedIn = await server.fetch("/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body,
  });
  const cookie = cookieOf(signedIn);
  const session = await server.fetch("/auth/session", { headers: { cookie } });
  return ((await session.json()) as { upgradedTo?: unknown }).upgradedTo;
}

async function call(who: { login: string; id: string }, method: string) {
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  const body = JSON.stringify({ using, methodCalls: [[method, { accountId: who.id }, "0"]] });
  const headers = { authorization: basic(who.login, PASSWORD), "content-type": "application/json" };
  const answer = await server.fetch("/jmap/api", { method: "POST", headers, body });
  // What it answers, this test looks at.
  // oxlint-disable-next-line typescript/no-explicit-any
  return ((await answer.json()) as any).methodResponses[0][1];
}

it("tells each administrator once after an upgrade, also over a restart, and nobody else", async () => {
  const elin = await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
  const astrid = await server.addUser("astrid@example.com", PASSWORD, { isAdmin: true });
  const nils = await server.addUser("nils@example.com", PASSWORD);
  await rememberRelease(server.app, "0.9.0");
  expect(await newsOf("elin"), "a new server has no news").toBeUndefined();
  await rememberRelease(server.app, "0.9.0");
  expect(await newsOf("elin"), "nor has one that is started again").toBeUndefined();

  await server.stop();
  server = await start();
  await rememberRelease(server.app, "0.10.0");
  expect(await newsOf("elin")).toBe("0.10.0");
  expect(await newsOf("nils")).toBeUndefined();
  expect(await call(nils, "Server/releaseNotes")).toMatchObject({ type: "forbidden" });
  expect(await call(nils, "Server/readReleaseNotes")).toMatchObject({ type: "forbidden" });
  const { releaseNotes } = await call(elin, "Server/releaseNotes");
  expect(releaseNotes).toMatchObject({ version: "0.10.0", from: "0.9.0", isUnread: true });
  expect(Date.parse(releaseNotes.upgradedAt)).toBeGreaterThan(Date.now() - 60_000);
  expect(releaseNotes.notes[0].changed.sv.length).toBeGreaterThan(0);

  await call(elin, "Server/readReleaseNotes");
  await server.stop();
  server = await start();
  await rememberRelease(server.app, "0.10.0");
  expect(await newsOf("elin")).toBeUndefined();
  expect(await call(elin, "Server/releaseNotes")).toMatchObject({ releaseNotes: { isUnread: false } });
  expect(await newsOf("astrid"), "another has not read it").toBe("0.10.0");
  await call(astrid, "Server/readReleaseNotes");
});

it("is not moved by an older process beside a newer one", async () => {
  const elin = await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
  await rememberRelease(server.app, "1.2.0");
  await rememberRelease(server.app, "1.10.0");
  await call(elin, "Server/readReleaseNotes");
  await rememberRelease(server.app, "1.2.0");
  await rememberRelease(server.app, "1.10.0");
  expect(await newsOf("elin")).toBeUndefined();
  expect(await call(elin, "Server/releaseNotes")).toMatchObject({
    releaseNotes: { version: "1.10.0", from: "1.2.0", isUnread: false },
  });
});
