import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { davOf } from "./dav-texts.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.stop());

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
  const dav = davOf(server, SWEDISH);
  await dav.ask("MKCALENDAR", `${dav.home}rad/`);
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
  const [booked, ...others] = await dav.textsIn("rad/");
  expect(others).toEqual([]);
  expect(booked).toMatch(/^COLOR:seagreen\r$/m);
  expect(booked).toMatch(/ATTENDEE[^\r]*CN="?Bo Ek/);

  await dav.ask("DELETE", `${dav.home}rad/`);
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
  const all = await dav.texts();
  expect(all.filter((text) => text.includes("Siv Alm"))).toHaveLength(1);
  expect(all.filter((text) => text.includes("Bo Ek"))).toHaveLength(0);
});
