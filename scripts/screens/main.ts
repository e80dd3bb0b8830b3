// `npm run screens`: pictures of every screen with the demonstration household, into screens/, to be looked at. Needs a Chromium.
// Each is taken in both languages, on a desktop and a phone, light and dark, with two pixels to a CSS pixel.
// `npm run screens -- week event phone-sv` takes only these; `--to=FOLDER` puts them elsewhere. `npm run screens -- --gallery` takes those
// that the repository shows, each on an English desktop and a Swedish phone in the dark, into docs/screens/, and removes others there.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "@playwright/test";
import {
  ENGLISH,
  NOW,
  signInAt,
  startServer,
  SWEDISH,
  type RunningServer,
} from "../../packages/web/e2e/fixtures.ts";
import { ensureBuilt } from "../build.mjs";
import { ensureChromium } from "../debian.mjs";
import { fillHousehold, NEWCOMERS, type Household } from "./household.ts";
import { jmap, ownId, type Language } from "./jmap-of-page.ts";
import type { Picture } from "./picture.ts";
import { GALLERY_PICTURES, PICTURES } from "./pictures.ts";
import { fillShared, type SharedThings } from "./shared-things.ts";

/** The household's server backs itself up and reports its errors, so that there is something to see of it. */
const HOUSEHOLD = ["--clock", "--backups", "SNART_SENTRY_DSN=https://key@errors.tallkotten.example/1"];
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
type Scheme = (typeof SCHEMES)[number];
/** Who of the office looks at it in which language. */
const OFFICE = { en: "person0@office.example", sv: "person1@office.example" } as const;
/** In which schemes the repository shows a setting. */
const GALLERY: Readonly<Record<string, readonly Scheme[]>> = {
  "desktop-en": ["light"],
  "phone-sv": ["dark"],
};
const nameOf = ({ language, device }: Setting): string => `${device}-${language}`;

/** What is on a server of its own, because it takes place in one language. */
interface Shared {
  readonly server: RunningServer;
  readonly things: SharedThings;
}

interface Studio {
  readonly browser: Browser;
  readonly server: RunningServer;
  readonly empty: RunningServer;
  /** only where a picture of it is wanted */
  readonly office: RunningServer | undefined;
  readonly household: Record<Language, Household>;
  readonly shared: Record<Language, Shared>;
  readonly folder: string;
  readonly wanted: readonly string[];
  readonly isGallery: boolean;
}

async function openContext({ browser }: Studio, { language, device }: Setting): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: SIZES[device],
    deviceScaleFactor: SCALE,
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

/** Pixels of a picture to a CSS pixel. */
const SCALE = 2;
/** Bytes of an empty page. */
const BLANK = 2_000;

/** A part of a page, CSS px. */
interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Small enough to be committed, sharp enough to judge hairlines and the spaces between words. */
async function photograph(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // Without a part to be taken the browser gives one pixel to a CSS pixel, whatever the device is said to have.
  const clip = await page.evaluate<Clip>(
    `({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight, scale: ${SCALE} })`,
  );
  // The first one may still show the state before the last change.
  await session.send("Page.captureScreenshot", { format: "jpeg", quality: 1 });
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60, clip });
  const picture = Buffer.from(data, "base64");
  if (picture.length < BLANK) throw new Error("there is nothing on the picture");
  writeFileSync(path, picture);
}

/** The server of a picture, and the address there. */
function placeOf(
  studio: Studio,
  { on, path }: Picture,
  language: Language,
): { server: RunningServer; path: string } {
  const { server, empty, office, household, shared } = studio;
  if (on === "empty") return { server: empty, path: `/setup?token=${empty.setupToken ?? ""}` };
  const here = on === "bookings" ? shared[language].server : on === "office" ? (office ?? server) : server;
  if (typeof path === "string") return { server: here, path };
  const given = typeof path === "function" ? path(household[language]) : path.of(shared[language].things);
  return { server: here, path: given };
}

/** Until everything is there that the picture is of. */
async function load(page: Page, picture: Picture, address: string): Promise<void> {
  if (picture.size) await page.setViewportSize(picture.size);
  await picture.before?.(page);
  await page.goto(address);
  if (picture.isUnfinished) return page.waitForTimeout(1_500);
  await page.waitForLoadState("networkidle");
  await page
    .getByText(/^(Fetching|Hämtar) /)
    .first()
    .waitFor({ state: "hidden" });
}

