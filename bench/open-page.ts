import { chromium, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { ENGLISH, startServer, type RunningServer } from "../packages/web/e2e/fixtures.ts";
import { ensureBuilt } from "../scripts/build.mjs";
import { ensureChromium } from "../scripts/debian.mjs";

/** The built app in Chromium, against a server of its own. */
export interface Opened {
  readonly browser: Browser;
  /** Starts another one, which whoever asks for it closes. */
  readonly startBrowser: () => Promise<Browser>;
  readonly server: RunningServer;
  /** A page in a context of its own, as a person with a desktop screen in Stockholm has it. */
  readonly openPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/**
 * Starts both, and ends both when the work is over, however it ends.
 * @param serverArguments see `startServer`
 * @throws Error if no Chromium is found
 */
export async function withOpened<T>(
  serverArguments: readonly string[],
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  ensureBuilt();
  const executablePath = ensureChromium(() => false);
  if (!executablePath) throw new Error("no Chromium was found");
  const started = await startServer(...serverArguments);
  let isRunning = true;
  const stop = (): void => {
    if (isRunning) started.stop();
    isRunning = false;
  };
  // What is measured without a network stops the server itself.
  const server = { ...started, stop };
  const startBrowser = (): Promise<Browser> =>
    chromium.launch({
      executablePath,
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    });
  const browser = await startBrowser();
  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
    browser.newPage({
      viewport: { width: 1440, height: 900 },
      timezoneId: "Europe/Stockholm",
      locale: "en-GB",
      ...options,
    });
  try {
    return await work({ browser, startBrowser, server, openPage });
  } finally {
    await browser.close();
    stop();
  }
}

/** Signs in by the form. */
export async function signIn(page: Page, { url, password }: RunningServer): Promise<void> {
  await page.goto(`${url}/signin`);
  await page.getByLabel(/^Email/).fill(ENGLISH);
  await page.getByLabel(/^Password$/).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
