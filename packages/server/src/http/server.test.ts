import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEnvelopeReceiver, type EnvelopeReceiver } from "../testing/envelope-receiver.ts";
import { startTestServer, type TestServer } from "../testing/http-server.ts";
import { endlessResponse, type EndlessSource } from "./endless.ts";
import { StartProblem, listen } from "./listen.ts";

let server: TestServer;
let receiver: EnvelopeReceiver;
beforeAll(async () => {
  receiver = await startEnvelopeReceiver();
  server = await startTestServer({
    env: {
      SNART_SENTRY_DSN: receiver.dsn,
      SNART_LIMIT_REQUEST_SIZE: "2000000",
      SNART_TRUSTED_PROXIES: "127.0.0.1",
      SNART_PUBLIC_URL: "https://cal.example.org",
    },
    overrides: {
      extraRoutes(routes) {
        routes.all("/dav/broken", () => {
          throw new Error("cannot move Tandläkare of elin@example.com");
        });
        routes.all("/dav/echo", async (c) =>
          c.text(`${(await c.req.raw.arrayBuffer()).byteLength} ${c.get("address")}`),
        );
      },
    },
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
});

/** Sends bytes unchanged and returns everything received until the connection ends. */
function raw(request: string, hold = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(request));
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
      if (!hold) socket.end();
    });
    socket
      .on("close", () => resolve(answer))
      .on("error", (error) => (answer ? resolve(answer) : reject(error)));
  });
}