async function take(
  studio: Studio,
  picture: Picture,
  setting: Setting,
  context: BrowserContext,
): Promise<void> {
  const { language } = setting;
  const { server, path } = placeOf(studio, picture, language);
  const place = { server, language };
  const page = await context.newPage();
  // Forty calendars are a while on their way.
  page.setDefaultTimeout(picture.on === "office" ? 60_000 : 8_000);
  try {
    await load(page, picture, server.url + path);
    await picture.prepare?.(page, place);
    const dialogs = await page.getByRole("dialog").count();
    await page.bringToFront();
    for (const colorScheme of studio.isGallery ? (GALLERY[nameOf(setting)] ?? []) : SCHEMES) {
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

/** Removes pictures that the gallery no longer has. */
function prune(folder: string): void {
  const kept = Object.entries(GALLERY).flatMap(([setting, schemes]) =>
    PICTURES.filter(({ name }) => GALLERY_PICTURES.has(name)).flatMap(({ name }) =>
      schemes.map((scheme) => `${name}-${setting}-${scheme}.webp`),
    ),
  );
  for (const file of readdirSync(folder))
    if (/\.(?:webp|png)$/.test(file) && !kept.includes(file)) rmSync(join(folder, file));
}

const isWanted = ({ wanted, isGallery }: Studio, picture: Picture, setting: Setting): boolean =>
  (wanted.length === 0 || wanted.includes(picture.name)) &&
  (!isGallery || (GALLERY_PICTURES.has(picture.name) && Object.hasOwn(GALLERY, nameOf(setting)))) &&
  (picture.only === undefined || picture.only === setting.device);

/** Who looks at a picture, each in a browser of their own: sessions of two servers on one machine would end each other. */
type Viewer = "out" | "in" | "new" | "bookings" | "office";
const viewerOf = ({ isSignedOut, isNew, on }: Picture): Viewer =>
  isSignedOut ? "out" : isNew ? "new" : on === "bookings" || on === "office" ? on : "in";

async function openViewers(studio: Studio, setting: Setting): Promise<Record<Viewer, BrowserContext>> {
  const own = setting.language === "sv" ? SWEDISH : ENGLISH;
  const signedIn = async ({ url, password }: RunningServer, login: string): Promise<BrowserContext> => {
    const context = await openContext(studio, setting);
    await context.request.post(`${url}/auth/sign-in`, { data: { login, password } });
    return context;
  };
  return {
    out: await openContext(studio, setting),
    in: await signedIn(studio.server, own),
    new: await signedIn(studio.server, NEWCOMERS[setting.language]),
    bookings: await signedIn(studio.shared[setting.language].server, own),
    office: await signedIn(studio.office ?? studio.server, studio.office ? OFFICE[setting.language] : own),
  };
}

/** Takes all pictures in one setting, one after the other; returns the failed ones. */
async function takeAll(studio: Studio, setting: Setting): Promise<readonly string[]> {
  const viewers = await openViewers(studio, setting);
  const failed: string[] = [];
  for (const picture of PICTURES) {
    if (!isWanted(studio, picture, setting)) continue;
    const context = viewers[viewerOf(picture)];
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
      await context.setOffline(false);
    }
  }
  await Promise.all(Object.values(viewers).map((context) => context.close()));
  return failed;
}

async function openShared(browser: Browser, language: Language): Promise<Shared> {
  const server = await startServer("--clock", `--bookings=${language === "sv" ? "sv" : "en-GB"}`);
  return { server, things: await fillShared(browser, server, language) };
}

/** Forty people who share with each other, of whom one reads Swedish. */
async function openOffice(browser: Browser): Promise<RunningServer> {
  const server = await startServer("--clock", "--office=40");
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAt(server, page, OFFICE.sv, "/settings/look");
  await jmap(page, "Profile/set", { update: { [await ownId(page)]: { "preferences/language": "sv" } } });
  await context.close();
  return server;
}

async function main(): Promise<void> {
  ensureBuilt();
  const isGallery = process.argv.includes("--gallery");
  const option = process.argv.find((argument) => argument.startsWith("--to="));
  const own = isGallery ? ["docs", "screens"] : ["screens"];
  const folder = option?.slice("--to=".length) ?? join(import.meta.dirname, "..", "..", ...own);
  mkdirSync(folder, { recursive: true });
  const executablePath = ensureChromium(() => false);
  if (!executablePath) throw new Error("no Chromium was found");
  // Hinted glyphs stand on whole pixels, and eat the spaces between words.
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--font-render-hinting=none",
  ];
  const [server, empty] = [await startServer(...HOUSEHOLD), await startServer("--clock", "--empty")];
  const browser = await chromium.launch({ executablePath, args });
  let office: RunningServer | undefined;
  try {
    const household = await fillHousehold(browser, server);
    const shared = { en: await openShared(browser, "en"), sv: await openShared(browser, "sv") };
    const words = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
    const wanted = words.filter((word) => PICTURES.some(({ name }) => name === word));
    if (PICTURES.some(({ name, on }) => on === "office" && (wanted.length === 0 || wanted.includes(name))))
      office = await openOffice(browser);
    const settings = words.filter((word) => SETTINGS.some((setting) => nameOf(setting) === word));
    const studio = { browser, server, empty, office, household, shared, folder, wanted, isGallery };
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
    if (isGallery && isWhole && process.exitCode !== 1) prune(folder);
  } finally {
    await browser.close();
    server.stop();
    empty.stop();
    office?.stop();
  }
}

await main();
