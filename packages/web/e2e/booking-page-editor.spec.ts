import type { Browser, Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms } from "./make-bookables.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** Makes a page, and opens what can be booked there in the editor. */
async function openEditor(page: Page, start: string, edit: string): Promise<string> {
  await page.goto(`${server.url}/booking-pages`);
  await page.getByRole("button", { name: start }).click();
  const button = page.getByRole("button", { name: edit }).last();
  await button.press("Enter");
  return (await page.locator('a[href*="/b/"]').last().getAttribute("href")) ?? "";
}

/** What a guest is offered on a day, which is opened by its address. */
async function timesOn(guest: Page, address: string, day: string): Promise<readonly string[]> {
  await guest.goto(`${address}?lang=en-GB&zone=Europe/Stockholm&day=${day}`);
  const times = guest
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link", { name: /^\d\d:\d\d/ });
  await expect(times.first()).toBeVisible();
  const all = await times.allTextContents();
  // Another day stands there where the asked one has nothing.
  const shown = guest.locator('table a[aria-current="date"]');
  const number = Number(day.slice(-2));
  return (await shown.textContent())?.startsWith(String(number)) ? all.map((text) => text.slice(0, 5)) : [];
}

async function bookByKeyboard(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    locale: "en-GB",
  });
  const guest = await context.newPage();
  // Wednesdays have two spans, the 20th has one of its own, and the 21st is closed.
  expect(await timesOn(guest, address, "2027-01-13")).toEqual(["06:00", "06:30", "20:00"]);
  expect(await timesOn(guest, address, "2027-01-20")).toEqual(["05:00"]);
  expect(await timesOn(guest, address, "2027-01-14")).not.toEqual([]);
  expect(await timesOn(guest, address, "2027-01-21")).toEqual([]);
  await timesOn(guest, address, "2027-01-13");
  await guest.getByRole("link", { name: /^06:30/ }).press("Enter");
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  await guest.getByRole("group", { name: "What is it about?" }).getByLabel("A garden").press("Space");
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await context.close();
}

/** Puts a time into a field, which takes it when it is left. */
async function setTime(form: Locator, label: RegExp, text: string): Promise<void> {
  await form.getByLabel(label).fill(text);
  await form.getByLabel(label).press("Tab");
}

