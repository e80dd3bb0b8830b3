// The requests of the web app in an office of sixty people who all share with each other: `node bench/office.ts`. The real server and the real app in Chromium; two tabs would only double what is counted.
import type { Page, Request } from "@playwright/test";
import type { RunningServer } from "../packages/web/e2e/fixtures.ts";
import { officeAddress } from "../packages/server/src/testing/office.ts";
import { withOpened } from "./open-page.ts";

const PEOPLE = 60;
/** Each step is repeated, because the machine has other work: what is told of times is the median of the slowest. */
const ROUNDS = 3;
/** ms without a request after which a step is over */
const QUIET = 1_500;
const NOW = "2026-11-23T10:20:00+01:00";

/** What one step of a person costs. */
interface Step {
  readonly name: string;
  /** of JMAP, the session among them; the event source is not counted */
  readonly requests: number;
  /** of the answers, before they are compressed */
  readonly bytes: number;
  /** ms from the last octet of a request to the first of its answer */
  readonly slowest: number;
  readonly refused: number;
}

const TARGETS: Readonly<Record<string, { readonly requests: number; readonly bytes?: number }>> = {
  "first page, nothing kept": { requests: 10 },
  "page loaded anew": { requests: 10 },
  "one more person shares": { requests: 3, bytes: 50_000 },
  "a colleague moves an event": { requests: 3, bytes: 50_000 },
};
const SLOWEST = 300;

const isJmap = (url: string): boolean => /\/jmap\/(?:session|api)/.test(url);

/** What a page asks for while something is done, until it asks no more. */
async function watched(page: Page, name: string, deed: () => Promise<unknown>): Promise<Step> {
  const asked: Request[] = [];
  let last = Date.now();
  const note = (request: Request): void => {
    if (!isJmap(request.url())) return;
    last = Date.now();
    if (!asked.includes(request)) asked.push(request);
  };
  page.on("request", note);
  page.on("requestfinished", note);
  await deed();
  last = Math.max(last, Date.now());
  while (Date.now() - last < QUIET) await new Promise((resolve) => setTimeout(resolve, 100));
  page.off("request", note);
  page.off("requestfinished", note);
  let [bytes, slowest, refused] = [0, 0, 0];
  for (const request of asked) {
    // A page that is loaded anew breaks off what the one before asked for.
    const response = await request.response().catch(() => null);
    if (response?.status() !== 200) refused++;
    bytes += (await response?.body().catch(() => undefined))?.byteLength ?? 0;
    const { requestStart, responseStart } = request.timing();
    slowest = Math.max(slowest, responseStart - requestStart);
    if (process.argv.includes("--verbose"))
      process.stdout.write(
        `  ${name}: ${request.url().slice(-12)} ${(responseStart - requestStart).toFixed(0)} ms ${calls(request)}\n`,
      );
  }
  return { name, requests: asked.length, bytes, slowest, refused };
}

/** Method names with how often they are called. */
function calls(request: Request): string {
  const body = request.postDataJSON() as { readonly methodCalls?: readonly [string][] } | null;
  const counts = Map.groupBy(body?.methodCalls ?? [], ([method]) => method);
  return [...counts].map(([method, { length }]) => `${length} ${method}`).join(", ");
}

/** Signs in outside the browser, and makes JMAP calls. */
async function colleague({ url, password }: RunningServer, n: number) {
  const authorization = `Basic ${btoa(`${officeAddress(n)}:${password}`)}`;
  const using = ["core", "calendars", "principals"]
    .map((name) => `urn:ietf:params:jmap:${name}`)
    .concat("urn:snart:jmap");
  const session = (await (await fetch(`${url}/jmap/session`, { headers: { authorization } })).json()) as {
    readonly primaryAccounts: Readonly<Record<string, string>>;
  };
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"] ?? "";
  const call = async (method: string, args: object): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ using, methodCalls: [[method, { accountId, ...args }, "0"]] });
    const headers = { authorization, "content-type": "application/json" };
    const answer = await fetch(`${url}/jmap/api`, { method: "POST", body, headers });
    const { methodResponses } = (await answer.json()) as {
      methodResponses: [string, Record<string, unknown>][];
    };
    const [name, given] = methodResponses[0] ?? [];
    if (!given || name === "error") throw new Error(`${method} was refused: ${JSON.stringify(given)}`);
    return given;
  };
  return { accountId, call };
}

