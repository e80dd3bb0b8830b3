import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";
import { startCollector, type Collector } from "../testing/tracing/collector.ts";
import { until } from "../testing/until.ts";
import { closeSpan, KIND, openSpan } from "./span.ts";
import { SpanQueue } from "./span-queue.ts";
import { readTraceParent } from "./trace-context.ts";

const PASSWORD = "lång nog för alla";
const TOKEN = "a-token-of-the-metrics";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

const nameOf = ({ name }: { readonly name: string }): string => name;
const attributesOf = (span: { readonly attributes: Collector["spans"][number]["attributes"] }) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe("a server with a collector", () => {
  let server: TestServer;
  const start = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    server = await startTestServer({
      env: { SNART_OTLP_ENDPOINT: collector.endpoint, SNART_METRICS_TOKEN: TOKEN, ...env },
    });
    await server.addUser("elin@example.com", PASSWORD);
  };
  const dav = (headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    server.fetch("/dav/calendars/elin/calendar/", {
      method: "PROPFIND",
      headers: { authorization: basic("elin@example.com", PASSWORD), depth: "0", ...headers },
    });
  const metric = async (name: string): Promise<number> => {
    const answer = await server.fetch("/metrics", { headers: { authorization: `Bearer ${TOKEN}` } });
    return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(await answer.text())?.[1]);
  };

  it("tells of each request and its transactions, whichever way it came in, and of nobody", async () => {
    await start();
    expect((await dav()).status).toBe(207);
    expect((await server.fetch("/auth/session?who=elin", { headers: { cookie: "a=b" } })).status).toBe(200);
    expect((await server.fetch("/jmap/session")).status).toBe(401);
    await server.stop();
    expect(collector.problems).toEqual([]);
    const served = collector.spans.filter(({ kind }) => kind === KIND.server);
    expect(served.map(nameOf)).toEqual(["PROPFIND /dav/calendars/", "GET /auth/", "GET /jmap/"]);
    const [propfind, , refused] = served;
    expect(attributesOf(propfind ?? { attributes: [] })).toEqual({
      "http.request.method": "PROPFIND",
      "http.route": "/dav/calendars/",
      "http.response.status_code": "207",
    });
    expect(refused?.status).toEqual({});
    const parts = collector.spans.filter(({ parentSpanId }) => parentSpanId === propfind?.spanId);
    expect(parts.map(nameOf)).toContain("read transaction");
    for (const part of parts) {
      expect(part.traceId).toBe(propfind?.traceId);
      expect(BigInt(part.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(propfind?.startTimeUnixNano ?? 0));
      expect(BigInt(part.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(part.startTimeUnixNano));
    }
    expect(collector.bodies.join("\n")).not.toMatch(/elin|example|127\.0\.0\.1|who=/);
  });

  it("brings the headers that the collector wants", async () => {
    const headers = "authorization=Bearer%20a%2Cb, X-Tenant=home";
    await start({ SNART_OTLP_HEADERS: headers });
    await server.fetch("/healthz");
    await server.stop();
    expect(collector.headers.length).toBeGreaterThan(0);
    for (const sent of collector.headers)
      expect(sent).toMatchObject({
        authorization: "Bearer a,b",
        "x-tenant": "home",
        "content-type": "application/json",
      });
  });

  it("tells of a share of what begins here, and of all that a trusted proxy records", async () => {
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    const env = { SNART_TRUSTED_PROXIES: "127.0.0.1", SNART_PUBLIC_URL: "https://example.org" };
    await start({ SNART_OTLP_SHARE: "0", ...env });
    for (let i = 0; i < 20; i++) await server.fetch("/auth/session");
    await server.fetch("/auth/session", { headers: { traceparent } });
    await server.stop();
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
    collector.spans.length = 0;
    await start({ SNART_OTLP_SHARE: "0.5" });
    for (let i = 0; i < 400; i++) await server.fetch("/auth/session");
    await server.stop();
    const served = collector.spans.filter(({ kind }) => kind === KIND.server);
    // Half of them: beyond these bounds once in 10^15 runs.
    expect(served.length).toBeGreaterThan(120);
    expect(served.length).toBeLessThan(280);
  });

  it("belongs to the trace of a trusted proxy, and of nobody else", async () => {
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    await start({ SNART_TRUSTED_PROXIES: "127.0.0.1", SNART_PUBLIC_URL: "https://example.org" });
    await dav({ traceparent });
    await server.fetch("/auth/session", { headers: { traceparent } });
    await server.fetch("/healthz", { headers: { traceparent: traceparent.replace(/01$/, "00") } });
    await server.stop();
    const served = collector.spans.filter(({ kind }) => kind === KIND.server);
    expect(served.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
      [TRACE, PARENT],
      [TRACE, PARENT],
    ]);
    collector.spans.length = 0;
    await start();
    await dav({ traceparent });
    await server.stop();
    expect(collector.spans.filter(({ kind }) => kind === KIND.server)[0]).not.toMatchObject({
      traceId: TRACE,
    });
  });

  it("answers at once while the collector is silent, refuses or is gone, and counts what is dropped", async () => {
    await start();
    collector.answer(400);
    await dav();
    await server.fetch("/healthz");
    await until(async () => (await metric("snart_spans_dropped_total")) > 0);
    expect(server.logged.filter((line) => line.includes("collector")).length).toBe(1);
    collector.answer("hang");
    const began = performance.now();
    for (let i = 0; i < 20; i++) expect((await dav()).status).toBe(207);
    await collector.stop();
    for (let i = 0; i < 20; i++) expect((await dav()).status).toBe(207);
    expect(performance.now() - began).toBeLessThan(5_000);
    await server.stop();
    collector = await startCollector();
  });
});

