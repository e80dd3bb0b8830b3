import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeHousehold, makeRooms, PASSES } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const RULES = { ...PASSES, opens: { before: "P14D" } };

/** Makes a laundry room as the page's administrator; returns its id. */
async function makeLaundry(page: Page): Promise<string> {
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules: RULES });
  return id;
}

interface Thing {
  readonly rules: typeof RULES;
  readonly rulesVersion: number;
}
async function thing(page: Page): Promise<Thing> {
  const [asked] = await callAs(page, [["Bookable/get", { ids: null }]]);
  const [first] = (asked as never as { readonly list: readonly Thing[] }).list;
  if (!first) throw new Error("there is no thing");
  return first;
}

/** The neighbour's page, with Tuesday 16–19 booked. */
async function bookAsNeighbour(page: Page, bookableId: string): Promise<void> {
  await signInAt(server, page, SWEDISH);
  const time = { bookableId, start: "2026-11-24T15:00:00Z", end: "2026-11-24T18:00:00Z" };
  await callAs(page, [["Booking/set", { create: { k: time } }]]);
}
const bookings = async (page: Page): Promise<number> => {
  const [asked] = await callAs(page, [["Booking/get", { ids: null }]]);
  return (asked as never as { readonly list: readonly { readonly state: string }[] }).list.filter(
    ({ state }) => state === "confirmed",
  ).length;
};

