import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic, startTestServer, type TestServer } from "./testing/http-server.ts";

const PASSWORD = "hjortron-och-gran";
const AUTH = { authorization: basic("elin@example.com", PASSWORD) };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    env: { SNART_PUBLIC_URL: "https://example.org/kalender", SNART_TRUSTED_PROXIES: "127.0.0.1" },
  });
  await server.addUser("elin@example.com", PASSWORD);
});
afterAll(() => server.stop());

/** A proxy passes the path on, or has taken it away. */
describe.each(["/kalender", ""])("requests that arrive with %o before their path", (given) => {
  it("gives a cookie for the path alone, and takes it", async () => {
    const signedIn = await server.fetch(`${given}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://example.org" },
      body: JSON.stringify({ login: "elin@example.com", password: PASSWORD }),
    });
    expect(signedIn.status).toBe(200);
    const [cookie = ""] = signedIn.headers.getSetCookie();
    expect(cookie).toContain("; Path=/kalender;");
    const session = await server.fetch(`${given}/auth/session`, {
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect(await session.json()).toMatchObject({ account: { email: "elin@example.com" } });
  });

  it("lets no other site use the session", async () => {
    const foreign = await server.fetch(`${given}/auth/sign-in`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://else.example" },
      body: "{}",
    });
    expect(foreign.status).toBe(403);
  });

  it("names every address of JMAP below the path", async () => {
    const session = (await (await server.fetch(`${given}/jmap/session`, { headers: AUTH })).json()) as Record<
      string,
      unknown
    >;
    for (const name of ["apiUrl", "downloadUrl", "uploadUrl", "eventSourceUrl"])
      expect(session[name], name).toMatch(/^https:\/\/example\.org\/kalender\/jmap\//);
    expect(JSON.stringify(session)).not.toMatch(/example\.org\/(?!kalender\/)/);
  });

  it("leads calendar apps and JMAP clients from the well-known addresses", async () => {
    for (const [from, to, method] of [
      ["caldav", "/kalender/dav/", "PROPFIND"],
      ["caldav/", "/kalender/dav/", "GET"],
      ["jmap", "/kalender/jmap/session", "GET"],
      ["timezone/zones", "/kalender/timezones/zones", "GET"],
    ] as const) {
      const answer = await server.fetch(`${given}/.well-known/${from}`, { method });
      expect(answer.headers.get("location"), from).toBe(to);
    }
  });

  it("names every address of CalDAV below the path, and moves what is named so", async () => {
    const dav = (method: string, path: string, headers: Record<string, string> = {}, text?: string) =>
      server.fetch(given + path, { method, headers: { ...AUTH, ...headers }, body: text ?? null });
    const body = `<propfind xmlns="DAV:"><prop><current-user-principal/><resourcetype/></prop></propfind>`;
    for (const path of ["/", "/dav/", "/dav/calendars/elin/"]) {
      const text = await (await dav("PROPFIND", path, { depth: "1" }, body)).text();
      expect(text).toContain("/kalender/dav/principals/elin/");
      expect(text).not.toMatch(/<[a-z:]*href>(?!\/kalender\/)/i);
    }
    const event = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:${given}x\r\nDTSTAMP:20261101T120000Z\r\nDTSTART:20261123T120000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    const home = "/dav/calendars/elin/calendar/";
    const headers = { "content-type": "text/calendar" };
    expect((await dav("PUT", `${home}a.ics`, headers, event)).status).toBe(201);
    const destination = `https://example.org/kalender${home}b.ics`;
    const host = { host: "example.org" };
    const guarded = { ...host, destination, if: `<https://example.org/kalender${home}b.ics> (Not ["x"])` };
    expect((await dav("MOVE", `${home}a.ics`, guarded)).status).toBe(201);
    expect((await dav("GET", `${home}b.ics`)).status).toBe(200);
    expect((await dav("GET", `${home}a.ics`)).status).toBe(404);
    expect((await dav("DELETE", `${home}b.ics`)).status).toBe(204);
  });

  it("writes pages for the path, and is well there", async () => {
    const page = await server.fetch(`${given}/p/unknown`, { headers: { accept: "text/html" } });
    const html = await page.text();
    expect(html).toContain('url("/kalender/fonts/');
    expect(html).not.toMatch(/="\/(?!kalender\/)/);
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(page.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
    expect((await server.fetch(`${given}/healthz`)).status).toBe(200);
  });
});

it("leads a browser from the path without its slash", async () => {
  const answer = await server.fetch("/kalender");
  expect([answer.status, answer.headers.get("location")]).toEqual([308, "/kalender/"]);
});
