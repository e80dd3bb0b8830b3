import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { startEnvelopeReceiver, type EnvelopeReceiver } from "../../testing/envelope-receiver.ts";
import { basic, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { until } from "../../testing/until.ts";
import { HourlyLimit } from "./hourly-limit.ts";
import { openErrorReporter } from "./open-error-reporter.ts";

const root = import.meta.dirname.replace(/packages.server.src.*$/, "");
const SAMPLE = { id: "0123456789abcdef0123456789abcdef", at: Date.UTC(2026, 10, 29, 12) };
const PASSWORD = "lång nog för alla";
let receiver: EnvelopeReceiver | undefined;
let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  await receiver?.close();
  server = receiver = undefined;
});

const bodyOf = (request: string): string => request.split("\n").slice(2).join("\n");

/** A service that answers every report with a status. */
async function answering(status: number) {
  const service = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(status).end());
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const { port } = service.address() as AddressInfo;
  return { dsn: `http://key@127.0.0.1:${port}/1`, close: () => service.close() };
}

describe("the error service", () => {
  it("receives byte by byte what was shown, and the same is shown each time", async () => {
    receiver = await startEnvelopeReceiver();
    const reporter = await openErrorReporter({ dsn: receiver.dsn, release: "1.2.3", root });
    const shown = await reporter.service?.sample(SAMPLE);
    expect(await reporter.service?.sample(SAMPLE)).toBe(shown);
    expect(receiver.received, "showing sends nothing").toEqual([]);
    expect(await reporter.service?.trySample(SAMPLE)).toEqual({
      outcome: "taken",
      status: 200,
      payload: shown,
    });
    expect(receiver.received.map(bodyOf)).toEqual([shown]);
    expect(reporter.service?.state()).toEqual({ sent: 1, failed: 0, heldBack: 0, lastFailureAt: null });
    const [, , event = ""] = (shown ?? "").split("\n");
    expect(JSON.parse(event)).toMatchObject({
      event_id: SAMPLE.id,
      exception: { values: [{ type: "TypeError", value: "snart.test is not a function" }] },
      tags: { request_id: "test", route: "test" },
    });
    expect(shown).not.toContain(root);
    await reporter.close(1_000);
  });

  it("counts what is refused and what nobody takes, and goes on", async () => {
    const refusing = await answering(403);
    const refused = await openErrorReporter({ dsn: refusing.dsn, release: "1", root, now: () => 77 });
    expect(await refused.service?.trySample(SAMPLE)).toMatchObject({ outcome: "refused", status: 403 });
    expect(refused.service?.state()).toEqual({ sent: 0, failed: 1, heldBack: 0, lastFailureAt: 77 });
    refusing.close();
    const away = await openErrorReporter({ dsn: "http://key@127.0.0.1:9/1", release: "1", root });
    expect(await away.service?.trySample(SAMPLE)).toMatchObject({ outcome: "unreachable", status: null });
    expect(away.service?.state()).toMatchObject({ sent: 0, failed: 1 });
    await Promise.all([refused.close(1_000), away.close(1_000)]);
  });

  it("keeps a flood back", async () => {
    receiver = await startEnvelopeReceiver();
    const reporter = await openErrorReporter({ dsn: receiver.dsn, release: "1", root, now: () => 1_000 });
    for (let i = 0; i < 70; i++) reporter.report(new Error("x"), { requestId: "1", route: "/" });
    await reporter.close(5_000);
    expect(receiver.received).toHaveLength(60);
    expect(reporter.service?.state()).toMatchObject({ sent: 60, heldBack: 10 });
  });

  it("lets so many through an hour, and a clock that goes back begins anew", () => {
    const limit = new HourlyLimit(2);
    expect([0, 1, 2].map((at) => limit.take(at))).toEqual([true, true, false]);
    expect(limit.take(3_599_999)).toBe(false);
    expect(limit.take(3_600_000)).toBe(true);
    expect(limit.take(5)).toBe(true);
  });
});