test("a manager changes rules in words, sees what no longer fits, chooses, and takes it back", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  const context = await browser.newContext({ locale: "sv-SE" });
  const neighbour = await context.newPage();
  await neighbour.clock.install({ time: NOW });
  await bookAsNeighbour(neighbour, id);
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  await page.getByRole("button", { name: "Manage Laundry room" }).click();
  await page.getByRole("menuitem", { name: "All rules" }).click();
  await expect(page.getByRole("heading", { name: "Rules for Laundry room" })).toBeVisible();
  await expect(page.getByText("Version 1 applies. You are writing version 2.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const save = page.getByRole("button", { name: "Save version 2" });
  await expect(save).toBeDisabled();

  await page.getByRole("spinbutton", { name: "Each household has at most 2 bookings ahead." }).fill("3");
  await page.getByRole("button", { name: "Remove the slot 16:00–19:00" }).click();
  await expect(page.getByText("1 upcoming booking does not fit version 2.")).toBeVisible();
  // What is on screen is kept when the page is loaded again, and nothing is saved.
  await page.reload();
  await expect(page.getByText("1 upcoming booking does not fit version 2.")).toBeVisible();
  expect(await thing(page)).toMatchObject({ rules: RULES, rulesVersion: 1 });

  await save.click();
  const dialog = page.getByRole("dialog", { name: "1 upcoming booking does not fit version 2." });
  await expect(dialog.getByText("Tomorrow 16–19")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole("radiogroup", { name: "Tomorrow 16–19" }).getByText("Cancel").click();
  await dialog.getByRole("button", { name: "Save version 2, cancel 1" }).click();
  await expect(page.getByText("Version 2 applies from now on. 1 booking was cancelled.")).toBeVisible();
  const after = await thing(page);
  expect(after.rulesVersion).toBe(2);
  expect(after.rules.slotPlans[0]?.passes).toHaveLength(3);
  expect(after.rules).toEqual({
    ...RULES,
    limits: [{ ...RULES.limits[0], max: 3 }],
    slotPlans: [{ ...RULES.slotPlans[0], passes: RULES.slotPlans[0]?.passes.slice(0, 3) }],
  });
  expect(await bookings(neighbour)).toBe(0);

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The rules of version 1 apply again, as version 3.")).toBeVisible();
  expect(await thing(page)).toMatchObject({ rules: RULES, rulesVersion: 3 });
  await expect(page.getByText("Version 3 applies. You are writing version 4.")).toBeVisible();

  // Somebody else's version is not overwritten.
  await page.getByRole("spinbutton", { name: "Each household has at most 2 bookings ahead." }).fill("5");
  await callAs(page, [["Bookable/set", { update: { [id]: { rules: { ...RULES, units: 2 } } } }]]);
  await page.getByRole("button", { name: "Save version 4" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  expect(await thing(page)).toMatchObject({ rules: { units: 2 }, rulesVersion: 4 });
  await context.close();
});

test("rules that cannot be kept have a sentence beside the blank, and nothing is half saved", async ({
  page,
}) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await page.goto(`${server.url}/bookables/${id}/rules`);
  const save = page.getByRole("button", { name: "Save version 2" });
  const wrong = async (fill: () => Promise<void>, words: string): Promise<void> => {
    await fill();
    await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible();
    await expect(save).toBeDisabled();
    expect(await axeProblems(page)).toEqual([]);
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByRole("alert")).toHaveCount(0);
  };
  const limit = page.getByRole("spinbutton", { name: /^Each household has at most/ });
  await wrong(() => limit.fill("0"), "Nobody could ever book like this.");
  await wrong(() => limit.fill(""), "Write a whole number from 1 to 10000.");
  await wrong(
    () => page.getByRole("spinbutton", { name: /^There is|^There are/ }).fill("1000000"),
    "Write a whole number from 1 to 100.",
  );
  const opens = page.getByRole("combobox", { name: /^Times open/ });
  await wrong(async () => {
    await opens.selectOption({ label: "months" });
    await page.getByRole("spinbutton", { name: /^Times open/ }).fill("1200");
  }, "At most 24 months ahead.");
  const first = page.getByRole("textbox", { name: /^Slot 2 begins/ });
  await wrong(async () => {
    await first.fill("09:00");
    await first.blur();
  }, "Slots may not overlap");
  await wrong(async () => {
    for (const slot of ["07:00–10:00", "10:00–13:00", "13:00–16:00", "16:00–19:00"])
      await page.getByRole("button", { name: `Remove the slot ${slot}` }).click();
  }, "This cannot be empty.");
  await expect(save).toBeDisabled();
  expect(await thing(page)).toMatchObject({ rules: RULES, rulesVersion: 1 });
});

test("a question about one time has its verdict with every reason, for who is chosen", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  const partyId = await makeHousehold(page, "1203", "Sand");
  for (const hour of [9, 12]) {
    const [start, end] = [hour, hour + 3].map((at) => `2026-11-25T${String(at).padStart(2, "0")}:00:00Z`);
    await callAs(page, [["Booking/set", { create: { k: { bookableId: id, start, end, partyId } } }]]);
  }
  await page.goto(`${server.url}/bookables/${id}/rules`);
  const week = page.getByRole("table", { name: /^What can be booked today/ }).first();
  await expect(week.getByRole("button", { name: "Taken" })).toHaveCount(2);
  await page.getByRole("textbox", { name: "Day to ask about" }).fill("2026-11-29");
  await page.getByRole("textbox", { name: "From", exact: true }).fill("07:00");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("10:00");
  await expect(page.getByText("Yes, a neighbour may book Sun 29 Nov 07–10")).toBeVisible();

  await page.getByRole("combobox", { name: "For", exact: true }).selectOption({ label: "1203 Sand" });
  await page.getByRole("textbox", { name: "To", exact: true }).fill("11:00");
  await expect(page.getByText("No, for 2 reasons")).toBeVisible();
  const reasons = page.getByRole("region", { name: /^What can be booked today/ }).getByRole("listitem");
  await expect(reasons.filter({ hasText: "There is no such slot." })).toBeVisible();
  await expect(reasons.filter({ hasText: "1203 Sand already has 2 of 2 upcoming bookings." })).toBeVisible();
  // The rules on screen answer, not those in force.
  await page.getByRole("spinbutton", { name: /^Each household has at most/ }).fill("3");
  await expect(page.getByText("2 of 2 upcoming")).toHaveCount(0);
  await page.getByRole("textbox", { name: "To", exact: true }).fill("10:00");
  await expect(page.getByText("Yes, 1203 Sand may book Sun 29 Nov 07–10")).toBeVisible();
  await week.getByRole("button", { name: "Yours" }).first().click();
  await expect(page.getByText("The slot is taken until 13:00.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

test("a rule is added and removed by keys, and every other stays as it was", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  const odd = { ...RULES, tail: "PT45M", checkIn: { from: "PT15M", within: "PT30M", by: ["door"] } };
  await callAs(page, [["Bookable/set", { update: { [id]: { rules: odd } } }]]);
  await page.goto(`${server.url}/bookables/${id}/rules`);
  await page.getByRole("button", { name: "Add a rule" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Cancel at least 2 hours ahead." }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("spinbutton", { name: "Cancel at least 2 hours ahead." })).toHaveValue("2");
  await page.getByRole("button", { name: "Remove the rule: Times open 14 days ahead." }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save version 3" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Version 3 applies from now on.")).toBeVisible();
  const { opens: _gone, ...left } = odd;
  expect((await thing(page)).rules).toEqual({ ...left, cancel: { until: "PT2H" } });
});

test("who manages nothing reads the same sentences", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await signInAt(server, page, SWEDISH, `/bookables/${id}/rules`);
  await expect(page.getByRole("heading", { name: "Regler för Laundry room" })).toBeVisible();
  await expect(page.getByText("Varje hushåll får ha högst 2 tider framöver.")).toBeVisible();
  await expect(page.getByText("Tider öppnar 14 dagar före.")).toBeVisible();
  await expect(page.getByRole("spinbutton")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Spara/ })).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("every blank is large enough, and nothing scrolls sideways", async ({ page }) => {
    await signInAt(server, page);
    const id = await makeLaundry(page);
    await page.goto(`${server.url}/bookables/${id}/rules`);
    await expect(page.getByRole("table").first()).toBeVisible();
    for (const at of [0, 500, 1000, 1500, 2000]) {
      await page.evaluate((top) => scrollTo(0, top), at);
      expect(await smallTargets(page), String(at)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
