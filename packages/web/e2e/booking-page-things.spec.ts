import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";
import { sendGuestForm } from "./send-guest-form.ts";

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
  await sendGuestForm(
    guest.getByRole("button", { name: /^(Book|Boka|Ask|Fråga)/ }),
    guest.getByRole("heading", { name: /^(✓|Asked|Waiting|Du|Väntar|Din)/ }),
  );
  return guest;
}

/** Asks about a time at which no pass begins: the thing's own rules answer in words. */
async function askWhyNot(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Why not\? About .*Sauna/ }).press("Enter");
  const form = page.getByRole("dialog", { name: "Why not?" });
  await form.getByRole("textbox", { name: /time/i }).fill("03:15");
  await form.getByRole("button", { name: "Ask" }).press("Enter");
  await expect(form.getByText("What it needs is not free then.")).toBeVisible();
  await expect(form.getByText(/There is no such slot\. The nearest is|the first slot begins/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
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

const FLAT = {
  mode: "nights",
  timeZone: "Europe/Stockholm",
  cellMinutes: 60,
  units: 1,
  nights: { checkIn: "15:00", checkOut: "11:00" },
  lengths: { maxNights: 3 },
};

/** From the choice of nights to the booking, by keyboard. */
async function bookTwoNights(guest: Page): Promise<void> {
  const nights = guest.getByRole("main").getByRole("listitem").getByRole("link");
  await expect(
    guest.getByRole("heading", { name: "Arrival Wednesday 13 January, 15:00. When do you leave?" }),
  ).toBeVisible();
  await expect(nights).toHaveCount(3);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await guest.getByRole("link", { name: /^Friday 15 January, 11:00/ }).press("Enter");
  await expect(
    guest.getByText(/Wednesday 13 January 2027, 15:00 – Friday 15 January 2027, 11:00/),
  ).toBeVisible();
  await expect(guest.getByText("2 nights")).toBeVisible();
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await expect(guest.getByText("2 nights")).toBeVisible();
}

async function moveAndCancel(guest: Page): Promise<void> {
  // The nights that the guest has do not stand in their own way.
  await guest.getByRole("link", { name: "Move the booking" }).press("Enter");
  await guest
    .getByRole("link", { name: /^Thursday 14 January,|Arrive on Thursday 14 January/ })
    .first()
    .press("Enter");
  await guest.getByRole("link", { name: /^Sunday 17 January, 11:00/ }).press("Enter");
  await guest.getByRole("button", { name: /^Move to Thursday 14 January/ }).press("Enter");
  await expect(
    guest.getByText(/Thursday 14 January 2027, 15:00 – Sunday 17 January 2027, 11:00/),
  ).toBeVisible();
  await expect(guest.getByText("3 nights")).toBeVisible();
  await guest.getByText("Cancel the booking").first().press("Enter");
  await guest.getByRole("button", { name: "Cancel the booking" }).press("Enter");
  await expect(guest.getByRole("heading", { name: "The booking is cancelled" })).toBeVisible();
}

test("guests book the guest flat by the night, without scripts, move to other nights and cancel", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Guest flat", rules: FLAT });
  const [things] = await callAs(page, [["Bookable/get", { ids: [id] }]]);
  const { list } = things as never as { readonly list: readonly { readonly managersId: string }[] };
  await page.goto(`${server.url}/booking-pages?of=${list[0]?.managersId ?? ""}`);
  await page.getByRole("button", { name: /^Let guests book .*Guest flat/ }).click();
  const link = page.getByRole("link", { name: "See the page as a guest" });
  const address = (await link.getAttribute("href")) ?? "";
  await expect(page.getByText("1 to 3 nights")).toBeVisible();

  const viewport = { width: 320, height: 700 };
  const context = await browser.newContext({ javaScriptEnabled: false, viewport, locale: "en-GB" });
  const guest = await context.newPage();
  await guest.goto(`${address}?lang=en-GB&day=2027-01-13&zone=Asia/Tokyo`);
  await bookTwoNights(guest);

  const other = await context.newPage();
  await other.goto(`${address}?lang=en-GB&day=2027-01-12`);
  const cell = (date: string) => other.getByRole("table").getByRole("link", { name: `Arrive on ${date}` });
  await expect(cell("Tuesday 12 January")).toHaveAttribute("aria-label", /free for 1 night$/);
  await expect(cell("Wednesday 13 January")).toHaveCount(0);
  await expect(cell("Friday 15 January")).toHaveAttribute("aria-label", /free for up to 3 nights$/);

  await moveAndCancel(guest);
  await other.reload();
  await expect(cell("Wednesday 13 January")).toHaveCount(1);

  await page
    .getByRole("button", { name: /^Edit .*Guest flat/ })
    .first()
    .press("Enter");
  const form = page.getByRole("dialog", { name: "What can be booked" });
  await form.getByLabel("Nights at least").fill("2");
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(page.getByText("2 to 3 nights")).toBeVisible();
  await context.close();
});
