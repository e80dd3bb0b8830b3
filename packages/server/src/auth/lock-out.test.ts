import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "../app/audit.ts";
import { testClock, type TestClock } from "../testing/clock.ts";
import { basic, startTestServer, type TestServer } from "../testing/http-server.ts";

const PASSWORD = "lång nog för alla";
const ATTEMPTS = 3;
const PER_ACCOUNT = 9;
const PER_ADDRESS = 6;

let server: TestServer;
let clock: TestClock;
let pauses: number[];
beforeEach(async () => {
  clock = testClock();
  pauses = [];
  server = await startTestServer({
    env: {
      SNART_PUBLIC_URL: "https://calendar.example.org",
      SNART_TRUSTED_PROXIES: "127.0.0.1",
      SNART_LIMIT_SIGN_IN_ATTEMPTS: `${ATTEMPTS}`,
      SNART_LIMIT_SIGN_IN_ATTEMPTS_PER_ACCOUNT: `${PER_ACCOUNT}`,
      SNART_LIMIT_SIGN_IN_ATTEMPTS_PER_ADDRESS: `${PER_ADDRESS}`,
      SNART_LIMIT_SIGN_INS_WAITING: "4",
    },
    overrides: { now: clock.now, pause: async (ms) => void pauses.push(ms) },
  });
  await server.addUser("elin@example.com", PASSWORD);
  await server.addUser("bo@example.com", PASSWORD);
});
afterEach(() => server.stop());

type Door = (login: string, password: string, from: string) => Promise<number>;
const page: Door = async (login, password, from) => {
  const answer = await server.fetch("/auth/sign-in", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": from },
    body: JSON.stringify({ login, password }),
  });
  return answer.status;
};
const dav: Door = async (login, password, from) => {
  const headers = { authorization: basic(login, password), "x-forwarded-for": from };
  return (await server.fetch("/dav/calendars/", { method: "OPTIONS", headers })).status;
};
const jmap: Door = async (login, password, from) => {
  const headers = { authorization: basic(login, password), "x-forwarded-for": from };
  return (await server.fetch("/jmap/session", { headers })).status;
};
const DOORS = { page, dav, jmap };
const HOME = "192.0.2.1";
const guess = async (door: Door, login: string, from: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let i = 0; i < times; i++) statuses.push(await door(login, `gissning ${from} ${i}`, from));
  return statuses;
};
const recorded = async (): Promise<string[]> =>
  (await listAudit(server.app, 1_000))
    .map(({ action }) => action)
    .filter((action) => action.startsWith("sign-in"));

describe.each(Object.entries(DOORS))("wrong passwords by %s", (_, door) => {
  it.each(Object.entries(DOORS))("refuse no other account's right one by %s", async (_name, other) => {
    expect((await guess(door, "elin", HOME, ATTEMPTS + 2)).at(-1)).toBe(429);
    expect(await other("bo", PASSWORD, HOME)).toBe(200);
  });

  it("refuse no right one of the same account from elsewhere, but from there", async () => {
    await guess(door, "elin", HOME, ATTEMPTS);
    expect(await door("elin", PASSWORD, HOME)).toBe(429);
    expect(await door("elin", PASSWORD, "198.51.100.7")).toBe(200);
    clock.advance(15 * 60_000);
    expect(await door("elin", PASSWORD, HOME)).toBe(200);
  });

  it("for one account are bounded over all addresses, and spare the places where its owner was", async () => {
    expect(await door("elin", PASSWORD, HOME)).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push(...(await guess(door, "elin", `198.51.100.${i}`, ATTEMPTS)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(PER_ACCOUNT);
    clock.advance(61_000); // HTTP Basic remembers a right password for a minute.
    expect(await door("elin", PASSWORD, "198.51.100.200"), "at a new place").toBe(429);
    expect(await door("elin", PASSWORD, HOME)).toBe(200);
    expect(await door("bo", PASSWORD, "198.51.100.1")).toBe(200);
  });

  it("from one address for many accounts are slowed down, and refuse nobody", async () => {
    expect(await door("elin", PASSWORD, HOME)).toBe(200);
    clock.advance(61_000);
    for (let i = 0; i < PER_ADDRESS; i++) expect(await door(`nobody${i}`, "gissning", HOME)).toBe(401);
    expect(pauses).toEqual([]);
    for (let i = 0; i < 5; i++) expect(await door(`somebody${i}`, "gissning", HOME)).toBe(401);
    expect(pauses).toEqual([1_000, 1_000, 1_000, 1_000, 1_000]);
    expect(await door("bo", PASSWORD, HOME), "never there before").toBe(200);
    expect(await door("elin", PASSWORD, HOME), "there before").toBe(200);
    expect(pauses, "the right ones").toHaveLength(5);
  });

  it("stand in the audit log and in the server's log, and the same one again does not", async () => {
    const before = server.logged.length;
    await guess(door, "elin", HOME, 1);
    await guess(door, "elin", HOME, 1);
    expect(await recorded()).toEqual(["sign-in-failed"]);
    const [entry] = await listAudit(server.app, 1);
    expect(entry).toMatchObject({ subject: "elin", detail: { address: HOME } });
    const lines = server.logged.slice(before).filter((line) => line.includes("a sign-in failed"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(HOME);
    expect(lines.join()).not.toMatch(/elin|gissning/);
  });
});

describe("guesses at the same time", () => {
  it("are counted one by one, for one account", async () => {
    const guesses = Array.from({ length: 20 }, (_, i) => page("elin", `gissning ${i}`, HOME));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(ATTEMPTS);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - ATTEMPTS);
  });
  it("wait for their turn at a slow address, a bounded number of them, and no known place waits with them", async () => {
    expect(await page("elin", PASSWORD, HOME)).toBe(200);
    for (let i = 0; i < PER_ADDRESS; i++) await page(`nobody${i}`, "gissning", HOME);
    const guesses = Array.from({ length: 20 }, (_, i) => page(`user${i}`, "gissning", HOME));
    expect(await page("elin", PASSWORD, HOME)).toBe(200);
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(4);
    expect(statuses.every((status) => status === 401 || status === 429)).toBe(true);
    expect(await recorded()).toContain("sign-ins-slowed");
    expect((await recorded()).filter((action) => action === "sign-in-failed")).toHaveLength(PER_ADDRESS);
  });
});
