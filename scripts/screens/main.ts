// `npm run screens`: pictures of every screen with the demonstration household, into docs/screens/. Needs a Chromium.
// Each is taken in both languages, on a desktop and a phone, light and dark; other pictures are removed. `npm run
// screens -- week event phone-sv` takes only these; `--to=FOLDER` puts them elsewhere.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import { ENGLISH, NOW, startServer, SWEDISH, type RunningServer } from "../../packages/web/e2e/fixtures.ts";
import { ensureBuilt } from "../build.mjs";
import { ensureChromium } from "../debian.mjs";
import { fillHousehold, type Household, type Language } from "./household.ts";
import { PICTURES, type Picture } from "./pictures.ts";

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** The browser setting of a picture. */
interface Setting {
  readonly language: Language;
  readonly device: keyof typeof SIZES;
}
const SETTINGS: readonly Setting[] = (["en", "sv"] as const).flatMap((language) =>
  (["desktop", "phone"] as const).map((device) => ({ language, device })),
);
/** The same page is photographed in both, one after the other. */
const SCHEMES = ["light", "dark"] as const;
const nameOf = ({ language, device }: Setting): string => `${device}-${language}`;

interface Studio {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly empty: RunningServer;
  readonly household: Record<Language, Household>;
  readonly folder: string;
  readonly wanted: readonly string[];
}

async function openContext({ browser }: Studio, { language, device }: Setting): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SIZES[device],
    locale: language === "sv" ? "sv-SE" : "en-GB",
    timezoneId: "Europe/Stockholm",
    reducedMotion: "reduce",
    hasTouch: device === "phone",
    // The pictures show what the server sends, not a worker's cache.
    serviceWorkers: "block",
  });
  await context.clock.install({ time: NOW });
  return context;
}

/** A dialog that fades in is not fully there: waits until nothing moves except endless animations. */
const SETTLED = `document.fonts.ready.then(() => Promise.allSettled(document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime !== Infinity).map((one) => one.finished))).then(() => {})`;

/** Bytes of an empty page. */
const BLANK = 2_000;

/** Small enough to be committed, sharp enough to judge hairlines. */
async function photograph(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The first one may still show the state before the last change.
  await session.send("Page.captureScreenshot", { format: "jpeg", quality: 1 });
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60 });
  const picture = Buffer.from(data, "base64");
  if (picture.length < BLANK) throw new Error("there is nothing on the picture");
  writeFileSync(path, picture);
}

async function take(
  studio: Studio,
  picture: Picture,
  setting: Setting,
  context: BrowserContext,
): Promise<void> {
  const { language } = setting;
  const server = picture.isEmpty ? studio.empty : studio.server;
  const place = { server, language };
  const page = await context.newPage();
  page.setDefaultTimeout(8_000);
  const path = picture.isEmpty
    ? `/setup?token=${studio.empty.setupToken ?? ""}`
    : typeof picture.path === "string"
      ? picture.path
      : picture.path(studio.household[language]);
  try {
    await page.goto(server.url + path);
    await page.waitForLoadState("networkidle");
    await page
      .getByText(/^(Fetching|Hämtar) /)
      .first()
      .waitFor({ state: "hidden" });
    await picture.prepare?.(page, place);
    const dialogs = await page.getByRole("dialog").count();
    await page.bringToFront();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(250);
      await page.evaluate(SETTLED);
      if ((await page.getByRole("dialog").count()) < dialogs) throw new Error("what was opened has gone");
      await photograph(page, join(studio.folder, `${picture.name}-${nameOf(setting)}-${colorScheme}.webp`));
    }
    await picture.restore?.(page, place);
    await page.waitForTimeout(picture.restore ? 1_000 : 0);
  } finally {
    await page.close();
  }
}

/** Removes pictures of screens that no longer exist. */
function prune(folder: string): void {
  const kept = SETTINGS.flatMap((setting) =>
    PICTURES.filter((picture) => isWanted([], picture, setting)).flatMap(({ name }) =>
      SCHEMES.map((scheme) => `${name}-${nameOf(setting)}-${scheme}.webp`),
    ),
  );
  for (const file of readdirSync(folder))
    if (/\.(?:webp|png)$/.test(file) && !kept.includes(file)) rmSync(join(folder, file));
}

const isWanted = (wanted: readonly string[], picture: Picture, { device }: Setting): boolean =>
  (wanted.length === 0 || wanted.includes(picture.name)) &&
  (picture.only === undefined || picture.only === device);

/** Takes all pictures in one setting, one after the other; returns the failed ones. */
async function takeAll(studio: Studio, setting: Setting): Promise<readonly string[]> {
  const [signedIn, signedOut] = [await openContext(studio, setting), await openContext(studio, setting)];
  const { server } = studio;
  const login = setting.language === "sv" ? SWEDISH : ENGLISH;
  await signedIn.request.post(`${server.url}/auth/sign-in`, { data: { login, password: server.password } });
  const failed: string[] = [];
  for (const picture of PICTURES) {
    if (!isWanted(studio.wanted, picture, setting)) continue;
    const context = picture.isSignedOut ? signedOut : signedIn;
    try {
      // A busy machine gets a second chance.
      await take(studio, picture, setting, context).catch(async () => {
        await context.setOffline(false);
        await take(studio, picture, setting, context);
      });
    } catch (error) {
      failed.push(
        `${picture.name}-${nameOf(setting)}: ${error instanceof Error ? error.message : String(error)}`,
      );
      await signedIn.setOffline(false);
    }
  }
  await Promise.all([signedIn.close(), signedOut.close()]);
  return failed;
}

async function main(): Promise<void> {
  ensureBuilt();
  const option = process.argv.find((argument) => argument.startsWith("--to="));
  const folder = option?.slice("--to=".length) ?? join(import.meta.dirname, "..", "..", "docs", "screens");
  mkdirSync(folder, { recursive: true });
  const executablePath = ensureChromium(() => false);
  if (!executablePath) throw new Error("no Chromium was found");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const [server, empty] = [await startServer("--clock"), await startServer("--clock", "--empty")];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const household = await fillHousehold(browser, server);
    const words = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
    const wanted = words.filter((word) => PICTURES.some(({ name }) => name === word));
    const settings = words.filter((word) => SETTINGS.some((setting) => nameOf(setting) === word));
    const studio = { browser, server, empty, household, folder, wanted };
    const chosen = SETTINGS.filter((one) => settings.length === 0 || settings.includes(nameOf(one)));
    // Each language has a household of its own, so they don't disturb each other.
    await Promise.all(
      (["en", "sv"] as const).map(async (language) => {
        for (const setting of chosen.filter((one) => one.language === language)) {
          const failed = await takeAll(studio, setting);
          process.stdout.write([nameOf(setting), ...failed, ""].join("\n"));
          if (failed.length > 0) process.exitCode = 1;
        }
      }),
    );
    const isWhole = wanted.length === 0 && settings.length === 0;
    if (isWhole && process.exitCode !== 1) prune(folder);
  } finally {
    await browser.close();
    server.stop();
    empty.stop();
  }
}

await main();
