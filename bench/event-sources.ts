// The memory that idle JMAP event sources cost the server: `node bench/event-sources.ts [connections]`. A real server
// in a process of its own; a few people have fifty connections each, so that the cost of signing in doesn't count.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addUser } from "../packages/server/src/app/accounts/add-user.ts";
import { composeApp } from "../packages/server/src/compose.ts";
import { loadConfig } from "../packages/server/src/config/load.ts";
import { DEFAULT_LIMITS } from "../packages/server/src/app/limits.ts";
import { startServerProcess } from "../packages/server/src/testing/server-process.ts";

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

/** Resident memory of the server in bytes, on Linux. */
function resident(): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}

const authorization = (email: string): string =>
  `Basic ${Buffer.from(`${email}:${PASSWORD}`).toString("base64")}`;

function open(email: string): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const url = `${server.url}/jmap/eventsource/?types=*&closeafter=no&ping=0`;
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
try {
  // Everybody signs in before the count begins: the cost of signing in is measured elsewhere.
  for (const email of people)
    await fetch(`${server.url}/jmap/session`, { headers: { Authorization: authorization(email) } });
  await settle();
  const before = resident();
  const opened: ClientRequest[] = [];
  for (let n = 0; n < CONNECTIONS; n++) opened.push(await open(people[n % people.length] ?? ""));
  await settle();
  const after = resident();
  console.log(
    `${opened.length} idle event sources: ${megabytes(before)} MB before, ${megabytes(after)} MB with them, ` +
      `${megabytes(after - before)} MB more, ${((after - before) / opened.length / 1e3).toFixed(1)} kB each`,
  );
  for (const one of opened) one.destroy();
} finally {
  server.child.kill();
  await server.ended;
  rmSync(folder, { recursive: true, force: true });
}
