// A worker: somebody who only reads their own small calendar, again and again, and notes how long each answer took.
import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { HttpClient } from "../caldav/http-client.ts";

/** What the main thread gives to it. */
export interface BystanderWork {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  readonly pid: number;
}

/** What its requests waited for. */
export interface Waits {
  /** ms by the clock */
  readonly waits: readonly number[];
  /** ms that the server's main thread worked meanwhile: other programs on the machine do not count */
  readonly works: readonly number[];
  readonly failures: readonly string[];
}

const { url, login, password, pid } = workerData as BystanderWork;
const home = `/dav/calendars/${login}/calendar/`;
const PAUSE_MS = 5;
const PROPFIND = `<?xml version="1.0"?><d:propfind xmlns:d="DAV:"><d:prop><d:getetag/><d:displayname/></d:prop></d:propfind>`;

const client = new HttpClient(url, login, password, 4);
const accountId = await account();
const query = JSON.stringify({
  using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"],
  methodCalls: [
    [
      "CalendarEvent/query",
      { accountId, filter: { after: "2026-01-01T00:00:00", before: "2026-02-01T00:00:00" } },
      "0",
    ],
  ],
});

async function account(): Promise<string> {
  const { text } = await client.send({ method: "GET", path: "/jmap/session" });
  const { primaryAccounts } = JSON.parse(text) as { primaryAccounts: Readonly<Record<string, string>> };
  return primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
}

const STEPS = [
  { method: "PROPFIND", path: home, headers: { depth: "1" }, body: PROPFIND },
  { method: "GET", path: `${home}mine.ics` },
  { method: "POST", path: "/jmap/api", headers: { "content-type": "application/json" }, body: query },
] as const;

const waits: number[] = [];
const works: number[] = [];
/** ms that the server's main thread has had a processor */
const worked = (): number =>
  Number(readFileSync(`/proc/${String(pid)}/task/${String(pid)}/schedstat`, "utf8").split(" ")[0]) / 1e6;
const failures: string[] = [];
let isOver = false;

async function walk(step: (typeof STEPS)[number]): Promise<void> {
  while (!isOver) {
    const began = performance.now();
    const before = worked();
    try {
      const { status } = await client.send(step);
      if (status >= 300) failures.push(`${step.method} ${String(status)}`);
    } catch (error) {
      failures.push(`${step.method} ${String(error)}`);
    }
    waits.push(performance.now() - began);
    works.push(worked() - before);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

const walks = STEPS.map(walk);
parentPort?.postMessage("ready");
parentPort?.once("message", () => {
  isOver = true;
  void Promise.all(walks).then(() => {
    parentPort?.postMessage({ waits, works, failures } satisfies Waits);
    client.close();
  });
});
