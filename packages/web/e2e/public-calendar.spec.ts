import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, NOW, test, type RunningServer } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";
import { smallTargets } from "./touch-sizes.ts";

// Servers of their own: they have links, and events that others would see.
test.use({ isAlone: true });
const contexts: BrowserContext[] = [];
test.afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

/** Somebody who has nothing but the link. */
async function stranger(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext({
    locale: "en-GB",
    timezoneId: "Europe/Stockholm",
    reducedMotion: "reduce",
    ...options,
  });
  contexts.push(context);
  const page = await context.newPage();
  await page.clock.install({ time: NOW });
  return page;
}

/** Publishes a calendar as its owner does, and reads the address of its page. */
async function publish(page: Page, name: RegExp, label: string): Promise<string> {
  await page.goto("/settings/calendars");
  await page.getByRole("button", { name }).first().click();
  await page.getByRole("menuitem", { name: "Publish" }).click();
  await page.getByLabel("Who gets it").fill(label);
  await page.getByLabel("Shows", { exact: true }).selectOption("full");
  await page.getByRole("button", { name: "Create a link" }).click();
  const shown = page.getByRole("region", { name: `Addresses of “${label}”` });
  return /\/c\/[\w-]+/.exec(await shown.innerText())?.[0] ?? "";
}

