// What is counted against abuse is counted once for all processes on one database, and outlives them.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askReset } from "../app/accounts/ask-reset.ts";
import { spendAttempt } from "../app/sign-in/spend-attempt.ts";
import { backends, sharedBackends, type TestPlace } from "../storage/contract/backends.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const HOME = "192.0.2.1";
let place: TestPlace;
let clock: TestClock;
let servers: TestServer[];

const start = async (): Promise<TestServer> => {
  const server = await startTestServer({
    env: {
      SNART_TRUSTED_PROXIES: "127.0.0.1",
      SNART_PUBLIC_URL: "https://calendar.example.org",
      SNART_LIMIT_SIGN_IN_ATTEMPTS_PER_ACCOUNT: "30",
      SNART_LIMIT_GUEST_ANSWERS: "10",
    },
    overrides: { storageTarget: place.target, now: clock.now, pause: async () => undefined, jobsEveryMs: 0 },
  });
  servers.push(server);
  return server;
};
const signIn = async (server: TestServer, login: string, password: string, from = HOME): Promise<number> => {
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const body = JSON.stringify({ login, password });
  return (await server.fetch("/auth/sign-in", { method: "POST", headers, body })).status;
};
const overDav = async (server: TestServer, login: string, password: string, from = HOME): Promise<number> => {
  const headers = { authorization: basic(login, password), "x-forwarded-for": from };
  return (await server.fetch("/dav/calendars/", { method: "OPTIONS", headers })).status;
};
/** Twenty-four guesses in turn. */
const guesses = async (guess: (n: number) => Promise<number>): Promise<string> => {
  const statuses: number[] = [];
  for (let n = 0; n < 24; n++) statuses.push(await guess(n));
  return `${statuses.filter((it) => it === 401).length} heard, ${statuses.filter((it) => it === 429).length} refused`;
};
const rows = (server: TestServer): Promise<number> => server.app.storage.read((tx) => tx.attempts.count());

const openPlace = (backend: (typeof backends)[number]) => {
  beforeEach(async () => {
    servers = [];
    clock = testClock();
    place = await backend.make();
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await place.drop();
  });
};

describe.each(sharedBackends)("two processes on one $name", (backend) => {
  openPlace(backend);
  let pair: [TestServer, TestServer];
  beforeEach(async () => {
    pair = [await start(), await start()];
    await pair[0].addUser("elin@example.com", PASSWORD);
  });

  it.each([
    ["the page", signIn],
    ["CalDAV", overDav],
  ])("count guesses by %s together", async (_, door) => {
    const heard = await guesses((n) => door(pair[(n % 2) as 0 | 1], "elin", `gissning ${n}`));
    expect(heard).toBe("10 heard, 14 refused");
    expect(await door(pair[0], "elin", PASSWORD)).toBe(429);
    expect(await door(pair[1], "elin", PASSWORD, "198.51.100.7"), "from elsewhere").not.toBe(429);
  });

  it("let one of many simultaneous guesses through for each that is allowed", async () => {
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, n) => signIn(pair[(n % 2) as 0 | 1], "elin", `gissning ${n}`)),
    );
    expect(all.filter((status) => status === 401)).toHaveLength(10);
    expect(all.filter((status) => status === 429)).toHaveLength(30);
  });

  it("count requests for a new password together", async () => {
    const ask = async (server: TestServer, from: string) =>
      (
        await askReset(
          { ...server.app, outside: server.app.outside ?? ({} as never) },
          {
            email: "elin@example.com",
            language: "sv",
            origin: "https://calendar.example.org",
            address: from,
          },
        )
      ).ok;
    const asked: boolean[] = [];
    for (let n = 0; n < 12; n++) asked.push(await ask(pair[(n % 2) as 0 | 1], HOME));
    expect(asked.filter(Boolean)).toHaveLength(pair[0].app.limits.resetRequests);
    expect(await ask(pair[1], "198.51.100.7"), "from elsewhere").toBe(true);
    clock.advance(3_600_000);
    expect(await ask(pair[0], HOME), "in another window").toBe(true);
  });

  it("count answers of guests together", async () => {
    const answered: number[] = [];
    for (let n = 0; n < pair[0].app.limits.guestAnswers + 4; n++) {
      const { app } = pair[(n % 2) as 0 | 1];
      answered.push(await spendAttempt(app, app.guestAnswers, "sign-up 192.0.2.1"));
    }
    expect(answered.filter((wait) => wait === 0)).toHaveLength(pair[0].app.limits.guestAnswers);
    expect(answered.slice(-4)).toEqual([900, 900, 900, 900]);
  });

  it("forget them together when the right password comes", async () => {
    for (let n = 0; n < 9; n++) await signIn(pair[0], "elin", `gissning ${n}`);
    expect(await signIn(pair[1], "elin", PASSWORD)).toBe(200);
    for (let n = 9; n < 18; n++) expect(await signIn(pair[0], "elin", `gissning ${n}`)).toBe(401);
    expect(await signIn(pair[1], "elin", PASSWORD)).toBe(200);
  });

  it("both know where the owner of an account has been", async () => {
    expect(await signIn(pair[0], "elin", PASSWORD)).toBe(200);
    for (let n = 0; n < 33; n++) await signIn(pair[0], "elin", `gissning ${n}`, `198.51.100.${n % 20}`);
    expect(await signIn(pair[1], "elin", PASSWORD, "203.0.113.9"), "a new place").toBe(429);
    expect(await signIn(pair[1], "elin", PASSWORD)).toBe(200);
  });
});

