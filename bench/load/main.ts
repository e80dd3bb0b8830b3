// How many accounts Snart carries: `node bench/load/main.ts [--profile=apple|people] [--on=sqlite,postgres1,postgres2,postgres4]
// [--accounts=3000] [--events=40] [--steps=250,500,1000,1500,2000] [--warm=10] [--seconds=40]`. Accounts with events are made once and
// brought into each database by `snart backup` and `snart restore`. Then more and more of them are busy, until the 95th percentile of all
// answers is above 200 ms. All requests go to any of the processes, as behind a proxy that knows nothing. The clients run on the same
// machine; what they take of the processors is told apart. Afterwards whatever was acknowledged is looked for.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgres } from "../../packages/server/src/storage/contract/postgres-server.ts";
import { processorTime, residentMemory } from "../caldav/processor-time.ts";
import { quantile } from "../measure.ts";
import { SoakServer } from "../soak/server.ts";
import { DavAccount, type LoadWorld } from "./dav-account.ts";
import { generate } from "./generator.ts";
import { PROFILES, type Profile } from "./profile.ts";
import { seedAccounts, type SeededAccount } from "./seed.ts";
import { WebSession } from "./web-session.ts";
import { Wire, type Counts } from "./wire.ts";

const { values } = parseArgs({
  options: {
    profile: { type: "string", default: "apple" },
    on: { type: "string", default: "sqlite,postgres1,postgres2,postgres4" },
    accounts: { type: "string", default: "3000" },
    events: { type: "string", default: "40" },
    steps: { type: "string", default: "250,500,1000,1500,2000,2500,3000" },
    warm: { type: "string", default: "10" },
    seconds: { type: "string", default: "40" },
    kinds: { type: "boolean", default: false },
  },
});
const TARGET_MS = 200;
const AUDITED = 3_000;
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const found: string[] = [];

const profile = profileNamed(values.profile);
function profileNamed(name: string): Profile {
  const one = PROFILES.find((it) => it.name === name);
  if (!one) throw new Error(`there is no profile ${name}`);
  return one;
}

/** The processes of one run, and their database if it is a PostgreSQL. */
interface Running {
  readonly servers: readonly SoakServer[];
  readonly stop: () => Promise<void>;
}

async function start(kind: string, folder: string, copy: string): Promise<Running> {
  const processes = kind === "sqlite" ? 1 : Number(kind.replace("postgres", ""));
  if (!(processes >= 1)) throw new Error(`there is no ${kind}: sqlite, postgres1, postgres2 …`);
  const postgres = kind === "sqlite" ? undefined : await startPostgres({ durable: true });
  const servers: SoakServer[] = [];
  for (let n = 0; n < processes; n++) servers.push(await SoakServer.prepare(folder, postgres?.url));
  const stop = async (): Promise<void> => {
    for (const server of servers) await server.end("SIGTERM");
    await postgres?.stop();
  };
  const restored = servers[0]?.command(["restore", copy]);
  if (restored?.code !== 0) throw new Error(restored?.output);
  for (const server of servers) await server.start();
  await calmed(servers);
  return { servers, stop };
}

/** After a restoration search indexes everything anew. */
async function calmed(servers: readonly SoakServer[]): Promise<void> {
  let before = processorTimes(servers).server;
  for (let calm = 0; calm < 3;) {
    await wait(1_000);
    const now = processorTimes(servers).server;
    calm = now - before < 50 * servers.length ? calm + 1 : 0;
    before = now;
  }
}

interface Step {
  readonly active: number;
  readonly counts: Counts;
  readonly isThrough: boolean;
  readonly heardAfter: readonly number[];
  readonly untold: number;
  /** of one second: ms of processor time */
  readonly clients: number;
  readonly server: number;
  readonly database: number;
  readonly memory: number;
}

/** Processor time so far, in ms: of the clients, the servers, and everything else that was started (the database). */
function processorTimes(servers: readonly SoakServer[]) {
  const { user, system } = process.cpuUsage();
  const clients = (user + system) / 1_000;
  const server = servers.reduce((sum, { pid }) => sum + processorTime(pid ?? 0), 0);
  return { clients, server, database: Math.max(0, processorTime(process.pid) - clients - server) };
}

