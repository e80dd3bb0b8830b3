import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { until } from "../../testing/until.ts";
import type { Storage } from "../port.ts";
import { StorageFailure } from "../port/failure.ts";
import { openStorage } from "../sql/open.ts";
import { change, household, object } from "./fixtures.ts";
import { openTestDatabase, type TestDatabase } from "./postgres.ts";

let database: TestDatabase;
let admin: pg.Client;
let storage: Storage;
beforeAll(async () => {
  database = await openTestDatabase();
  await (await openStorage({ kind: "postgres", url: database.url })).close();
  admin = new pg.Client({ connectionString: database.url, application_name: "keeper" });
  await admin.connect();
  await admin.query("create sequence attempts");
});
afterAll(async () => {
  await admin?.end();
  await database?.drop();
});
beforeEach(async () => {
  storage = await openStorage({ kind: "postgres", url: database.url });
});
afterEach(() => storage.close());

/** Ends every connection of Snart to this database. */
const endAll = (): Promise<unknown> =>
  admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'snart' and datname = current_database()",
  );

/** The server's processes that answer Snart. */
async function backends(): Promise<readonly number[]> {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'snart' and datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
}

const setting = (name: string): Promise<string | undefined> => storage.read((tx) => tx.settings.get(name));

/** A wire to the database that can be cut. */
interface Wire {
  readonly url: string;
  cutAll(): void;
  close(): Promise<unknown>;
}

async function openWire(url: string, cut: (socket: Socket) => void): Promise<Wire> {
  const { host, port } = new pg.Client({ connectionString: url });
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    sockets.add(socket);
    for (const end of [socket, onward]) end.on("error", () => undefined);
    socket.on("close", () => onward.destroy());
    socket.pipe(onward).pipe(socket);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const here = new URL(url);
  here.searchParams.delete("host");
  here.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: here.href,
    cutAll: () => sockets.forEach(cut),
    close: () => once(server.close(), "close"),
  };
}

/** Makes the database fail with an error of this code, the first `times` a setting of this name is stored. */
async function failOnce(name: string, statement: string, isAtCommit = false): Promise<void> {
  await admin.query(`create or replace function fail_${name}() returns trigger language plpgsql as $$
    begin
      if new.key = '${name}' then ${statement} end if;
      return new;
    end $$`);
  await admin.query(
    isAtCommit
      ? `create constraint trigger fail_${name} after insert on setting deferrable initially deferred
         for each row execute function fail_${name}()`
      : `create trigger fail_${name} before insert on setting for each row execute function fail_${name}()`,
  );
}

