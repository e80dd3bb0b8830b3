import type { Browser, Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { letOthersBook } from "./let-others-book.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test("one press lets others book a time, and a guest books by keyboard without scripts", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const address = await letOthersBook(page, server.url);
  await expect(page.getByText("The page has been created from your working hours")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    locale: "sv-SE",
  });
  const guest = await context.newPage();
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: /^Boka en tid med/ })).toBeVisible();
  const days = guest.getByRole("table").getByRole("link");
  await expect(days.first()).toHaveAttribute("aria-label", /lediga? tid/);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await days.last().focus();
  await guest.keyboard.press("Enter");
  const times = guest.getByRole("main").getByRole("listitem").getByRole("link");
  await times.first().focus();
  await guest.keyboard.press("Enter");
  await guest.getByLabel("Ditt namn").fill("Bo Ek");
  await guest.getByLabel("E-post").fill("bo@example.org");
  // The server asks again where nobody can have filled in a form so fast.
  await guest.getByRole("button", { name: /^Boka / }).press("Enter");
  const quick = guest.getByText("Tryck på knappen en gång till.");
  const booked = guest.getByRole("heading", { name: "✓ Du är bokad" });
  await expect(quick.or(booked)).toBeVisible();
  if (await quick.isVisible()) {
    await expect(guest.getByLabel("Ditt namn")).toHaveValue("Bo Ek");
    await guest.getByRole("button", { name: /^Boka / }).press("Enter");
  }
  await expect(booked).toBeVisible();
  await expect(guest.getByRole("link", { name: "Ladda ner till din kalender" })).toBeVisible();
  await guest.getByRole("link", { name: "English" }).click();
  await expect(guest.getByRole("heading", { name: "✓ You are booked" })).toBeVisible();

  await page.reload();
  await expect(page.getByText("bo@example.org")).toBeVisible();
  await guest.getByText("Cancel the booking").first().press("Enter");
  await guest.getByLabel("Reason (optional)").fill("Ill");
  await guest.getByRole("button", { name: "Cancel the booking" }).press("Enter");
  await expect(guest.getByRole("heading", { name: "The booking is cancelled" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing is booked.")).toBeVisible();
  await context.close();
});

/** A guest books by a link that is for one booking: before and after that the page is as one that there is not. */
async function bookBySecret(browser: Browser, address: string, secret: string): Promise<void> {
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  expect((await guest.goto(address))?.status()).toBe(404);
  await guest.goto(secret);
  await expect(guest.getByRole("heading", { name: "A talk" })).toBeVisible();
  await guest.getByRole("main").getByRole("listitem").getByRole("link", { name: /in / }).first().click();
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  await guest.getByLabel("What is it about?").fill("A house");
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await expect(guest.getByText("Storgatan 1")).toBeVisible();
  expect((await guest.goto(secret))?.status()).toBe(404);
  await guest.context().close();
}

/** Asks about a time in the night, and goes from the answer to the editor and back. */
async function askWhyNot(page: Page, own: Locator): Promise<void> {
  await own.getByRole("button", { name: /^Why not\?/ }).press("Enter");
  const why = page.getByRole("dialog", { name: "Why not?" });
  await why.getByRole("textbox", { name: /time/i }).fill("03:10");
  await why.getByRole("button", { name: "Ask" }).click();
  await expect(why.getByText(/^Not shown, for/)).toBeVisible();
  await expect(why.getByText("It is outside the hours of the page.")).toBeVisible();
  await expect(why.getByText(/ that day/)).toBeAttached();
  await expect(why.getByText("The next times guests can book").locator("..").getByText(/^in /)).toHaveCount(
    2,
  );
  expect(await axeProblems(page)).toEqual([]);
  await why.getByRole("button", { name: "Change what can be booked" }).press("Enter");
  await expect(why).toBeHidden();
  await expect(page.getByRole("dialog", { name: "What can be booked" })).toBeVisible();
  await page.keyboard.press("Escape");
}

test("a host changes what can be booked, asks why not, and gives away one booking by a secret link", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/booking-pages`);
  const start = page.getByRole("button", { name: "Let others book a time" });
  await expect(start).toBeEnabled();
  const pages = page.getByRole("link", { name: "See the page as a guest" });
  const count = await pages.count();
  await start.click();
  await expect(pages).toHaveCount(count + 1);
  const see = pages.last();
  const address = (await see.getAttribute("href")) ?? "";
  const own = page.getByRole("listitem").filter({ has: page.locator(`a[href="${address}"]`) });
  await own.getByRole("button", { name: "Edit 30 minutes" }).press("Enter");
  const form = page.getByRole("dialog", { name: "What can be booked" });
  expect(await axeProblems(page)).toEqual([]);
  await form.getByLabel("Lengths, minutes").fill("7");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Write numbers in steps of 5")).toBeVisible();
  await expect(form.getByLabel("Lengths, minutes")).toBeFocused();
  await form.getByLabel("Lengths, minutes").fill("20, 45");
  await expect(form.getByText("Write numbers in steps of 5")).toBeHidden();
  await form.getByLabel("Name in English").fill("A talk");
  await form.getByRole("button", { name: "Add a question" }).click();
  await form.getByLabel("Question 1 in English").fill("What is it about?");
  await form.getByLabel("The guest has to answer").check();
  await form.getByRole("button", { name: "Add a place" }).click();
  await form.getByLabel("Address of place 1").fill("Storgatan 1");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(own.getByText("20 min · 45 min")).toBeVisible();

  await askWhyNot(page, own);

  await own.getByRole("button", { name: /only by link$/ }).click();
  await expect(own.getByText("only by link")).toBeVisible();
  await page.getByRole("button", { name: "New link" }).click();
  const made = page.getByRole("dialog", { name: "New link" });
  if (count > 0) await made.getByRole("combobox").selectOption({ index: count });
  await made.getByLabel("What the link is for").fill("Villa Norr");
  await made.getByRole("button", { name: "Create the link" }).click();
  await expect(page.getByText("1 of 1 bookings left")).toBeVisible();
  // A long link is shown without its middle, and copied whole.
  const shown = await page.getByRole("status").filter({ hasText: "?link=" }).textContent();
  const secret = /http\S+\?link=[\w-]{32}/.exec(shown ?? "")?.[0] ?? "";

  await bookBySecret(browser, address, secret);
  await page.reload();
  await expect(page.getByText("0 of 1 bookings left")).toBeVisible();
  await page.getByRole("button", { name: "End the link Villa Norr" }).click();
  await expect(page.getByText("Villa Norr")).toBeHidden();
});

test("a host goes from the reason to the event that it is, without a mouse and on a narrow screen", async ({
  page,
}) => {
  await signInAt(server, page);
  await callAs(page, [["BookingPage/set", { create: { p: {} } }]]);
  const [known] = await callAs(page, [["Calendar/get", { ids: null }]]);
  const calendarIds = { [known?.["list"]?.[0]?.id ?? ""]: true };
  const time = { start: "2026-11-20T10:00:00", timeZone: "Europe/Stockholm", duration: "PT1H" };
  const recurrenceRule = { "@type": "RecurrenceRule", frequency: "daily" };
  const event = { "@type": "Event", title: "Dentist", calendarIds, ...time, recurrenceRule };
  await callAs(page, [["CalendarEvent/set", { create: { e: event } }]]);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${server.url}/booking-pages`);
  await page
    .getByRole("button", { name: /^Why not\?/ })
    .last()
    .press("Enter");
  const why = page.getByRole("dialog", { name: "Why not?" });
  await why.getByRole("button", { name: "Ask" }).press("Enter");
  const link = why.getByRole("link", { name: "Show the event Dentist" });
  await expect(link).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await link.press("Enter");
  // It is the day that was asked about, not the next one of the series.
  await expect(page).toHaveURL(/\/day\/2026-11-24$/);
  await expect(page.getByRole("heading", { name: "Dentist" })).toBeVisible();
});

