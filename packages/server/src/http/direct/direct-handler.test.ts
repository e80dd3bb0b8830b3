// A direct answer must equal the router's: each request is sent twice, once with a path that only the router handles.
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { eventText, xmlBody } from "../../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../../testing/http-server.ts";
import { directHandler } from "./direct-handler.ts";
import { Guards } from "../guards.ts";
import { listen, type Listening } from "../listen.ts";
import { openLog } from "../logger.ts";
import type { Reply } from "../reply.ts";

const AUTH = { authorization: basic("elin", "hjortron och gran") };
const ICALENDAR = { "content-type": "text/calendar; charset=utf-8" };
const DIRECT = "/dav/calendars/elin/calendar/";
/** The same address: `%6e` is `n`. */
const ROUTED = "/dav/calendars/eli%6e/calendar/";

interface Sent {
  readonly method: string;
  readonly name?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function send(url: string, path: string, { method, name = "", headers = {}, body = "" }: Sent) {
  const { hostname, port } = new URL(url);
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const sent = request(
        { hostname, port, method, path: path + name, headers: { ...AUTH, ...length, ...headers } },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8").on("data", (part: string) => (text += part));
          answer.on("error", reject).on("end", () => {
            const { date: _, "x-request-id": id, ...others } = answer.headers;
            expect(id).toMatch(/^[\da-f-]{36}$/);
            resolve({ status: answer.statusCode ?? 0, headers: others, text });
          });
        },
      );
      sent.on("error", reject).end(body);
    },
  );
}

describe("a direct answer", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ env: { SNART_LIMIT_REQUEST_SIZE: "2000000" } });
    await server.addUser("elin@example.com", "hjortron och gran");
    const put = { method: "PUT", name: "there.ics", headers: ICALENDAR, body: eventText("there") };
    expect((await send(server.url, DIRECT, put)).status).toBe(201);
  });
  afterAll(() => server.stop());

  const propfind = xmlBody("d:propfind", "<d:prop><d:getetag/><d:displayname/></d:prop>");
  const multiget = xmlBody(
    "c:calendar-multiget",
    `<d:prop><c:calendar-data/></d:prop><d:href>${DIRECT}there.ics</d:href><d:href>${DIRECT}gone.ics</d:href>`,
  );
  it.each<[string, number, Sent]>([
    ["an object", 200, { method: "GET", name: "there.ics" }],
    ["its headers", 200, { method: "HEAD", name: "there.ics" }],
    [
      "an object that the client has",
      304,
      { method: "GET", name: "there.ics", headers: { "if-none-match": "*" } },
    ],
    ["a failed condition", 412, { method: "GET", name: "there.ics", headers: { "if-match": '"other"' } }],
    ["what is not there", 404, { method: "GET", name: "gone.ics" }],
    ["a whole calendar", 200, { method: "GET" }],
    ["a list", 207, { method: "PROPFIND", headers: { depth: "1" }, body: propfind }],
    ["a report", 207, { method: "REPORT", headers: { depth: "1" }, body: multiget }],
    ["a report without a body", 400, { method: "REPORT" }],
    ["a body that is no XML", 400, { method: "REPORT", body: "<a" }],
    ["an object that is none", 403, { method: "PUT", name: "bad.ics", headers: ICALENDAR, body: "BEGIN:X" }],
    [
      "an object in place of what is said to be missing",
      412,
      {
        method: "PUT",
        name: "there.ics",
        headers: { ...ICALENDAR, "if-none-match": "*" },
        body: eventText("there"),
      },
    ],
    ["no such method", 405, { method: "LOCK", name: "there.ics" }],
    ["what may be asked", 200, { method: "OPTIONS" }],
    ["nobody", 401, { method: "GET", name: "there.ics", headers: { authorization: "" } }],
    [
      "somebody else's secret",
      401,
      { method: "GET", name: "there.ics", headers: { authorization: basic("elin", "nej") } },
    ],
    [
      "a page of another site",
      403,
      { method: "DELETE", name: "there.ics", headers: { cookie: "a=b", origin: "https://evil.example" } },
    ],
    [
      "more than there is room for",
      413,
      { method: "PUT", name: "long.ics", headers: { ...ICALENDAR, "content-length": "2000001" } },
    ],
  ])("equals the router's: %s", async (_, status, sent) => {
    const answers = [await send(server.url, DIRECT, sent), await send(server.url, ROUTED, sent)];
    expect(answers[0]?.status).toBe(status);
    const [direct, routed] = answers.map(({ headers, ...rest }) => {
      // For an absent body, either header is correct.
      const { "content-length": length, "transfer-encoding": _encoding, ...others } = headers;
      return { ...rest, headers: { ...others, ...(length !== "0" && { length }) } };
    });
    expect(direct).toEqual(routed);
  });

  it("writes what it announces, and nothing else", async () => {
    const body = eventText("new");
    const made = await send(server.url, DIRECT, { method: "PUT", name: "new.ics", headers: ICALENDAR, body });
    expect([made.status, made.headers["content-length"], made.text]).toEqual([201, "0", ""]);
    const found = await send(server.url, ROUTED, { method: "GET", name: "new.ics" });
    expect([found.text, found.headers["etag"]]).toEqual([body, made.headers["etag"]]);
    const gone = await send(server.url, DIRECT, { method: "DELETE", name: "new.ics" });
    expect([gone.status, gone.headers["content-length"]]).toEqual([204, undefined]);
    const left = await send(server.url, ROUTED, { method: "PROPFIND", headers: { depth: "1" } });
    expect(left.text.match(/[\w-]+\.ics/g)).toEqual(["there.ics"]);
  });
});

