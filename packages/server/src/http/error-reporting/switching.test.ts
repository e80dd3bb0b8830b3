import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { startEnvelopeReceiver, type EnvelopeReceiver } from "../../testing/envelope-receiver.ts";
import { basic, cookieOf, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { until } from "../../testing/until.ts";

const PASSWORD = "lång nog för alla";
let folder: string;
let receiver: EnvelopeReceiver;
let server: TestServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-errors-"));
  receiver = await startEnvelopeReceiver();
});
afterEach(async () => {
  await server.stop();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
  server = await startTestServer({
    env,
    overrides: {
      storageTarget: { kind: "sqlite", path: join(folder, "snart.sqlite") },
      extraRoutes(routes) {
        routes.all("/dav/broken", () => {
          throw new TypeError("elin@example.com is not a date");
        });
      },
    },
  });
};
const addAdmin = () => server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
const breakIt = async (): Promise<void> => {
  expect((await server.fetch("/dav/broken")).status).toBe(500);
};
const isWanted = async (): Promise<unknown> =>
  ((await (await server.fetch("/auth/session")).json()) as { reportsErrors: unknown }).reportsErrors;

/** What a page of ours posts, and what somebody else might. */
const reportOf = (event: object, id = "0123456789abcdef0123456789abcdef"): string =>
  [{ event_id: id, dsn: "https://page@reports.invalid/1" }, { type: "event" }, { event_id: id, ...event }]
    .map((line) => JSON.stringify(line))
    .join("\n");
const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  server.fetch("/auth/error-report", { method: "POST", headers, body });

async function call(method: string, args: object, headers: Readonly<Record<string, string>>) {
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  const answer = await server.fetch("/jmap/api", {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ using, methodCalls: [[method, args, "0"]] }),
  });
  // What it answers, this test looks at.
  // oxlint-disable-next-line typescript/no-explicit-any
  return ((await answer.json()) as any).methodResponses[0][1];
}

describe("the service that administrators choose", () => {
  it("gets the errors of server and pages from then on, and none after it was given up", async () => {
    await start();
    const { id: accountId } = await addAdmin();
    const headers = { authorization: basic("elin", PASSWORD) };
    expect(await isWanted()).toBe(false);
    await breakIt();
    expect((await post(reportOf({ level: "error" }))).status).toBe(204);

    for (const dsn of [
      "errors.example.org",
      "https://errors.example.org/1",
      "javascript:alert(1)",
      `${receiver.dsn}/x`,
      "",
    ])
      expect(await call("Server/setErrorReporting", { accountId, dsn }, headers), dsn).toMatchObject({
        type: "invalidArguments",
        code: "invalid-value",
        field: "dsn",
      });
    expect(await call("Server/setErrorReporting", { accountId, dsn: receiver.dsn }, headers)).toEqual({
      accountId,
    });
    expect(await isWanted()).toBe(true);
    await breakIt();
    await receiver.arrived(1);
    expect((await post(reportOf({ level: "error", user: { email: "elin@example.com" } }))).status).toBe(204);
    await receiver.arrived(2);
    const bytes = receiver.received.join("\n");
    expect(bytes).toContain("publickey");
    expect(bytes).toContain('"type":"TypeError"');
    expect(bytes).not.toMatch(/elin|reports\.invalid/);
    const { errorReporting } = await call("Server/errorReporting", { accountId }, headers);
    expect(errorReporting).toMatchObject({
      host: new URL(receiver.origin).host,
      isConfigured: false,
      sent: 2,
    });
    expect(JSON.stringify(errorReporting), "its key is told to nobody").not.toContain("publickey");

    expect(await call("Server/setErrorReporting", { accountId, dsn: null }, headers)).toEqual({ accountId });
    expect(await isWanted()).toBe(false);
    await breakIt();
    await post(reportOf({ level: "error" }));
    expect(receiver.received).toHaveLength(2);
    const entries = await server.app.storage.read((tx) => tx.audit.latest(10));
    const chosen = entries.filter(({ subject }) => subject === "errorService");
    const { host } = new URL(receiver.origin);
    expect(chosen.map(({ detail }) => detail)).toEqual([
      { login: "elin", from: host, to: "" },
      { login: "elin", from: "", to: host },
    ]);
  });

  it("is there again after a restart, and the command line changes it in a running server", async () => {
    await start();
    await addAdmin();
    const snart = async (words: readonly string[], input = ""): Promise<[number, string]> => {
      let out = "";
      const code = await runCli(words, {
        env: { SNART_DATA: folder },
        folder,
        stdin: (async function* () {
          yield input;
        })(),
        stdout: (text) => (out += text),
        stderr: (text) => (out += text),
      });
      return [code, out];
    };
    const { host } = new URL(receiver.origin);
    expect((await snart(["error-report", "set"], "errors.example.org"))[0]).toBe(1);
    expect(await snart(["error-report", "set", "--json"], `${receiver.dsn}\n`)).toEqual([
      0,
      `${JSON.stringify({ host })}\n`,
    ]);
    await until(async () => (await isWanted()) === true);
    await server.stop();
    await start();
    expect(await isWanted()).toBe(true);
    await breakIt();
    await receiver.arrived(1);
    expect((await snart(["error-report", "test"]))[0]).toBe(0);
    expect(await snart(["error-report", "clear"])).toEqual([0, "nothing is sent\n"]);
    expect((await snart(["error-report", "test"]))[0]).toBe(1);
  });

  it("is nobody's to choose where the configuration does, nor for others than administrators who prove it", async () => {
    await start({ SNART_SENTRY_DSN: receiver.dsn });
    const { id: accountId } = await addAdmin();
    const nils = await server.addUser("nils@example.com", PASSWORD);
    const headers = { authorization: basic("elin", PASSWORD) };
    const other = "https://key@errors.example.org/1";
    expect(await call("Server/setErrorReporting", { accountId, dsn: other }, headers)).toMatchObject({
      code: "invalid-value",
    });
    expect(await call("Server/errorReporting", { accountId }, headers)).toMatchObject({
      errorReporting: { host: new URL(receiver.origin).host, isConfigured: true },
    });
    const byNils = { authorization: basic("nils", PASSWORD) };
    expect(await call("Server/setErrorReporting", { accountId: nils.id, dsn: other }, byNils)).toMatchObject({
      type: "forbidden",
    });
    await server.stop();

    let ahead = 0;
    server = await startTestServer({ overrides: { now: () => Date.now() + ahead } });
    const { id } = await addAdmin();
    const signedIn = await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json", origin: server.url },
      body: JSON.stringify({ login: "elin", password: PASSWORD }),
    });
    const cookie = { cookie: cookieOf(signedIn), origin: server.url };
    ahead = 60 * 60_000;
    expect(await call("Server/setErrorReporting", { accountId: id, dsn: other }, cookie)).toMatchObject({
      code: "proof-needed",
    });
    expect(await isWanted()).toBe(false);
  });

  it("takes from pages nothing but one error, of their own site, and no flood", async () => {
    await start({ SNART_SENTRY_DSN: receiver.dsn });
    expect(
      (await post(reportOf({}), { origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status,
    ).toBe(403);
    expect((await post("x".repeat(70_000))).status).toBe(413);
    for (let i = 0; i < 70; i++) await post(reportOf({ message: "x" }));
    await receiver.arrived(60);
    await breakIt();
    await until(() => receiver.received.some((one) => one.includes("TypeError")));
    expect(receiver.received).toHaveLength(61);
  });
});
