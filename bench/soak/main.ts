// Fifty clients of all kinds on the real server, which is killed now and then; afterwards checks whether anything is
// missing: `node bench/soak/main.ts [--minutes=10] [--clients=50] [--kill-every=30] [--pause=600] [--postgres |
// --database-url=postgres://…]`: on SQLite, on a PostgreSQL of its own that npm has installed, or on a given empty
// database. It stays on loopback and ends by itself; its exit code is 1 if anything was found.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgres } from "../../packages/server/src/storage/contract/postgres-server.ts";
import { residentMemory } from "../caldav/processor-time.ts";
import { auditAccount, auditDatabase, lettingPushesArrive, openAudited } from "./audit.ts";
import { household, type Household, type World } from "./clients.ts";
import { Findings } from "./findings.ts";
import { Ledger, type Found } from "./ledger.ts";
import { SoakServer } from "./server.ts";
import { PASSWORD } from "./wire.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    clients: { type: "string", default: "50" },
    "kill-every": { type: "string", default: "30" },
    pause: { type: "string", default: "600" },
    postgres: { type: "boolean", default: false },
    "database-url": { type: "string" },
  },
});
const A_HOUSEHOLD = 5;
/** A request is cut off by its server after less. */
const A_DRAIN_MS = 180_000;
const minutes = Number(values.minutes);
const folder = mkdtempSync(join(tmpdir(), "snart-soak-"));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

interface Disturbance {
  kills: number;
  terms: number;
  readonly startMs: number[];
  readonly memory: { readonly minute: number; readonly mebibytes: number }[];
}

function addPeople(server: SoakServer): readonly string[] {
  const count = Math.ceil(Number(values.clients) / A_HOUSEHOLD);
  return Array.from({ length: count }, (_, n) => {
    const login = `soak${String(n + 1).padStart(2, "0")}`;
    const words = ["user", "add", `${login}@example.com`, "--name", login, "--password-stdin"];
    const { code, output } = server.command(words, `${PASSWORD}\n`);
    if (code !== 0) throw new Error(output);
    return login;
  });
}

/** Ends the server and starts it again until the time is over: three times of four like a power cut. */
async function disturb(world: World, until: number, told: Disturbance): Promise<void> {
  for (;;) {
    const pause = Number(values["kill-every"]) * 1000 * (0.5 + Math.random());
    if (performance.now() + pause > until) return;
    await wait(pause);
    const signal = Math.random() < 0.75 ? "SIGKILL" : "SIGTERM";
    const how = await world.server.end(signal);
    if (signal === "SIGKILL") told.kills++;
    else told.terms++;
    if (signal === "SIGTERM" && how !== 0)
      world.findings.add("the server did not stop in good order", `${String(how)}: ${world.server.said}`);
    told.startMs.push(await world.server.start());
  }
}

async function watchMemory(world: World, began: number, told: Disturbance): Promise<void> {
  while (!world.isOver) {
    const { pid } = world.server;
    const mebibytes = pid === undefined || !world.server.isUp ? 0 : residentMemory(pid);
    if (mebibytes > 0) told.memory.push({ minute: (performance.now() - began) / 60_000, mebibytes });
    await wait(2_000);
  }
}

async function soak(world: World, houses: readonly Household[]): Promise<Disturbance> {
  const told: Disturbance = { kills: 0, terms: 0, startMs: [], memory: [] };
  const began = performance.now();
  const until = began + minutes * 60_000;
  const everybody = Promise.all(houses.map((house) => house.run()));
  const memory = watchMemory(world, began, told);
  await disturb(world, until, told);
  await wait(Math.max(0, until - performance.now()));
  world.isOver = true;
  const drained = Promise.all([everybody, memory]).then(() => true);
  const isDone = await Promise.race([drained, wait(A_DRAIN_MS, false, { ref: false })]);
  // What is written while it is looked at would be taken for lost.
  if (!isDone) world.findings.add("the clients did not come to an end", "the audit says nothing");
  return told;
}

function report(world: World, told: Disturbance, houses: readonly Household[], doctor: string): void {
  const { findings, ledger } = world;
  const pushes = houses.reduce((sum, house) => sum + house.pushes, 0);
  say(`${values.minutes} minutes, ${values.clients} clients, ${String(houses.length)} accounts`);
  say(`ended ${String(told.kills)} times by SIGKILL, ${String(told.terms)} times by SIGTERM`);
  const starts = told.startMs.map((ms) => (ms / 1000).toFixed(1)).join(", ");
  say(`seconds until it was up again: ${starts}`);
  say(`acknowledged writes: ${String(ledger.acknowledged)}, cut off: ${String(ledger.doubtful)}`);
  say(`changes heard by the listeners: ${String(pushes)}`);
  for (const [what, count] of findings.counts) say(`  ${what}: ${String(count)}`);
  for (let minute = 0; minute < minutes; minute++) {
    const own = told.memory.filter((one) => Math.floor(one.minute) === minute).map((one) => one.mebibytes);
    if (own.length > 0)
      say(`memory in minute ${String(minute + 1)}: at most ${Math.max(...own).toFixed(0)} MiB`);
  }
  say(doctor.trim());
  say(findings.total === 0 ? "Nothing was found." : `FOUND ${String(findings.total)}:`);
  for (const line of findings.lines) say(line);
}

const postgres = values.postgres ? await startPostgres() : undefined;
const databaseUrl = postgres?.url ?? values["database-url"];
const server = await SoakServer.prepare(folder, databaseUrl);
const world: World = {
  server,
  ledger: new Ledger(),
  findings: new Findings(),
  pauseMs: Number(values.pause),
  isOver: false,
  isClosed: false,
};
const houses: Household[] = [];
try {
  const logins = addPeople(server);
  await server.start();
  let left = Number(values.clients);
  for (const login of logins) {
    houses.push(household(world, login, Math.min(A_HOUSEHOLD, left)));
    left -= A_HOUSEHOLD;
  }
  const told = await soak(world, houses);
  await lettingPushesArrive(houses);
  const found = new Map<string, Found>();
  for (const house of houses) for (const one of await auditAccount(world, house)) found.set(...one);
  world.isClosed = true;
  if ((await server.end("SIGTERM")) !== 0)
    world.findings.add("the server did not stop in good order", server.said);
  const { code, output } = server.command(["doctor"]);
  if (code !== 0) world.findings.add("doctor", output);
  await auditDatabase(world, await openAudited(folder, databaseUrl), found);
  report(world, told, houses, output);
} finally {
  for (const house of houses) house.close();
  await server.end("SIGKILL");
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = world.findings.total === 0 ? 0 : 1;
