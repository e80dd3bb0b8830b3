import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { makeRooms } from "./make-bookables.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";

const ROOM_RULES = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1 };

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** Makes a poll of five suggested times. @returns the address of its public page */
async function makePoll(page: Page, roomId: string): Promise<string> {
  await page.goto(`${server.url}/polls`);
  await expect(page.getByText("There are no polls.")).toBeVisible();
  await page.goto(`${server.url}/week`);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.type("new poll");
  await page.getByRole("option", { name: "New poll", exact: true }).click();
  await page.getByLabel("What do you want to ask?").fill("Lucia coffee?");
  await page.getByLabel(/^Room that is booked/).selectOption(roomId);
  await page.getByRole("button", { name: "Suggest five times" }).click();
  await expect(page.getByRole("heading", { name: "5 times" })).toBeVisible();
  // By the keys alone: one time more, and away again.
  const keys = page.getByRole("button", { name: "Place times with the keyboard" });
  await keys.focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { name: "6 times" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "5 times" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Create the poll" }).click();
  await expect(page.getByRole("heading", { name: "Lucia coffee?" })).toBeVisible();
  const address = (await page.getByTitle(/\/p\//).getAttribute("title")) ?? "";
  await expect(page.getByRole("img", { name: "A code that leads to the poll" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  return address;
}

/** Which of the tiles of days are filled, as the one of the day that is read is. */
const filledTiles = (guest: Page): Promise<readonly number[]> =>
  guest
    .locator(".tiles a")
    .evaluateAll((tiles) =>
      tiles.flatMap((tile, at) =>
        getComputedStyle(tile).backgroundColor === "rgba(0, 0, 0, 0)" ? [] : [at],
      ),
    );

/** Votes on the page without scripts, by the keyboard, one day at a time. */
async function vote(guest: Page, address: string): Promise<void> {
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: "Lucia coffee?" })).toBeVisible();
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  // One day at a time: the next one is an anchor away.
  const days = guest.locator(".days section");
  await expect(days.first()).toBeVisible();
  await expect(days.nth(1)).toBeHidden();
  expect(await filledTiles(guest)).toEqual([0]);
  await days.first().getByRole("radio", { name: "Ja" }).first().press("Space");
  await days
    .first()
    .getByRole("link", { name: /^Nästa/ })
    .press("Enter");
  await expect(days.nth(1)).toBeVisible();
  await expect(days.first()).toBeHidden();
  expect(await filledTiles(guest)).toEqual([1]);
  await days.nth(1).getByRole("radio", { name: "Nej" }).first().press("Space");
  await guest.getByLabel("Ditt namn").fill("Bo Ek");
  await guest.getByRole("button", { name: "Skicka dina svar" }).press("Enter");
  const quick = guest.getByText("Tryck på knappen en gång till.");
  const saved = guest.getByText("Dina svar är sparade.");
  await expect(quick.or(saved)).toBeVisible();
  if (await quick.isVisible()) {
    await expect(guest.getByLabel("Ditt namn")).toHaveValue("Bo Ek");
    await guest.getByRole("button", { name: "Skicka dina svar" }).press("Enter");
  }
  await expect(saved).toBeVisible();
  await guest.getByRole("link", { name: "English" }).click();
  await expect(guest.getByText("asks you, Bo Ek")).toBeVisible();
}

/** Gives a poll another question and one time more; what was answered stays. */
async function changePoll(page: Page): Promise<void> {
  const answers = page.getByRole("row", { name: /Bo Ek/ }).locator("[data-answer]");
  const before = await answers.count();
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Change the poll" }).click();
  await page.getByLabel("What do you want to ask?").fill("Lucia coffee and buns?");
  await page.getByRole("button", { name: "Add a time" }).click();
  await page.getByLabel("Who should answer?").fill("cleo@elsewhere.example");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save the changes" }).click();
  await expect(page.getByRole("heading", { name: "Lucia coffee and buns?" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveCount(1 + 6);
  await expect(page.getByRole("row", { name: /^cleo/ })).toBeVisible();
  await expect(answers).toHaveCount(before);
}

test("five times are suggested, a guest votes by keyboard without scripts, and it is decided", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [roomId = ""] = await makeRooms(page, { name: "Loftet", rules: ROOM_RULES });
  const address = await makePoll(page, roomId);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    locale: "sv-SE",
  });
  const guest = await context.newPage();
  await vote(guest, address);
  await page.reload();
  await expect(page.getByRole("row", { name: /Bo Ek/ })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Best is / })).toBeVisible();
  await changePoll(page);
  // What the decision will do is said beside its button.
  await expect(page.getByText("The room is booked.")).toBeVisible();
  await page.getByRole("button", { name: /^Decide / }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decide", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Decided: / })).toBeVisible();
  await page.getByRole("button", { name: "Open the event" }).click();
  await expect(page.getByText("Lucia coffee and buns?").first()).toBeVisible();
  const [booked] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect((booked as { list: object[] }).list).toMatchObject([{ bookableId: roomId, state: "confirmed" }]);
  await guest.reload();
  await expect(guest.getByText(/Decided: /)).toBeVisible();
  await expect(guest.getByRole("link", { name: "Download to your calendar" })).toBeVisible();
  await context.close();
});

test("a time is put into the week by the pointer, and moved", async ({ page }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/polls/new`);
  const column = page.locator("[data-column]").nth(3);
  const drag = async (from: number, to: number): Promise<void> => {
    await column.scrollIntoViewIfNeeded();
    const box = await column.boundingBox();
    if (!box) throw new Error("no column");
    const x = box.x + box.width / 2;
    await page.mouse.move(x, box.y + box.height * from);
    await page.mouse.down();
    await page.mouse.move(x, box.y + box.height * to, { steps: 4 });
    await page.mouse.up();
  };
  await drag(0.2, 0.4);
  await expect(page.getByRole("heading", { name: "1 time" })).toBeVisible();
  const field = page.getByLabel("Time 1, time");
  await expect(field).toHaveValue("13:00");
  await drag(0.42, 0.6);
  await expect(field).toHaveValue("16:00");
  await expect(page.getByRole("heading", { name: "1 time" })).toBeVisible();
});

for (const [name, colorScheme, lang] of [
  ["light, English", "light", "en-GB"],
  ["dark, Swedish", "dark", "sv"],
] as const)
  test(`axe finds nothing on the page of a poll: ${name}`, async ({ page }) => {
    await signInAt(server, page, SWEDISH);
    await page.goto(`${server.url}/polls/new`);
    await page.getByLabel(/^(Vad vill du fråga\?|What do you want to ask\?)$/).fill("Fika?");
    await page.getByRole("button", { name: /^(Föreslå fem tider|Suggest five times)$/ }).click();
    await page.getByRole("button", { name: /^(Skapa omröstningen|Create the poll)$/ }).click();
    const address = (await page.getByTitle(/\/p\//).getAttribute("title")) ?? "";
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(`${address}?lang=${lang}`);
    await page.getByRole("radio").first().check({ force: true });
    expect(await axeProblems(page)).toEqual([]);
    await page.getByLabel(lang === "sv" ? "Ditt namn" : "Your name").fill("Bo");
    await page
      .getByRole("button", { name: lang === "sv" ? "Skicka dina svar" : "Send your answers" })
      .click();
    await expect(page.getByRole("table")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  });
