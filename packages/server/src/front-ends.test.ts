import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic, cookieOf, startTestServer, type TestServer } from "./testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const JMAP = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars", "urn:snart:jmap"];
let server: TestServer;
let accountId: string;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({
    env: {
      SNART_LIMIT_SIGN_IN_ATTEMPTS: "5",
      SNART_TRUSTED_PROXIES: "127.0.0.1",
      SNART_PUBLIC_URL: "http://cal.example.org",
    },
  });
  accountId = (await server.addUser("elin@example.com", PASSWORD)).id;
  await server.addUser("bo@example.com", PASSWORD);
  cookie = cookieOf(
    await server.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "elin", password: PASSWORD }),
    }),
  );
});
afterAll(() => server.stop());

type Calls = readonly (readonly [string, Record<string, unknown>, string])[];
const jmap = (calls: Calls, headers: Record<string, string> = { cookie }): Promise<Response> =>
  server.fetch("/jmap/api", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ using: JMAP, methodCalls: calls }),
  });
const answers = async (calls: Calls): Promise<Record<string, unknown>[]> => {
  const body = (await (await jmap(calls)).json()) as {
    methodResponses: [string, Record<string, unknown>, string][];
  };
  return body.methodResponses.map(([, args]) => args);
};
const ICS =
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:x1\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Fika\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";

describe("authentication", () => {
  it("challenges CalDAV clients, whatever they ask for", async () => {
    for (const [method, path] of [
      ["PROPFIND", "/"],
      ["PROPFIND", "/dav/"],
      ["GET", "/dav/calendars/elin/calendar/a.ics"],
      ["DELETE", "/dav/calendars/elin/"],
    ] as const) {
      const response = await server.fetch(path, { method });
      expect(response.status, path).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe('Basic realm="Snart", charset="UTF-8"');
    }
  });
  it("gives the same answer for existing and missing things", async () => {
    const there = await server.fetch("/dav/calendars/elin/calendar/", { method: "PROPFIND" });
    const notThere = await server.fetch("/dav/calendars/nobody/calendar/", { method: "PROPFIND" });
    expect([there.status, await there.text()]).toEqual([notThere.status, await notThere.text()]);
  });
  it("accepts no cookie for CalDAV, so that no page can use it unasked", async () => {
    expect((await server.fetch("/dav/", { method: "PROPFIND", headers: { cookie } })).status).toBe(401);
  });
  it.each([
    "Basic",
    "Basic !!!",
    "Bearer x",
    `Basic ${"A".repeat(10_000)}`,
    "Basic \u00ff",
    basic("", ""),
    basic("elin\0", "x"),
  ])("refuses the malformed proof %j without counting or failing", async (authorization) => {
    for (const path of ["/dav/", "/jmap/session"])
      expect((await server.fetch(path, { headers: { authorization } })).status).toBe(401);
  });
  it("asks clients that guess over Basic to wait", async () => {
    const guess = (password: string): Promise<Response> =>
      server.fetch("/dav/", {
        method: "PROPFIND",
        headers: { authorization: basic("bo", password), "x-forwarded-for": "203.0.113.9", depth: "0" },
      });
    for (let i = 0; i < 5; i++) expect((await guess(`wrong ${i}`)).status).toBe(401);
    const blocked = await guess(PASSWORD);
    expect([blocked.status, blocked.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(blocked.headers.get("www-authenticate")).toBeNull();
    expect(
      (await server.fetch("/jmap/session", { headers: { cookie } })).status,
      "who is signed in stays",
    ).toBe(200);
  });
  it("shows no password prompt to a page over JMAP, but challenges other clients", async () => {
    const page = await server.fetch("/jmap/session", { headers: { "sec-fetch-mode": "cors" } });
    expect([page.status, page.headers.get("www-authenticate"), await page.json()]).toEqual([
      401,
      null,
      { code: "not-signed-in" },
    ]);
  });
  it.each([{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])(
    "refuses JMAP calls from another site %j, and changes nothing",
    async (foreign) => {
      const refused = await jmap([["Calendar/set", { accountId, create: { c: { name: "Planted" } } }, "0"]], {
        cookie,
        ...(foreign as Record<string, string>),
      });
      expect(refused.status).toBe(403);
      const [calendars] = await answers([["Calendar/get", { accountId, ids: null }, "0"]]);
      expect(JSON.stringify(calendars)).not.toContain("Planted");
    },
  );
});

describe("one calendar through every protocol", () => {
  it("redirects clients from the well-known addresses", async () => {
    const dav = await server.fetch("/.well-known/caldav", { method: "PROPFIND" });
    expect([dav.status, dav.headers.get("location")]).toEqual([301, "/dav/"]);
    const typed = await server.fetch("/.well-known/caldav/", { method: "PROPFIND" });
    expect([typed.status, typed.headers.get("location")]).toEqual([301, "/dav/"]);
    const session = await server.fetch("/.well-known/jmap");
    expect([session.status, session.headers.get("location")]).toEqual([307, "/jmap/session"]);
  });

  it("imports an upload by a job, shows it over CalDAV, and exports nothing to others", async () => {
    const upload = await server.fetch(`/jmap/upload/${accountId}/`, {
      method: "POST",
      headers: { cookie, "content-type": "text/calendar" },
      body: ICS,
    });
    expect(upload.status).toBe(201);
    const { blobId } = (await upload.json()) as { blobId: string };
    const [started] = await answers([
      ["Import/start", { accountId, blobId, calendarId: null, newCalendarName: "Imported" }, "0"],
    ]);
    const { id } = (started as { import: { id: string } }).import;
    let state = "";
    for (let i = 0; i < 500 && state !== "done"; i++) {
      const [found] = await answers([["Import/get", { accountId, ids: [id] }, "0"]]);
      ({ state } = (found as { list: { state: string }[] }).list[0] ?? { state: "" });
    }
    expect(state).toBe("done");
    const read = await server.fetch("/dav/calendars/elin/imported/", {
      method: "REPORT",
      headers: { authorization: basic("elin", PASSWORD), depth: "1", "content-type": "application/xml" },
      body: '<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>',
    });
    expect(read.status).toBe(207);
    expect(await read.text()).toContain("SUMMARY:Fika");
  });

  it("downloads an upload as a file that can't run", async () => {
    const upload = await server.fetch(`/jmap/upload/${accountId}/`, {
      method: "POST",
      headers: { cookie, "content-type": "text/html" },
      body: "<script>alert(1)</script>",
    });
    const { blobId } = (await upload.json()) as { blobId: string };
    const file = await server.fetch(`/jmap/download/${accountId}/${blobId}/m%C3%B6te.html?accept=text/html`, {
      headers: { cookie },
    });
    expect(await file.text()).toBe("<script>alert(1)</script>");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(file.headers.get("content-security-policy")).toMatch(/sandbox/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("pushes a change made over CalDAV to an open page", async () => {
    const stream = await server.fetch("/jmap/eventsource/?types=*&closeafter=state&ping=0", {
      headers: { cookie },
    });
    expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
    const heard = stream.text();
    const put = await server.fetch("/dav/calendars/elin/calendar/p.ics", {
      method: "PUT",
      headers: { authorization: basic("elin", PASSWORD), "content-type": "text/calendar" },
      body: ICS.replace("x1", "pushed"),
    });
    expect(put.status).toBe(201);
    expect(await heard).toMatch(/event: state[^]*"CalendarEvent"/);
  });
});
