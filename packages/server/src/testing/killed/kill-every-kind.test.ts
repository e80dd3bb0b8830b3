import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { startPostgres, type PostgresServer } from "../../storage/contract/postgres-server.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { openSmtpSink, type SmtpSink } from "../smtp-sink.ts";
import { until } from "../until.ts";
import { EveryKind } from "./every-kind.ts";
import { allKinds, repeatedMails } from "./kinds.ts";

const PASSWORD = "lång nog för alla";
const ROUNDS = 3;
const TIMEOUT = 600_000;

let folder: string;
let postgres: PostgresServer | undefined;
let sink: SmtpSink;
beforeEach(async () => {
  sink = await openSmtpSink();
  folder = mkdtempSync(join(tmpdir(), "snart-kinds-"));
});
afterEach(async () => {
  await postgres?.stop();
  postgres = undefined;
  await sink.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = (): Record<string, string> => ({
  SNART_DATA: folder,
  // What a process held that was killed waits as long for another.
  SNART_LIMIT_SEND_LEASE_SECONDS: "4",
  SNART_LIMIT_JOB_LEASE_SECONDS: "4",
  SNART_SMTP_URL: sink.url,
  SNART_MAIL_FROM: "calendar@snart.example",
  ...(postgres && { SNART_DATABASE_URL: postgres.url }),
});

/** Runs a command as an operator does. @returns what it prints */
async function run(words: readonly string[], typed = ""): Promise<string> {
  let said = "";
  const code = await runCli(words, {
    env: env(),
    folder,
    stdin: (async function* () {
      yield typed;
    })(),
    stdout: (line) => (said += line),
    stderr: (line) => (said += line),
  });
  expect([words[0], code, code === 0 ? "" : said]).toEqual([words[0], 0, ""]);
  return said;
}

/** A person and a directory, who have what they write into. */
async function opened(): Promise<EveryKind> {
  const person = ["user", "add", "elin@example.com", "--name", "Elin", "--admin", "--password-stdin"];
  await run(person, `${PASSWORD}\n`);
  const [secret = ""] = /[\w-]{30,}/.exec(await run(["scim", "add", "directory"])) ?? [];
  const writers = new EveryKind(
    "elin",
    PASSWORD,
    secret,
    allKinds(() => sink.mails),
  );
  const server = await startServerProcess(env());
  await writers.prepare(server.url);
  server.child.kill("SIGTERM");
  await server.ended;
  return writers;
}

/** Writes everything until a few of each kind were acknowledged. @param strike ends it in the middle */
async function round(writers: EveryKind, server: ServerProcess, strike: () => Promise<void>): Promise<void> {
  const enough = writers.least + 3;
  const writing = writers.run(server.url);
  const failed = writing.then(() => undefined);
  await Promise.race([until(() => writers.least >= enough), failed]);
  await wait(Math.random() * 50);
  await strike();
  await writing;
}

it.each(["SQLite", "PostgreSQL"])(
  "kill -9 with %s loses nothing of any kind that was acknowledged, and doubles nothing",
  async (database) => {
    postgres = database === "PostgreSQL" ? await startPostgres({ durable: true }) : undefined;
    const writers = await opened();
    for (let n = 1; n <= ROUNDS; n++) {
      const server = await startServerProcess(env());
      expect(await writers.audit(server.url)).toEqual([]);
      await round(writers, server, async () => {
        server.child.kill("SIGKILL");
        await server.ended;
      });
    }
    const server = await startServerProcess(env());
    expect(await writers.audit(server.url)).toEqual([]);
    server.child.kill("SIGTERM");
    expect(await server.ended).toBe(0);
    expect(await run(["doctor"])).toContain("Every object is in order.");
  },
  TIMEOUT,
);

/** Ends all connections of the server. */
async function endConnections(url: string): Promise<void> {
  const keeper = new pg.Client({ connectionString: url });
  await keeper.connect();
  await keeper.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'snart'",
  );
  await keeper.end();
}
/** The database dies, and is away for a while. */
async function restart(database: PostgresServer): Promise<void> {
  await database.halt("immediate");
  await wait(1_000);
  await database.resume();
}

it.each([
  ["ends all connections", 10, ({ url }: PostgresServer) => endConnections(url)],
  ["dies and is started again", 3, restart],
] as const)(
  "a database that %s under every kind of write loses nothing, doubles nothing, and repeats no mail",
  async (_, times, strike) => {
    const database = (postgres = await startPostgres({ durable: true }));
    const writers = await opened();
    const server = await startServerProcess(env());
    await round(writers, server, async () => {
      for (let n = 0; n < times; n++) {
        const enough = writers.least;
        await strike(database);
        await until(() => writers.least > enough);
      }
      expect(repeatedMails(sink.mails)).toBe(0);
      server.child.kill("SIGKILL");
      await server.ended;
    });
    const last = await startServerProcess(env());
    expect(await writers.audit(last.url)).toEqual([]);
    last.child.kill("SIGTERM");
    expect(await last.ended).toBe(0);
  },
  TIMEOUT,
);
