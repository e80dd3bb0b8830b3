// The wire when a long answer can't be finished, or is no longer wanted.
import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mintActor } from "../app/actor.ts";
import { putObject } from "../app/write/put-object.ts";
import { eventText, xmlBody } from "../testing/dav-client.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";
import { firstCalendarOf, ownCalendar } from "../testing/test-app.ts";
import type { CalendarId, PrincipalId } from "../app/types.ts";

const CALENDAR = "/dav/calendars/elin/calendar/";
const PASSWORD = "hjortron och gran";
/** More than a page of a query, and more bytes than sockets buffer. */
const COUNT = 600;
const LONG = `DESCRIPTION:${"long ".repeat(4_000)}`;

let server: TestServer;
let calendarId: CalendarId;
let axel: PrincipalId;

beforeAll(async () => {
  server = await startTestServer();
  const elin = await server.addUser("elin@example.com", PASSWORD);
  axel = (await server.addUser("axel@example.com", PASSWORD)).id;
  const fields = { principalId: elin.id, login: "elin", isAdmin: false, via: "password", proof: "" } as const;
  const actor = mintActor(fields);
  calendarId = await firstCalendarOf(server.app, actor);
  for (let at = 0; at < COUNT; at++) {
    const put = await putObject(
      server.app,
      actor,
      ownCalendar(actor, calendarId),
      `${at}.ics`,
      eventText(`e${at}`, LONG),
      {},
    );
    expect(put.ok).toBe(true);
  }
}, 60_000);
afterAll(() => server.stop());

const share = () =>
  server.app.storage.write((tx) => tx.calendars.setShare({ calendarId, principalId: axel, level: "read" }));

/** Requests everything as axel and returns the answer when its headers are there; the body is unread. */
function askForAll(): Promise<IncomingMessage> {
  const filter = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';
  const body = xmlBody("c:calendar-query", `<d:prop><c:calendar-data/></d:prop>${filter}`);
  const { hostname, port } = new URL(server.url);
  const headers = { authorization: basic("axel", PASSWORD), depth: "1" };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method: "REPORT", path: CALENDAR, headers }, resolve);
    sent.on("error", reject).end(body);
  });
}

async function readAll(answer: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += String(chunk);
  return text;
}
const isThere = async () =>
  (await server.fetch("/dav/", { method: "OPTIONS", headers: { authorization: basic("elin", PASSWORD) } }))
    .status;

test("withdrawing a right in the middle cuts the connection, and the server goes on", async () => {
  await share();
  const answer = await askForAll();
  expect(answer.statusCode).toBe(207);
  await server.app.storage.write((tx) => tx.calendars.removeShare(calendarId, axel));
  await expect(readAll(answer)).rejects.toThrow(/aborted/);
  expect(await isThere()).toBe(200);
});

test("a client that hangs up in the middle disturbs nobody", async () => {
  await share();
  (await askForAll()).destroy();
  const answer = await askForAll();
  expect([...(await readAll(answer)).matchAll(/<d:response>/g)]).toHaveLength(COUNT);
  expect(await isThere()).toBe(200);
});