/** What a colleague has of one type. */
async function all(
  of: Awaited<ReturnType<typeof colleague>>,
  type: string,
): Promise<readonly { id: string }[]> {
  return (await of.call(`${type}/get`, { ids: null, properties: ["id"] }))["list"] as { id: string }[];
}

/** Waits until nobody is told of the shares of the seeding any more. */
async function settled(me: Awaited<ReturnType<typeof colleague>>): Promise<void> {
  const states = async (): Promise<string> =>
    JSON.stringify(await me.call("AccountState/get", { ids: null }));
  for (let [before, now] = ["", await states()]; before !== now; [before, now] = [now, await states()])
    await new Promise((resolve) => setTimeout(resolve, 2_000));
}

/** Takes from the page what it has kept. */
async function forgotten(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "indexeddb,local_storage" });
  await session.detach();
}

async function measure(server: RunningServer, page: Page): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const data = { login: officeAddress(0), password: server.password };
  const signedIn = await page.request.post(`${server.url}/auth/sign-in`, { data });
  if (signedIn.status() !== 200) throw new Error(`sign-in answered ${signedIn.status()}`);
  const shown = (): Promise<void> => page.locator("[data-event]").first().waitFor();
  const open = async (): Promise<void> => {
    await page.goto(server.url);
    await shown();
  };
  const me = await colleague(server, 0);
  await settled(me);
  for (let round = 0; round < ROUNDS; round++) {
    await forgotten(page, server.url);
    steps.push(await watched(page, "first page, nothing kept", open));
  }
  for (let round = 0; round < ROUNDS; round++) steps.push(await watched(page, "page loaded anew", open));
  const newcomer = await colleague(server, PEOPLE);
  const [calendar] = await all(newcomer, "Calendar");
  for (let round = 0; round < ROUNDS; round++) {
    const share = (rights: object | null) => () =>
      newcomer.call("Calendar/set", {
        update: { [calendar?.id ?? ""]: { [`shareWith/${me.accountId}`]: rights } },
      });
    steps.push(
      await watched(
        page,
        "one more person shares",
        share({ mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true }),
      ),
    );
    await watched(page, "", share(null));
  }
  const other = await colleague(server, 1);
  const [event] = await all(other, "CalendarEvent");
  for (let round = 0; round < ROUNDS; round++)
    steps.push(
      await watched(page, "a colleague moves an event", () =>
        other.call("CalendarEvent/set", { update: { [event?.id ?? ""]: { title: `Moved ${round}` } } }),
      ),
    );
  return steps;
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
const told = (figure: number, target: number | undefined): string =>
  target === undefined
    ? String(Math.round(figure))
    : `${Math.round(figure)} ${figure <= target ? "met" : "MISSED"} (≤ ${target})`;

/** A row for each kind of step: the most requests and bytes of all rounds, the median of their slowest request. */
function table(steps: readonly Step[]): string {
  const rows = [...Map.groupBy(steps, ({ name }) => name)].map(([name, rounds]) => {
    const most = (of: keyof Omit<Step, "name">): number => Math.max(...rounds.map((round) => round[of]));
    const { requests, bytes } = TARGETS[name] ?? {};
    const slowest = median(rounds.map((round) => round.slowest));
    return `| ${name} | ${told(most("requests"), requests)} | ${told(most("bytes"), bytes)} | ${told(slowest, SLOWEST)} | ${most("refused")} |`;
  });
  return [
    `### an office of ${PEOPLE} people who share with each other`,
    "",
    "| Step | JMAP requests | Bytes of their answers | Slowest, ms | Refused |",
    "|---|---:|---:|---:|---:|",
    ...rows,
    "",
  ].join("\n");
}

/** Measures the web app in the office, and prints nothing. Throws Error if no Chromium is found. */
export async function measureOffice(): Promise<string> {
  return withOpened([`--at=${NOW}`, `--clock=${NOW}`, `--office=${PEOPLE}`], async ({ server, openPage }) => {
    const page = await openPage({ serviceWorkers: "block" });
    await page.clock.setFixedTime(new Date(NOW));
    return table(await measure(server, page));
  });
}

if (process.argv[1] === import.meta.filename) process.stdout.write(await measureOffice());
