// CalDAV servers under load, side by side: `node bench/caldav/main.ts [--events=2000] [--seconds=2] [--rounds=3]
// [--connections=8] [--only=snart,bare] [--work=GET] [--json]`. Another server joins by
// `--url=http://127.0.0.1:5232 --calendar=/me/empty-calendar/ --user=me --password=secret`; its calendar is filled.
// Everything stays on loopback. Processor time is that of the server's own processes, so a busy machine weighs less.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { eventText, uriOf } from "./events.ts";
import { HttpClient } from "./http-client.ts";
import { loadRound, type Round } from "./load.ts";
import { OPERATIONS, type Operation, type Site } from "./operations.ts";
import { residentMemory } from "./processor-time.ts";
import { printTables, type Result } from "./print.ts";
import { startBare } from "./servers/bare.ts";
import { startRadicale } from "./servers/radicale.ts";
import type { Rival } from "./servers/rival.ts";
import { startSnart } from "./servers/snart.ts";
import { startXandikos } from "./servers/xandikos.ts";

const { values } = parseArgs({
  options: {
    events: { type: "string", default: "2000" },
    seconds: { type: "string", default: "2" },
    rounds: { type: "string", default: "3" },
    connections: { type: "string", default: "8" },
    only: { type: "string", default: "snart,bare,radicale,xandikos" },
    url: { type: "string" },
    calendar: { type: "string", default: "/" },
    user: { type: "string", default: "" },
    password: { type: "string", default: "" },
    work: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
const events = Number(values.events);
const connections = Number(values.connections);
const wanted = new Set(values.only.split(","));

const scratch = mkdtempSync(join(tmpdir(), "snart-bench-"));
const folder = (name: string): string => mkdtempSync(join(scratch, name));
const say = (text: string): void => void process.stderr.write(`${text}\n`);

interface Entrant {
  readonly rival: Rival;
  readonly site: Site;
}

/** Everything that was started, so that nothing survives a failure. */
const running: Entrant[] = [];

function enter(rival: Rival): Entrant {
  const client = new HttpClient(rival.url, rival.user, rival.password, connections);
  const entrant = { rival, site: { client, calendar: rival.calendar, events } };
  running.push(entrant);
  return entrant;
}

async function fill({ rival, site }: Entrant): Promise<void> {
  say(`${rival.name}: ${String(events)} events …`);
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < events) {
      const n = next++;
      const answer = await site.client.send({
        method: "PUT",
        path: site.calendar + uriOf(n),
        headers: { "content-type": "text/calendar; charset=utf-8" },
        body: eventText(n),
      });
      if (answer.status !== 201) throw new Error(`${rival.name}: PUT answered ${String(answer.status)}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Snart fills its folder, and the bare handler gets a copy of it. */
async function enterSnart(): Promise<readonly Entrant[]> {
  const [own, copied] = [folder("snart-"), folder("bare-")];
  const first = enter(await startSnart(own));
  await fill(first);
  first.site.client.close();
  await first.rival.stop();
  cpSync(own, copied, { recursive: true });
  const entrants = [enter(await startSnart(own))];
  if (wanted.has("bare")) entrants.push(enter(await startBare(copied)));
  return entrants;
}

async function enterAll(): Promise<readonly Entrant[]> {
  const others = [
    ...(wanted.has("radicale") ? [await startRadicale(folder("radicale-"))] : []),
    ...(wanted.has("xandikos") ? [await startXandikos(folder("xandikos-"))] : []),
    ...(values.url === undefined ? [] : [given(values.url)]),
  ].flatMap((rival) => (rival === undefined ? [] : [enter(rival)]));
  for (const other of others) await fill(other);
  return [...(await enterSnart()), ...others];
}

const given = (url: string): Rival => ({
  name: url,
  version: "",
  url,
  calendar: values.calendar,
  user: values.user,
  password: values.password,
  pid: undefined,
  stop: () => Promise.resolve(),
});

async function measureOperation(operation: Operation, entrants: readonly Entrant[]): Promise<Result[]> {
  say(operation.name);
  const rounds = entrants.map((): Round[] => []);
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [index, { rival, site }] of entrants.entries()) {
      const load = { connections, milliseconds: Number(values.seconds) * 1000, pid: rival.pid };
      const round = loadRound(operation, site, load).catch((error: unknown) => {
        throw new Error(rival.name, { cause: error });
      });
      rounds[index]?.push(await round);
    }
  }
  return entrants.map(({ rival }, index) => ({
    operation: operation.name,
    server: rival.name,
    rounds: rounds[index] ?? [],
  }));
}

try {
  const entrants = await enterAll();
  const results: Result[] = [];
  const operations = OPERATIONS.filter(({ name }) => name.startsWith(values.work));
  for (const operation of operations) results.push(...(await measureOperation(operation, entrants)));
  const servers = entrants.map(({ rival: { name, version, pid } }) => ({
    name,
    version,
    memory: pid === undefined ? undefined : residentMemory(pid),
  }));
  if (values.json) console.log(JSON.stringify({ events, connections, servers, results }, undefined, 2));
  else console.log(printTables(servers, results, { events, connections }));
} finally {
  for (const { rival, site } of running) {
    site.client.close();
    await rival.stop();
  }
  rmSync(scratch, { recursive: true, force: true });
}