describe("a failing answer", () => {
  const log: string[] = [];
  const reported: unknown[] = [];
  let listening: Listening;
  let answer: () => Promise<Reply>;
  beforeAll(async () => {
    const guards = new Guards({
      publicUrl: null,
      trustedProxies: [],
      limits: DEFAULT_LIMITS,
      log: openLog("debug", "json", (line) => void log.push(line)),
      reportError: (error) => void reported.push(error),
      newRequestId: () => "01890a5d-ac96-774b-bcce-b302099a8057",
    });
    const direct = directHandler({ guards, https: false, answer: () => answer() });
    listening = await listen({ fetch: () => new Response("routed"), direct }, "127.0.0.1", 0);
  });
  afterAll(() => listening.stop(0));
  const ask = (path: string) => send(`http://127.0.0.1:${listening.port}`, path, { method: "GET" });

  it("is reported without its reason, logged once and reported once", async () => {
    answer = () => Promise.reject(new Error("a secret"));
    const { status, text } = await ask(DIRECT);
    expect([status, text]).toEqual([500, '{"code":"internal"}']);
    expect(log.filter((line) => line.includes("a secret"))).toHaveLength(1);
    expect(reported.splice(0)).toHaveLength(1);
  });

  it("is cut off if a part of it has been sent", async () => {
    answer = async () => ({
      status: 207,
      headers: {},
      body: (async function* () {
        yield "half of it";
        throw new Error("the other half");
      })(),
    });
    await expect(ask(DIRECT)).rejects.toThrow(/aborted|hang up/);
    expect(reported.splice(0)).toHaveLength(1);
  });

  it.each([
    "/dav/calendars/elin/../axel/",
    "/dav/calendars/.hidden",
    "/dav/calendars//elin/",
    "/dav/calendars/elin/?add-member",
    "/dav/calendars/elin/%2e%2e/",
    "/dav/calendars/elin\\axel",
    "/dav/calendarsx/elin/",
    "/dav/calendars",
    "/jmap/api",
  ])("is left to the router: %s", (path) => {
    answer = () => Promise.reject(new Error("answered directly"));
    const { port } = listening;
    return new Promise<void>((resolve) => {
      request({ host: "127.0.0.1", port, path }, (response) => {
        response.resume();
        expect(response.headers["x-request-id"]).toBeUndefined();
        expect(reported).toEqual([]);
        resolve();
      }).end();
    });
  });
});
