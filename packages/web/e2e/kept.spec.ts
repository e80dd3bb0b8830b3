import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

test.use({ reuseContext: false, serviceWorkers: "allow" });

/** A server whose app is rebuilt on request: its service worker then names another version. */
class Rebuilt {
  isRebuilt = false;
  readonly #behind: RunningServer;
  readonly #server: Server;

  constructor(behind: RunningServer) {
    this.#behind = behind;
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
  }

  async listen(): Promise<RunningServer> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo;
    return { ...this.#behind, port, url: `http://127.0.0.1:${String(port)}`, stop: () => this.#stop() };
  }

  #stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#behind.stop();
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method = "GET", url = "/" } = asked;
    const isWorker = url === "/sw.js";
    // The worker is read unpacked, so that it can be changed.
    const headers = isWorker ? {} : asked.headers;
    const passed = request(
      { host: "127.0.0.1", port: this.#behind.port, method, path: url, headers },
      (given) => {
        if (!isWorker) {
          answer.writeHead(given.statusCode ?? 502, given.headers);
          given.pipe(answer);
          return;
        }
        const parts: Buffer[] = [];
        given.on("data", (part: Buffer) => parts.push(part));
        given.on("end", () => {
          const text = Buffer.concat(parts).toString();
          const worker = this.isRebuilt
            ? text.replace(/"version":"[^"]*"/, '"version":"the-next-one"')
            : text;
          answer.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" });
          answer.end(worker);
        });
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }
}

const block = (page: Page, title: string) =>
  page.getByRole("button", { name: new RegExp(`^${title},`) }).first();

async function isInstalled(page: Page): Promise<void> {
  const isReady = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  // Every file of the app is fetched.
  await expect.poll(isReady, { timeout: 90_000 }).toBe(true);
}

const versions = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted());

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

test("a new version waits until it is wanted, in every tab, and loses no draft", async ({ page }) => {
  const builds = new Rebuilt(await startServer());
  const server = await builds.listen();
  await signInAt(server, page);
  await page.clock.resume();
  await isInstalled(page);
  const [first] = await versions(page);
  const other = await page.context().newPage();
  await other.goto(server.url);
  await expect(block(other, "Debrief")).toBeVisible();

  await block(page, "Debrief").focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill("Debrief, half wri");
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  builds.isRebuilt = true;
  await lookForUpdate(page);
  const offer = page.getByText("A new version is ready");
  await expect(offer).toBeVisible();
  await expect(other.getByText("A new version is ready")).toBeVisible();
  // Nothing is replaced while somebody works.
  expect(await page.evaluate(() => "isSamePage" in globalThis)).toBe(true);
  await expect(page.getByLabel("Title")).toHaveValue("Debrief, half wri");

  await page.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => !("isSamePage" in globalThis));
  await expect(page.getByLabel("Title")).toHaveValue("Debrief, half wri");
  await expect(offer).toHaveCount(0);
  // The build before stays for the tab that still runs it, which says so and works on.
  expect(await versions(page)).toEqual(
    ["snart-the-next-one", first].toSorted((a = "", b = "") => (a < b ? -1 : 1)),
  );
  await expect(other.getByText("A new version is ready")).toHaveCount(1);
  await other.getByRole("button", { name: "Reload" }).click();
  await expect(block(other, "Debrief")).toBeVisible();
  await expect(other.getByText("A new version is ready")).toHaveCount(0);

  // Only saved by hand; existing events are there.
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(block(page, "Debrief, half wri")).toBeVisible();
  await expect(block(other, "Debrief, half wri")).toBeVisible();
  server.stop();
});

test("undo and redo work after a reload, in any tab", async ({ page }) => {
  const server = await startServer();
  await signInAt(server, page);
  await page.clock.resume();
  await isInstalled(page);
  await block(page, "Debrief").focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill("Second thoughts");
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(block(page, "Second thoughts")).toBeVisible();
  const own = page.getByRole("switch").first();
  await expect(own).toHaveAttribute("aria-checked", "true");
  await own.click();
  await expect(own).toHaveAttribute("aria-checked", "false");

  await page.reload();
  const shown = page.getByRole("switch").first();
  await expect(shown).toHaveAttribute("aria-checked", "false");
  await page.keyboard.press("z");
  await expect(shown).toHaveAttribute("aria-checked", "true");
  const other = await page.context().newPage();
  await other.goto(server.url);
  await expect(block(other, "Second thoughts")).toBeVisible();
  await other.keyboard.press("z");
  for (const tab of [page, other]) await expect(block(tab, "Debrief")).toBeVisible();
  await expect(block(page, "Second thoughts")).toHaveCount(0);
  await page.keyboard.press("Control+Shift+Z");
  for (const tab of [page, other]) await expect(block(tab, "Second thoughts")).toBeVisible();
  server.stop();
});