describe("a PostgreSQL transaction", () => {
  it("is run again when its connection is ended between two statements, and counts once", async () => {
    let runs = 0;
    const { owner, home } = await household(storage);
    const done = await change(storage, owner.id, async (tx, modseq) => {
      await tx.objects.insert(object(home, modseq));
      if (++runs === 1) await endAll();
      await tx.settings.keep("after", "1");
      return modseq;
    });
    expect([runs, done]).toEqual([2, 2]);
    expect(await storage.read((tx) => tx.objects.count(home.id))).toBe(1);
    expect(await setting("after")).toBe("1");
  });

  it("is run again when its connection was ended while nothing was asked, without ending the process", async () => {
    await storage.write((tx) => tx.settings.keep("idle", "1"));
    await endAll();
    expect(await setting("idle")).toBe("1");
  });

  it.each([
    ["reset", (socket: Socket) => socket.resetAndDestroy()],
    ["closed", (socket: Socket) => socket.destroy()],
  ])("is run again when its connection is %s without a word, and counts once", async (name, cut) => {
    const wire = await openWire(database.url, cut);
    const behind = await openStorage({ kind: "postgres", url: wire.url });
    let runs = 0;
    await behind.write(async (tx) => {
      await tx.settings.keep(`cut_${name}`, String(++runs));
      if (runs === 1) wire.cutAll();
      await tx.settings.keep(`after_cut_${name}`, "1");
    });
    expect([runs, await setting(`cut_${name}`), await setting(`after_cut_${name}`)]).toEqual([2, "2", "1"]);
    await behind.close();
    await wire.close();
  });

  it("returns what it has read even if the connection is ended after the last question", async () => {
    let runs = 0;
    const value = await storage.read(async (tx) => {
      runs++;
      const found = await tx.settings.get("idle");
      await endAll();
      return found;
    });
    expect([runs, value]).toEqual([1, "1"]);
  });

  it.each(["40001", "40P01"])("is run again when the database undoes it with %s", async (code) => {
    const name = `conflict_${code.toLowerCase()}`;
    await admin.query("alter sequence attempts restart");
    await failOnce(
      name,
      `if nextval('attempts') <= 2 then raise exception 'again' using errcode = '${code}'; end if;`,
    );
    let runs = 0;
    await storage.write(async (tx) => {
      runs++;
      await tx.settings.keep(`beside_${name}`, String(runs));
      await tx.settings.keep(name, "1");
    });
    expect([runs, await setting(name), await setting(`beside_${name}`)]).toEqual([3, "1", "3"]);
  });

  it("fails as the database's fault when the database undoes it again and again", async () => {
    await failOnce("hopeless", "raise exception 'never' using errcode = '40001';");
    let runs = 0;
    const failure = await storage
      .write(async (tx) => {
        runs++;
        await tx.settings.keep("hopeless", "1");
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ isUncertain: false });
    expect([runs, await setting("hopeless")]).toEqual([5, undefined]);
  });

  it.each(["25006", "0A000"])(
    "fails as the database's fault, and on no connection twice, with %s",
    async (code) => {
      const name = `demoted_${code.toLowerCase()}`;
      await failOnce(name, `raise exception 'a standby now' using errcode = '${code}';`);
      const before = await backends();
      let runs = 0;
      const failing = storage.write(async (tx) => {
        runs++;
        await tx.settings.keep(name, "1");
      });
      await expect(failing).rejects.toBeInstanceOf(StorageFailure);
      expect(runs).toBe(1);
      await until(async () => {
        const now = await backends();
        return before.some((pid) => !now.includes(pid));
      });
      await storage.write((tx) => tx.settings.keep(`after_${name}`, "1"));
      expect(await setting(`after_${name}`)).toBe("1");
    },
  );

  it.each(["55P03", "57014", "53200"])("fails as the database's fault, at once, with %s", async (code) => {
    const name = `slow_${code.toLowerCase()}`;
    await failOnce(name, `raise exception 'too slow' using errcode = '${code}';`);
    let runs = 0;
    const failing = storage.write(async (tx) => {
      runs++;
      await tx.settings.keep(name, "1");
    });
    await expect(failing).rejects.toBeInstanceOf(StorageFailure);
    expect(runs).toBe(1);
  });

  it("stays a fault of the program, run once, with every other error", async () => {
    let runs = 0;
    const failing = storage.write(async () => {
      runs++;
      throw new TypeError("a mistake");
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(runs).toBe(1);
  });

  it("says that it may have been committed when the connection is lost under the commit, and is not run again", async () => {
    await failOnce("pending", "perform pg_advisory_xact_lock(4711);", true);
    await admin.query("select pg_advisory_lock(4711)");
    let runs = 0;
    const outcome = storage
      .write(async (tx) => {
        runs++;
        await tx.settings.keep("pending", "1");
      })
      .catch((error: unknown) => error);
    const waits =
      "select 1 from pg_stat_activity where wait_event = 'advisory' and application_name = 'snart'";
    await until(async () => (await admin.query(waits)).rowCount === 1);
    await endAll();
    const failure = await outcome;
    await admin.query("select pg_advisory_unlock(4711)");
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ isUncertain: true });
    expect(runs).toBe(1);
  });

  it("that waits for another in a deadlock is run again", async () => {
    const [one, two] = [await household(storage), await household(storage)];
    await admin.query(
      `do $$ begin execute format('alter database %I set deadlock_timeout = ''50ms''', current_database()); end $$`,
    );
    await endAll();
    let runs = 0;
    let holding = 0;
    const bothHold = Promise.withResolvers<void>();
    const cross = (first: typeof one, second: typeof one): Promise<number> =>
      storage.write(async (tx) => {
        runs++;
        await tx.lockAccount(first.owner.id);
        if (++holding === 2) bothHold.resolve();
        await bothHold.promise;
        return tx.lockAccount(second.owner.id);
      });
    expect(await Promise.all([cross(one, two), cross(two, one)])).toEqual([2, 2]);
    // Whoever gave way may be back before the other has woken up, and they meet again.
    expect(runs).toBeGreaterThanOrEqual(3);
  });
});

describe("a PostgreSQL that is away", () => {
  it("is the database's fault, is told by the health, and comes back by itself", async () => {
    const name = new URL(database.url).pathname.slice(1);
    const elsewhere = new URL(database.url);
    elsewhere.pathname = "/postgres";
    const keeper = new pg.Client({ connectionString: elsewhere.href });
    await keeper.connect();
    await keeper.query(`alter database ${name} with allow_connections false`);
    await endAll();
    const failure = await storage.write((tx) => tx.settings.keep("away", "1")).catch((e: unknown) => e);
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ isUncertain: false });
    expect(await storage.health()).toMatchObject({ ok: false });
    await keeper.query(`alter database ${name} with allow_connections true`);
    await keeper.end();
    await storage.write((tx) => tx.settings.keep("away", "2"));
    expect(await setting("away")).toBe("2");
    expect(await storage.health()).toMatchObject({ ok: true });
  });
});
