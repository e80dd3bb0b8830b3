import type { BrowserContext, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const HOUR = 3_600_000;
const READS = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };

/** Makes an event of an hour, as whoever is signed in on a page. @returns its id */
async function makeEvent(page: Page, calendarId: string, title: string, start: string): Promise<void> {
  const event = {
    "@type": "Event",
    title,
    start,
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    calendarIds: { [calendarId]: true },
  };
  const [made] = await callAs(page, [["CalendarEvent/set", { create: { e: event } }]]);
  expect(made?.["created"]).toHaveProperty("e");
}

/** Makes a calendar, as whoever is signed in on a page. @returns its id */
async function makeCalendar(page: Page, fields: object): Promise<string> {
  const [made] = await callAs(page, [["Calendar/set", { create: { k: fields } }]]);
  const created = made?.["created"] as Partial<Record<string, { id: string }>> | undefined;
  return created?.["k"]?.id ?? "";
}

const accountOf = async (page: Page): Promise<string> =>
  ((await (await page.request.get(`${server.url}/auth/session`)).json()) as { account: { id: string } })
    .account.id;

/** Makes the link of a wall of some calendars by hand. */
async function makeWall(page: Page, name: string, calendars: readonly string[]): Promise<string> {
  await page.goto(`${server.url}/settings/calendars`);
  await page.getByRole("button", { name: "New screen on a wall" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New screen on a wall" });
  await dialog.getByLabel("What is the screen called?").fill(name);
  await expect(dialog.getByRole("button", { name: "Create a link" })).toBeDisabled();
  for (const calendar of calendars)
    await dialog.getByRole("checkbox", { name: calendar, exact: true }).check();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create a link" }).click();
  const link = await dialog.locator("[translate=no]").textContent();
  expect(link).toMatch(/\/wall\/[\w-]{32}$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  return link ?? "";
}

async function openWall(context: BrowserContext, link: string): Promise<Page> {
  const wall = await context.newPage();
  await wall.clock.install({ time: NOW });
  await wall.goto(link);
  return wall;
}

const isDark = (page: Page): Promise<boolean> =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === "dark");

test("a person puts chosen calendars on a wall, which shows what comes and how soon, as far as they may read it", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const his = await browser.newPage();
  await signInAt(server, his, SWEDISH);
  const mine = await makeCalendar(page, { name: "Mitt", color: "lake" });
  const shareWith = { [await accountOf(page)]: READS };
  const viggos = await makeCalendar(his, { name: "Viggo", color: "moss", shareWith });
  await makeEvent(page, mine, "Kör", "2026-11-24T18:00:00");
  await makeEvent(his, viggos, "Tandläkare", "2026-11-23T13:00:00");

  const link = await makeWall(page, "Köket", ["Mitt", "Viggo"]);
  await expect(page.getByRole("listitem").filter({ hasText: "Köket" })).toContainText("Never opened");

  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await openWall(context, link);
  await expect(wall.getByText("Viggo: Tandläkare 13:00, in about 3 hours")).toBeVisible();
  await expect(wall.getByText("Then Mitt: Kör Tue 18:00, in 1 day")).toBeVisible();
  await expect(wall.getByRole("columnheader").first()).toHaveText(/23 Mon\s*today/i);
  const row = wall.getByRole("row").filter({ has: wall.getByRole("rowheader", { name: "Mitt" }) });
  await expect(row.getByRole("cell").nth(1)).toHaveText("18:00Kör");
  await expect(row.getByRole("cell").first()).toHaveText("");
  expect(await axeProblems(wall)).toEqual([]);
  expect(await isDark(wall)).toBe(false);

  // What is put into a calendar is there by itself.
  await makeEvent(page, mine, "Tvättstugan", "2026-11-23T16:00:00");
  await wall.clock.fastForward(10_000);
  await expect(row.getByRole("cell").first()).toHaveText("16:00Tvättstugan");

  // What one may not read any more is gone by itself, and nothing else.
  await callAs(his, [["Calendar/set", { update: { [viggos]: { shareWith: null } } }]]);
  await wall.clock.fastForward(10_000);
  await expect(wall.getByRole("rowheader")).toHaveText(["Mitt"]);
  await expect(wall.getByText("Tandläkare")).toHaveCount(0);
  await expect(wall.getByText("Tvättstugan 16:00, in about 6 hours")).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: "Remove the link of Köket" }).click();
  await expect(page.getByRole("button", { name: "Remove the link of Köket" })).toHaveCount(0);
  await wall.clock.fastForward(10_000);
  await expect(wall.getByRole("heading", { level: 1 })).toHaveText("This screen shows nothing any more");
  await context.close();
  await his.close();
});

test("a wall speaks its maker's language, is dark from sunset, turns at midnight, and is trusted for an hour without a network", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const id = await accountOf(page);
  const preferences = { "preferences/language": "sv", "preferences/timeZone": "Europe/Stockholm" };
  const mine = await makeCalendar(page, { name: "Mitt" });
  await makeEvent(page, mine, "Kör", "2026-11-24T18:00:00");
  const link = await makeWall(page, "Köket", ["Mitt"]);
  await callAs(page, [["Profile/set", { update: { [id]: preferences } }]]);

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  const wall = await openWall(context, link);
  await expect(wall.getByText("Kör tis 18:00, om en dag")).toBeVisible();
  // Days under each other on a phone, none of which is wider than it.
  await expect(wall.getByRole("table")).toHaveCount(0);
  const isTooWide = await wall.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isTooWide).toBe(false);
  expect(await axeProblems(wall)).toEqual([]);
  expect(await isDark(wall)).toBe(false);
  await wall.clock.fastForward(6 * HOUR);
  await expect.poll(() => isDark(wall)).toBe(true);
  expect(await axeProblems(wall)).toEqual([]);

  await context.setOffline(true);
  await expect(wall.getByRole("status")).toContainText(/Inget nät sedan 16:\d\d/);
  await wall.clock.fastForward(HOUR - 60_000);
  await expect(wall.getByRole("listitem").filter({ hasText: "Kör" }).first()).toBeVisible();
  await wall.clock.fastForward(120_000);
  await expect(wall.getByText("Kör")).toHaveCount(0);
  await expect(wall.getByText(/bara klockan är säker/)).toBeVisible();
  await context.setOffline(false);
  await expect(wall.getByText("Kör tis 18:00, om en dag")).toBeVisible();

  // Its day is another one at midnight, without being opened again.
  await wall.clock.fastForward(7 * HOUR);
  await expect(wall.getByText(/^Kör 18:00, om ungefär/)).toBeVisible();
  await context.close();
});
