// The cost of a calendar's size: queries the same week in ever larger calendars, and measures the server's memory:
// `node bench/caldav/growth.ts [--sizes=1000,10000,100000] [--seconds=2] [--rounds=5]`. Every week holds the same 21
// events in each size; a larger calendar reaches further back and forward.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serverProgram } from "../../scripts/build.mjs";
import { quantile } from "../measure.ts";
import { HttpClient } from "./http-client.ts";
import { processorTime, residentMemory } from "./processor-time.ts";
import { startSnart } from "./servers/snart.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "1000,10000,100000" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
  },
});
const A_DAY = 86_400_000;
const APART = A_DAY / 3;
const MIDDLE = Date.UTC(2026, 10, 23);
const CONNECTIONS = 4;
const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** Event `n`: events are placed alternately before and after the middle. */
const eventLines = (n: number): string => {
  const start = MIDDLE + (n % 2 === 0 ? n / 2 : -(n + 1) / 2) * APART;
  return `BEGIN:VEVENT\r\nUID:growth-${String(n)}\r\nDTSTAMP:20261120T100000Z\r\nDTSTART:${stamp(start)}\r\nDURATION:PT1H\r\nSUMMARY:Möte ${String(n)}\r\nLOCATION:Föreningslokalen\r\nEND:VEVENT\r\n`;
};

interface Size {
  readonly events: number;
  readonly importSeconds: number;
  /** MiB after the load */
  readonly memory: number;
  /** µs of processor time of one answer, one value for each round */
  readonly processor: readonly number[];
  /** answers a second */
  readonly rate: readonly number[];
}

async function measureSize(events: number): Promise<Size> {
  const folder = mkdtempSync(join(tmpdir(), "snart-growth-"));
  try {
    // The first start creates the account.
    await (await startSnart(folder)).stop();
    const importSeconds = fill(folder, events);
    const server = await startSnart(folder);
    const client = new HttpClient(server.url, server.user, server.password, CONNECTIONS);
    try {
      const rounds: { rate: number; processor: number }[] = [];
      await load(client, server.pid ?? 0, 500);
      for (let n = 0; n < Number(values.rounds); n++)
        rounds.push(await load(client, server.pid ?? 0, Number(values.seconds) * 1000));
      return {
        events,
        importSeconds,
        memory: residentMemory(server.pid ?? 0),
        processor: rounds.map(({ processor }) => processor),
        rate: rounds.map(({ rate }) => rate),
      };
    } finally {
      client.close();
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fill(folder: string, events: number): number {
  const file = join(folder, "growth.ics");
  const texts = Array.from({ length: events }, (_, n) => eventLines(n));
  writeFileSync(
    file,
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Snart//Growth//EN\r\n${texts.join("")}END:VCALENDAR\r\n`,
  );
  const began = performance.now();
  const words = ["import", file, "--user", "bench@example.com", "--calendar", "growth"];
  const run = spawnSync(process.execPath, [serverProgram("cli"), ...words], {
    env: { ...process.env, SNART_DATA: folder },
    encoding: "utf8",
  });
  rmSync(file);
  if (run.status !== 0) throw new Error(run.stderr.slice(-500));
  return (performance.now() - began) / 1000;
}

/** Queries weeks around the middle for this long. */
async function load(
  client: HttpClient,
  pid: number,
  milliseconds: number,
): Promise<{ rate: number; processor: number }> {
  const path = await growthCalendar(client);
  const before = processorTime(pid);
  const began = performance.now();
  let answers = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) {
      const start = MIDDLE + ((answers++ % 20) - 10) * 7 * A_DAY;
      const { status, text } = await client.send({
        method: "REPORT",
        path,
        headers: { "content-type": "application/xml; charset=utf-8", depth: "1" },
        body: `<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${stamp(start)}" end="${stamp(start + 7 * A_DAY)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
      });
      const found = text.match(/BEGIN:VEVENT/g)?.length;
      if (status !== 207 || found !== 21) throw new Error(`${String(status)}: ${String(found)} events`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const seconds = (performance.now() - began) / 1000;
  return { rate: answers / seconds, processor: ((processorTime(pid) - before) * 1000) / answers };
}

async function growthCalendar(client: HttpClient): Promise<string> {
  const { text } = await client.send({
    method: "PROPFIND",
    path: "/dav/calendars/bench/",
    headers: { "content-type": "application/xml", depth: "1" },
    body: '<propfind xmlns="DAV:"><prop><displayname/></prop></propfind>',
  });
  const path = /<d:href>([^<]*)<\/d:href>(?:(?!<d:href>).)*<d:displayname>growth</s.exec(text)?.[1];
  if (path === undefined) throw new Error(`no calendar: ${text.slice(0, 500)}`);
  return path;
}

console.log("| Events | Import, s | Answers a second | Processor time of one, µs | Memory, MiB |");
console.log("|---:|---:|---:|---:|---:|");
for (const events of values.sizes.split(",").map(Number)) {
  const { importSeconds, memory, processor, rate } = await measureSize(events);
  const middle = (all: readonly number[]): string => quantile(all, 0.5).toFixed(0);
  console.log(
    `| ${String(events)} | ${importSeconds.toFixed(1)} | ${middle(rate)} | ${middle(processor)} | ${memory.toFixed(0)} |`,
  );
}
