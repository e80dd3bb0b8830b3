import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { basic, cookieOf, startTestServer, type TestServer } from "./testing/http-server.ts";
import { openTestDatabase, type TestDatabase } from "./storage/contract/postgres.ts";

const PASSWORD = "lång nog för alla";
const authorization = basic("elin", PASSWORD);
let database: TestDatabase;
let first: TestServer;
let second: TestServer;
beforeAll(async () => {
  database = await openTestDatabase();
  const overrides = { storageTarget: { kind: "postgres", url: database.url } } as const;
  first = await startTestServer({ overrides });
  second = await startTestServer({ overrides });
  await first.addUser("elin@example.com", PASSWORD);
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await database?.drop();
});

const ics = (uid: string, summary: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261120T120000Z\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
const put = (
  server: TestServer,
  uid: string,
  summary: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  server.fetch(`/dav/calendars/elin/calendar/${uid}.ics`, {
    method: "PUT",
    headers: { authorization, "content-type": "text/calendar", ...headers },
    body: ics(uid, summary),
  });

describe("two servers on one PostgreSQL", () => {
  it("use the same database, and both know who is signed in", async () => {
    expect(await (await first.fetch("/healthz")).json()).toEqual({ status: "ok" });
    const signedIn = await first.fetch("/auth/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ login: "elin", password: PASSWORD }),
    });
    const session = await second.fetch("/auth/session", { headers: { cookie: cookieOf(signedIn) } });
    expect(await session.json()).toMatchObject({ account: { login: "elin" } });
  });

  it("push a change by one of them to a listener at the other", async () => {
    const stream = await second.fetch("/jmap/eventsource/?types=*&closeafter=state&ping=0", {
      headers: { authorization },
    });
    const heard = stream.text();
    expect((await put(first, "a", "Fika")).status).toBe(201);
    expect(await heard).toMatch(/event: state[^]*"CalendarEvent"/);
    expect(
      await (await second.fetch("/dav/calendars/elin/calendar/a.ics", { headers: { authorization } })).text(),
    ).toBe(ics("a", "Fika"));
  });

  it("let exactly one of two writers win who saw the same text, every time", async () => {
    for (let round = 0; round < 10; round++) {
      const { headers } = await second.fetch("/dav/calendars/elin/calendar/a.ics", {
        headers: { authorization },
      });
      const condition = { "if-match": headers.get("etag") ?? "" };
      const answers = await Promise.all([
        put(first, "a", `first ${round}`, condition),
        put(second, "a", `second ${round}`, condition),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 412]);
      const winner = statuses[0] === 204 ? "first" : "second";
      const now = await (
        await first.fetch("/dav/calendars/elin/calendar/a.ics", { headers: { authorization } })
      ).text();
      expect(now).toBe(ics("a", `${winner} ${round}`));
    }
  });
});
