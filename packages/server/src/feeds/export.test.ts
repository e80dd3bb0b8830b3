import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic, startTestServer } from "../testing/http-server.ts";
import type { TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const EVENT =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:x1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Fika å ä ö\r\nX-ODD;X-P="a,b":kept\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
let server: TestServer;
const authorization = basic("elin", PASSWORD);

beforeAll(async () => {
  server = await startTestServer();
  await server.addUser("elin@example.com", PASSWORD);
  await server.addUser("bo@example.com", PASSWORD);
  const put = await server.fetch("/dav/calendars/elin/calendar/x1.ics", {
    method: "PUT",
    body: EVENT,
    headers: { authorization },
  });
  expect(put.status).toBe(201);
});
afterAll(() => server.stop());

interface SessionPart {
  readonly capabilities: { readonly "urn:snart:jmap": { readonly exportUrl: string } };
  readonly primaryAccounts: Readonly<Record<string, string>>;
}

/** Where the JMAP session says that calendars can be downloaded, filled in for Elin's only calendar. */
async function exportPath(name = "Elins kalender.ics"): Promise<string> {
  const session = (await (
    await server.fetch("/jmap/session", { headers: { authorization } })
  ).json()) as SessionPart;
  const { exportUrl } = session.capabilities["urn:snart:jmap"];
  const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
  const answer = await server.fetch("/jmap/api", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ using, methodCalls: [["Calendar/get", { accountId, ids: null }, "0"]] }),
  });
  const { methodResponses } = (await answer.json()) as {
    methodResponses: [[string, { list: [{ id: string }] }]];
  };
  const calendarId = methodResponses[0][1].list[0].id;
  const url = exportUrl.replace("{calendarId}", calendarId).replace("{name}", encodeURIComponent(name));
  return new URL(url).pathname;
}

describe("downloading a calendar", () => {
  it("gives every line that was put, as a file that no browser runs", async () => {
    const answer = await server.fetch(await exportPath(), { headers: { authorization } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Elins%20kalender.ics",
    );
    const text = await answer.text();
    expect(text.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true);
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true);
    for (const line of EVENT.split("\r\n").slice(3, -2)) expect(text).toContain(`${line}\r\n`);
  });

  it("answers the same to somebody else as about a calendar that is not there", async () => {
    const path = await exportPath();
    const stranger = { headers: { authorization: basic("bo", PASSWORD) } };
    const theirs = await server.fetch(path, stranger);
    const nothing = await server.fetch("/export/no-such-calendar/x.ics", stranger);
    expect([theirs.status, await theirs.text()]).toEqual([nothing.status, await nothing.text()]);
    expect(theirs.status).toBe(404);
    expect((await server.fetch(path)).status).toBe(401);
  });

  it("keeps a hostile name inside its header", async () => {
    const answer = await server.fetch(await exportPath('a"\r\nX-Evil: 1;(é).ics'), {
      headers: { authorization },
    });
    expect(answer.headers.get("x-evil")).toBeNull();
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''[A-Za-z0-9%._-]+$/,
    );
  });
});
