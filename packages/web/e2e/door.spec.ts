import type { BrowserContext, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { makeHousehold, makeRooms, PASSES } from "./make-bookables.ts";

const RULES = {
  ...PASSES,
  sees: "names",
  checkIn: { from: "PT15M", within: "PT30M", by: ["display", "phoneAtDoor"] },
  houseRules: { text: { en: "Clean the filter.", sv: "Rensa filtret." }, version: 1, mustAccept: true },
  limits: [],
};

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

test("a manager's link shows at the door what is booked, in both languages, without a network, until it is taken away", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [laundry] = await makeRooms(page, { name: "Laundry room", place: "House 3", rules: RULES });
  await page.goto(`${server.url}/bookables/${laundry}/2026-W48`);
  await page.getByRole("button", { name: "Manage Laundry room" }).click();
  await page.getByRole("menuitem", { name: "Screens at the door" }).click();
  const dialog = page.getByRole("dialog", { name: "Screens at the door" });
  await expect(dialog).toContainText("No screen shows it yet.");
  await dialog.getByLabel("What is the screen called?").fill("House 3, ground floor");
  await dialog.getByRole("button", { name: "Create a link" }).click();
  const link = await dialog.locator("[translate=no]").textContent();
  expect(link).toMatch(/\/wall\/[\w-]{32}$/);
  expect(await axeProblems(page)).toEqual([]);

  // The screen: nobody signs in there.
  const context = await browser.newContext({
    locale: "sv-SE",
    colorScheme: "dark",
    viewport: { width: 800, height: 480 },
  });
  const door = await context.newPage();
  await door.clock.install({ time: NOW });
  await door.goto(link ?? "");
  const state = door.getByRole("heading", { level: 1 });
  await expect(state).toHaveText("Ledig");
  await expect(door.getByText("Till 13:00.")).toBeVisible();
  await expect(door.getByRole("complementary").getByRole("listitem").first()).toContainText("13–16Ledig");
  expect(await axeProblems(door)).toEqual([]);

  await fillTheScreen(door);
  await bookAtTheDoor(page, door);

  // What others do is seen there by itself.
  const [known] = await callAs(page, [["Booking/get", { ids: null }]]);
  const destroy = known?.["list"]?.map((one) => (one as never as { id: string }).id);
  await callAs(page, [["Booking/set", { destroy }]]);
  const time = { start: "2026-11-23T09:15:00Z", end: "2026-11-23T12:00:00Z", acceptedRules: 1 };
  await callAs(page, [["Booking/set", { create: { k: { bookableId: laundry, ...time } } }]]);
  await door.clock.fastForward(10_000);
  await expect(state).toHaveText("Väntar");
  await sayByPhone(page, door, laundry ?? "");
  await door.clock.fastForward(10_000);
  await expect(state).toHaveText("Upptagen");
  await expect(door.getByText("1203 Sand, till 13:00.")).toBeVisible();
  expect(await axeProblems(door)).toEqual([]);

  await loseTheNetwork(context, door);

  await page.getByRole("button", { name: "Remove the link of House 3, ground floor" }).click();
  await expect(dialog).toContainText("No screen shows it yet.");
  await door.clock.fastForward(10_000);
  await expect(door.getByRole("heading", { level: 1 })).toHaveText("Den här skärmen visar inget längre");
  await context.close();
});

/** On a large screen everything is as much larger as the screen is: it is read from further away. */
async function fillTheScreen(door: Page): Promise<void> {
  const state = door.getByRole("heading", { level: 1 });
  const heightOf = async (): Promise<number> => (await state.boundingBox())?.height ?? 0;
  const small = await heightOf();
  await door.setViewportSize({ width: 1920, height: 1080 });
  expect(await heightOf()).toBeGreaterThan(2 * small);
  await door.setViewportSize({ width: 800, height: 480 });
  // The first act is the filled one.
  await expect(door.getByRole("button", { name: "Boka nu, till 13:00" })).toHaveAttribute(
    "data-look",
    "first",
  );
}

/** Who stands at the door types its code into their own phone. */
async function sayByPhone(page: Page, door: Page, id: string): Promise<void> {
  const phone = await page.context().newPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.clock.install({ time: NOW });
  await phone.goto(`${server.url}/bookables/${id}/2026-W48`);
  await phone.getByRole("gridcell").getByRole("button", { name: /Yours/ }).first().click();
  const sheet = phone.getByRole("dialog");
  const field = sheet.getByLabel("The code at the door");
  await field.fill("12");
  await sheet.getByRole("button", { name: "I am here" }).click();
  await expect(phone.getByText(/not the code that the screen at the door shows/)).toBeVisible();
  expect(await axeProblems(phone)).toEqual([]);
  const shown = await door.getByText("Koden till din telefon").textContent();
  await field.fill((/\d{3} \d{3}/.exec(shown ?? "") ?? [""])[0]);
  await sheet.getByRole("button", { name: "I am here" }).click();
  await expect(phone.getByText("You are here", { exact: true })).toBeVisible();
  await phone.close();
}

