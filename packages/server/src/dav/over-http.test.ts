// CalDAV through the real server and a socket: signing in, bodies on the wire, paths that no URL class has
// normalised.
import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventText } from "../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

let server: TestServer;
const CALENDAR = "/dav/calendars/elin/calendar/";
const AUTH = { authorization: basic("elin", "hjortron och gran") };

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser("elin@example.com", "hjortron och gran");
});
afterAll(() => server.stop());

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Sends a path unchanged; `write` sends the body, correctly or not. */
function raw(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  chunks: Iterable<string> = [],
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, method, path, headers: { ...AUTH, ...headers } }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    sent.on("error", reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}
const names = async () => {
  const { body } = await raw("PROPFIND", CALENDAR, { depth: "1" });
  return [...body.matchAll(/<d:href>[^<]*\/([^</]+)<\/d:href>/g)].map(([, name]) => name);
};

test("discovery needs no sign-in, and everything else does", async () => {
  const found = await server.fetch("/.well-known/caldav", { method: "PROPFIND" });
  expect([found.status, found.headers.get("location")]).toEqual([301, "/dav/"]);
  for (const [method, path] of [
    ["PROPFIND", "/"],
    ["PROPFIND", "/dav/"],
    ["OPTIONS", CALENDAR],
    ["GET", CALENDAR],
    ["PUT", `${CALENDAR}x.ics`],
  ] as const) {
    const answer = await server.fetch(path, { method });
    expect([path, answer.status, answer.headers.get("www-authenticate")?.split(" ")[0]]).toEqual([
      path,
      401,
      "Basic",
    ]);
  }
});

test("a session of the web app is not accepted", async () => {
  const signedIn = await server.fetch("/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ login: "elin", password: "hjortron och gran" }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const answer = await server.fetch(CALENDAR, {
    method: "PROPFIND",
    headers: { cookie, depth: "0", origin: server.url },
  });
  expect(answer.status).toBe(401);
});

test("a stored object comes back, by HEAD without its text", async () => {
  const path = `${CALENDAR}m%C3%B6te%20%40.ics`;
  const put = await raw("PUT", path, { "content-type": "text/calendar" }, [
    eventText("1", "LOCATION:Söder 🎂"),
  ]);
  const got = await raw("GET", path);
  const head = await raw("HEAD", path);
  expect([put.status, got.body]).toEqual([201, eventText("1", "LOCATION:Söder 🎂")]);
  expect([head.status, head.body, head.headers.etag]).toEqual([200, "", put.headers.etag]);
  expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(got.body)));
  expect((await raw("DELETE", path)).status).toBe(204);
});

test.each([
  ["/dav/calendars/elin/calendar/../../axel/calendar/", 404],
  ["/dav/calendars/elin/calendar/..%2f..%2faxel/", 400],
  ["/dav/calendars/elin/%2e%2e%2f/", 400],
  ["/dav/calendars/elin/calendar/%E0%A4%A", 400],
  ["/dav/%00", 400],
])("the raw path %s leads nowhere", async (path, status) => {
  const answer = await raw("PROPFIND", path, { depth: "0" });
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain("<d:multistatus");
});

test("several slashes are one, as people type them", async () => {
  const answer = await raw("PROPFIND", "/dav/calendars//elin///calendar/", { depth: "0" });
  expect(answer.status).toBe(207);
  expect(answer.body).toContain(`<d:href>${CALENDAR}</d:href>`);
});

test("fifty mebibytes are refused, with or without a stated length, and nothing is stored", async () => {
  const piece = "x".repeat(1024 * 1024);
  const announced = await raw("PUT", `${CALENDAR}big.ics`, {
    "content-length": String(50 * 1024 * 1024),
  }).catch(() => undefined);
  expect(announced === undefined || announced.status === 413).toBe(true);
  const chunked = await raw("PUT", `${CALENDAR}big.ics`, {}, Array<string>(50).fill(piece)).catch(
    () => undefined,
  );
  expect(chunked === undefined || [403, 413].includes(chunked.status)).toBe(true);
  expect(await names()).toEqual([]);
  expect(server.logged.some((line) => /a request failed/.test(line))).toBe(false);
});

test("a client that goes away in the middle of its text leaves nothing behind", async () => {
  const { hostname, port } = new URL(server.url);
  const text = eventText("gone");
  await new Promise<void>((resolve) => {
    const headers = {
      ...AUTH,
      "content-length": String(Buffer.byteLength(text) + 100),
      "content-type": "text/calendar",
    };
    const sent = request({ hostname, port, method: "PUT", path: `${CALENDAR}gone.ics`, headers });
    sent.on("error", () => resolve());
    sent.write(text, () => sent.destroy(new Error("gone")));
  });
  expect(await names()).toEqual([]);
});