async function measure(world: LoadWorld, servers: readonly SoakServer[], active: number): Promise<Step> {
  const heardAfter: number[] = [];
  const web = new Map<DavAccount, WebSession>();
  for (const account of world.accounts.slice(0, Math.round(active * profile.webSessions)))
    web.set(account, new WebSession(account.seed, world.wire, heardAfter));
  const onWritten = (account: DavAccount): void => web.get(account)?.expectNews();
  const all = [...web.values()];
  try {
    for (let at = 0; at < all.length; at += 50)
      await Promise.all(
        all.slice(at, at + 50).map(async (one) => (await one.open(performance.now())) && one.listen()),
      );
    const here: LoadWorld = Object.assign(world, { onWritten });
    let isThrough = await generate(profile, here, all, active, Number(values.warm) * 1_000);
    world.wire.takeCounts();
    heardAfter.length = 0;
    const before = processorTimes(servers);
    const began = performance.now();
    isThrough &&= await generate(profile, here, all, active, Number(values.seconds) * 1_000);
    const after = processorTimes(servers);
    const seconds = (performance.now() - began) / 1_000;
    await drained(world);
    await wait(1_000);
    return {
      active,
      isThrough,
      counts: world.wire.takeCounts(),
      heardAfter,
      untold: all.reduce((sum, one) => sum + one.untold, 0),
      clients: (after.clients - before.clients) / seconds,
      server: (after.server - before.server) / seconds,
      database: (after.database - before.database) / seconds,
      memory: servers.reduce((sum, { pid }) => sum + residentMemory(pid ?? 0), 0),
    };
  } finally {
    for (const one of all) one.close();
  }
}

async function drained({ wire }: LoadWorld): Promise<void> {
  for (let ms = 0; wire.underWay > 0 && ms < 60_000; ms += 100) await wait(100);
}

const digits = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : "–");

function row(step: Step): string {
  const { counts, heardAfter } = step;
  const percent = (ms: number): string => `${(ms / 10).toFixed(0)} %`;
  return `| ${[
    step.active,
    step.isThrough ? (counts.requests / Number(values.seconds)).toFixed(0) : "too many under way",
    digits(counts.within(0.5)),
    digits(counts.within(0.95)),
    digits(counts.within(0.99)),
    digits(quantile(heardAfter, 0.95)),
    percent(step.server),
    percent(step.database),
    percent(step.clients),
    step.memory.toFixed(0),
    counts.wrongs,
  ].join(" | ")} |`;
}

const HEAD = `| Accounts | Requests/s | Median (ms) | 95 % | 99 % | Told of a write, 95 % | Servers | Database | Clients | MiB | Wrong answers |
|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|`;

/** Looks for acknowledged writes, a sample of the accounts' own ones. */
async function audit(world: LoadWorld): Promise<void> {
  const entries = [...world.acknowledged].slice(-AUDITED);
  for (let at = 0; at < entries.length; at += 20) {
    const said = await Promise.all(
      entries.slice(at, at + 20).map(([path, { account, serial }]) => account.audit(path, serial)),
    );
    found.push(...said.filter((line) => line !== undefined));
  }
  say(`${String(entries.length)} acknowledged writes looked for`);
}

async function run(kind: string, seeds: readonly SeededAccount[], copy: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "snart-load-"));
  const { servers, stop } = await start(kind, folder, copy);
  const wire = new Wire(servers.map(({ url }) => url));
  try {
    const accounts: DavAccount[] = [];
    const world: LoadWorld = {
      wire,
      accounts,
      invitations: [],
      acknowledged: new Map(),
      onWritten: () => undefined,
    };
    accounts.push(...seeds.map((seed, n) => new DavAccount(n, seed, profile.clients, () => world)));
    say(`\n### ${kind}\n\n${HEAD}`);
    let last: Step | undefined;
    for (const active of values.steps.split(",").map(Number)) {
      if (active > accounts.length) break;
      const step = await measure(world, servers, active);
      say(row(step));
      if (step.untold > 0) say(`  (${String(step.untold)} writes that no event source told of)`);
      for (const [what, count] of step.counts.wrong) say(`  (${String(count)} × ${what})`);
      last = step;
      if (!step.isThrough || step.counts.within(0.95) > TARGET_MS) break;
    }
    say("");
    if (last && values.kinds) kindsTable(last.counts);
    await drained(world);
    await audit(world);
  } finally {
    wire.close();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function kindsTable({ took }: Counts): void {
  say("| Request | Share | Median (ms) | 95 % |\n|---|---:|---:|---:|");
  const all = [...took.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [kind, ms] of [...took].toSorted(([, a], [, b]) => b.length - a.length))
    say(
      `| ${kind} | ${((100 * ms.length) / all).toFixed(1)} % | ${digits(quantile(ms, 0.5))} | ${digits(quantile(ms, 0.95))} |`,
    );
  say("");
}

const made = mkdtempSync(join(tmpdir(), "snart-load-seed-"));
try {
  const began = performance.now();
  const seeds = await seedAccounts(made, Number(values.accounts), Number(values.events));
  const server = await SoakServer.prepare(made, undefined);
  const backup = server.command(["backup", join(made, "copies"), "--no-verify"]);
  if (backup.code !== 0) throw new Error(backup.output);
  const [file = ""] = readdirSync(join(made, "copies"));
  say(`${profile.name}: ${profile.about}`);
  say(
    `${values.accounts} accounts with ${values.events} events each, made in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
  );
  for (const kind of values.on.split(",")) await run(kind, seeds, join(made, "copies", file));
} finally {
  rmSync(made, { recursive: true, force: true });
}
say(found.length === 0 ? "Nothing was lost." : `LOST ${String(found.length)}:\n${found.join("\n")}`);
process.exitCode = found.length === 0 ? 0 : 1;
