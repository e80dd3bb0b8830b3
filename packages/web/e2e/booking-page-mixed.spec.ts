import type { Browser, Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { davOf } from "./dav-texts.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeGroup } from "./make-bookables.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** A group of both, whose pages who is signed in manages too. */
async function groupOfBoth(page: Page, browser: Browser): Promise<string> {
  const english = await (await browser.newContext()).newPage();
  await signInAt(server, english, ENGLISH);
  const groupId = await makeGroup(english, "Styrelsen");
  const [asked] = await callAs(page, [["Booking/get", { ids: [] }]]);
  const { accountId } = asked as never as { readonly accountId: string };
  const member = { [`members/${accountId}`]: { isManager: true } };
  await callAs(english, [["Group/set", { update: { [groupId]: member } }]]);
  await english.context().close();
  return groupId;
}

/** Has one always receive guests and the other in turn; on the way there what is wrong is said. */
async function chooseMix(page: Page, form: Locator): Promise<void> {
  await form
    .getByLabel("Hur gäster tas emot")
    .selectOption({ label: "Några alltid, och en i tur och ordning" });
  const roles = form.getByLabel(/^Roll för /);
  await expect(roles).toHaveCount(2);
  await expect(roles.first()).toHaveValue("required");
  await expect(roles.last()).toHaveValue("pool");
  await expect(form.getByLabel(/^Andel för /)).toHaveCount(1);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await form.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  expect(await axeProblems(page)).toEqual([]);
  const save = form.getByRole("button", { name: "Spara" });
  await roles.first().selectOption("pool");
  await save.press("Enter");
  await expect(form.getByText("Någon behöver alltid vara med, och någon turas om.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await roles.first().selectOption("required");
  await expect(form.getByText("Någon behöver alltid vara med, och någon turas om.")).toBeHidden();
  await form.getByLabel(/^Andel för /).fill("0");
  await save.press("Enter");
  await expect(form.getByText("Det närmaste som går är 1.")).toBeVisible();
  await form.getByLabel(/^Andel för /).fill("2");
  await form.getByRole("button", { name: "Spara" }).press("Enter");
  await expect(form).toBeHidden();
}

async function guestBooks(page: Page, browser: Browser): Promise<void> {
  const see = page.getByRole("link", { name: "Se sidan som gäst" });
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto((await see.getAttribute("href")) ?? "");
  await guest.getByRole("main").getByRole("list").last().getByRole("link").first().click();
  await guest.getByLabel("Your name").fill("Bo Ek");
  await guest.getByLabel("Email").fill("bo@example.org");
  const booked = guest.getByRole("heading", { name: "✓ You are booked" });
  await sendGuestForm(guest.getByRole("button", { name: /^Book / }), booked);
  await guest.context().close();
}

/** Asks why the time that was booked is not offered any more. */
async function askWhyNot(page: Page, groupId: string): Promise<void> {
  const [bookings] = await callAs(page, [["PageBooking/get", { accountId: groupId, ids: null }]]);
  const [one] = (bookings as never as { list: { start: string; pageId: string; typeId: string }[] }).list;
  if (!one) throw new Error("nothing is booked");
  await page.reload();
  // Nobody else takes turns.
  await expect(page.getByText("bo@example.org")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Lämna över / })).toHaveCount(0);
  await page.getByRole("button", { name: /^Varför inte\?/ }).press("Enter");
  const why = page.getByRole("dialog", { name: "Varför inte?" });
  const clock = new Intl.DateTimeFormat("sv", { timeZone: "Europe/Stockholm", timeStyle: "short" });
  await why
    .getByRole("textbox")
    .last()
    .fill(clock.format(new Date(one.start)));
  await why.getByRole("textbox").last().press("Tab");
  await why.getByRole("button", { name: "Fråga" }).press("Enter");
  await expect(why.getByRole("listitem").first()).toBeVisible();
  await expect(why.getByText("Ingen av dem som turas om kan då")).toBeVisible();
  await expect(why.getByText(/ är upptagen: /).first()).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
}

test("some always receive guests and one in turn, as chosen by keyboard on a phone; both are invited, and a time without one of them is explained", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page, SWEDISH);
  const groupId = await groupOfBoth(page, browser);
  await page.goto(`${server.url}/booking-pages?of=${groupId}`);
  await expect(page.getByText(/Styrelsen.* har ingen bokningssida än/)).toBeVisible();
  const start = page.getByRole("button", { name: "Låt andra boka tid" });
  await expect(start).toBeEnabled();
  await start.press("Enter");
  await page.getByRole("button", { name: "Ändra 30 minuter" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Det som går att boka" });
  await chooseMix(page, form);
  await guestBooks(page, browser);
  // Each has it, with the other and the guest in it.
  for (const address of [SWEDISH, ENGLISH])
    await expect(async () => {
      const texts = (await davOf(server, address).texts()).filter((text) => text.includes("bo@example.org"));
      expect(texts).toHaveLength(1);
      for (const who of [SWEDISH, ENGLISH, "bo@example.org"])
        expect(texts[0]).toMatch(new RegExp(`^ATTENDEE[^\\r]*mailto:${who}`, "m"));
    }).toPass();
  await askWhyNot(page, groupId);
});
