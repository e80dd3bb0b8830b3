import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LineKeeper } from "../../packages/server/src/backup/log/keep-line.ts";
import { LINES } from "../../packages/server/src/backup/log/line-names.ts";
import { household, object, put } from "../../packages/server/src/storage/contract/fixtures.ts";
import { openStorage } from "../../packages/server/src/storage/sql/open.ts";

// `node bench/backup/moments.ts`: what keeping moments (SNART_POINT_IN_TIME) costs those who write. Rounds of writes with and without it, in
// turns, in this one process as in a server; EVERY_MS is the pause between two copies (a server's is usually 60,000).

const EVENTS = Number(process.env["EVENTS"] ?? 20_000);
const WRITES = Number(process.env["WRITES"] ?? 1_000);
const ROUNDS = 6;
const EVERY_MS = Number(process.env["EVERY_MS"] ?? 1_000);
const folder = mkdtempSync(join(tmpdir(), "snart-moments-"));
const backups = join(folder, "backups");

const text = (i: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Bench//EN\r\nBEGIN:VEVENT\r\nUID:${i}@example.com\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART;TZID=Europe/Stockholm:20261120T120000\r\nDURATION:PT1H\r\nSUMMARY:Tvättstuga ${i}\r\nDESCRIPTION:${"ord ".repeat(60)}\r\n` +
  `LOCATION:Källaren\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** A database with events in it. @param isLogCopied whether its log is begun anew by whoever copies it alone */
async function filled(name: string, isLogCopied: boolean) {
  const storage = await openStorage({ kind: "sqlite", path: join(folder, name), isLogCopied });
  const { home } = await household(storage);
  for (let i = 0; i < EVENTS; i += 500)
    await storage.write(async (tx) => {
      const modseq = await tx.lockAccount(home.accountId);
      for (let n = i; n < i + 500; n++) await tx.objects.insert(object(home, modseq, { icalendar: text(n) }));
    });
  return { storage, home };
}
type Filled = Awaited<ReturnType<typeof filled>>;

interface Round {
  readonly cpuUs: number;
  readonly took: readonly number[];
}

/** Writes one after another; what the copies take of the processors is within. */
async function round({ storage, home }: Filled, keeper?: LineKeeper): Promise<Round> {
  const began = process.cpuUsage();
  const took: number[] = [];
  let copying: Promise<void> = Promise.resolve();
  let copiedAt = performance.now();
  for (let i = 0; i < WRITES; i++) {
    const at = performance.now();
    await put(storage, home, { icalendar: text(i) });
    took.push(performance.now() - at);
    if (!keeper || performance.now() - copiedAt < EVERY_MS) continue;
    copiedAt = performance.now();
    copying = copying.then(() => keeper.copy());
  }
  await copying;
  await keeper?.copy();
  const { user, system } = process.cpuUsage(began);
  return { cpuUs: user + system, took };
}

const sizeOf = (of: string): number =>
  readdirSync(of, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + statSync(join(of, name)).size,
    0,
  );
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const quantiles = (rounds: readonly Round[]): string => {
  const took = rounds.flatMap((one) => one.took).toSorted((a, b) => a - b);
  return [0.5, 0.99, 1]
    .map((q) => (took[Math.min(took.length - 1, Math.floor(took.length * q))] ?? 0).toFixed(1))
    .join(" / ");
};

const plain = await filled("plain.sqlite", false);
const copied = await filled("copied.sqlite", true);
const database = join(folder, "copied.sqlite");
const keeper = new LineKeeper({
  database,
  backups,
  recipients: [],
  everyMs: EVERY_MS,
  now: Date.now,
  betweenWrites: (work) => copied.storage.betweenWrites(work),
});
await keeper.copy();
const [without, kept]: [Round[], Round[]] = [[], []];
await round(plain);
await round(copied, keeper);
const sizeBefore = sizeOf(join(backups, LINES));
for (let i = 0; i < ROUNDS; i++) {
  without.push(await round(plain));
  kept.push(await round(copied, keeper));
}
const perWriteKb = (sizeOf(join(backups, LINES)) - sizeBefore) / 1000 / ROUNDS / WRITES;
const perWrite = (rounds: readonly Round[]): string =>
  (median(rounds.map(({ cpuUs }) => cpuUs)) / WRITES).toFixed(0);
process.stdout.write(`${EVENTS} events there, rounds of ${WRITES} writes, copied every ${EVERY_MS} ms
| Moments | Processor, µs a write (median of ${ROUNDS} rounds) | A write, median / 99 % / longest (ms) |
|---|---:|---:|
| not kept | ${perWrite(without)} | ${quantiles(without)} |
| kept | ${perWrite(kept)} | ${quantiles(kept)} |

${perWriteKb.toFixed(0)} kB of copies a write
`);
await keeper.stop();
await plain.storage.close();
await copied.storage.close();
rmSync(folder, { recursive: true });