/** The same without a browser, for what begins at the page: the path of a calendar with events. */
async function published(request: APIRequestContext, server: RunningServer): Promise<string> {
  await makeEvents(request, server, EVENTS);
  const headers = { authorization: `Basic ${btoa(`${ENGLISH}:${server.password}`)}` };
  const { primaryAccounts } = (await (await request.get("/jmap/session", { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = primaryAccounts["urn:ietf:params:jmap:calendars"];
  const link = { label: "The board", detail: "full", mayEmbed: false, expiresAt: null };
  const call = async (name: string, args: object): Promise<string> => {
    const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars", "urn:snart:jmap"];
    const data = { using, methodCalls: [[name, { accountId, ...args }, "0"]] };
    return (await request.post("/jmap/api", { headers, data })).text();
  };
  const calendarId = /"id":"([^"]+)"/.exec(
    await call("Calendar/get", { ids: null, properties: ["id"] }),
  )?.[1];
  const made = await call("PublicLink/set", { create: { x: { ...link, calendarId } } });
  return `/c/${/"token":"([^"]+)"/.exec(made)?.[1] ?? made}`;
}

const row = (page: Page, name: RegExp) => page.getByRole("list").getByRole("button", { name });

const EVENTS: Parameters<typeof makeEvents>[2] = [
  {
    title: "Yard clean-up",
    start: "2026-11-26T09:30:00",
    duration: "PT2H30M",
    locations: { l: { "@type": "Location", name: "The courtyard" } },
    description: "Gloves are lent. See https://yard.example/plan and javascript:alert(1).",
  },
  { title: "Morning swim", start: "2026-11-23T07:00:00" },
  {
    title: "Laundry talk",
    start: "2026-11-24T18:00:00",
    recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly" },
  },
  { title: "Glögg", start: "2026-12-07T18:30:00", status: "cancelled" },
];

test("the owner publishes a calendar, and a stranger finds an event in it and opens it", async ({
  page,
  browser,
  request,
  server,
  signIn,
}) => {
  await makeEvents(request, server, EVENTS);
  await signIn(page);
  const path = await publish(page, /^More for/, "The board");
  expect(path).toMatch(/^\/c\/[\w-]{20,}$/);

  const guest = await stranger(browser);
  await guest.goto(`${server.url}${path}`);
  await expect(guest.getByText("Times in Stockholm")).toBeVisible();
  await expect(guest).toHaveTitle(/^Elin/);
  await expect(row(guest, /^Yard clean-up, Thursday 26 November, 09:30 to 12:00, in 3 days/)).toBeVisible();
  await expect(guest.getByRole("heading", { name: "Thursday 26 November" })).toBeVisible();
  await expect(guest.getByText("Advent Sunday")).toBeVisible();
  await expect(row(guest, /^Glögg, cancelled/)).toBeVisible();
  // What has ended today is there, and dimmed; a series from next week on stands once, with its rule.
  await expect(guest.locator("li[data-past]").getByRole("button", { name: /^Morning swim/ })).toBeVisible();
  await expect(row(guest, /^Laundry talk/)).toHaveCount(2);
  await expect(row(guest, /^Laundry talk.*every Tuesday/)).toHaveCount(1);
  expect(await axeProblems(guest)).toEqual([]);

  // By the keyboard alone: one tab stop for all rows, and the focus comes back.
  await guest.locator("[role=img][tabindex]").focus();
  await guest.keyboard.press("Tab");
  await guest.keyboard.press("Home");
  await expect(row(guest, /^Morning swim/)).toBeFocused();
  while (!(await row(guest, /^Yard clean-up/).evaluate((it) => it === document.activeElement)))
    await guest.keyboard.press("ArrowDown");
  await guest.keyboard.press("Enter");
  const card = guest.getByRole("dialog", { name: "Yard clean-up" });
  await expect(card).toContainText("in 3 days");
  await expect(card).toContainText("Thursday 26 November 09:30–12:00 Week 48");
  await expect(card).toContainText("2 hours 30 min");
  await expect(card.getByRole("link", { name: "Map of The courtyard" })).toHaveAttribute(
    "href",
    /The%20courtyard/,
  );
  await expect(card.getByRole("link", { name: "https://yard.example/plan" })).toHaveAttribute(
    "rel",
    "noopener noreferrer",
  );
  await expect(card.getByRole("link")).toHaveCount(2);
  await expect(card.getByTitle(/\/feed\/[\w-]+\.ics$/)).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await guest.keyboard.press("Escape");
  await expect(card).toHaveCount(0);
  await expect(row(guest, /^Yard clean-up/)).toBeFocused();
});

test("a stranger follows the calendar from their own program", async ({ browser, request, server }) => {
  const path = await published(request, server);
  const guest = await stranger(browser);
  await guest.goto(`${server.url}${path}`);
  await guest.getByRole("button", { name: "Follow this calendar" }).click();
  const dialog = guest.getByRole("dialog", { name: "Follow this calendar" });
  const feed = path.replace("/c/", "/feed/");
  await expect(dialog.getByRole("link", { name: "Open in your calendar app" })).toHaveAttribute(
    "href",
    `webcal://${new URL(server.url).host}${feed}.ics`,
  );
  const shown = await dialog.getByTitle(/\.ics$/).textContent();
  expect(shown).toBe(`${server.url}${feed}.ics`);
  const answer = await request.get(shown ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  expect(await answer.text()).toContain("SUMMARY:Yard clean-up");
  expect(await axeProblems(guest)).toEqual([]);
});

test("weeks and months are turned, with what is over dimmed, red days in red and today marked", async ({
  browser,
  request,
  server,
}) => {
  const path = await published(request, server);
  const guest = await stranger(browser);
  await guest.goto(`${server.url}${path}`);
  await guest.getByText("Week", { exact: true }).click();
  const title = guest.locator("h2");
  await expect(title).toHaveText("November 2026Week 48this week");
  const sunday = guest.getByRole("listitem").filter({ hasText: "Advent Sunday" });
  await expect(sunday).toHaveAttribute("data-red", "true");
  await expect(guest.locator("[data-today]")).toHaveText("23");
  await expect(row(guest, /^Morning swim/)).toHaveAttribute("data-past", "true");
  await expect(row(guest, /^Yard clean-up/)).not.toHaveAttribute("data-past");
  await guest.getByRole("button", { name: "Next week" }).click();
  await expect(title).toContainText("Week 49");
  await expect(row(guest, /^Laundry talk, Tuesday 1 December/)).toBeVisible();
  // Seven days of the same distance say it once.
  for (let weeks = 0; weeks < 6; weeks++) await guest.getByRole("button", { name: "Next week" }).click();
  await expect(title).toContainText("January 2027Week 2");
  await expect(guest.locator("h3 time")).toHaveText(["in about 2 months"]);
  for (let weeks = 0; weeks < 8; weeks++) await guest.getByRole("button", { name: "Previous week" }).click();
  await expect(title).toContainText("Week 47");
  expect(await axeProblems(guest)).toEqual([]);
  await guest.getByText("Month", { exact: true }).click();
  await expect(title).toHaveText("November 2026this month");
  await guest.getByRole("button", { name: "Next month" }).click();
  await row(guest, /^Glögg/).click();
  await expect(guest.getByRole("dialog", { name: "Glögg" })).toContainText("Cancelled");
  await guest.keyboard.press("Escape");
  expect(await axeProblems(guest)).toEqual([]);
  await guest.getByRole("button", { name: "Svenska" }).click();
  await expect(title).toContainText("December 2026");
  await expect(guest.getByRole("button", { name: "Nästa månad" })).toBeVisible();
});

test("no width from 320 to 1440 px scrolls sideways, and a phone has sheets and targets for a finger", async ({
  browser,
  request,
  server,
}) => {
  const path = await published(request, server);
  const guest = await stranger(browser, { hasTouch: true, locale: "sv-SE", colorScheme: "dark" });
  const wide: string[] = [];
  for (const width of [320, 390, 768, 1024, 1440]) {
    await guest.setViewportSize({ width, height: 844 });
    await guest.goto(`${server.url}${path}`);
    for (const view of ["Lista", "Vecka", "Månad"]) {
      await guest.getByText(view, { exact: true }).click();
      await expect(row(guest, /^Yard clean-up|^Glögg/).first()).toBeVisible();
      const found = await guest.evaluate(() => document.documentElement.scrollWidth);
      if (found > width) wide.push(`${view} ${width}: ${found}`);
      if (width === 390) expect(await smallTargets(guest), view).toEqual([]);
    }
  }
  expect(wide).toEqual([]);
  await guest.setViewportSize({ width: 390, height: 844 });
  await guest.getByText("Lista", { exact: true }).click();
  await row(guest, /^Yard clean-up/).tap();
  const sheet = guest.getByRole("dialog", { name: "Yard clean-up" });
  await expect(sheet).toContainText("om tre dagar");
  await expect.poll(async () => Math.round(((await sheet.boundingBox())?.width ?? 0) / 10)).toBe(39);
  expect(await smallTargets(guest)).toEqual([]);
  expect(await axeProblems(guest)).toEqual([]);
});

test("what cannot be fetched is said, and tried again", async ({ browser, request, server }) => {
  const path = await published(request, server);
  const guest = await stranger(browser);
  await guest.route("**/feed/**", (route) => route.abort());
  await guest.goto(`${server.url}${path}`);
  await expect(guest.getByRole("heading", { name: "The calendar could not be fetched" })).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await guest.unroute("**/feed/**");
  await guest.getByRole("button", { name: "Try again" }).click();
  await expect(row(guest, /^Yard clean-up/)).toBeVisible();
  // What is on screen stays while there is no contact, and says how old it is.
  await guest.route("**/feed/**", (route) => route.abort());
  await guest.evaluate(() => dispatchEvent(new Event("online")));
  await expect(
    guest.getByText(/^The server cannot be reached\. This is the calendar as it was/),
  ).toBeVisible();
  await expect(row(guest, /^Yard clean-up/)).toBeVisible();
  await guest.unroute("**/feed/**");
  await guest.evaluate(() => dispatchEvent(new Event("online")));
  await expect(guest.getByText(/^The server cannot be reached/)).toHaveCount(0);
});

test("a calendar without events says so, and a revoked link that it is no longer valid", async ({
  page,
  browser,
  server,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/calendars");
  await page.getByRole("button", { name: "New calendar" }).click();
  await page.getByLabel("Name").fill("Bakers");
  await page.getByRole("button", { name: /^(Create|Save)$/ }).click();
  const empty = await publish(page, /^More for “?Bakers/, "Everybody");
  const guest = await stranger(browser);
  await guest.goto(`${server.url}${empty}`);
  await expect(guest.getByRole("heading", { name: "Bakers", level: 1 })).toBeVisible();
  await expect(guest.getByRole("heading", { name: "Nothing is planned here yet" })).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await page.getByRole("button", { name: "Revoke “Everybody”" }).click();
  await expect(page.getByText("“Everybody” revoked")).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
});