test("a guest is offered the hours, the date and the question that were set in the editor, and the host sees the answer", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const address = await openEditor(page, "Let others book a time", "Edit 30 minutes");
  const form = page.getByRole("dialog", { name: "What can be booked" });
  await form.getByLabel("Which hours").selectOption({ label: "Hours of its own" });
  await setTime(form, /^Wednesday, from, hours 1$/, "06:00");
  await setTime(form, /^Wednesday, to, hours 1$/, "07:00");
  await form.getByRole("button", { name: "Add hours, Wednesday" }).press("Enter");
  await setTime(form, /^Wednesday, from, hours 2$/, "20:00");
  await setTime(form, /^Wednesday, to, hours 2$/, "06:30");
  await form.getByRole("button", { name: "Add a date" }).press("Enter");
  await form.getByLabel("Date 1", { exact: true }).fill("20 Jan 2027");
  await form.getByLabel("Date 1", { exact: true }).press("Enter");
  await form.getByLabel(/^What applies on .*20/).selectOption({ label: "Other hours" });
  await setTime(form, /20 January 2027, from, hours 1$/, "05:00");
  await setTime(form, /20 January 2027, to, hours 1$/, "05:30");
  await form.getByRole("button", { name: "Add a date" }).press("Enter");
  await form.getByRole("button", { name: "Add a question" }).press("Enter");
  await form.getByLabel("Question 1 in English").fill("What is it about?");
  await form.getByLabel("How question 1 is answered").selectOption({ label: "One of several choices" });
  await form.getByLabel("Choice 1 in English").fill("A house");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  // Both what is missing and what ends before it begins is said by its field, and nothing is lost.
  await expect(form.getByText("The end must be after the start.")).toBeVisible();
  await expect(form.getByText("This cannot be empty.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await expect(form.getByLabel("Choice 1 in English")).toHaveValue("A house");
  await setTime(form, /^Wednesday, to, hours 2$/, "20:30");
  await form.getByLabel("Choice 2 in English").fill("A garden");
  await expect(form.getByText("The end must be after the start.")).toBeHidden();
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();

  await bookByKeyboard(browser, address);
  await page.reload();
  await expect(page.getByText("bo@example.org")).toBeVisible();
  await expect(page.getByText("“What is it about?”: A garden")).toBeVisible();
});

test("on a phone a page gets a text, one language, a site that may show it, and a pause that ends by itself", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page, SWEDISH, "/booking-pages");
  const address = await openEditor(page, "Låt andra boka tid", "Ändra 30 minuter");
  const form = page.getByRole("dialog", { name: "Det som går att boka" });
  await form.getByLabel("Vilka tider").selectOption({ label: "Egna tider" });
  await expect(form.getByLabel("onsdag, från, tid 1")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  await page
    .getByRole("button", { name: /^Ändra sidan/ })
    .last()
    .click();
  const about = page.getByRole("dialog", { name: "Ändra sidan" });
  await about.getByRole("checkbox", { name: "Engelska" }).uncheck();
  await about.getByLabel("Beskrivning på svenska").fill("Vi ses över en kopp kaffe.");
  await about.getByLabel("Webbplatser som får visa sidan").fill("javascript:alert(1)");
  await about.getByLabel("Gästers uppgifter sparas, dagar efter").fill("400");
  await about.getByRole("button", { name: "Spara" }).click();
  await expect(about.getByText("Det närmaste som går är 366.")).toBeVisible();
  await expect(about.getByText("Skriv högst 20 adresser")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await about.getByLabel("Webbplatser som får visa sidan").fill("example.org");
  await about.getByLabel("Gästers uppgifter sparas, dagar efter").fill("7");
  await about.getByLabel("Läge").selectOption({ label: "Pausad till ett datum" });
  await about.getByRole("button", { name: "Spara" }).click();
  await expect(about).toBeHidden();
  await expect(page.getByText("Pausad, öppnar av sig själv")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  const answer = await guest.goto(address);
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors https://example.org");
  await expect(guest.getByText("Vi ses över en kopp kaffe.")).toBeVisible();
  await expect(guest.getByRole("link", { name: "English" })).toHaveCount(0);
  await expect(guest.getByText(/^Inga tider kan bokas före/)).toBeVisible();
  await expect(guest.getByText(/^Det finns tider igen från/)).toBeVisible();
  await expect(guest.getByRole("table").getByRole("link")).toHaveCount(0);
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(page.getByText("Pausad, öppnar av sig själv")).toBeHidden();
  await guest.goto(address);
  await expect(guest.getByRole("link", { name: "Svenska" })).toBeVisible();
  await expect(guest.getByRole("table").getByRole("link").first()).toBeVisible();
  await guest.context().close();
});

test("without a network the pages stay, and say why nothing can be changed", async ({ page }) => {
  await signInAt(server, page, SWEDISH, "/booking-pages");
  await expect(page.getByRole("button", { name: "Låt andra boka tid" })).toBeEnabled();
  await page.context().setOffline(true);
  await expect(page.getByText("Ingen anslutning. Gäster kan boka ändå")).toBeVisible();
  await expect(page.getByRole("button", { name: "Låt andra boka tid" })).toBeDisabled();
  expect(await axeProblems(page)).toEqual([]);
  await page.context().setOffline(false);
  await expect(page.getByRole("button", { name: "Låt andra boka tid" })).toBeEnabled();
});

const ROOM_RULES = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };

/** Makes a page, and opens the editor of what can be booked there. */
async function openNewType(page: Page) {
  await page.goto(`${server.url}/booking-pages`);
  const start = page.getByRole("button", { name: "Let others book a time" });
  await expect(start).toBeEnabled();
  const pages = page.getByRole("link", { name: "See the page as a guest" });
  const count = await pages.count();
  await start.click();
  await expect(pages).toHaveCount(count + 1);
  const address = (await pages.last().getAttribute("href")) ?? "";
  await page.getByRole("button", { name: "Edit 30 minutes" }).last().press("Enter");
  return { address, form: page.getByRole("dialog", { name: "What can be booked" }) };
}

test("a room that is ticked in the editor is booked with the guest's time, and a time without it is not offered", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [roomId] = await makeRooms(page, { name: "Loftet", rules: ROOM_RULES });
  const { address, form } = await openNewType(page);
  await form.getByRole("checkbox", { name: "Loftet" }).press("Space");
  await expect(form.getByRole("checkbox", { name: "Only times when one of them is free" })).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();

  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto(address);
  const times = guest
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link", { name: /^\d\d:\d\d/ });
  const first = (await times.first().textContent()) ?? "";
  const day = guest.url();
  await times.first().click();
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await expect(guest.getByText("Loftet")).toBeVisible();
  const [list] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect((list as { list: object[] }).list).toMatchObject([{ bookableId: roomId, state: "confirmed" }]);
  await guest.goto(day);
  await expect(times.first()).toBeVisible();
  expect(await times.allTextContents()).not.toContain(first);
  await guest.context().close();
});

test("a room whose managers answer is asked for by a guest without a mouse, and theirs by a yes", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await makeRooms(page, { name: "Ateljén", rules: { ...ROOM_RULES, approval: "always" } });
  const { address, form } = await openNewType(page);
  await form.getByRole("checkbox", { name: "Ateljén (asks its managers first)" }).press("Space");
  await expect(form.getByText("The managers of Ateljén answer every request")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();

  const viewport = { width: 320, height: 700 };
  const guest = await (await browser.newContext({ locale: "en-GB", viewport })).newPage();
  await guest.goto(address);
  const times = guest.getByRole("main").getByRole("listitem");
  await times
    .getByRole("link", { name: /^\d\d:\d\d/ })
    .first()
    .press("Enter");
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  const waits = guest.getByRole("heading", { name: "Your request is waiting for an answer about Ateljén" });
  await sendGuestForm(guest.getByRole("button", { name: /^Ask for / }), waits);
  expect(await axeProblems(guest)).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.goto(`${server.url}/booking-pages`);
  await expect(page.getByText("waiting for the managers of Ateljén")).toBeVisible();
  await expect(page.getByRole("button", { name: "Accept Bo Ek" })).toBeHidden();
  await page.goto(`${server.url}/bookables`);
  const waiting = page.getByRole("region", { name: "Waiting for your answer" }).getByRole("listitem");
  await waiting
    .filter({ hasText: "Ateljén" })
    .getByRole("button", { name: /^Grant / })
    .press("Enter");
  await expect(waiting.filter({ hasText: "Ateljén" })).toBeHidden();
  await guest.reload();
  await expect(guest.getByRole("heading", { name: "✓ You are booked" })).toBeVisible();
  await expect(guest.getByText("The managers of the room answer each request.")).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await guest.context().close();
});
