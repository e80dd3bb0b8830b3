import {
  chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from "@playwright/test";
import type { CaughtMail } from "../../packages/server/src/testing/smtp-sink.ts";
import { expectEqual, expectThat } from "../checks.ts";
import { PASSWORD, USER } from "../proxies/snart.ts";
import { booksByMail } from "./guests.ts";

const PERSON = { name: "Elin Sand", email: `${USER}@example.com`, password: PASSWORD };

/** What a browser does below a path, and what it asked for outside it. */
export class InBrowser {
  readonly #context: BrowserContext;
  readonly #address: string;
  /** requests to anywhere but below the path */
  readonly outside: string[] = [];

  private constructor(context: BrowserContext, address: string) {
    this.#context = context;
    this.#address = address;
    context.on("request", (request) => this.#watch(request));
  }

  /** @param address of Snart with its path, without a slash at the end; it names a host that leads to this machine */
  static async open(address: string): Promise<InBrowser> {
    const executablePath = process.env["SNART_TEST_CHROMIUM"] || "/usr/bin/chromium-headless-shell";
    const args = [
      "--no-sandbox",
      "--ignore-certificate-errors",
      "--host-resolver-rules=MAP your.address 127.0.0.1",
    ];
    const browser = await chromium.launch({ executablePath, args });
    const context = await browser.newContext({
      ignoreHTTPSErrors: true,
      locale: "en-GB",
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(60_000);
    return new InBrowser(context, address);
  }

  newPage(): Promise<Page> {
    return this.#context.newPage();
  }

  #watch(request: Request): void {
    const url = request.url();
    if (/^(?:data|blob):/.test(url)) return;
    if (!url.startsWith(`${this.#address}/`)) this.outside.push(url);
  }

  /** Makes the first account by the link that the server has printed. */
  async signUp(setupUrl: string): Promise<Page> {
    const page = await this.#context.newPage();
    await page.goto(setupUrl);
    await page.getByLabel("Name").fill(PERSON.name);
    await page.getByLabel("Email").fill(PERSON.email);
    await page.getByRole("textbox", { name: "Password" }).fill(PERSON.password);
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL(`${this.#address}/soon`);
    const [cookie] = await this.#context.cookies();
    expectEqual(cookie?.path, new URL(this.#address).pathname, "the cookie's path");
    return page;
  }

  /** Makes an event in words, and looks at it on its day, without a network too: a page of what is ahead would not have it for ever. */
  async makesEvent(page: Page): Promise<void> {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await page.goto(`${this.#address}/day/${tomorrow}`);
    await page
      .getByRole("button", { name: /^New\b/ })
      .first()
      .waitFor();
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New event in words" }).waitFor();
    await page.keyboard.type("lunch with Anna tomorrow 12 for 45 min");
    await page.keyboard.press("Enter");
    await lunch(page).waitFor();
    // Written as text: the types of a page are not those of this program.
    const scope = await page.evaluate<string>("navigator.serviceWorker.ready.then((it) => it.scope)");
    expectEqual(scope, `${this.#address}/`, "the scope of the service worker");
    await page.reload();
    await lunch(page).waitFor();
    await this.#context.setOffline(true);
    await page.reload();
    await lunch(page).waitFor();
    await this.#context.setOffline(false);
  }

  /** Opens a deep address and an address of a setting, as links in mail do. */
  async opensDeepLinks(page: Page): Promise<void> {
    await page.goto(`${this.#address}/settings/devices`);
    await page.getByText(`${this.#address}/dav/`, { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Notifications" }).first().click();
    await page.waitForURL(`${this.#address}/settings/notifications`);
  }

  /** Adds a passkey, and signs in with it. */
  async usesPasskey(page: Page): Promise<void> {
    const cdp = await this.#context.newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    } as const;
    await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
    // The device chooses at once what a browser offers, where the button is what is tried here.
    await page.addInitScript(
      "PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)",
    );
    await page.goto(`${this.#address}/settings/security`);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByLabel("Name").fill("Phone");
    await page.keyboard.press("Enter");
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Phone/ })
      .waitFor();
    await this.#context.clearCookies();
    await page.goto(`${this.#address}/settings/security`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page
      .getByRole("listitem")
      .filter({ hasText: /^Phone/ })
      .waitFor();
    for (const { name, path } of await this.#context.cookies())
      expectEqual(path, new URL(this.#address).pathname, `the path of ${name}`);
  }

  /** Shows a room at its door. */
  async standsAtDoor(path: string): Promise<void> {
    await this.#asGuest({}, async (page) => {
      await page.goto(`${this.#address}${path}`);
      await page.getByText("Laundry").first().waitFor();
      expectThat(page.url().startsWith(`${this.#address}/wall/`), `the screen is at ${page.url()}`);
    });
  }

  /** Books a time without scripts, and follows the links in the mails. */
  async booksByMail(path: string, mails: readonly CaughtMail[]): Promise<void> {
    await this.#asGuest({ javaScriptEnabled: false, locale: "en-GB" }, (page) =>
      booksByMail(page, this.#address, path, mails),
    );
  }

  async #asGuest(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
    const browser = this.#context.browser();
    if (browser === null) throw new Error("no browser");
    const guest = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
    guest.setDefaultTimeout(60_000);
    guest.on("request", (request) => this.#watch(request));
    try {
      await work(await guest.newPage());
    } finally {
      await guest.close();
    }
  }

  /** Answers a poll without scripts. */
  async answersPoll(path: string): Promise<void> {
    await this.#asGuest({ javaScriptEnabled: false }, async (page) => {
      const complaints: string[] = [];
      page.on("console", (message) => {
        // The browser notes that the first press was refused.
        if (!message.text().includes("status of 422")) complaints.push(message.text());
      });
      await page.goto(`${this.#address}${path}`);
      expectThat(
        (await page.getByRole("heading", { level: 1 }).innerText()).includes("Lucia"),
        "another page",
      );
      await page.locator("input[name=name]").fill("Nora Berg");
      await page.locator("input[name=mail]").fill("nora@example.com");
      await page.getByRole("radio").first().check({ force: true });
      const send = page.locator("button[name=do][value=vote]");
      const saved = page.getByText("Your answers are saved.");
      const onceMore = page.getByText("Press the button once more.");
      await send.click();
      // Nobody writes so fast: one may be asked to press once more. A press does not wait for its answer.
      await saved.or(onceMore).first().waitFor();
      if (await onceMore.isVisible()) await send.click();
      await saved.waitFor();
      expectThat(page.url().startsWith(`${this.#address}/p/`), `one is led to ${page.url()}`);
      await page.locator("header nav a").click();
      expectThat(page.url().startsWith(`${this.#address}/p/`), `Swedish leads to ${page.url()}`);
      expectEqual(complaints, [], "the browser's complaints");
    });
  }

  async close(): Promise<void> {
    await this.#context.browser()?.close();
  }
}

const lunch = (page: Page) => page.getByRole("button", { name: /^Lunch with Anna/ }).first();
