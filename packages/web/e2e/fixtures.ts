import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";

const SERVER = join(import.meta.dirname, "../../server/src/testing/browser-server.ts");
/** Node's compiled code is reused by the next server: there are dozens in a run. */
const COMPILED = join(import.meta.dirname, "../../../node_modules/.cache/snart-compiled");

export interface RunningServer {
  readonly url: string;
  readonly setupToken: string | null;
  readonly password: string;
  readonly port: number;
  stop(): void;
  /** Its clock, ms UTC. */
  now(): number;
  /** Moves its clock ahead; ms. */
  advance(ms: number): void;
}

/** Monday of the design pictures. */
export const NOW = new Date("2026-11-23T10:20:00+01:00");
/**
 * The start of every server's clock, independent of the test's date: its stamps are past for a page, however long the
 * tests take.
 */
const SERVER_CLOCK = "2026-11-22T22:00:00+01:00";
export const ENGLISH = "elin@tallkotten.example";
export const SWEDISH = "elin.sand@tallkotten.example";

interface Started {
  readonly url: string;
  readonly setupToken: string | null;
  readonly password: string;
  /** ms that its clock is before that of this machine */
  readonly ahead: number;
}

/** Starts the real server as a process of its own; options that begin with `SNART_` become part of its environment. */
export async function startServer(...options: string[]): Promise<RunningServer> {
  const settings = options
    .filter((option) => option.startsWith("SNART_"))
    .map((option) => option.split(/=(.*)/s).slice(0, 2));
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(settings) };
  const isSet = options.some((option) => /^--(?:at|clock)\b/.test(option));
  const clock = isSet ? [] : [`--clock=${SERVER_CLOCK}`];
  const child: ChildProcess = spawn(process.execPath, [SERVER, ...clock, ...options], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  if (!child.stdin || !child.stdout) throw new Error("the server has no input or output");
  const { stdin } = child;
  for await (const line of createInterface(child.stdout)) {
    const { ahead: first, ...started } = JSON.parse(line) as Started;
    const port = Number(new URL(started.url).port);
    let ahead = first;
    const advance = (ms: number): void => {
      ahead += ms;
      stdin.write(`${ms}\n`);
    };
    return { ...started, port, stop: () => child.kill("SIGKILL"), now: () => Date.now() + ahead, advance };
  }
  throw new Error("the server ended before it was ready");
}

interface Fixtures {
  /**
   * Whether the test has a server to itself (`test.use({ isAlone: true })`): for tests that read a whole day or
   * month, or change settings. Otherwise it shares one with earlier tests, and sees their events.
   */
  readonly isAlone: boolean;
  readonly server: RunningServer;
  /** Fails the test when the page asks another origin for anything, or complains on its console. */
  readonly watched: void;
  /** Signs in and opens a page: a path, or by default the calendar. */
  readonly signIn: (page: Page, login?: string, path?: string) => Promise<void>;
}
interface WorkerFixtures {
  readonly sharedServer: RunningServer;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  isAlone: [false, { option: true }],
  server: async ({ isAlone, sharedServer }, provide) => {
    const server = isAlone ? await startServer() : sharedServer;
    await provide(server);
    if (isAlone) server.stop();
  },
  sharedServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
    async ({}, provide) => {
      const server = await startServer();
      await provide(server);
      server.stop();
    },
    { scope: "worker" },
  ],
  // A page first shows what the server sends, or what a test answers for it; `offline.spec.ts` allows workers.
  serviceWorkers: "block",
  baseURL: async ({ server }, provide) => provide(server.url),
  page: async ({ page }, provide) => {
    await page.clock.install({ time: NOW });
    await provide(page);
  },
  watched: [
    async ({ page, server }, provide) => {
      const problems: string[] = [];
      page.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (
          protocol.startsWith("http") &&
          origin !== server.url &&
          !origin.startsWith("http://localhost:") &&
          !origin.startsWith("http://127.0.0.1:")
        ) {
          problems.push(`asked ${origin} for ${request.resourceType()}`);
        }
      });
      page.on("pageerror", ({ message }) => {
        if (!message.startsWith("on purpose")) problems.push(`threw ${message}`);
      });
      page.on("console", (message) => {
        const text = message.text();
        // The browser notes a refused sign-in or a cut connection that the test wanted.
        if (message.type() === "error" && !/Failed to load resource|ERR_|EventSource/.test(text))
          problems.push(`complained: ${text}`);
      });
      await provide();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  signIn: async ({ server }, provide) => {
    await provide((page, login, path) => signInAt(server, page, login, path));
  },
});

/**
 * Signs in at a server and opens a page of it. The form itself is tried by `keyboard.spec.ts` and `first-run.spec.ts`: without it a
 * test begins with one page that is loaded, not two.
 * @param path what to open; by default the calendar, which is waited for
 */
export async function signInAt(
  server: RunningServer,
  page: Page,
  login = ENGLISH,
  path?: string,
): Promise<void> {
  const data = { login, password: server.password };
  const answer = await page.request.post(`${server.url}/auth/sign-in`, { data });
  expect(answer.status(), await answer.text()).toBe(200);
  await page.goto(`${server.url}${path ?? "/"}`);
  if (path === undefined)
    await expect(page.getByRole("button", { name: /^(New|Ny)\b/ }).first()).toBeVisible();
}

export { expect };
