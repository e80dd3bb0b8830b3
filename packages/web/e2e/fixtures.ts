import { test as base, expect, type Page } from "@playwright/test";
import { ServerHost, type RunningServer } from "./server-host.ts";

export type { RunningServer };

/** Monday of the design pictures. */
export const NOW = new Date("2026-11-23T10:20:00+01:00");
/**
 * The start of every server's clock, independent of the test's date: its stamps are past for a page, however long the
 * tests take.
 */
const SERVER_CLOCK = "2026-11-22T22:00:00+01:00";
export const ENGLISH = "elin@tallkotten.example";
export const SWEDISH = "elin.sand@tallkotten.example";

/** The process that runs the servers of this worker. */
let host: ServerHost | undefined;

/** Starts a server of its own for a test, with the options of `servers.ts`. */
export async function startServer(...options: string[]): Promise<RunningServer> {
  const isSet = options.some((option) => /^--(?:at|clock)\b/.test(option));
  host ??= new ServerHost();
  return host.start(isSet ? options : [`--clock=${SERVER_CLOCK}`, ...options]);
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
  baseURL: async ({ server }, provide) => provide(server.url),
  page: async ({ page }, provide) => {
    await page.clock.install({ time: NOW });
    await provide(page);
    // The next test gets the same context, whose cache has the compiled app, and a page of its own in a new process: one that
    // went from test to test grew to 700 MB and became slow.
    await page.close();
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