describe("the server", () => {
  it("reports that it is well, and no more", async () => {
    const response = await server.fetch("/healthz");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok" });
    expect(response.headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(response.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);
  });

  it("answers an error without details, logs it once and reports it without personal data", async () => {
    const before = server.logged.length;
    const response = await server.fetch("/dav/broken?email=elin@example.com", {
      method: "POST",
      headers: {
        cookie: "snart_session=abcdefghijklmnopqrstuvwxyz",
        "x-forwarded-for": "203.0.113.77",
        authorization: "Basic ZWxpbjpoZW1saWd0",
      },
      body: "SUMMARY:Tandläkare",
    });
    expect([response.status, await response.text()]).toEqual([500, '{"code":"internal"}']);
    const id = response.headers.get("x-request-id") ?? "none";
    const lines = server.logged
      .slice(before)
      .filter((line) => line.includes(id) && line.includes('"level":50'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/cannot move/);
    expect(server.logged.slice(before).join(""), "the log names neither addresses nor secrets").not.toMatch(
      /203\.0\.113|snart_session|ZWxpbj/,
    );
    await receiver.arrived(1);
    const bytes = receiver.received.join("\n");
    expect(bytes).toContain(id);
    expect(bytes).not.toMatch(/elin|tandl|203\.0\.113|snart_session|ZWxpbj|broken|cal\.example/i);
  });

  it("knows the client behind the proxy", async () => {
    const response = await server.fetch("/dav/echo", { headers: { "x-forwarded-for": "203.0.113.5" } });
    expect(await response.text()).toBe("0 203.0.113.5");
  });

  it.each([
    "PROPFIND",
    "REPORT",
    "MKCALENDAR",
    "PROPPATCH",
    "MOVE",
    "COPY",
    "ACL",
    "LOCK",
    "UNLOCK",
    "OPTIONS",
    "DELETE",
  ])("lets %s through", async (method) => {
    const answer = await raw(`${method} /dav/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*3 127\.0\.0\.1/);
  });

  it("answers an address that is not there with 404", async () => {
    const response = await server.fetch("/jmap/nothing");
    expect(response.status).toBeGreaterThanOrEqual(400);
    const missing = await server.fetch("/nothing.php", { method: "POST" });
    expect([missing.status, await missing.json()]).toEqual([404, { code: "not-found" }]);
  });
});

describe("hostile requests", () => {
  it("refuses a giant body by its stated length, without reading it", async () => {
    const answer = await raw("PUT /dav/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 52428800\r\n\r\n");
    expect(answer).toMatch(
      /^HTTP\/1\.1 413 [^]*connection: close[^]*"code":"request-too-large","limit":2000000/i,
    );
  });
  it("refuses a giant chunked body as soon as it is too large", async () => {
    const response = await server.fetch("/dav/echo", {
      method: "PUT",
      body: ReadableStream.from(Array.from({ length: 64 }, () => new Uint8Array(65_536))),
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
  });
  it("accepts a chunked body within the limit", async () => {
    const body = ReadableStream.from([new Uint8Array(65_536), new Uint8Array(10)]);
    expect(
      await (await server.fetch("/dav/echo", { method: "PUT", body, duplex: "half" } as RequestInit)).text(),
    ).toMatch(/^65546 /);
  });
  it("refuses a sign-in form of more than 64 kB", async () => {
    const response = await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "x".repeat(70_000),
    });
    expect([response.status, await response.json()]).toEqual([
      413,
      { code: "request-too-large", limit: 65_536 },
    ]);
  });
  it.each([
    ["a host that is none", "GET /healthz HTTP/1.1\r\nHost: ex ample\r\n\r\n"],
    ["a host with a path", "GET /healthz HTTP/1.1\r\nHost: x/../../etc\r\n\r\n"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    [
      "two lengths",
      "POST /dav/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
    ],
    [
      "a length and chunks",
      "POST /dav/echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ],
    ["a negative length", "POST /dav/echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
    ["no HTTP", "\x16\x03\x01\x02\x00 hello\r\n\r\n"],
    ["a backslash", "GET /..\\..\\etc HTTP/1.1\r\nHost: x\r\n\r\n"],
  ])("refuses %s", async (_what, request) => {
    expect(await raw(request)).toMatch(/^HTTP\/1\.1 400 /);
  });
  it("refuses headers of more than 16 kB", async () => {
    expect(await raw(`GET /healthz HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
  });
  it.each([
    "/../../../etc/passwd",
    "/dav/../../etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/./../package.json",
  ])("finds no file at %s", async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toMatch(/root:|"name": "snart/);
  });
  it("cuts off a client that sends its headers one by one for ever", async () => {
    const slow = await listen({ fetch: () => new Response("ok") }, "127.0.0.1", 0, {
      headersTimeout: 100,
      connectionsCheckingInterval: 50,
    });
    const answer = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(slow.port, "127.0.0.1", () =>
        socket.write("GET / HTTP/1.1\r\nHost: x\r\nX-A: "),
      );
      socket
        .setEncoding("latin1")
        .on("data", (data: string) => (text += data))
        .on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await slow.stop(100);
  });
});

describe("starting", () => {
  it("says in one sentence that the port is taken", async () => {
    const port = Number(new URL(server.url).port);
    const failure = await listen({ fetch: () => new Response() }, "127.0.0.1", port).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StartProblem);
    expect((failure as Error).message).toBe(
      `Port ${port} is taken by another program; stop it or set SNART_PORT to another port.`,
    );
  });
  it("says that an address does not belong to this machine", async () => {
    await expect(listen({ fetch: () => new Response() }, "203.0.113.1", 0)).rejects.toThrow(
      "SNART_HOST 203.0.113.1 is not an address of this machine.",
    );
  });
});

describe("stopping", () => {
  it("lets a request in flight finish, accepts no new one and ends event streams", async () => {
    let finish: (response: Response) => void = () => undefined;
    const pending = new Promise<Response>((resolve) => (finish = resolve));
    let gone = 0;
    const stopping = await startTestServer({
      overrides: {
        extraRoutes(routes) {
          routes.get("/slow", () => pending);
          const source: EndlessSource = {
            start: (sink) => void sink.write(": hi\n\n"),
            hasRoomAgain: () => undefined,
            readerIsGone: () => gone++,
          };
          routes.get("/stream", () => endlessResponse(source, { "content-type": "text/event-stream" }));
        },
      },
    });
    const stream = await stopping.fetch("/stream");
    const reader = stream.body?.getReader();
    await reader?.read();
    const slow = stopping.fetch("/slow");
    await new Promise<void>((resolve) => setImmediate(resolve));
    await stopping.fetch("/healthz");
    const stopped = stopping.listening.stop(5_000);
    expect(await reader?.read()).toMatchObject({ done: true });
    await expect(stopping.fetch("/healthz")).rejects.toThrow();
    finish(new Response("done"));
    expect(await (await slow).text()).toBe("done");
    await stopped;
    expect(gone).toBe(1);
    await stopping.stop().catch(() => undefined);
  });
});
