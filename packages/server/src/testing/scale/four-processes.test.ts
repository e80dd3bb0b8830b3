import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { startPostgres, type PostgresServer } from "../../storage/contract/postgres-server.ts";
import { eventText } from "../dav-client.ts";
import { basic, cookieOf } from "../http-server.ts";
import { startServerProcess, type ServerProcess } from "../server-process.ts";
import { openSmtpSink, type SmtpSink } from "../smtp-sink.ts";
import { until } from "../until.ts";

// Four real processes on one PostgreSQL, behind no proxy at all: each request goes to the next one, so that whatever a process keeps
// to itself is missing at the others.

const PROCESSES = 4;
const PASSWORD = "lång nog för alla";
const MEETINGS = 20;
const folder = mkdtempSync(join(tmpdir(), "snart-four-"));
const HOME = "/dav/calendars/elin/calendar/";

let postgres: PostgresServer;
let sink: SmtpSink;
let servers: readonly ServerProcess[];

beforeAll(async () => {
  postgres = await startPostgres();
  sink = await openSmtpSink();
  for (const login of ["elin", "nils"]) await addUser(login);
  const env = {
    SNART_DATA: folder,
    SNART_DATABASE_URL: postgres.url,
    SNART_SMTP_URL: sink.url,
    SNART_MAIL_FROM: "calendar@snart.example",
  };
  servers = await Promise.all(Array.from({ length: PROCESSES }, () => startServerProcess(env)));
}, 240_000);
afterAll(async () => {
  for (const { child, ended } of servers) {
    child.kill("SIGTERM");
    await ended;
  }
  await sink.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function addUser(login: string): Promise<void> {
  const words = ["user", "add", `${login}@example.com`, "--name", login, "--password-stdin"];
  const code = await runCli(words, {
    env: { SNART_DATA: folder, SNART_DATABASE_URL: postgres.url },
    folder,
    stdin: (async function* () {
      yield `${PASSWORD}\n`;
    })(),
    stdout: () => undefined,
    stderr: (text) => process.stderr.write(text),
  });
  expect(code).toBe(0);
}

const urlOf = (n: number): string => servers[n % PROCESSES]?.url ?? "";
const authorization = basic("elin", PASSWORD);
const put = (n: number, name: string, ...lines: readonly string[]): Promise<Response> =>
  fetch(`${urlOf(n)}${HOME}${name}.ics`, {
    method: "PUT",
    headers: { authorization, "content-type": "text/calendar" },
    body: eventText(name, ...lines),
  });
const signIn = (n: number, login: string, password: string): Promise<Response> =>
  fetch(`${urlOf(n)}/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: urlOf(n) },
    body: JSON.stringify({ login, password }),
  });
const session = (n: number, cookie: string): Promise<Response> =>
  fetch(`${urlOf(n)}/jmap/session`, { headers: { cookie } });

it("take what was written at any of them for written at once", async () => {
  for (let n = 0; n < 2 * PROCESSES; n++) {
    expect((await put(n, `seen-${n}`)).status).toBe(201);
    const read = await fetch(`${urlOf(n + 1)}${HOME}seen-${n}.ics`, { headers: { authorization } });
    expect(read.status).toBe(200);
    await read.text();
  }
});

it("know a session that was begun at another, and none that was ended there", async () => {
  const cookie = cookieOf(await signIn(0, "elin", PASSWORD));
  for (let n = 0; n < PROCESSES; n++) expect((await session(n, cookie)).status).toBe(200);
  const out = await fetch(`${urlOf(2)}/auth/sign-out`, {
    method: "POST",
    headers: { cookie, origin: urlOf(2) },
  });
  expect(out.ok).toBe(true);
  for (let n = 0; n < PROCESSES; n++) expect((await session(n, cookie)).status).toBe(401);
});

/** Listens to the event source of one process, and counts the states that it tells of. */
async function listen(n: number): Promise<{ readonly heard: () => number; readonly close: () => void }> {
  let heard = 0;
  const url = `${urlOf(n)}/jmap/eventsource/?types=CalendarEvent&closeafter=no&ping=0`;
  const sent = request(url, { agent: false, headers: { authorization } });
  sent.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    sent.on("response", (incoming) => {
      expect(incoming.statusCode).toBe(200);
      resolve();
      incoming.on("error", () => undefined);
      incoming.setEncoding("utf8").on("data", (part: string) => {
        heard += part.split("event: state").length - 1;
      });
    });
    sent.end();
  });
  return { heard: () => heard, close: () => void sent.destroy() };
}

it("tell event sources at each of them of what is written at each other", { timeout: 120_000 }, async () => {
  const sources = await Promise.all(servers.map((_, n) => listen(n)));
  try {
    for (let n = 0; n < PROCESSES; n++) {
      const before = sources.map(({ heard }) => heard());
      await put(n, `told-${n}`);
      await until(() => sources.every(({ heard }, at) => heard() > (before[at] ?? 0)));
    }
  } finally {
    for (const { close } of sources) close();
  }
});

it("send each invitation once, whoever of them takes the job", { timeout: 120_000 }, async () => {
  const guest = "asa@elsewhere.example";
  const meet = async (n: number): Promise<void> => {
    const meeting = ["ORGANIZER:mailto:elin@example.com", `ATTENDEE:mailto:${guest}`];
    expect((await put(n, `meeting-${n}`, ...meeting)).status).toBe(201);
  };
  await Promise.all(Array.from({ length: MEETINGS - PROCESSES }, (_, n) => meet(n)));
  await until(() => sink.mails.length >= MEETINGS - PROCESSES);
  // Each process looks at the outbox once more after that, where a mail would be that is sent again.
  for (let n = MEETINGS - PROCESSES; n < MEETINGS; n++) await meet(n);
  await until(() => sink.mails.length >= MEETINGS);
  const uids = sink.mails.map(({ raw }) => /UID:(meeting-\d+)/.exec(raw)?.[1] ?? raw);
  expect(uids).toHaveLength(MEETINGS);
  expect(new Set(uids).size).toBe(MEETINGS);
  expect(new Set(sink.mails.map(({ read }) => read.messageId)).size).toBe(MEETINGS);
});

it("count wrong passwords together", { timeout: 120_000 }, async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 14; n++) statuses.push((await signIn(n, "nils", `wrong number ${n}`)).status);
  // Ten guesses for one account from one address, wherever they were made (docs/architecture.md, 16).
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429, 429]);
  for (let n = 0; n < PROCESSES; n++) expect((await signIn(n, "nils", PASSWORD)).status).toBe(429);
  expect((await signIn(1, "elin", PASSWORD)).status).toBe(200);
});

it("lose nothing that was acknowledged when one of them is killed", { timeout: 120_000 }, async () => {
  const acknowledged: string[] = [];
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: 2 * PROCESSES }, async (_, writer) => {
      for (let n = writer; !isOver; n += 1) {
        const name = `kept-${writer}-${n}`;
        const answer = await put(n, name).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(name);
      }
    }),
  );
  await until(() => acknowledged.length > 40);
  servers[3]?.child.kill("SIGKILL");
  await servers[3]?.ended;
  const before = acknowledged.length;
  await until(() => acknowledged.length > before + 40);
  isOver = true;
  await writing;
  for (const name of acknowledged) {
    const read = await fetch(`${urlOf(0)}${HOME}${name}.ics`, { headers: { authorization } });
    expect([name, read.status]).toEqual([name, 200]);
    await read.text();
  }
});