describe.each(sharedBackends)("a restart on $name", (backend) => {
  openPlace(backend);
  const restarted = async (): Promise<TestServer> => {
    await servers.pop()?.stop();
    return start();
  };

  it("remembers the guesses, and where the owner has been", async () => {
    let server = await start();
    await server.addUser("elin@example.com", PASSWORD);
    expect(await signIn(server, "elin", PASSWORD, "203.0.113.1")).toBe(200);
    for (let n = 0; n < 33; n++) await signIn(server, "elin", `gissning ${n}`, `198.51.100.${n % 20}`);
    server = await restarted();
    expect(await signIn(server, "elin", "gissning 33", "198.51.100.1")).toBe(429);
    expect(await signIn(server, "elin", PASSWORD, "198.51.100.77"), "a new place").toBe(429);
    expect(await signIn(server, "elin", PASSWORD, "203.0.113.1"), "hers").toBe(200);
    clock.advance(15 * 60_000);
    expect(await signIn(server, "elin", PASSWORD, "198.51.100.77")).toBe(200);
  });

  it("remembers that an old password has been counted only until then, and costs its owner no more than that", async () => {
    let server = await start();
    await server.addUser("elin@example.com", PASSWORD);
    for (let n = 0; n < 30; n++) expect(await overDav(server, "elin", "the old one")).toBe(401);
    server = await restarted();
    for (let n = 0; n < 30; n++) expect(await overDav(server, "elin", "the old one")).toBe(401);
    expect(await signIn(server, "elin", PASSWORD)).toBe(200);
  });
});

describe.each(backends)("what is counted on $name", (backend) => {
  openPlace(backend);

  it("is written only for new guesses: neither for right passwords nor for the same wrong one again", async () => {
    const server = await start();
    await server.addUser("elin@example.com", PASSWORD);
    expect(await signIn(server, "elin", PASSWORD)).toBe(200);
    expect(await overDav(server, "elin", PASSWORD)).toBe(200);
    expect(await rows(server)).toBe(0);
    await overDav(server, "elin", "the old one");
    const { storage } = server.app;
    let writes = 0;
    const write = storage.write.bind(storage);
    storage.write = (work) => {
      writes++;
      return write(work);
    };
    for (let n = 0; n < 20; n++) await overDav(server, "elin", "the old one");
    clock.advance(61_000);
    for (let n = 0; n < 20; n++) await overDav(server, "elin", PASSWORD);
    await new Promise((resolve) => setImmediate(resolve));
    // When the account password was used last is noted about once a minute, and a success clears what was counted there.
    expect(writes).toBeLessThanOrEqual(5);
  });
});
