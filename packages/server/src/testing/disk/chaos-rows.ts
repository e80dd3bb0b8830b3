import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { DEFAULT_LIMITS } from "../../app/limits.ts";
import { runCli } from "../../cli/run-cli.ts";
import { basic } from "../http-server.ts";
import { spawnServer, type ServerProcess } from "../server-process.ts";
import { mountSmallDisk } from "./small-disk.ts";

// Each row does something bad to the real server, in a process of its own, and returns a line for everything that is wrong afterwards.
// Tests run each for seconds, `bench/chaos` for longer.

const PASSWORD = "lång nog för alla";
const HEADERS = { authorization: basic("elin", PASSWORD), "content-type": "text/calendar" };
const HOME = "/dav/calendars/elin/calendar/";
const LARGE = 700_000;
const MOST_MEMORY_MB = 400;

const text = (uid: string, length: number): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\n` +
  `DTSTART:20261120T120000Z\r\nDESCRIPTION:${"x".repeat(length)}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

/** A server on a folder of its own with one person, who has a calendar. */
class Victim {
  readonly wrong: string[] = [];
  readonly #folder: string;
  #server: ServerProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a command of `snart`. @returns what it printed */
  async command(...words: readonly string[]): Promise<string> {
    let said = "";
    const hear = (piece: string): void => void (said += piece);
    const stdin = (async function* () {
      yield `${PASSWORD}\n`;
    })();
    const io = { env: { SNART_DATA: this.#folder }, folder: this.#folder, stdin };
    this.expect(await runCli(words, { ...io, stdout: hear, stderr: hear }), 0, `snart ${words.join(" ")}`);
    return said;
  }

  /** @param clockDays by how much its clock is wrong */
  async start(clockDays = 0): Promise<void> {
    const shift = clockDays * 86_400_000;
    const skew = `const now = Date.now; Date.now = () => now() + ${shift};`;
    const node = clockDays === 0 ? [] : ["--import", `data:text/javascript,${encodeURIComponent(skew)}`];
    const started = spawnServer({ SNART_DATA: this.#folder, SNART_PORT: "0" }, { node });
    const url = await new Promise<string>((resolve, reject) => {
      started.child.stdout?.on("data", () => {
        const found = /ready at (http:\S+)/.exec(started.output())?.[1];
        if (found !== undefined) resolve(found.replace("localhost", "127.0.0.1"));
      });
      void started.ended.then((how) => reject(new Error(`the server ended (${how}): ${started.output()}`)));
    });
    this.#server = { ...started, url };
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    server?.child.kill(signal);
    const how = await server?.ended;
    if (server && signal === "SIGTERM") this.expect(how, 0, "the end of the server");
  }

  get url(): string {
    return this.#server?.url ?? "";
  }

  /** MiB of its memory at most so far. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.#server?.child.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  expect(found: unknown, expected: unknown, what: string): void {
    if (found !== expected) this.wrong.push(`${what}: ${String(found)} instead of ${String(expected)}`);
  }

  async send(method: string, name: string, body?: string): Promise<number> {
    const response = await fetch(`${this.url}${HOME}${name}.ics`, {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  /** The arguments of the answer of one JMAP call on the person's account. */
  async jmap(
    name: string,
    args: object,
  ): Promise<{ readonly ids?: string[]; readonly destroyed?: string[] }> {
    const headers = { ...HEADERS, "content-type": "application/json" };
    const session = await fetch(`${this.url}/jmap/session`, { headers });
    const { primaryAccounts } = (await session.json()) as { primaryAccounts: Record<string, string> };
    const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
    const accountId = primaryAccounts["urn:snart:jmap"] ?? Object.values(primaryAccounts)[0];
    const body = JSON.stringify({ using, methodCalls: [[name, { accountId, ...args }, "0"]] });
    const response = await fetch(`${this.url}/jmap/api`, { method: "POST", headers, body });
    const { methodResponses } = (await response.json()) as { methodResponses: [string, object][] };
    return methodResponses[0]?.[1] ?? {};
  }
}

async function withVictim(
  folder: string,
  work: (victim: Victim) => Promise<void>,
): Promise<readonly string[]> {
  const victim = new Victim(folder);
  try {
    await victim.command("user", "add", "elin@example.com", "--name", "Elin", "--password-stdin");
    await victim.start();
    await work(victim);
  } finally {
    await victim.end("SIGKILL");
  }
  return victim.wrong;
}

async function inFolder(work: (victim: Victim) => Promise<void>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "snart-chaos-"));
  try {
    return await withVictim(folder, work);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Fills a disk with events and the rest of it with something else, kills the server, starts it on the full disk, deletes, empties the
 * trash, and goes on, `rounds` times.
 * @returns undefined where mounting is not permitted
 */
export async function fullDisk(rounds: number): Promise<readonly string[] | undefined> {
  const disk = mountSmallDisk(48);
  if (!disk) return undefined;
  try {
    return await withVictim(disk.folder, async (victim) => {
      for (let round = 0; round < rounds; round++) {
        const names: string[] = [];
        for (let status = 201; status === 201;) {
          const name = `r${round}-${names.length}`;
          status = await victim.send("PUT", name, text(name, LARGE));
          if (status === 201) names.push(name);
          else victim.expect(status, 507, "PUT on a full disk");
        }
        // In this order: what a running server gives back of its reserve for a sign-in would be taken from it, and with nothing left
        // of it a database can't be opened.
        await victim.end("SIGKILL");
        disk.fill();
        await victim.start();
        for (const name of names) victim.expect(await victim.send("GET", name), 200, `GET ${name}`);
        for (const name of names) victim.expect(await victim.send("DELETE", name), 204, `DELETE ${name}`);
        const { ids = [] } = await victim.jmap("TrashItem/query", {});
        const { destroyed = [] } = await victim.jmap("TrashItem/set", { destroy: ids });
        victim.expect(destroyed.length, names.length, "destroyed for good");
        const last = await victim.send("PUT", `after-${round}`, text(`after-${round}`, LARGE));
        victim.expect(last, 201, "PUT when there is room again");
        disk.empty();
      }
      await victim.end("SIGTERM");
    });
  } finally {
    disk.remove();
  }
}

/** Lets the server run with a clock that is 400 days ahead, and 400 behind, `rounds` times, and looks whether the trash is still there. */
export function clockJumps(rounds: number): Promise<readonly string[]> {
  return inFolder(async (victim) => {
    victim.expect(await victim.send("PUT", "gone", text("gone", 10)), 201, "PUT");
    victim.expect(await victim.send("DELETE", "gone"), 204, "DELETE");
    for (let round = 0; round < rounds; round++)
      for (const days of [400, -400, 0]) {
        await victim.end("SIGTERM");
        await victim.start(days);
        const name = `r${round}-${days}`;
        victim.expect(
          await victim.send("PUT", name, text(name, 10)),
          201,
          `PUT with a clock ${days} days wrong`,
        );
        // What has expired is removed at the first look of the jobs, a second after the start at most.
        await wait(1_500);
      }
    const { ids = [] } = await victim.jmap("TrashItem/query", {});
    victim.expect(ids.length, 1, "things in the trash");
    const doubted = (await victim.command("audit")).match(/clock-doubted/g)?.length ?? 0;
    victim.expect(doubted >= 2 * rounds, true, "the jumps were seen");
    await victim.end("SIGTERM");
  });
}

/**
 * Lets many connections ask for a long report and read nothing of it for `ms`, while somebody else writes.
 * @param ms from 65 s on those that were answered must have been cut off, and those that were refused have ended
 */
export function slowReaders(connections: number, ms: number): Promise<readonly string[]> {
  return inFolder(async (victim) => {
    for (let i = 0; i < 30; i++)
      victim.expect(await victim.send("PUT", `large-${i}`, text(`large-${i}`, LARGE)), 201, "PUT");
    const body = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`;
    const { hostname, port } = new URL(victim.url);
    const head = `REPORT ${HOME} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: ${HEADERS.authorization}\r\nDepth: 1\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\n\r\n`;
    let closed = 0;
    const sockets = Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname, () => socket.write(head + body)).pause();
      return socket.on("error", () => undefined).on("close", () => closed++);
    });
    const until = performance.now() + ms;
    let slowest = 0;
    for (let i = 0; performance.now() < until; i++) {
      const began = performance.now();
      const response = await fetch(`${victim.url}/healthz`);
      await response.arrayBuffer();
      slowest = Math.max(slowest, performance.now() - began);
      victim.expect(response.status, 200, "GET /healthz");
      await wait(50);
    }
    if (slowest > 5_000) victim.wrong.push(`others waited ${Math.round(slowest)} ms`);
    if (victim.memory > MOST_MEMORY_MB) victim.wrong.push(`${Math.round(victim.memory)} MiB of memory`);
    // A socket that reads nothing is not told of its end either.
    for (const socket of sockets) socket.resume();
    await wait(3_000);
    // The others wait for the places of those who read nothing.
    const least = connections - DEFAULT_LIMITS.davRequestsWaiting;
    if (ms >= 65_000)
      victim.expect(closed >= least, true, `${closed} connections cut off, of ${least} at least`);
    for (const socket of sockets) socket.destroy();
    await victim.end("SIGTERM");
  });
}
