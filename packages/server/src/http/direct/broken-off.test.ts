// Requests that never arrive completely, or whose form a proxy and a server may read differently.
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { directHandler } from "./direct-handler.ts";
import { Guards } from "../guards.ts";
import type { HttpRequest } from "../http-request.ts";
import { listen, type Listening } from "../listen.ts";
import { openLog } from "../logger.ts";
import { reply, type Reply } from "../reply.ts";

const PATH = "/dav/calendars/elin/calendar/a.ics";
const reported: unknown[] = [];
const log: string[] = [];
let answer: (request: HttpRequest) => Promise<Reply>;
let listening: Listening;
const written: ServerResponse[] = [];
const sockets: Socket[] = [];
beforeEach(async () => {
  for (const list of [reported, log, sockets, written]) list.length = 0;
  const guards = new Guards({
    publicUrl: null,
    trustedProxies: [],
    limits: DEFAULT_LIMITS,
    log: openLog("debug", "json", (line) => void log.push(line)),
    reportError: (error) => void reported.push(error),
    newRequestId: () => "01890a5d-ac96-774b-bcce-b302099a8057",
  });
  const handle = directHandler({ guards, https: false, answer: (request) => answer(request) });
  const direct: typeof handle = (incoming, outgoing) => {
    written.push(outgoing);
    return handle(incoming, outgoing);
  };
  const routed = () => new Response("routed");
  listening = await listen({ fetch: routed, direct }, "127.0.0.1", 0);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listening.stop(0);
});

/** Opens a connection and sends bytes unchanged. */
function opened(text: string): Socket {
  const socket = connect(listening.port, "127.0.0.1", () => socket.write(text));
  sockets.push(socket);
  return socket.setEncoding("latin1").on("error", () => undefined);
}
/** Everything received until the connection ends. */
const allOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = "";
    socket.on("data", (part: string) => (text += part)).on("close", () => resolve(text));
  });
const head = (method: string, ...lines: readonly string[]): string =>
  [`${method} ${PATH} HTTP/1.1`, "Host: snart.example", ...lines, "", ""].join("\r\n");
/** Resolves with the line that is logged for each request when it is over. */
const left = (): Promise<void> =>
  vi.waitFor(() => expect(log.filter((line) => line.includes(`"ms"`))).toHaveLength(1));

describe("a client that hangs up", () => {
  it("in the middle of its body is no error of ours, and its request ends", async () => {
    const begun = Promise.withResolvers<void>();
    let isRead = false;
    answer = async (request) => {
      const read = request.readBytes(1_000);
      begun.resolve();
      await read;
      isRead = true;
      return reply(null, { status: 201 });
    };
    const socket = opened(`${head("PUT", "Content-Length: 100")}half of it`);
    await begun.promise;
    socket.destroy();
    await left();
    expect([isRead, reported]).toEqual([false, []]);
  });

  it("before its body is read ends its request, too", async () => {
    const [begun, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    answer = async (request) => {
      begun.resolve();
      await gone.promise;
      await request.readBytes(1_000);
      return reply(null, { status: 201 });
    };
    const socket = opened(`${head("PUT", "Content-Length: 100")}half of it`);
    await begun.promise;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.destroy();
    await closed;
    // The server learns of it on a later turn of its event loop.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    gone.resolve();
    await left();
    expect(reported).toEqual([]);
  });
});

describe("an ambiguous request", () => {
  const smuggled = "GET /dav/calendars/elin/secret/ HTTP/1.1\r\nHost: snart.example\r\n\r\n";
  it.each([
    ["two lengths", ["Content-Length: 4", "Content-Length: 40"]],
    ["a list of lengths", ["Content-Length: 4, 40"]],
    ["a length and pieces", ["Content-Length: 4", "Transfer-Encoding: chunked"]],
    ["a length with a sign", ["Content-Length: +4"]],
    ["a length in another base", ["Content-Length: 0x4"]],
    ["a header that is folded", ["X: a", " Content-Length: 4", "Content-Length: 40"]],
    ["a space before the colon", ["Content-Length : 4"]],
  ])("is refused, and nothing after it is answered: %s", async (_, lines) => {
    const asked: string[] = [];
    answer = async ({ plainPath = "" }) => {
      asked.push(plainPath);
      return reply("told");
    };
    const text = await allOf(opened(`${head("PUT", ...lines)}abcd${smuggled}`));
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(asked.filter((path) => path.includes("secret"))).toEqual([]);
  });

  it("has its declared body, read or not, and the next request follows it", async () => {
    const asked: string[] = [];
    answer = async ({ method, plainPath = "" }) => {
      asked.push(`${method} ${plainPath}`);
      return reply("", { status: 200 });
    };
    const first = `${head("GET", `Content-Length: ${smuggled.length}`)}${smuggled}`;
    await allOf(opened(first + head("HEAD", "Connection: close")));
    expect(asked).toEqual([`GET ${PATH}`, `HEAD ${PATH}`]);
  });

  it("asks for the body of a client that waits for 100-continue, and sends nothing more to one that only wants the headers", async () => {
    answer = async (request) => {
      const bytes = await request.readBytes(100);
      return reply(`${bytes.length} bytes`);
    };
    const socket = opened(head("PUT", "Content-Length: 4", "Expect: 100-continue", "Connection: close"));
    socket.once("data", () => socket.write("abcd"));
    const text = await allOf(socket);
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [^]*\r\n\r\n4 bytes$/);
    const headers = await allOf(opened(head("HEAD", "Connection: close")));
    expect(headers).toMatch(/^HTTP\/1\.1 200 [^]*content-length: 7\r\n[^]*\r\n\r\n$/i);
  });
});

describe("requests that arrive together", () => {
  it("are all read before the first of them is answered", async () => {
    answer = async () => reply("there");
    const both = [opened(head("GET")), opened(head("GET"))];
    await Promise.all(both.map((socket) => new Promise((resolve) => socket.once("data", resolve))));
    const isAnyAnswered: boolean[] = [];
    answer = async () => {
      isAnyAnswered.push(written.slice(2).some(({ headersSent }) => headersSent));
      return reply("there again");
    };
    // In one turn, so that both have arrived when the server reads next.
    for (const socket of both) socket.write(head("GET", "Connection: close"));
    const texts = await Promise.all(both.map(allOf));
    expect(isAnyAnswered).toEqual([false, false]);
    expect(texts.every((text) => text.endsWith("\r\n\r\nthere again"))).toBe(true);
  });
});
