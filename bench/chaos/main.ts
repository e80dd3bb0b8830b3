// Does bad things to the real server again and again, and looks whether anything acknowledged is missing:
// `node bench/chaos/main.ts [--only=kills,disk,clock,readers,postgres,power] [--kills=1000] [--writers=8] [--postgres] [--rounds=20]`.
// kills: the server is killed (SIGKILL) at a random moment while its writers work; with `--postgres`, on a database of its own.
// disk: its disk is filled (a tmpfs, where mounting is permitted). clock: its clock jumps by ±400 days. readers: 300 connections read
// nothing of long answers. postgres: the database of two servers is restarted under six writers, every second time as by a crash. power: the disk of a server loses its power
// at random moments (needs a C compiler). Stays on loopback; its exit code is 1 if anything was found.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startPostgres } from "../../packages/server/src/storage/contract/postgres-server.ts";
import { clockJumps, fullDisk, slowReaders } from "../../packages/server/src/testing/disk/chaos-rows.ts";
import { postgresRestarts } from "../../packages/server/src/testing/killed/database-load.ts";
import { CutOffWriters } from "../../packages/server/src/testing/killed/cut-off-writers.ts";
import { lostPower } from "./power-loss.ts";
import { SoakServer } from "../soak/server.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "1000" },
    writers: { type: "string", default: "8" },
    postgres: { type: "boolean", default: false },
    only: { type: "string", default: "kills,disk,clock,readers,postgres,power" },
    rounds: { type: "string", default: "20" },
  },
});
const PASSWORD = "bench-of-many-kills";
const [EARLIEST_MS, LATEST_MS] = [30, 900];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const found: string[] = [];
const only = values.only.split(",");

async function killed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "snart-chaos-"));
  const postgres = values.postgres ? await startPostgres({ durable: true }) : undefined;
  const server = await SoakServer.prepare(folder, postgres?.url);
  const startMs: number[] = [];
  let kills = 0;
  try {
    const words = ["user", "add", "elin@example.com", "--name", "Elin", "--password-stdin"];
    const added = server.command(words, `${PASSWORD}\n`);
    if (added.code !== 0) throw new Error(added.output);
    const writers = new CutOffWriters("elin", PASSWORD);
    for (; kills < Number(values.kills); kills++) {
      startMs.push(await server.start());
      found.push(...(await writers.audit(server.url)).map((line) => `after kill ${String(kills)}: ${line}`));
      const writing = writers.run(server.url, Number(values.writers));
      await wait(EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS));
      await server.end("SIGKILL");
      await writing;
      if ((kills + 1) % 50 === 0)
        say(`${String(kills + 1)} kills, ${String(writers.acknowledged)} writes acknowledged`);
    }
    startMs.push(await server.start());
    found.push(...(await writers.audit(server.url)));
    if ((await server.end("SIGTERM")) !== 0) found.push("the server did not stop in good order");
    const doctor = server.command(["doctor"]);
    if (doctor.code !== 0) found.push(doctor.output);
    const sorted = startMs.toSorted((a, b) => a - b);
    const seconds = (part: number): string =>
      ((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) / 1000).toFixed(1);
    say(
      `${values.postgres ? "PostgreSQL" : "SQLite"}: ${String(kills)} kills under ${values.writers} writers`,
    );
    say(`acknowledged writes: ${String(writers.acknowledged)}`);
    say(`seconds until it was up again: median ${seconds(0.5)}, longest ${seconds(1)}`);
    say(doctor.output.trim());
  } finally {
    await server.end("SIGKILL");
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const rounds = Number(values.rounds);
const rows = {
  kills: killed,
  disk: async (): Promise<void> => report("full disk", await fullDisk(rounds)),
  clock: async (): Promise<void> => report("clock jumps", await clockJumps(rounds)),
  readers: async (): Promise<void> => report("slow readers", await slowReaders(300, 80_000)),
  postgres: async (): Promise<void> => {
    const { acknowledged, wrong } = await postgresRestarts(rounds);
    say(`PostgreSQL restarted ${String(rounds)} times, ${String(acknowledged)} writes acknowledged`);
    report("restarts of PostgreSQL", wrong);
  },
  power: losePower,
};

async function losePower(): Promise<void> {
  const outcome = await lostPower(rounds);
  if (outcome === undefined) {
    say("lost power: not run, as there is no C compiler (cc)");
    return;
  }
  const { acknowledged, noticed, controls, wrong } = outcome;
  say(`${String(rounds)} losses of power, ${String(acknowledged)} writes acknowledged`);
  say(`a disk that forgets what was synced was noticed in ${String(noticed)} of ${String(controls)} rounds`);
  report("lost power", wrong);
}

function report(name: string, wrong: readonly string[] | undefined): void {
  found.push(...(wrong ?? []).map((line) => `${name}: ${line}`));
  say(
    `${name}: ${wrong === undefined ? "not run, as mounting is not permitted" : wrong.length === 0 ? "in order" : "FOUND"}`,
  );
}

for (const [name, run] of Object.entries(rows)) if (only.includes(name)) await run();
say(found.length === 0 ? "Nothing was found." : `FOUND ${String(found.length)}:\n${found.join("\n")}`);
process.exitCode = found.length === 0 ? 0 : 1;
