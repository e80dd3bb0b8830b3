import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../cli/run-cli.ts";
import { startPostgres, type PostgresServer } from "../storage/contract/postgres-server.ts";
import { basic } from "./http-server.ts";
import { startServerProcess, type ServerProcess } from "./server-process.ts";
import { until } from "./until.ts";

const WRITERS_EACH = 3;
const KILLS = 15;
const authorization = basic("elin", "lång nog för alla");
const folder = mkdtempSync(join(tmpdir(), "snart-lost-"));
let postgres: PostgresServer;
let servers: readonly ServerProcess[];

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  const env = { SNART_DATABASE_URL: postgres.url, SNART_DATA: folder };
  const code = await runCli(["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"], {
    env,
    folder,
    stdin: (async function* () {
      yield "lång nog för alla\n";
    })(),
    stdout: () => undefined,
    stderr: (text) => process.stderr.write(text),
  });
  expect(code).toBe(0);
  servers = await Promise.all([startServerProcess(env), startServerProcess(env)]);
});
afterAll(async () => {
  for (const { child } of servers ?? []) child.kill("SIGKILL");
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const text = (name: string, version: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:version ${version}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** The states that an object may have: the last acknowledged text, or one whose writer was not told what became of it. */
interface Written {
  acknowledged: string | undefined;
  untold: string[];
}

/** What the servers have answered so far. */
interface Load {
  readonly objects: Map<string, Written>;
  /** how often each status was answered */
  readonly statuses: Map<number, number>;
  readonly wrong: string[];
  isOver: boolean;
}

const newLoad = (): Load => ({ objects: new Map(), statuses: new Map(), wrong: [], isOver: false });
const count = ({ statuses }: Load, ...wanted: readonly number[]): number =>
  wanted.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);

const put = (url: string, name: string, body: string): Promise<Response> =>
  fetch(`${url}/dav/calendars/elin/calendar/${name}.ics`, {
    method: "PUT",
    headers: { authorization, "content-type": "text/calendar; charset=utf-8" },
    body,
  });

async function write(load: Load, url: string, writer: string): Promise<void> {
  for (let i = 0; !load.isOver; i++) {
    const name = `${writer}-${i % 5}`;
    const written = load.objects.get(name) ?? { acknowledged: undefined, untold: [] };
    load.objects.set(name, written);
    const body = text(name, i);
    const { status, headers } = await put(url, name, body);
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    if (status === 201 || status === 204) Object.assign(written, { acknowledged: body, untold: [] });
    else written.untold.push(body);
    if (status === 503 && headers.get("retry-after") === null) load.wrong.push("503 without Retry-After");
    if (![201, 204, 503].includes(status)) load.wrong.push(`PUT answered ${status}`);
  }
}

/** @returns one line for each object in a wrong state */
async function audit(url: string, { objects }: Load): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, { acknowledged, untold }] of objects) {
    const response = await fetch(`${url}/dav/calendars/elin/calendar/${name}.ics`, {
      headers: { authorization },
    });
    const found = response.status === 404 ? undefined : await response.text();
    if (found !== acknowledged && !untold.includes(found ?? "")) wrong.push(`${name}: ${found ?? "missing"}`);
  }
  return wrong;
}

/** Runs writers at both servers while `meanwhile` does its worst, and then looks what is stored. */
async function underLoad(meanwhile: (load: Load) => Promise<void>): Promise<Load> {
  const load = newLoad();
  // Names of its own: an object of an earlier load has a text that this one knows nothing of.
  const run = randomUUID();
  const writers = servers.flatMap(({ url }, server) =>
    Array.from({ length: WRITERS_EACH }, (_, writer) => write(load, url, `${run}-${server}-${writer}`)),
  );
  await until(() => count(load, 201, 204) > 20);
  await meanwhile(load);
  load.isOver = true;
  await Promise.all(writers);
  for (const server of servers) {
    expect(server.child.exitCode, server.output()).toBe(null);
    expect(await audit(server.url, load)).toEqual([]);
  }
  expect(load.wrong, servers.map((server) => server.output()).join("\n")).toEqual([]);
  return load;
}

/** Waits until the servers have acknowledged some more writes: they have come back by themselves. */
async function recovered(load: Load): Promise<void> {
  const before = count(load, 201, 204);
  await until(() => count(load, 201, 204) > before + 20);
}

describe("two servers whose PostgreSQL", { timeout: 60_000 }, () => {
  it("ends their connections again and again lose nothing, live on, and answer nearly everything", async () => {
    const keeper = new pg.Client({ connectionString: postgres.url });
    await keeper.connect();
    const load = await underLoad(async (running) => {
      for (let kill = 0; kill < KILLS; kill++) {
        const before = count(running, 201, 204, 503);
        await keeper.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'snart'",
        );
        await until(() => count(running, 201, 204, 503) > before + 2);
      }
      await recovered(running);
    });
    await keeper.end();
    // What was ended before its commit was sent is done again, so that hardly anybody notices.
    expect(count(load, 201, 204)).toBeGreaterThan(count(load, 503));
  });

  it.each(["fast", "immediate"] as const)(
    "is restarted (%s) say meanwhile that they are unavailable, and come back by themselves",
    async (how) => {
      const load = await underLoad(async (running) => {
        await postgres.halt(how);
        const away = count(running, 503);
        await until(() => count(running, 503) > away + 10);
        for (const { url } of servers) {
          expect((await fetch(`${url}/healthz`)).status).toBe(503);
          const refused = await put(url, "refused", text("refused", 1));
          expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([503, 5]);
          expect(await refused.json()).toEqual({ code: "database-unavailable", retryAfter: 5 });
          const api = await fetch(`${url}/jmap/api`, {
            method: "POST",
            headers: { authorization },
            body: "{}",
          });
          expect([api.status, api.headers.get("retry-after")]).toEqual([503, "5"]);
          // Nobody is told that a password is wrong because it could not be looked up.
          const signIn = await fetch(`${url}/auth/sign-in`, {
            method: "POST",
            headers: { "content-type": "application/json" },
            body: JSON.stringify({ login: "elin", password: "lång nog för alla" }),
          });
          expect(signIn.status).toBe(503);
        }
        await postgres.resume();
        await recovered(running);
        for (const { url } of servers) expect((await fetch(`${url}/healthz`)).status).toBe(200);
      });
      expect(count(load, 503)).toBeGreaterThan(10);
    },
  );
});