/** A tag is held to a reader that types as a keyboard does, wherever the focus is. */
const holdTag = (door: Page, tag: string): Promise<void> =>
  door.evaluate((keys) => {
    for (const key of [...Array.from(keys), "Enter"])
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }, tag);

/** A household accepts the rules, books, comes, is done and comes later, by its number and PIN or by its tag. */
async function bookAtTheDoor(page: Page, door: Page): Promise<void> {
  const state = door.getByRole("heading", { level: 1 });
  const householdId = await makeHousehold(page, "1203", "Sand");
  const tags = { "tags/0417 2206": { isBlocked: false } };
  await callAs(page, [["Household/set", { update: { [householdId]: tags } }]]);
  const [given] = await callAs(page, [["Household/pin", { householdId }]]);
  const { pin } = given as never as { readonly pin: string };
  const identify = async (secret: string): Promise<void> => {
    await door.getByLabel("Vem är du?").fill("1203");
    await door.getByRole("button", { name: "Fortsätt" }).click();
    for (const digit of secret) await door.getByRole("button", { name: digit, exact: true }).click();
    await door.getByRole("button", { name: "Fortsätt" }).click();
  };
  await door.getByRole("button", { name: "Boka nu, till 13:00" }).click();
  await identify(pin === "8642" ? "8643" : "8642");
  await expect(door.getByRole("alert")).toBeVisible();
  expect(await axeProblems(door)).toEqual([]);
  await identify(pin);
  await expect(door.getByText("Rensa filtret.")).toBeVisible();
  expect(await axeProblems(door)).toEqual([]);
  await door.getByRole("button", { name: "Jag följer husreglerna" }).click();
  await expect(door.getByText("Bokat för 1203 Sand, 10:15–13:00")).toBeVisible();
  await expect(state).toHaveText("Väntar");
  await door.getByRole("button", { name: "Jag är här" }).click();
  await holdTag(door, "99990000");
  await expect(door.getByRole("alert")).toContainText("Inget hushåll har den taggen");
  await holdTag(door, "04172206");
  await expect(state).toHaveText("Upptagen");
  await expect(door.getByText("1203 Sand, till 13:00.")).toBeVisible();
  // What somebody has typed is gone when they have walked away.
  await door.getByRole("button", { name: "Klar, släpp resten till 13:00" }).click();
  await door.getByLabel("Vem är du?").fill("1203");
  await door.clock.fastForward(20_000);
  await expect(door.getByLabel("Vem är du?")).toHaveCount(0);
  await door.getByRole("button", { name: "Klar, släpp resten till 13:00" }).click();
  await identify(pin);
  await expect(door.getByText("Klart. Resten är ledig för andra.")).toBeVisible();
  await door.getByRole("button", { name: "Stäng" }).click();
  await expect(state).toHaveText("Ledig");

  await door.getByRole("button", { name: "Boka nu, till 13:00" }).click();
  await holdTag(door, "04172206");
  // The household has accepted the rules before, and is not asked again.
  await expect(state).toHaveText("Väntar");
  await expect(door.getByRole("button", { name: "Jag följer husreglerna" })).toHaveCount(0);
  await door.getByRole("button", { name: "Jag kommer senare" }).click();
  await door.getByRole("button", { name: "10:30" }).click();
  await holdTag(door, "04172206");
  await expect(door.getByText("1203 Sand kommer 10:30.")).toBeVisible();
  await expect(state).toHaveText("Ledig");
  await expect(door.getByText("Till 10:30, sedan 1203 Sand.")).toBeVisible();
  await door.getByRole("button", { name: "Stäng" }).click();
}

/** Without a network it goes on by itself, says so, and after an hour knows nothing but the clock. */
async function loseTheNetwork(context: BrowserContext, door: Page): Promise<void> {
  const state = door.getByRole("heading", { level: 1 });
  await context.setOffline(true);
  await expect(door.getByRole("status")).toContainText(/Inget nät sedan 10:2\d/);
  expect(await axeProblems(door)).toEqual([]);
  await door.clock.fastForward(45 * 60_000);
  await expect(state).toHaveText("Upptagen");
  await door.clock.fastForward(20 * 60_000);
  await expect(state).toHaveText("Okänt");
  await context.setOffline(false);
  await expect(state).toHaveText("Upptagen");
}
