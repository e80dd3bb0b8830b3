// Clients that send slowly on purpose, or go away in the middle: through the real server and a socket.
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventText } from "../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
const PASSWORD = "hjortron och gran";
const AUTH = basic("elin", PASSWORD);
const TEXT = eventText("1");

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    timeouts: { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 },
  });
  await server.addUser("elin@example.com", PASSWORD);
});
afterAll(() => server.stop());

/** Sends the beginning of a request and waits until the server ends it; returns its output. */
function begin(...lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () =>
      socket.write(lines.join("\r\n")),
    );
    socket.setEncoding("latin1").on("data", (text: string) => (said += text));
    socket.on("error", () => undefined).on("close", () => resolve(said));
  });
}
const head = (method: string, name: string, ...more: readonly string[]) => [
  `${method} ${CALENDAR}${name} HTTP/1.1`,
  "Host: x",
  `Authorization: ${AUTH}`,
  "Content-Type: text/calendar",
  ...more,
];
const listed = async () => {
  const answer = await server.fetch(CALENDAR, {
    method: "PROPFIND",
    headers: { authorization: AUTH, depth: "1" },
  });
  return [...(await answer.text()).matchAll(/<d:href>([^<]*\.ics)<\/d:href>/g)].map(([, href]) => href);
};

test("a client that never ends the headers is cut off, and stores nothing", async () => {
  expect(await begin(...head("PUT", "headers.ics", "X-A: "))).toMatch(/^HTTP\/1\.1 408 /);
  expect(await listed()).toEqual([]);
});

test.each(["PUT", "PROPFIND", "REPORT", "POST"])(
  "a client that never ends the body of a %s is cut off",
  async (method) => {
    const lines = head(method, "body.ics", `Content-Length: ${TEXT.length + 10}`, "", TEXT);
    const said = await begin(...lines);
    expect(said).not.toMatch(/^HTTP\/1\.1 (?:2|5)/);
    expect(await listed()).toEqual([]);
  },
);

test("a client that sends endless pieces is cut off", async () => {
  const piece = `${TEXT.length.toString(16)}\r\n${TEXT}\r\n`;
  const said = await begin(...head("PUT", "chunks.ics", "Transfer-Encoding: chunked", "", piece));
  expect(said).not.toMatch(/^HTTP\/1\.1 (?:2|5)/);
  expect(await listed()).toEqual([]);
});

test("fifty of them at once block nobody", async () => {
  const lines = head("PUT", "many.ics", `Content-Length: ${TEXT.length + 10}`, "", TEXT);
  const slow = Array.from({ length: 50 }, () => begin(...lines));
  const answer = await server.fetch(`${CALENDAR}quick.ics`, {
    method: "PUT",
    headers: { authorization: AUTH, "content-type": "text/calendar" },
    body: TEXT,
  });
  expect(answer.status).toBe(201);
  await Promise.all(slow);
  expect(await listed()).toEqual([`${CALENDAR}quick.ics`]);
});

test("none of that is an error of the server", () => {
  expect(server.logged.length).toBeGreaterThan(0);
  const bad = server.logged.filter((line) => /a request failed|"level":"?(?:error|fatal|50|60)/.test(line));
  expect(bad).toEqual([]);
});
