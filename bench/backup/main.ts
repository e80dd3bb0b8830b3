import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MEMORY_FLAGS } from "../../scripts/node-flags.mjs";
import { household, object, put } from "../../packages/server/src/storage/contract/fixtures.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";

// `node bench/backup/main.ts`: 100,000 events out and in through the built command line, each in a process of its own, while this process
// writes; `SNART_DATABASE_URL` (an empty database) takes PostgreSQL instead of a file, and `RESTORE_URL` (another one) is restored into, too.
// Beside other work, `TMPDIR=/dev/shm chrt -r 20 node bench/backup/main.ts` lets neither their processors nor their disk into the waiting.
// Processor seconds are the command's own, without those of PostgreSQL. Build the server before (`node scripts/build.mjs`).

const EVENTS = Number(process.env["EVENTS"] ?? 100_000);
const EVERY_MS = 5;
const CLI = join(import.meta.dirname, "../../packages/server/dist/cli.js");
const folder = mkdtempSync(join(tmpdir(), "snart-bench-"));
const url = process.env["SNART_DATABASE_URL"];
const path = join(folder, "data", "snart.sqlite");

const text = (i: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN\r\nBEGIN:VEVENT\r\nUID:${i}@example.com\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART;TZID=Europe/Stockholm:20261120T120000\r\nDURATION:PT1H\r\nSUMMARY:Tvättstuga ${i}\r\nDESCRIPTION:${"ord ".repeat(60)}\r\n` +
  `LOCATION:Källaren\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

interface Ran {
  readonly ms: number;
  /** Of the processors, as of at most 20 ms before it ended. */
  readonly cpuSeconds: number;
  readonly mostMemoryMb: number;
  readonly said: string;
}

/** Runs the command line and looks at its memory every 20 ms. */
async function snart(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [...MEMORY_FLAGS, CLI, ...words], {
    env: { ...process.env, SNART_DATA: join(folder, "data"), ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (piece: Buffer) => (said += piece.toString()));
  let most = 0;
  let cpuSeconds = 0;
  const look = setInterval(() => {
    most = Math.max(most, memoryOf(child.pid));
    cpuSeconds = Math.max(cpuSeconds, processorOf(child.pid));
  }, 20);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`snart ${words.join(" ")} ended with ${code}`);
  return { ms: performance.now() - began, cpuSeconds, mostMemoryMb: most, said };
}

/** The most that a process has had in memory, in MB. */
function memoryOf(pid: number | undefined): number {
  try {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

/** Seconds of the processors that a process has had, by the clock ticks of Linux (100 a second). */
function processorOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

const target = url ? ({ kind: "postgres", url } as const) : ({ kind: "sqlite", path } as const);
let storage = await openStorage(target);
const { home } = await household(storage);
for (let i = 0; i < EVENTS; i += 500)
  await storage.write(async (tx) => {
    const modseq = await tx.lockAccount(home.accountId);
    for (let n = i; n < Math.min(i + 500, EVENTS); n++)
      await tx.objects.insert(object(home, modseq, { icalendar: text(n) }));
  });

// The log of so many events is as large as all of them; giving that back would be somebody's wait.
await storage.close();
storage = await openStorage(target);

/** How long writes took, ms, and how long without what this process waited for a processor, which a lock has no part in. */
interface Written {
  readonly took: readonly number[];
  readonly blocked: readonly number[];
}

/** How long the threads of this process have waited for a processor, ms: all together, as one write goes through several. */
function processorWaits(): number {
  let ns = 0;
  for (const task of readdirSync("/proc/self/task"))
    try {
      ns += Number(readFileSync(`/proc/self/task/${task}/schedstat`, "latin1").split(" ")[1]);
    } catch {
      // A thread that has ended meanwhile, or a system that does not say.
    }
  return ns / 1e6;
}

/** Writes an event every few milliseconds until told to stop. */
async function writing(isOver: () => boolean): Promise<Written> {
  const took: number[] = [];
  const blocked: number[] = [];
  while (!isOver()) {
    const waited = processorWaits();
    const began = performance.now();
    await put(storage, home, { icalendar: text(took.length) });
    const ms = performance.now() - began;
    took.push(ms);
    blocked.push(Math.max(0, ms - (processorWaits() - waited)));
    await wait(EVERY_MS);
  }
  return { took: took.toSorted((a, b) => a - b), blocked: blocked.toSorted((a, b) => a - b) };
}
const quantiles = ({ took, blocked }: Written): string => {
  const of = (all: readonly number[]): string =>
    [0.5, 0.99, 1]
      .map((q) => (all[Math.min(all.length - 1, Math.floor(all.length * q))] ?? 0).toFixed(1))
      .join(" / ");
  return `${of(took)} (${of(blocked)} without waiting for a processor)`;
};

const idleEnd = performance.now() + 5_000;
const before = await writing(() => performance.now() > idleEnd);
const idle = await snart(["backup", "list"]);
let isOver = false;
const during = writing(() => isOver);
const out = await snart(["backup", join(folder, "copies"), "--no-verify"]);
isOver = true;
const beside = await during;
const [file = ""] = readdirSync(join(folder, "copies"));
const copy = join(folder, "copies", file);
// Takes as much of the processors and the disk, and does not touch the database: what of the waiting is not because of the backup.
isOver = false;
const control = writing(() => isOver);
const verify = await snart(["verify", copy]);
isOver = true;
const besideOther = await control;
const into = await snart(["restore", copy], { SNART_DATA: join(folder, "restored"), SNART_DATABASE_URL: "" });
const restoreUrl = process.env["RESTORE_URL"];
const intoPostgres = restoreUrl
  ? await snart(["restore", copy], { SNART_DATABASE_URL: restoreUrl })
  : undefined;
await storage.close();

process.stdout
  .write(`${EVENTS} events, ${(statSync(copy).size / 1e6).toFixed(0)} MB, from ${url ? "PostgreSQL" : "SQLite"}
| Work | Seconds | Of the processors | Memory, most (MB) | More than an idle command (MB) |
|---|---:|---:|---:|---:|
${(
  [
    ["out", out],
    ["verify", verify],
    ["in, SQLite", into],
    ...(intoPostgres ? [["in, PostgreSQL", intoPostgres] as const] : []),
  ] as const
)
  .map(
    ([name, ran]) =>
      `| ${name} | ${(ran.ms / 1000).toFixed(1)} | ${ran.cpuSeconds.toFixed(1)} | ${ran.mostMemoryMb.toFixed(0)} | ${(ran.mostMemoryMb - idle.mostMemoryMb).toFixed(0)} |`,
  )
  .join("\n")}

A write every ${EVERY_MS} ms, median / 99 % / longest (ms): alone ${quantiles(before)}, during the backup ${quantiles(beside)} (${beside.took.length} writes), during the verification, which does not touch the database, ${quantiles(besideOther)}
`);
rmSync(folder, { recursive: true });
