// What others wait while one person makes a heavy load, and what memory it takes:
// `node bench/fairness/main.ts [--only=words] [--scale=1] [--json]`. Each row has a real server of its own (SQLite),
// and somebody else who does PROPFIND, GET and a JMAP query all the time, in a thread of their own. Their wait is told by the
// clock, in which other programs on the machine count as well, and as the time that the server worked meanwhile.
import { once } from "node:events";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { HttpClient } from "../caldav/http-client.ts";
import type { Waits } from "./bystander.ts";
import type { Row } from "./loads.ts";
import { LIFTED, rowsAt } from "./rows.ts";
import { BYSTANDER, Site } from "./site.ts";
import { longText } from "./texts.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    scale: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  },
});

/** ms */
interface Waiting {
  readonly p99: number;
  readonly worst: number;
}

interface Measured {
  readonly name: string;
  readonly outcome: string;
  /** s */
  readonly took: number;
  readonly byClock: Waiting;
  /** of the server's work alone */
  readonly byWork: Waiting;
  readonly answers: number;
  readonly failures: readonly string[];
  /** MB */
  readonly memory: number;
}

const TARGET_MS = 200;
const TARGET_MB = 400;

async function measure(row: Row): Promise<Measured> {
  const site = await Site.open(LIFTED);
  const beside = await row.beside?.();
  try {
    await prepareBystander(site);
    if (row.prepare) {
      const hog = await site.hog();
      await row.prepare(hog);
      hog.client.close();
    }
    await site.server.stop();
    await site.server.start(beside?.options);
    return await underLoad(site, row);
  } finally {
    await site.close();
    await beside?.close();
  }
}

async function prepareBystander({ server, password }: Site): Promise<void> {
  const client = new HttpClient(server.url, BYSTANDER, password, 2);
  const home = `/dav/calendars/${BYSTANDER}/calendar/`;
  for (const name of ["mine", ...Array.from({ length: 99 }, (_, n) => `other-${String(n)}`)]) {
    const body = longText(`${name}@bystander`, 500);
    await client.send({
      method: "PUT",
      path: `${home}${name}.ics`,
      headers: { "content-type": "text/calendar" },
      body,
    });
  }
  client.close();
}

async function underLoad(site: Site, { name, load }: Row): Promise<Measured> {
  const { url, pid } = site.server;
  const workerData = { url, login: BYSTANDER, password: site.password, pid };
  const bystander = new Worker(join(import.meta.dirname, "bystander.ts"), { workerData });
  await once(bystander, "message");
  const hog = await site.hog(320);
  // Settled: the first answers of a process compile its code.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const began = performance.now();
  const outcome = await load(hog).catch((error: unknown) => String(error).slice(0, 100));
  const took = (performance.now() - began) / 1000;
  const memory = site.peakMemory();
  bystander.postMessage("stop");
  const [{ waits, works, failures }] = (await once(bystander, "message")) as [Waits];
  hog.client.close();
  await bystander.terminate();
  return {
    name,
    outcome,
    took,
    byClock: waiting(waits),
    byWork: waiting(works),
    answers: waits.length,
    failures,
    memory,
  };
}

function waiting(times: readonly number[]): Waiting {
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, worst: sorted.at(-1) ?? 0 };
}

const judged = (figure: number, target: number): string =>
  `${figure.toFixed(0)}${figure <= target ? "" : " **MISSED**"}`;

function printed({ name, outcome, took, byClock, byWork, answers, failures, memory }: Measured): string {
  const failed = failures.length === 0 ? "" : ` (${String(failures.length)} failed: ${failures[0] ?? ""})`;
  const cells = [
    name,
    took.toFixed(1),
    judged(byWork.p99, TARGET_MS),
    byWork.worst.toFixed(0),
    byClock.p99.toFixed(0),
    byClock.worst.toFixed(0),
    `${String(answers)}${failed}`,
    judged(memory, TARGET_MB),
    outcome,
  ];
  return `| ${cells.join(" | ")} |\n`;
}

const wanted = values.only.toLowerCase();
const rows = rowsAt(Number(values.scale)).filter(({ name }) => name.toLowerCase().includes(wanted));
if (!values.json)
  process.stdout.write(
    "| Load of one person | s | p99 of others, ms | worst | p99 by the clock | worst | answers | peak memory, MB | answer to the load |\n|---|---:|---:|---:|---:|---:|---:|---:|---|\n",
  );
for (const row of rows) {
  const measured = await measure(row);
  process.stdout.write(values.json ? `${JSON.stringify(measured)}\n` : printed(measured));
}