describe("errors in every kind of work", () => {
  it("arrive from JMAP, CalDAV and jobs without anything about anybody", async () => {
    receiver = await startEnvelopeReceiver();
    server = await startTestServer({ env: { SNART_SENTRY_DSN: receiver.dsn } });
    const { id } = await server.addUser("elin@example.com", PASSWORD);
    const { app } = server;
    const authorization = basic("elin", PASSWORD);
    await server.fetch("/dav/calendars/elin/", {
      method: "PROPFIND",
      headers: { authorization, depth: "0" },
    });
    const broken = (): never => {
      throw new Error("cannot move Tandläkare of elin@example.com at /dav/calendars/elin/privat/abc.ics");
    };
    await app.storage.write((tx) =>
      tx.queues.schedule({
        id: "elins-job",
        kind: "Tandläkare of elin@example.com",
        payload: null,
        state: "queued",
        runAt: app.now(),
        attempts: 0,
        lastError: null,
        progress: null,
      }),
    );
    await receiver.arrived(1);
    const reading = (["read", "readOften"] as const).map((name) => vi.spyOn(app.storage, name));
    for (const spy of reading) spy.mockImplementation(broken);
    const dav = await server.fetch("/dav/calendars/elin/privat/abc.ics", { headers: { authorization } });
    const jmap = await server.fetch("/jmap/api", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ using: ["urn:ietf:params:jmap:core"], methodCalls: [["Core/echo", {}, "0"]] }),
    });
    for (const spy of reading) spy.mockRestore();
    expect([dav.status, jmap.status]).toEqual([500, 500]);
    const { received } = receiver;
    // Other jobs break as well meanwhile.
    const hasCome = (route: string): boolean => received.some((it) => it.includes(`"route":"${route}"`));
    await until(() => ["job", "/dav/calendars/", "/jmap/"].every(hasCome));
    const bytes = received.join("\n");
    for (const secret of ["elin", "Tandl", "privat", "abc.ics", "example.com", id, PASSWORD, authorization])
      expect(bytes, secret).not.toContain(secret);
  });
});

describe("administrators", () => {
  it("alone see the test and send it, and no other text than was shown", async () => {
    receiver = await startEnvelopeReceiver();
    server = await startTestServer({ env: { SNART_SENTRY_DSN: receiver.dsn } });
    const admin = await server.addUser("elin@example.com", PASSWORD, { isAdmin: true });
    const member = await server.addUser("nils@example.com", PASSWORD);
    const call = async (who: { login: string; id: string }, method: string, args: object = {}) => {
      const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
      const body = JSON.stringify({ using, methodCalls: [[method, { accountId: who.id, ...args }, "0"]] });
      const headers = { authorization: basic(who.login, PASSWORD), "content-type": "application/json" };
      const answer = await (server as TestServer).fetch("/jmap/api", { method: "POST", headers, body });
      // What it answers, this test looks at.
      // oxlint-disable-next-line typescript/no-explicit-any
      return ((await answer.json()) as any).methodResponses[0][1];
    };
    expect(await call(member, "Server/errorReporting")).toMatchObject({ type: "forbidden" });
    const { errorReporting } = await call(admin, "Server/errorReporting");
    const { payload, ...sample } = errorReporting.sample;
    expect(errorReporting.host).toBe(new URL(receiver.origin).host);
    expect(await call(member, "Server/testErrorReporting", sample)).toMatchObject({ type: "forbidden" });
    const old = { ...sample, at: "2020-01-01T00:00:00Z" };
    expect(await call(admin, "Server/testErrorReporting", old)).toHaveProperty("type");
    expect(receiver.received).toEqual([]);
    expect(await call(admin, "Server/testErrorReporting", sample)).toMatchObject({
      outcome: "taken",
      payload,
    });
    expect(receiver.received.map(bodyOf)).toEqual([payload]);
  });
});
