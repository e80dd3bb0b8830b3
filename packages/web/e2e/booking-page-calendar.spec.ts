import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.stop());

const HOME = `/dav/calendars/${SWEDISH.split("@")[0] ?? ""}/`;

/** Asks as a calendar app of the host. */
async function dav(method: string, path: string): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${SWEDISH}:${server.password}`).toString("base64")}`;
  const headers = { authorization, ...(method === "PROPFIND" && { depth: "1" }) };
  const answer = await fetch(server.url + path, { method, headers });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.text();
}
/** What a calendar app reads of the objects in a calendar. */
async function textsIn(calendar: string): Promise<readonly string[]> {
  const listed = await dav("PROPFIND", HOME + calendar);
  const paths = [...listed.matchAll(/href>([^<]+\.ics)</g)].map(([, path = ""]) => path);
  return Promise.all(paths.map(async (path) => (await dav("GET", path)).replaceAll("\r\n ", "")));
}

async function books(browser: Browser, address: string, name: string): Promise<void> {
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto(address);
  expect(await guest.content()).not.toMatch(/spruce|seagreen|>rad</);
  const times = guest.getByRole("main").getByRole("listitem");
  await times
    .getByRole("link", { name: /^\d\d:\d\d/ })
    .first()
    .click();
  await guest.getByLabel("Your name").fill(name);
  await guest.getByLabel("Email").fill("bo@example.org");
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await guest.context().close();
}

/** Opens what can be booked at a page that is made by one press. */
async function openEditor(page: Page): Promise<string> {
  await page.goto(`${server.url}/booking-pages`);
  const start = page.getByRole("button", { name: "Låt andra boka tid" });
  await expect(start).toBeEnabled();
  await start.press("Enter");
  const address = await page.getByRole("link", { name: "Se sidan som gäst" }).getAttribute("href");
  await page.getByRole("button", { name: "Ändra 30 minuter" }).press("Enter");
  return address ?? "";
}

test("bookings go into the calendar and get the colour that a host chooses on a phone, and elsewhere once it is gone", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page, SWEDISH);
  await dav("MKCALENDAR", `${HOME}rad/`);
  const address = await openEditor(page);
  const form = page.getByRole("dialog", { name: "Det som går att boka" });
  await form.getByLabel("Bokningar hamnar i").selectOption({ label: "rad" });
  await form.getByRole("checkbox", { name: "En egen färg" }).press("Space");
  await form.getByRole("radio", { name: "Insjö" }).press("ArrowLeft");
  await expect(form.getByRole("radio", { name: "Gran", exact: true })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Spara" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(page.locator('[data-colour="spruce"]')).toBeVisible();

  await books(browser, address, "Bo Ek");
  const [booked, ...others] = await textsIn("rad/");
  expect(others).toEqual([]);
  expect(booked).toMatch(/^COLOR:seagreen\r$/m);
  expect(booked).toMatch(/ATTENDEE[^\r]*CN="?Bo Ek/);

  await dav("DELETE", `${HOME}rad/`);
  await page.reload();
  const gone = /^Kalendern som valts för de här bokningarna finns inte kvar\. De hamnar i .+ tills/;
  await expect(page.getByText(gone)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await books(browser, address, "Siv Alm");
  await page.getByRole("button", { name: "Ändra 30 minuter" }).press("Enter");
  await expect(form.getByText(gone)).toBeVisible();
  await form.getByLabel("Bokningar hamnar i").selectOption({ index: 0 });
  await form.getByRole("button", { name: "Spara" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(page.getByText(gone)).toBeHidden();
  const all = (await Promise.all([...(await calendars())].map(textsIn))).flat();
  expect(all.filter((text) => text.includes("Siv Alm"))).toHaveLength(1);
  expect(all.filter((text) => text.includes("Bo Ek"))).toHaveLength(0);
});

async function calendars(): Promise<readonly string[]> {
  const listed = await dav("PROPFIND", HOME);
  return [...listed.matchAll(/href>\/dav\/calendars\/[^/<]+\/([^/<]+\/)</g)]
    .map(([, path = ""]) => path)
    .filter((path) => !/^(?:inbox|outbox|notification)/.test(path));
}
