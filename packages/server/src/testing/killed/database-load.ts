import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCli } from "../../cli/run-cli.ts";
import { startPostgres, type PostgresServer } from "../../storage/contract/postgres-server.ts";
import { basic } from "../http-server.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { until } from "../until.ts";

/** Who writes: a person of the servers, with this password. */
export const WRITER = { login: "elin", password: "lång nog för alla" } as const;
export const authorization = basic(WRITER.login, WRITER.password);
const WRITERS_EACH = 3;
/** Objects of one writer. */
const NAMES = 5;

export const text = (name: string, version: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${name}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nSUMMARY:version ${version}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** The states that an object may have: the last acknowledged one, or one whose writer was not told what became of it. `null`: not there. */
interface Written {
  acknowledged: string | null;
  untold: (string | null)[];
}

/** What the servers have answered so far. */
export interface Load {
  readonly objects: Map<string, Written>;
  /** how often each status was answered */
  readonly statuses: Map<number, number>;
  readonly wrong: string[];
  isOver: boolean;
}

const DONE: readonly number[] = [201, 204];

export const count = ({ statuses }: Load, ...wanted: readonly number[]): number =>
  wanted.reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);

const send = (url: string, method: string, name: string, body?: string): Promise<Response> =>
  fetch(`${url}/dav/calendars/${WRITER.login}/calendar/${name}.ics`, {
    method,
    headers: { authorization, "content-type": "text/calendar; charset=utf-8" },
    ...(body !== undefined && { body }),
  });

export const put = (url: string, name: string, body: string): Promise<Response> =>
  send(url, "PUT", name, body);

async function write(load: Load, url: string, writer: string): Promise<void> {
  for (let i = 0; !load.isOver; i++) {
    const name = `${writer}-${i % NAMES}`;
    const written = load.objects.get(name) ?? { acknowledged: null, untold: [] };
    load.objects.set(name, written);
    const body = i % 4 === 3 && written.acknowledged !== null ? null : text(name, i);
    const { status, headers } = await (body === null ? send(url, "DELETE", name) : put(url, name, body));
    load.statuses.set(status, (load.statuses.get(status) ?? 0) + 1);
    // What is removed may have been removed by a request whose answer was lost.
    const isGone = status === 404 && body === null && written.untold.includes(null);
    if (DONE.includes(status) || isGone) Object.assign(written, { acknowledged: body, untold: [] });
    else written.untold.push(body);
    if (status === 503 && headers.get("retry-after") === null) load.wrong.push("503 without Retry-After");
    if (![...DONE, 503].includes(status) && !isGone)
      load.wrong.push(`${body === null ? "DELETE" : "PUT"} answered ${status}`);
  }
}

/** @returns one line for each object in a wrong state */
async function audit(url: string, { objects }: Load): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [name, { acknowledged, untold }] of objects) {
    const response = await send(url, "GET", name);
    const found = response.status === 404 ? null : await response.text();
    if (found !== acknowledged && !untold.includes(found)) wrong.push(`${name}: ${found ?? "missing"}`);
  }
  return wrong;
}

/**
 * Runs writers at all servers while `meanwhile` does its worst, and then looks what is stored.
 * @returns the load, and a line for everything that is wrong
 */
export async function underLoad(
  servers: readonly ServerProcess[],
  meanwhile: (load: Load) => Promise<void>,
): Promise<{ readonly load: Load; readonly wrong: readonly string[] }> {
  const load: Load = { objects: new Map(), statuses: new Map(), wrong: [], isOver: false };
  // Names of its own: an object of an earlier load has a text that this one knows nothing of.
  const run = randomUUID();
  const writers = servers.flatMap(({ url }, server) =>
    Array.from({ length: WRITERS_EACH }, (_, writer) => write(load, url, `${run}-${server}-${writer}`)),
  );
  await until(() => count(load, ...DONE) > 20);
  await meanwhile(load);
  load.isOver = true;
  await Promise.all(writers);
  const wrong = [...load.wrong];
  for (const server of servers) {
    if (server.child.exitCode !== null) wrong.push(`a server ended: ${server.output()}`);
    else wrong.push(...(await audit(server.url, load)));
  }
  return { load, wrong };
}

/** Waits until the servers have acknowledged some more writes: they have come back by themselves. */
export async function recovered(load: Load): Promise<void> {
  const before = count(load, ...DONE);
  await until(() => count(load, ...DONE) > before + 20);
}

/** Restarts PostgreSQL again and again under load. @returns a line for everything that is wrong, and how many writes were acknowledged */
export async function restarted(
  postgres: PostgresServer,
  servers: readonly ServerProcess[],
  rounds: number,
): Promise<{ readonly acknowledged: number; readonly wrong: readonly string[] }> {
  const { load, wrong } = await underLoad(servers, async (running) => {
    for (let round = 0; round < rounds; round++) {
      await postgres.halt(round % 2 === 0 ? "immediate" : "fast");
      const away = count(running, 503);
      await until(() => count(running, 503) > away);
      await postgres.resume();
      await recovered(running);
    }
  });
  return { acknowledged: count(load, ...DONE), wrong };
}

/** The same with a PostgreSQL and two servers of its own. */
export async function postgresRestarts(rounds: number): ReturnType<typeof restarted> {
  const place = await openTwoServers();
  try {
    return await restarted(place.postgres, place.servers, rounds);
  } finally {
    await place.close();
  }
}

export interface TwoServers {
  readonly postgres: PostgresServer;
  readonly servers: readonly ServerProcess[];
  close(): Promise<void>;
}

/** Two servers in processes of their own, on one PostgreSQL. */
export async function openTwoServers(): Promise<TwoServers> {
  const folder = mkdtempSync(join(tmpdir(), "snart-lost-"));
  const postgres = await startPostgres({ durable: true });
  const servers: ServerProcess[] = [];
  const close = async (): Promise<void> => {
    for (const { child } of servers) child.kill("SIGKILL");
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const env = { SNART_DATABASE_URL: postgres.url, SNART_DATA: folder };
    const words = ["user", "add", `${WRITER.login}@example.com`, "--name", "Elin", "--password-stdin"];
    let said = "";
    const code = await runCli(words, {
      env,
      folder,
      stdin: (async function* () {
        yield `${WRITER.password}\n`;
      })(),
      stdout: () => undefined,
      stderr: (line) => (said += line),
    });
    if (code !== 0) throw new Error(said);
    servers.push(...(await Promise.all([startServerProcess(env), startServerProcess(env)])));
    return { postgres, servers, close };
  } catch (error) {
    await close();
    throw error;
  }
}
