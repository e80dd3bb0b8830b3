// How long the server takes to start, and what it needs then: as `npm start` builds it beside as it is written, in turns:
// `node bench/start.ts [--times=8]`. On an empty data folder, with the flags of `npm start` and what Node has compiled before.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { serverProgram } from "../scripts/build.mjs";
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from "../scripts/node-flags.mjs";
import { processorTime, residentMemory } from "./caldav/processor-time.ts";
import { quantile } from "./measure.ts";

const { values } = parseArgs({ options: { times: { type: "string", default: "8" } } });
const ROOT = join(import.meta.dirname, "..");
const WAYS = {
  "as it is written": join(ROOT, "packages/server/src/main.ts"),
  built: serverProgram("main"),
};

interface Start {
  /** Until it prints its address, ms. */
  readonly wall: number;
  /** Processor time until a second later, ms. */
  readonly processor: number;
  /** Resident memory a second later, MiB. */
  readonly memory: number;
  /** The same after a hundred requests for pages and files of the web app and for its health, and a second. */
  readonly asked: number;
}

async function start(program: string): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), "snart-start-"));
  const began = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, program], {
    env: {
      PATH: process.env["PATH"],
      ...SERVER_ENVIRONMENT,
      NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "snart-compiled"),
      SNART_DATA: folder,
      SNART_PORT: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    let address = "";
    for await (const said of child.stdout.setEncoding("utf8")) {
      address = /ready at (\S+)/.exec(String(said))?.[1] ?? "";
      if (address !== "") break;
    }
    const wall = performance.now() - began;
    await wait(1_000);
    const { pid = 0 } = child;
    const [processor, memory] = [processorTime(pid), residentMemory(pid)];
    for (let i = 0; i < 100; i++)
      await (
        await fetch(address + (["/", "/healthz", "/auth/session", "/.well-known/jmap"][i % 4] ?? ""))
      ).text();
    await wait(1_000);
    return { wall, processor, memory, asked: residentMemory(pid) };
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

const starts = new Map<string, Start[]>();
// The first of each compiles what the others find.
for (let time = 0; time <= Number(values.times); time++)
  for (const [way, program] of Object.entries(WAYS)) {
    const one = await start(program);
    if (time > 0) starts.set(way, [...(starts.get(way) ?? []), one]);
  }
for (const [way, all] of starts) {
  const median = (of: keyof Start): string =>
    quantile(
      all.map((one) => one[of]),
      0.5,
    ).toFixed(0);
  process.stdout.write(
    `${way}: ready after ${median("wall")} ms, ${median("processor")} ms of processor time, ${median("memory")} MiB, ${median("asked")} MiB after a hundred requests\n`,
  );
}