describe("without a collector", () => {
  it("nothing is counted, and nothing sent", async () => {
    const server = await startTestServer({ env: { SNART_METRICS_TOKEN: TOKEN } });
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect(await (await server.fetch("/metrics", { headers })).text()).not.toContain("snart_spans");
    await server.stop();
    expect(collector.asked()).toBe(0);
  });
});

describe("the queue of spans", () => {
  const span = () => closeSpan(openSpan(KIND.internal), "work", {}, false);
  const queueTo = (url: string, onTrouble = (): void => undefined) =>
    new SpanQueue({ url, headers: {}, version: "1", onTrouble, everyMs: 20, timeoutMs: 200 });

  it("sends in batches, and again what a busy collector has not taken", async () => {
    collector.answer(503);
    const troubles: string[] = [];
    const queue = new SpanQueue({
      url: `${collector.endpoint}/v1/traces`,
      headers: {},
      version: "1",
      onTrouble: (why) => troubles.push(why),
      everyMs: 20,
    });
    for (let i = 0; i < 1_200; i++) queue.add(span());
    await until(() => collector.asked() >= 3);
    expect(queue.counts).toEqual({ sent: 0, dropped: 0 });
    collector.answer(200);
    await until(() => queue.counts.sent === 1_200);
    expect(collector.problems).toEqual([]);
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(1_200);
    expect(troubles).toEqual(["it answered 503"]);
    await queue.close(100);
  });

  it("holds so many at most, and counts the others", async () => {
    collector.answer("hang");
    const queue = queueTo(`${collector.endpoint}/v1/traces`);
    for (let i = 0; i < 5_000; i++) queue.add(span());
    await until(() => collector.asked() >= 2);
    expect(queue.counts.sent).toBe(0);
    expect(queue.counts.dropped).toBeGreaterThanOrEqual(5_000 - 2_048 - 512);
    await queue.close(50);
    await until(() => queue.counts.dropped === 5_000);
  });

  it("waits for nobody when it is closed", async () => {
    collector.answer("hang");
    const queue = queueTo(`${collector.endpoint}/v1/traces`);
    queue.add(span());
    const began = performance.now();
    await queue.close(100);
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});

describe("traceparent", () => {
  it.each([
    [`00-${TRACE}-${PARENT}-01`, { traceId: TRACE, spanId: PARENT, isSampled: true }],
    [`00-${TRACE}-${PARENT}-00`, { traceId: TRACE, spanId: PARENT, isSampled: false }],
    [`cc-${TRACE}-${PARENT}-03-more`, { traceId: TRACE, spanId: PARENT, isSampled: true }],
  ])("%s is read", (header, read) => expect(readTraceParent(header)).toEqual(read));

  it.each([
    null,
    "",
    "00",
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    `cc-${TRACE}-${PARENT}-03-${"x".repeat(1_000)}`,
  ])("%j is none", (header) => expect(readTraceParent(header)).toBeUndefined());
});
