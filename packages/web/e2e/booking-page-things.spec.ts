import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer();
});
test.afterEach(() => server.stop());

/** Books the first time that a guest is offered at an address, on a phone without scripts; gives the page that says what came of it. */
async function bookFirst(browser: Browser, address: string, locale: string): Promise<Page> {
  const viewport = { width: 390, height: 844 };
  const guest = await (await browser.newContext({ javaScriptEnabled: false, viewport, locale })).newPage();
  await guest.goto(address);
  const times = guest
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link", { name: /^\d\d:\d\d/ });
  await times.first().press("Enter");
  await guest.getByLabel(/^(Your name|Ditt namn)/).fill("Bo Ek");
  await guest.getByLabel(/^(Email|E-post)/).fill("bo@example.org");
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const book = guest.getByRole("button", { name: /^(Book|Boka|Ask|Fråga)/ });
  await book.press("Enter");
  const heading = guest.getByRole("heading", { name: /^(✓|Asked|Waiting|Du|Väntar|Din)/ });
  await expect(
    heading.or(guest.getByText(/Press the button once more|Tryck på knappen en gång till/)),
  ).toBeVisible();
  if (!(await heading.isVisible())) await book.press("Enter");
  return guest;
}

/** Asks about a time at which no pass begins: the thing's own rules answer in words. */
async function askWhyNot(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Why not\? About .*Sauna/ }).press("Enter");
  const form = page.getByRole("dialog", { name: "Why not?" });
  await form.getByRole("textbox", { name: /time/i }).fill("03:15");
  await form.getByRole("button", { name: "Ask" }).press("Enter");
  await expect(form.getByText("Nothing that it needs can be had then.")).toBeVisible();
  await expect(form.getByText(/There is no such slot\. The nearest is|the first slot begins/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.screenshot({ path: "/tmp/shots/whynot-thing.png" });
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
}

test("from the board of a sauna its managers let guests book it, who have its passes one each", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Sauna", rules: PASSES });
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  await page.getByRole("button", { name: /^Manage .*Sauna/ }).press("Enter");
  await page.getByRole("menuitem", { name: "Guests without an account…" }).press("Enter");
  await expect(page.getByLabel("Whose pages").locator("option:checked")).toHaveText(/Styrelsen/);
  await page.getByRole("button", { name: /^Let guests book .*Sauna/ }).press("Enter");
  const link = page.getByRole("link", { name: "See the page as a guest" });
  await expect(link).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const address = (await link.getAttribute("href")) ?? "";
  expect(address).toMatch(/\/b\/sauna$/);

  const guest = await bookFirst(browser, address, "en-GB");
  await expect(guest.getByRole("heading", { name: "✓ You are booked" })).toBeVisible();
  await expect(guest.getByText("Sauna").first()).toBeVisible();
  const [list] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect((list as { list: object[] }).list).toMatchObject([{ bookableId: id, state: "confirmed" }]);
  await page.reload();
  await expect(page.getByText("bo@example.org")).toBeVisible();

  await askWhyNot(page);

  await page
    .getByRole("button", { name: /^Edit .*Sauna/ })
    .first()
    .press("Enter");
  const form = page.getByRole("dialog", { name: "What can be booked" });
  await expect(form.getByLabel("How they receive guests").locator("option:checked")).toHaveText(/^Nobody/);
  await form.getByRole("checkbox", { name: /Sauna/ }).press("Space");
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form.getByText("This is not possible.")).toBeVisible();
  await form.getByRole("checkbox", { name: /Sauna/ }).press("Space");
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();
  await guest.context().close();
});

test("on a phone a request of a guest keeps the thing until its managers have said yes", async ({
  page,
  browser,
}) => {
  const admin = await (await browser.newContext()).newPage();
  await signInAt(server, admin);
  const [id = ""] = await makeRooms(admin, { name: "Bastun", rules: { ...PASSES, approval: "always" } });
  const [things] = await callAs(admin, [["Bookable/get", { ids: [id] }]]);
  const { list } = things as never as { readonly list: readonly { readonly managersId: string }[] };
  const groupId = list[0]?.managersId ?? "";
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page, SWEDISH);
  const [asked] = await callAs(page, [["Booking/get", { ids: [] }]]);
  const { accountId } = asked as never as { readonly accountId: string };
  const member = { [`members/${accountId}`]: { isManager: true } };
  await callAs(admin, [["Group/set", { update: { [groupId]: member } }]]);

  await page.goto(`${server.url}/booking-pages?of=${groupId}`);
  await page.getByRole("button", { name: /^Låt gäster boka .*Bastun/ }).click();
  const link = page.getByRole("link", { name: "Se sidan som gäst" });
  const address = (await link.getAttribute("href")) ?? "";
  const guest = await bookFirst(browser, address, "sv-SE");
  const booking = guest.url();
  await page.reload();
  await expect(page.getByText("väntar på ditt svar")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: /^Godkänn/ }).click();
  await expect(page.getByText("väntar på ditt svar")).toBeHidden();
  await guest.goto(booking);
  await expect(guest.getByRole("heading", { name: /^✓/ })).toBeVisible();
  await guest.context().close();
  await admin.context().close();
});