for (const [name, colorScheme, lang] of [
  ["light, English", "light", "en-GB"],
  ["dark, Swedish", "dark", "sv"],
] as const)
  test(`axe finds nothing on a booking page: ${name}`, async ({ page }) => {
    await signInAt(server, page, SWEDISH);
    await page.goto(`${server.url}/booking-pages`);
    await page.getByRole("button", { name: /^(Låt andra boka tid|Let others book a time)$/ }).click();
    const see = page.getByRole("link", { name: /^(Se sidan som gäst|See the page as a guest)$/ }).first();
    const address = (await see.getAttribute("href")) ?? "";
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${address}?lang=${lang}`);
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("main").getByRole("list").getByRole("link").first().click();
    expect(await axeProblems(page)).toEqual([]);
  });

test("a wide screen shows the weeks, and the times beside the month; a phone shows them below it", async ({
  page,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/booking-pages`);
  await page.getByRole("button", { name: "Let others book a time" }).click();
  const see = page.getByRole("link", { name: "See the page as a guest" }).first();
  const address = (await see.getAttribute("href")) ?? "";
  const month = page.getByRole("table");
  const times = page.getByRole("heading", { name: /^Free times on/ });
  const edges = async () => [await month.boundingBox(), await times.boundingBox()] as const;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${address}?lang=en-GB`);
  await expect(page.getByRole("rowheader", { name: /^Week \d+$/ }).first()).toBeVisible();
  const [wide, beside] = await edges();
  expect(beside?.x).toBeGreaterThan((wide?.x ?? 0) + (wide?.width ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("rowheader")).toHaveCount(0);
  const [narrow, below] = await edges();
  expect(below?.y).toBeGreaterThan((narrow?.y ?? 0) + (narrow?.height ?? 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("what can be booked is added, copied, moved and removed, and a removal and a save are undone", async ({
  page,
}) => {
  await signInAt(server, page, SWEDISH);
  await page.goto(`${server.url}/booking-pages`);
  const start = page.getByRole("button", { name: "Låt andra boka tid" });
  await expect(start).toBeEnabled();
  const pages = page.getByRole("link", { name: "Se sidan som gäst" });
  const count = await pages.count();
  await start.click();
  await expect(pages).toHaveCount(count + 1);
  const own = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("link", { name: "Se sidan som gäst" }) })
    .last();
  const rows = own.getByRole("listitem");
  await expect(rows).toHaveText([/30 minuter/]);
  await own.getByRole("button", { name: "Mer om 30 minuter" }).press("Enter");
  await page.getByRole("menuitem", { name: "Duplicera" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Det som går att boka" });
  await form.getByLabel("Namn på svenska").fill("");
  await form.getByLabel("Namn på engelska").fill("");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form.getByText("Skriv ett namn på ett av språken.")).toBeVisible();
  await form.getByLabel("Namn på svenska").fill("Ett besök");
  await form.getByLabel("Flest bokningar av det här på en vecka").fill("0");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form.getByText("Så här skulle ingen någonsin kunna boka.")).toBeVisible();
  await expect(form.getByLabel("Namn på svenska")).toHaveValue("Ett besök");
  await form.getByLabel("Flest bokningar av det här på en vecka").fill("2");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(rows).toHaveText([/30 minuter/, /Ett besök/]);

  await own.getByRole("button", { name: "Mer om Ett besök" }).press("Enter");
  await page.getByRole("menuitem", { name: "Flytta upp" }).press("Enter");
  await expect(rows).toHaveText([/Ett besök/, /30 minuter/]);
  await own.getByRole("button", { name: "Mer om Ett besök" }).press("Enter");
  await page.getByRole("menuitem", { name: "Ta bort" }).press("Enter");
  await expect(rows).toHaveText([/30 minuter/]);
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(rows).toHaveText([/Ett besök/, /30 minuter/]);
  await own.getByRole("button", { name: "Ändra Ett besök" }).click();
  await expect(form.getByLabel("Flest bokningar av det här på en vecka")).toHaveValue("2");
  await form.getByLabel("Namn på svenska").fill("En pratstund");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(rows).toHaveText([/En pratstund/, /30 minuter/]);
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(rows).toHaveText([/Ett besök/, /30 minuter/]);

  const address = (await pages.last().getAttribute("href")) ?? "";
  expect((await page.request.get(address)).status()).toBe(200);
  await own.getByRole("button", { name: /^Ta bort sidan/ }).click();
  const question = page.getByRole("dialog", { name: /^Ta bort sidan/ });
  expect(await axeProblems(page)).toEqual([]);
  await question.getByRole("button", { name: "Avbryt" }).click();
  await expect(pages).toHaveCount(count + 1);
  await own.getByRole("button", { name: /^Ta bort sidan/ }).click();
  await question.getByRole("button", { name: "Ta bort sidan" }).click();
  await expect(pages).toHaveCount(count);
  expect((await page.request.get(address)).status()).toBe(404);
});
