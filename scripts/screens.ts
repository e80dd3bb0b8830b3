// `npm run screens`: pictures of the app with the demonstration household, into docs/screens/. Needs a Chromium.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { ENGLISH, NOW, startServer, SWEDISH } from "../packages/web/e2e/fixtures.ts";
import type { RunningServer } from "../packages/web/e2e/fixtures.ts";
import { ensureBuilt } from "./build.mjs";
import { ensureChromium } from "./debian.mjs";

const FOLDER = join(import.meta.dirname, "..", "docs", "screens");
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly size: typeof DESKTOP;
  readonly language: "en" | "sv";
  readonly scheme: "light" | "dark";
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const openEvent = (title: string) => async (page: Page) => {
  await page
    .getByRole("button", { name: new RegExp(`^${title}`) })
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
};
const editEvent = (title: string) => async (page: Page) => {
  await openEvent(title)(page);
  await page.getByRole("button", { name: /^(Edit|Ändra)$/ }).click();
  await page.getByLabel(/^(Title|Titel)/).waitFor();
};

/** A repeat of its own: every other week on one day, until a day. */
const writeRepeat = (title: string) => async (page: Page) => {
  await editEvent(title)(page);
  await page.getByRole("combobox", { name: /^(Repeat|Upprepa)$/ }).selectOption("custom");
  await page.getByRole("textbox", { name: /^Interval/ }).fill("2");
  await page.getByRole("combobox", { name: /^(End|Slut)$/ }).selectOption("on");
};

const openMore = async (page: Page) => {
  await page.locator("[data-more]").first().click();
  await page.getByRole("dialog").first().waitFor();
};

const PICTURES: readonly Picture[] = [
  { name: "week-en-light", path: "/week/2026-W48", size: DESKTOP, language: "en", scheme: "light" },
  { name: "week-sv-dark", path: "/week/2026-W48", size: DESKTOP, language: "sv", scheme: "dark" },
  {
    name: "event-en-light",
    path: "/week/2026-W48",
    size: DESKTOP,
    language: "en",
    scheme: "light",
    prepare: openEvent("Client presentation"),
  },
  {
    name: "editor-sv-light",
    path: "/week/2026-W48",
    size: DESKTOP,
    language: "sv",
    scheme: "light",
    prepare: editEvent("Styrelsemöte"),
  },
  {
    name: "repeat-sv-light",
    path: "/week/2026-W48",
    size: DESKTOP,
    language: "sv",
    scheme: "light",
    prepare: writeRepeat("Körrepetition"),
  },
  {
    name: "phone-repeat-sv-dark",
    path: "/day/2026-11-25",
    size: PHONE,
    language: "sv",
    scheme: "dark",
    prepare: writeRepeat("Körrepetition"),
  },
  {
    name: "question-en-dark",
    path: "/week/2026-W48",
    size: DESKTOP,
    language: "en",
    scheme: "dark",
    prepare: async (page) => {
      await writeRepeat("Choir rehearsal")(page);
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "month-sv-light", path: "/month/2026-11", size: DESKTOP, language: "sv", scheme: "light" },
  { name: "month-en-dark", path: "/month/2026-11", size: DESKTOP, language: "en", scheme: "dark" },
  {
    name: "month-day-en-light",
    path: "/month/2026-11",
    size: DESKTOP,
    language: "en",
    scheme: "light",
    prepare: openMore,
  },
  { name: "year-sv-light", path: "/year/2026", size: DESKTOP, language: "sv", scheme: "light" },
  { name: "year-en-dark", path: "/year/2026", size: DESKTOP, language: "en", scheme: "dark" },
  { name: "soon-en-light", path: "/soon", size: DESKTOP, language: "en", scheme: "light" },
  { name: "devices-en-light", path: "/settings/devices", size: DESKTOP, language: "en", scheme: "light" },
  { name: "phone-soon-sv-light", path: "/soon", size: PHONE, language: "sv", scheme: "light" },
  { name: "phone-month-sv-light", path: "/month/2026-11", size: PHONE, language: "sv", scheme: "light" },
  { name: "phone-month-en-dark", path: "/month/2026-11", size: PHONE, language: "en", scheme: "dark" },
  { name: "phone-year-en-light", path: "/year/2026", size: PHONE, language: "en", scheme: "light" },
  { name: "phone-day-en-dark", path: "/day/2026-11-23", size: PHONE, language: "en", scheme: "dark" },
];

async function take(browser: Browser, server: RunningServer, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: picture.size,
    colorScheme: picture.scheme,
    locale: picture.language === "sv" ? "sv-SE" : "en-GB",
    timezoneId: "Europe/Stockholm",
    hasTouch: picture.size === PHONE,
  });
  const page = await context.newPage();
  await page.clock.install({ time: NOW });
  await page.goto(`${server.url}/signin`);
  await page.getByLabel(/^(Email|E-post)/).fill(picture.language === "sv" ? SWEDISH : ENGLISH);
  await page.getByLabel(/^(Password|Lösenord)$/).fill(server.password);
  await page.getByRole("button", { name: /^(Sign in|Logga in)$/ }).click();
  await page
    .getByRole("button", { name: /^(New|Ny)\b/ })
    .first()
    .waitFor();
  await page.goto(`${server.url}${picture.path}`);
  await page.waitForLoadState("networkidle");
  await picture.prepare?.(page);
  await page.waitForTimeout(500);
  await page.screenshot({ path: join(FOLDER, `${picture.name}.png`) });
  await context.close();
}

ensureBuilt();
mkdirSync(FOLDER, { recursive: true });
const executablePath = ensureChromium(() => false);
if (!executablePath) throw new Error("no Chromium was found");
const server = await startServer();
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const wanted = process.argv.slice(2);
try {
  for (const picture of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(picture.name)) continue;
    await take(browser, server, picture);
    process.stdout.write(`${picture.name}\n`);
  }
} finally {
  await browser.close();
  server.stop();
}
