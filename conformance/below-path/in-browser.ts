import { chromium, type BrowserContext, type Page, type Request } from "@playwright/test";
import { expectEqual, expectThat } from "../checks.ts";
import { PASSWORD, USER } from "../proxies/snart.ts";

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

  /** Answers a poll without scripts. */
  async answersPoll(path: string): Promise<void> {
    const browser = this.#context.browser();
    if (browser === null) throw new Error("no browser");
    const guest = await browser.newContext({ javaScriptEnabled: false, ignoreHTTPSErrors: true });
    try {
      guest.on("request", (request) => this.#watch(request));
      const page = await guest.newPage();
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
    } finally {
      await guest.close();
    }
  }

  async close(): Promise<void> {
    await this.#context.browser()?.close();
  }
}

const lunch = (page: Page) => page.getByRole("button", { name: /^Lunch with Anna/ }).first();
