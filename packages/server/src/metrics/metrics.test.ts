import { afterEach, describe, expect, it } from "vitest";
import { StorageFailure } from "../storage/port/failure.ts";
import type { BackupService } from "../storage/port/backup-service.ts";
import type { Storage } from "../storage/port.ts";
import { openTestDatabase } from "../storage/contract/postgres.ts";
import { basic, startTestServer, type TestServer, type TestServerOptions } from "../testing/http-server.ts";

const TOKEN = "ask-me-every-fifteen-seconds";
const PASSWORD = "lång nog för alla";
let server: TestServer;
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  await server.stop();
  for (const end of ends.splice(0)) await end();
});

const start = async (options: TestServerOptions = {}): Promise<void> => {
  server = await startTestServer({ ...options, env: { SNART_METRICS_TOKEN: TOKEN, ...options.env } });
};
const ask = (authorization = `Bearer ${TOKEN}`): Promise<Response> =>
  server.fetch("/metrics", { headers: { authorization } });
/** The value of one line, or undefined. */
async function value(line: string): Promise<number | undefined> {
  const found = (await (await ask()).text()).split("\n").find((one) => one.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length));
}
async function until(line: string, expected: number): Promise<void> {
  while ((await value(line)) !== expected) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe("/metrics", () => {
  it("is not there without a token, and tells nothing to who has another", async () => {
    server = await startTestServer();
    expect((await ask()).status).toBe(404);
    await server.stop();
    await start();
    for (const wrong of ["", "Bearer", "Bearer  ", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
      const refused = await ask(wrong);
      expect([wrong, refused.status]).toEqual([wrong, 401]);
      expect(refused.headers.get("www-authenticate")).toBe('Bearer realm="metrics"');
      expect(await refused.text()).not.toContain("snart_");
    }
  });

  it("counts requests by kind and status, and names nobody", async () => {
    await start();
    await server.addUser("elin@example.com", PASSWORD);
    const authorization = basic("elin", PASSWORD);
    for (let i = 0; i < 3; i++)
      await server.fetch("/dav/calendars/elin/", {
        method: "PROPFIND",
        headers: { authorization, depth: "0" },
      });
    await server.fetch("/dav/calendars/elin/secret-name/", {
      method: "PROPFIND",
      headers: { authorization },
    });
    await server.fetch("/p/a-poll-that-is-none");
    const of = (method: string, route: string, status: number): Promise<number | undefined> =>
      value(`snart_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`);
    expect(await of("PROPFIND", "/dav/calendars/", 207)).toBe(3);
    expect(await of("PROPFIND", "/dav/calendars/", 404)).toBe(1);
    expect(await of("GET", "/p/", 404)).toBe(1);
    const all = await (await ask()).text();
    expect(all).not.toMatch(/elin|secret-name|a-poll/);
    expect(all).toContain("process_resident_memory_bytes");
  });

  it.each(["SQLite", "PostgreSQL"])("says what waits on %s, and what has failed", async (name) => {
    let target: { storageTarget: { kind: "postgres"; url: string } } | undefined;
    if (name === "PostgreSQL") {
      const database = await openTestDatabase();
      ends.push(() => database.drop());
      target = { storageTarget: { kind: "postgres", url: database.url } };
    }
    await start({ overrides: { ...target } });
    const { id } = await server.addUser("elin@example.com", PASSWORD);
    expect(await value("snart_database_up")).toBe(1);
    expect(await value("snart_database_bytes")).toBeGreaterThan(10_000);
    expect(await value('snart_principals{kind="people"}')).toBe(1);
    expect(await value("snart_feeds_failing")).toBe(0);
    const message = { accountId: id, payload: null, attempts: 0, lastError: null };
    await server.app.storage.write(async (tx) => {
      const at = server.app.now();
      await tx.queues.enqueue({
        ...message,
        id: "m1",
        kind: "strange",
        dedupeKey: "m1",
        createdAt: at - 5_000,
        availableAt: at,
      });
      await tx.queues.schedule({
        id: "j1",
        kind: "odd",
        payload: null,
        state: "queued",
        runAt: at,
        attempts: 0,
        lastError: null,
        progress: null,
      });
      const month = new Date(at).toISOString().slice(0, 7);
      await tx.bookingRefusals.count([{ accountId: id, month, partyId: id, reason: "taken", times: 7 }]);
    });
    await until('snart_outbox_failed_messages{kind="strange"}', 1);
    expect(await value('snart_outbox_messages{kind="strange"}')).toBe(1);
    expect(await value('snart_outbox_oldest_seconds{kind="strange"}')).toBeGreaterThanOrEqual(5);
    await until('snart_jobs{kind="odd",state="retrying"}', 1);
    expect(await value('snart_booking_refusals{reason="taken"}')).toBe(7);
  });

  it("counts jobs and messages by what became of them", async () => {
    await start();
    const { id } = await server.addUser("elin@example.com", PASSWORD);
    const at = server.app.now();
    const message = {
      id: "m1",
      accountId: id,
      kind: "push",
      dedupeKey: "m1",
      createdAt: at,
      availableAt: at,
    };
    const job = {
      id: "j1",
      kind: "import",
      payload: null,
      state: "queued",
      runAt: at,
      progress: null,
    } as const;
    const begun = { attempts: 0, lastError: null };
    await server.app.storage.write(async (tx) => {
      await tx.queues.enqueue({ ...message, ...begun, payload: { subscriptionId: "none" } });
      await tx.queues.schedule({ ...job, ...begun });
    });
    await until('snart_work_total{work="message",kind="push",outcome="done"}', 1);
    await until('snart_work_total{work="job",kind="import",outcome="failed"}', 1);
  });

  it("counts the event sources that are open, and no more when they have ended", async () => {
    await start();
    await server.addUser("elin@example.com", PASSWORD);
    expect(await value("snart_event_sources")).toBe(0);
    const ends = new AbortController();
    const opened = await server.fetch("/jmap/eventsource/?types=*&closeafter=no&ping=0", {
      headers: { authorization: basic("elin", PASSWORD) },
      signal: ends.signal,
    });
    expect(opened.status).toBe(200);
    expect(await value("snart_event_sources")).toBe(1);
    expect(await value("snart_push_subscriptions")).toBe(0);
    ends.abort();
    await until("snart_event_sources", 0);
  });

  it("says when the newest backup was made, where the server makes any", async () => {
    await start();
    expect(await value("snart_newest_backup_timestamp_seconds")).toBeUndefined();
    const kept = { file: "a.tar", kind: "nightly", bytes: 1, isTested: true, isEncrypted: false } as const;
    const backups: Pick<BackupService, "list"> = {
      list: async () => [2_000_000, 1_000_000].map((madeAt) => ({ ...kept, madeAt })),
    };
    Object.assign(server.app, { backups });
    const state = { triedAt: 1, problem: "The disk is full.", missed: 2 };
    await server.app.storage.write((tx) => tx.settings.replace("backup-state", JSON.stringify(state)));
    expect(await value("snart_newest_backup_timestamp_seconds")).toBe(2_000);
    expect(await value("snart_backups_missed")).toBe(2);
  });

  it("goes on without the figures of a database that is away, and the server is live and not ready", async () => {
    await start();
    const { storage } = server.app;
    const away = () => Promise.reject(new StorageFailure(new Error("gone")));
    Object.assign(storage, {
      read: away,
      load: away,
      health: async () => ({ ok: false, trouble: "unavailable" }),
    } satisfies Partial<Record<keyof Storage, unknown>>);
    expect(await value("snart_database_up")).toBe(0);
    expect(await value("snart_database_bytes")).toBeUndefined();
    const statuses = ["/healthz", "/healthz/live", "/healthz/ready"].map(
      async (path) => (await server.fetch(path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([503, 200, 503]);
  });

  it("is ready on a disk that is nearly full", async () => {
    await start();
    Object.assign(server.app.storage, { health: async () => ({ ok: false, trouble: "disk-nearly-full" }) });
    expect((await server.fetch("/healthz")).status).toBe(503);
    expect((await server.fetch("/healthz/ready")).status).toBe(200);
  });
});
