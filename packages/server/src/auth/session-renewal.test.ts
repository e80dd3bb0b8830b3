// The token of a session changes while it is used, and nobody is signed out by that but whoever comes with a copy.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { sharedBackends, type TestPlace } from "../storage/contract/backends.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { cookieOf, startTestServer, type TestServer } from "../testing/http-server.ts";
import { until } from "../testing/until.ts";

const PASSWORD = "lång nog för alla";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let place: TestPlace;
let clock: TestClock;
let server: TestServer;

describe.each(sharedBackends)("a session on $name", (backend) => {
  beforeEach(async () => {
    clock = testClock();
    place = await backend.make();
    server = await startTestServer({
      env: {
        SNART_TRUSTED_PROXIES: "127.0.0.1",
        SNART_PUBLIC_URL: "https://calendar.example.org",
        SNART_LIMIT_MAX_CONCURRENT_REQUESTS: "50",
      },
      overrides: { storageTarget: place.target, now: clock.now, jobsEveryMs: 0 },
    });
    await server.addUser("elin@example.com", PASSWORD);
  });
  afterEach(async () => {
    await server.stop();
    await place.drop();
  });

  const signIn = async (): Promise<string> => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ login: "elin", password: PASSWORD });
    return cookieOf(await server.fetch("/auth/sign-in", { method: "POST", headers, body }));
  };
  const api = (cookie: string, from = "192.0.2.1"): Promise<Response> => {
    const headers = { cookie, "content-type": "application/json", "x-forwarded-for": from };
    const using = ["urn:ietf:params:jmap:core"];
    const body = JSON.stringify({ using, methodCalls: [["Core/echo", { a: 1 }, "c"]] });
    return server.fetch("/jmap/api", { method: "POST", headers, body });
  };
  /** A call that must succeed; and the cookie that a browser has afterwards. */
  const used = async (cookie: string): Promise<string> => {
    const answer = await api(cookie);
    expect(answer.status).toBe(200);
    return cookieOf(answer) || cookie;
  };
  const sessions = () =>
    server.app.storage.read(async (tx) => {
      const elin = await tx.principals.byLogin("elin");
      return elin ? tx.sessions.ofPrincipal(elin.id) : [];
    });
  /** The new token has been used, which nobody waits for to be written. */
  const isNoted = () =>
    until(async () => (await sessions()).some(({ formerEndsAt }) => formerEndsAt !== null));
  const reused = async () =>
    (await listAudit(server.app, 100)).filter(({ action }) => action === "session-reused");

  it("gets a new token after a day, in a cookie like the first one, and not before", async () => {
    const first = await signIn();
    clock.advance(DAY - 1);
    expect(await used(first)).toBe(first);
    clock.advance(1);
    const answer = await api(first);
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^snart_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const second = cookieOf(answer);
    expect(second).not.toBe(first);
    expect(await used(second)).toBe(second);
    const page = await server.fetch("/auth/session", { headers: { cookie: second } });
    expect(await page.json()).toMatchObject({ account: { login: "elin" } });
    clock.advance(DAY);
    const later = await server.fetch("/auth/session", { headers: { cookie: second } });
    expect(cookieOf(later)).toMatch(/^snart_session=/);
  });

  it("gives one of many simultaneous requests the new token, and answers all", async () => {
    const first = await signIn();
    clock.advance(2 * DAY);
    const answers = await Promise.all(Array.from({ length: 20 }, () => api(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    const cookies = answers.map(cookieOf).filter((cookie) => cookie !== "");
    expect(cookies).toHaveLength(1);
    // Requests that were under way, while the new one is already used.
    const mixed = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api(n % 2 ? first : (cookies[0] ?? ""))),
    );
    expect(mixed.every(({ status }) => status === 200)).toBe(true);
    expect(mixed.map(cookieOf).filter((cookie) => cookie !== "")).toEqual([]);
    expect(await reused()).toEqual([]);
  });

  it("outlives answers that are lost: the former token works until the new one has been used", async () => {
    const first = await signIn();
    let cookie = "";
    for (let day = 0; day < 5; day++) {
      clock.advance(DAY);
      cookie = await used(first);
      expect(cookie).not.toBe(first);
    }
    expect(await used(cookie)).toBe(cookie);
    await isNoted();
    clock.advance(59_000);
    expect((await api(first)).status, "under way").toBe(200);
    expect(await reused()).toEqual([]);
  });

  it("ends for both when a copy of the former token comes later, and says so in the audit log", async () => {
    const [first, other] = [await signIn(), await signIn()];
    clock.advance(DAY);
    const second = await used(await used(first));
    await isNoted();
    clock.advance(60_000);
    const thief = await api(first, "203.0.113.66");
    expect([thief.status, cookieOf(thief)]).toEqual([401, ""]);
    expect((await api(second)).status).toBe(401);
    expect((await api(other)).status, "another browser of hers").toBe(200);
    expect((await api(first)).status).toBe(401);
    const [entry, ...more] = await reused();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ subject: "elin", detail: { address: "203.0.113.66" } });
    expect(JSON.stringify(entry)).not.toMatch(first.slice(-43));
  });

  it("ends as well when the copy was used first, and the owner comes with the former token", async () => {
    const first = await signIn();
    clock.advance(DAY);
    const thiefs = await used(await used(first));
    await isNoted();
    clock.advance(HOUR);
    expect((await api(first)).status).toBe(401);
    expect((await api(thiefs)).status).toBe(401);
    expect(await reused()).toHaveLength(1);
  });

  it("keeps an event source that was opened before", async () => {
    const first = await signIn();
    const stream = await server.fetch("/jmap/eventsource/?types=*&closeafter=state&ping=0", {
      headers: { cookie: first },
    });
    const heard = stream.text();
    clock.advance(DAY);
    const second = await used(await used(first));
    clock.advance(HOUR);
    const { primaryAccounts } = (await (
      await server.fetch("/jmap/session", { headers: { cookie: second } })
    ).json()) as { primaryAccounts: Record<string, string> };
    const accountId = Object.values(primaryAccounts)[0];
    const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
    const methodCalls = [["Calendar/set", { accountId, create: { c: { name: "New" } } }, "c"]];
    const changed = await server.fetch("/jmap/api", {
      method: "POST",
      headers: { cookie: second, "content-type": "application/json" },
      body: JSON.stringify({ using, methodCalls }),
    });
    expect(changed.status).toBe(200);
    expect(await heard).toMatch(/event: state[^]*"Calendar"/);
  });

  it("ends after 180 days, however often its token changes, and is the same in the list of browsers", async () => {
    let cookie = await signIn();
    const before = (await sessions()).map(({ id }) => id);
    for (let day = 0; day < 179; day += 10) {
      cookie = await used(cookie);
      clock.advance(10 * DAY);
    }
    expect((await sessions()).map(({ id }) => id)).toEqual(before);
    expect((await api(cookie)).status).toBe(401);
  });
});
