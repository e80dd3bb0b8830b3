// The memory that idle JMAP event sources cost the server: `node bench/event-sources/main.ts [connections]`. A real server
// in a process of its own; a few people have fifty connections each, so that the cost of signing in doesn't count. Beside it stands a bare
// `node:http` handler with as many answers that don't end: less than that none can cost.
import { fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addUser } from "../../packages/server/src/app/accounts/add-user.ts";
import { composeApp } from "../../packages/server/src/compose.ts";
import { loadConfig } from "../../packages/server/src/config/load.ts";
import { DEFAULT_LIMITS } from "../../packages/server/src/app/limits.ts";
import { SERVER_FLAGS } from "../../scripts/node-flags.mjs";
import { startServerProcess } from "../../packages/server/src/testing/server-process.ts";

const CONNECTIONS = Number(process.argv[2] ?? 1_000);
const PER_PERSON = 50;
const PASSWORD = "hjortron-och-gran";

const folder = mkdtempSync(join(tmpdir(), "snart-sources-"));
const people = Array.from({ length: Math.ceil(CONNECTIONS / PER_PERSON) }, (_, n) => `p${n}@example.com`);
await addPeople();
const server = await startServerProcess({ SNART_DATA: folder });
const pid = server.child.pid ?? 0;

async function addPeople(): Promise<void> {
  const loaded = loadConfig({ env: { SNART_DATA: folder }, folder: "/nonexistent" }, DEFAULT_LIMITS);
  if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
  const composed = await composeApp(loaded.config, { jobsEveryMs: 0 });
  for (const email of people) {
    const person = { email, displayName: email, password: PASSWORD, isAdmin: false, preferences: {} };
    const added = await addUser(composed.app, person);
    if (!added.ok) throw new Error(added.problem.code);
  }
  await composed.close();
}

/** Resident memory of a process in bytes, on Linux. */
function resident(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}

const authorization = (email: string): string =>
  `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString("base64")}`;

function open(base: string, email: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const url = `${base}/jmap/eventsource/?types=*&closeafter=no&ping=0`;
    const sent = request(url, { agent: false, headers: { Authorization: authorization(email) } });
    sent.on("error", reject);
    sent.on("response", (response: IncomingMessage) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`));
      response.resume();
      resolve(sent);
    });
    sent.end();
  });
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 3_000));

/** Opens them, and says what they cost a process. */
async function measure(what: string, base: string, of: number): Promise<void> {
  await settle();
  const before = resident(of);
  const opened: ClientRequest[] = [];
  for (let n = 0; n < CONNECTIONS; n++) opened.push(await open(base, people[n % people.length] ?? ""));
  await settle();
  const more = resident(of) - before;
  console.log(
    `${what}, ${opened.length} idle: ${megabytes(before)} MB before, ${megabytes(more)} MB more, ${(more / opened.length / 1e3).toFixed(1)} kB each`,
  );
  for (const one of opened) one.on("error", () => undefined).destroy();
}

const bare = fork(join(import.meta.dirname, "bare.ts"), { execArgv: [...SERVER_FLAGS] });
try {
  const port = await new Promise((resolve) => {
    bare.once("message", resolve);
  });
  await measure("bare handler", `http://127.0.0.1:${String(port)}`, bare.pid ?? 0);
  // Everybody signs in before the count begins: the cost of signing in is measured elsewhere.
  for (const email of people)
    await fetch(`${server.url}/jmap/session`, { headers: { Authorization: authorization(email) } });
  await measure("event sources", server.url, pid);
} finally {
  bare.kill();
  server.child.kill();
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}
