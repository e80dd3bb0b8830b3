import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { household, put } from "../contract/fixtures.ts";
import { startPostgres, type PostgresServer } from "../contract/postgres-server.ts";
import type { Storage } from "../port.ts";
import { openPostgres } from "./dialects/postgres-engine.ts";
import { mintActor } from "../../app/actor.ts";
import { addUser } from "../../app/accounts/add-user.ts";
import { exportCalendar } from "../../app/calendars/export-calendar.ts";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { putObject } from "../../app/write/put-object.ts";
import { loadConfig } from "../../config/load.ts";
import { openApp } from "../../open-app.ts";
import { openStorage } from "./open.ts";
import { ReadCopy } from "./read-copy.ts";

let main: PostgresServer;
let copy: PostgresServer;
let storage: Storage;
let now = 0;

beforeAll(async () => {
  main = await startPostgres();
  const before = await openStorage({ kind: "postgres", url: main.url });
  await before.close();
  copy = await main.follower();
  storage = await openStorage({ kind: "postgres", url: main.url });
}, 120_000);
afterAll(async () => {
  await storage.close();
  await copy.stop();
  await main.stop();
});

function reader(copyUrl = copy.url, waitMs?: number): ReadCopy {
  return new ReadCopy({
    main: storage,
    position: openPostgres(main.url, { poolSize: 1 }),
    copy: openPostgres(copyUrl, { poolSize: 2 }),
    now: () => now,
    ...(waitMs !== undefined && { waitMs }),
  });
}
async function sql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
}

it("reads from the copy what was committed just before, every time", { timeout: 120_000 }, async () => {
  const { home } = await household(storage);
  const reports = reader();
  for (let i = 1; i <= 30; i++) {
    await put(storage, home, {});
    expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(i);
  }
  expect(reports.answered).toEqual({ copy: 30, main: 0 });
  await reports.close();
});

it("reads from the database what the copy has not heard of yet", { timeout: 120_000 }, async () => {
  const { home } = await household(storage);
  const reports = reader(copy.url, 200);
  await sql(copy.url, "select pg_wal_replay_pause()");
  await put(storage, home, {});
  expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(1);
  expect(reports.answered).toEqual({ copy: 0, main: 1 });
  await sql(copy.url, "select pg_wal_replay_resume()");
  // It is not asked again at once, and then it is.
  expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(1);
  expect(reports.answered).toEqual({ copy: 0, main: 2 });
  now += 60_000;
  expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(1);
  expect(reports.answered).toEqual({ copy: 1, main: 2 });
  await reports.close();
});

it("reads from the database where the copy is none, or is away", { timeout: 120_000 }, async () => {
  const { home } = await household(storage);
  await put(storage, home, {});
  const itself = reader(main.url, 200);
  expect(await itself.read((tx) => tx.objects.count(home.id))).toBe(1);
  expect(itself.answered).toEqual({ copy: 0, main: 1 });
  await itself.close();
  const reports = reader();
  await copy.halt("immediate");
  expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(1);
  expect(reports.answered).toEqual({ copy: 0, main: 1 });
  await copy.resume();
  now += 60_000;
  await put(storage, home, {});
  expect(await reports.read((tx) => tx.objects.count(home.id))).toBe(2);
  expect(reports.answered).toEqual({ copy: 1, main: 1 });
  await reports.close();
});

it("tells errors of the work itself, and asks nobody else then", { timeout: 120_000 }, async () => {
  const reports = reader();
  const fails = reports.read(() => Promise.reject(new Error("on purpose")));
  await expect(fails).rejects.toThrow("on purpose");
  expect(reports.answered).toEqual({ copy: 0, main: 0 });
  await reports.close();
});

it("gives an export all that was written before it", { timeout: 120_000 }, async () => {
  const env = { SNART_DATABASE_URL: main.url, SNART_DATABASE_READ_URL: copy.url };
  const loaded = loadConfig({ env, folder: "/nowhere" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join());
  const opened = await openApp(loaded.config);
  const { app } = opened;
  const person = { email: "elin@example.com", password: "lång nog för alla", displayName: "Elin" };
  const added = await addUser(app, { ...person, isAdmin: false, preferences: {} });
  if (!added.ok) throw new Error(added.problem.code);
  const { id: principalId, login } = added.value;
  const actor = mintActor({ principalId, login, isAdmin: false, via: "session", proof: "" });
  const [calendar] = await app.storage.read((tx) => tx.calendars.ofAccount(principalId));
  if (!calendar) throw new Error("no calendar");
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261220T120000Z\r\nSUMMARY:Just now\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  expect((await putObject(app, actor, calendar, "a.ics", text, {})).ok).toBe(true);
  const given = await exportCalendar(app, actor, calendar.id);
  if (!given.ok) throw new Error(given.problem.code);
  let whole = "";
  for await (const piece of given.value) whole += piece;
  expect(whole).toContain("SUMMARY:Just now");
  expect(app.reports).toBeInstanceOf(ReadCopy);
  expect((app.reports as ReadCopy).answered).toEqual({ copy: 1, main: 0 });
  await opened.close();
});

it("needs the database that it follows", () => {
  const loaded = loadConfig(
    { env: { SNART_DATABASE_READ_URL: "postgres://localhost/a" }, folder: "/nowhere" },
    DEFAULT_LIMITS,
  );
  expect(loaded).toMatchObject({ ok: false, problems: [expect.stringContaining("SNART_DATABASE_URL")] });
});
