import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../contract/postgres.ts";
import { openStorage } from "../../open.ts";
import { FIRST_CONNECTIONS, GrowingPool } from "./growing-pool.ts";

describe("a pool that grows", () => {
  /** A pool that always has a connection. */
  const plenty = { connect: async () => ({ release: () => undefined }) } as unknown as pg.Pool;
  const opened = (longest = 10_000) => new GrowingPool(plenty, { most: 5, longest });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** Asks so many times. @returns the connections that were given */
  function asked(pool: GrowingPool, times: number): pg.PoolClient[] {
    const given: pg.PoolClient[] = [];
    for (let n = 0; n < times; n++) void pool.connect().then((client) => given.push(client));
    return given;
  }

  it("begins a burst with a few, and opens one more after each while in which somebody waits", async () => {
    const given = asked(opened(), 8);
    await vi.advanceTimersByTimeAsync(0);
    expect(given).toHaveLength(FIRST_CONNECTIONS);
    await vi.advanceTimersByTimeAsync(50);
    expect(given).toHaveLength(FIRST_CONNECTIONS + 1);
    await vi.advanceTimersByTimeAsync(500);
    expect(given).toHaveLength(5);
  });

  it("gives what comes back to who has waited longest, and opens none meanwhile", async () => {
    const pool = opened();
    const given = asked(pool, 2 * FIRST_CONNECTIONS);
    await vi.advanceTimersByTimeAsync(10);
    for (const client of given.splice(0)) client.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(given).toHaveLength(FIRST_CONNECTIONS);
    const more = asked(pool, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(more).toHaveLength(0);
  });

  it("lets nobody wait for ever", async () => {
    const pool = opened(1_000);
    asked(pool, 5);
    await vi.advanceTimersByTimeAsync(500);
    const late = expect(pool.connect()).rejects.toThrow("in use");
    await vi.advanceTimersByTimeAsync(1_000);
    await late;
  });

  it("gives the place of one that can't be opened to the next", async () => {
    const broken = { connect: () => Promise.reject(new Error("no")) } as unknown as pg.Pool;
    const pool = new GrowingPool(broken, { most: 5, longest: 1_000 });
    for (let n = 0; n < 9; n++) await expect(pool.connect()).rejects.toThrow("no");
  });
});

describe("a server on PostgreSQL", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database.drop());

  it("has connections before anybody asks, which a command has not", async () => {
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    const connections = async (): Promise<unknown> => {
      const text =
        "select 1 from pg_stat_activity where application_name = 'snart' and datname = current_database()";
      return (await admin.query(text)).rowCount;
    };
    const target = { kind: "postgres", url: database.url } as const;
    const command = await openStorage(target);
    expect(await connections()).toBe(1);
    await command.close();
    const server = await openStorage(target, { opensConnections: true });
    expect(await connections()).toBe(FIRST_CONNECTIONS);
    await server.close();
    await admin.end();
  });
});
