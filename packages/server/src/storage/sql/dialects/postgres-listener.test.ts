import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../contract/postgres.ts";
import { CHANNEL, PostgresListener } from "./postgres-listener.ts";

/** Values as they come; `next` waits for one. */
function stream<T>() {
  const waiting: ((value: T) => void)[] = [];
  const come: T[] = [];
  return {
    push: (value: T) => {
      const wake = waiting.shift();
      if (wake) wake(value);
      else come.push(value);
    },
    next: () => {
      const value = come.shift();
      return value === undefined
        ? new Promise<T>((resolve) => waiting.push(resolve))
        : Promise.resolve(value);
    },
    rest: come,
  };
}

describe("the PostgreSQL listener", () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await openTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it("hears notifications, and comes back after its connection is broken", async () => {
    const heard = stream<string>();
    const connected = stream<true>();
    const listener = new PostgresListener(
      database.url,
      (payload) => heard.push(payload),
      () => connected.push(true),
    );
    await connected.next();
    await client.query(`select pg_notify('${CHANNEL}', 'one')`);
    expect(await heard.next()).toBe("one");
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'snart'",
    );
    await connected.next();
    await client.query(`select pg_notify('${CHANNEL}', 'two')`);
    expect(await heard.next()).toBe("two");
    listener.stop();
  });

  it("hears nothing on other channels, and nothing once stopped", async () => {
    const heard = stream<string>();
    const connected = stream<true>();
    const listener = new PostgresListener(
      database.url,
      (payload) => heard.push(payload),
      () => connected.push(true),
    );
    await connected.next();
    await client.query("select pg_notify('elsewhere', 'not this')");
    await client.query(`select pg_notify('${CHANNEL}', 'this')`);
    expect(await heard.next()).toBe("this");
    listener.stop();
    await client.query(`select pg_notify('${CHANNEL}', 'late')`);
    expect(heard.rest).toEqual([]);
  });

  it("can be stopped while the server cannot be reached", () => {
    const unreachable = new PostgresListener(
      "postgres://127.0.0.1:1/none",
      () => undefined,
      () => undefined,
    );
    expect(() => unreachable.stop()).not.toThrow();
  });
});
