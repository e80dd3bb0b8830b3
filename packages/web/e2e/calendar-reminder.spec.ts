import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, NOW, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

// From a calendar's setting to its ring. What rings is decided by the server's clock, so the page's is the same and goes with it.
let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const MINUTE = 60_000;
const pass = async (page: Page, minutes: number): Promise<void> => {
  server.advance(minutes * MINUTE);
  await page.clock.setSystemTime(server.now());
};

/** Sets the reminder of the calendar that gets new events. */
async function remind(page: Page, calendar: string, timed: string, allDay: string): Promise<void> {
  await signInAt(server, page, undefined, "/settings/calendars");
  await page.getByRole("button", { name: `More for “${calendar}”` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByLabel("Reminder for new events").selectOption(timed);
  await page.getByLabel("Reminder for new all-day events").selectOption(allDay);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.goto(`${server.url}/`);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
}

/** Makes an event by words alone. */
async function make(page: Page, words: string, title: string): Promise<void> {
  await page.keyboard.press("n");
  await page.keyboard.type(words);
  await expect(page.locator("#quick-answer").getByText(title, { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: new RegExp(`^${title},`) }).first()).toBeVisible();
  await expect(page.getByText("Synced").first()).toBeVisible();
}
const edit = async (page: Page, title: string) => {
  await page
    .getByRole("button", { name: new RegExp(`^${title},`) })
    .first()
    .click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  return page.getByRole("form", { name: "Edit event" });
};

test("a calendar's reminder rings for events made in the app, unless it was removed from them", async ({
  page,
}) => {
  await remind(page, "Elin", "-PT10M", "PT9H");
  await make(page, "Haircut today 11:00", "Haircut");
  await make(page, "Quiet hour today 11:00", "Quiet hour");
  await make(page, "Name day tomorrow", "Name day");

  const form = await edit(page, "Quiet hour");
  const row = form.getByRole("listitem").filter({ hasText: "10 minutes before, as the calendar says" });
  await expect(row).toContainText(/in \d+ minutes/);
  expect(await axeProblems(page)).toEqual([]);
  await row.getByRole("button", { name: /^Remove the reminder/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByText("“Quiet hour” changed")).toBeVisible();
  await expect(page.getByText("Synced").first()).toBeVisible();

  const region = page.getByRole("region", { name: "Reminders" });
  await expect(region).toHaveCount(0);
  await pass(page, 31);
  await expect(region.getByRole("heading", { name: "Haircut" })).toBeVisible();
  await expect(region.getByRole("listitem")).toHaveCount(1);
  await region.getByRole("button", { name: "Dismiss: Haircut" }).click();
  await expect(region).toBeHidden();
  await pass(page, 22 * 60 + 10);
  await expect(region.getByRole("heading", { name: "Name day" })).toBeVisible();
  await expect(region.getByText("Quiet hour")).toHaveCount(0);
});

test("a task's own reminder counts from when it is due, and rings", async ({ page }) => {
  await signInAt(server, page, undefined, "/tasks");
  await page.getByRole("textbox", { name: "Add a task in words" }).fill("Pay the rent today at 11:30");
  await page.keyboard.press("Enter");
  await page
    .getByRole("main")
    .getByRole("button", { name: /Pay the rent/ })
    .first()
    .click();
  const panel = page.getByRole("complementary", { name: "Task" });
  const add = panel.getByRole("combobox", { name: "Add a reminder" });
  await add.selectOption({ label: "When it is due" });
  await add.selectOption({ label: "30 minutes before" });
  const row = panel.getByRole("listitem").filter({ hasText: "30 minutes before" });
  await expect(row).toContainText(/in \d+ minutes/);
  expect(await axeProblems(page)).toEqual([]);
  await panel.getByRole("button", { name: "Remove the reminder When it is due" }).click();
  await expect(panel.getByRole("listitem").filter({ hasText: "When it is due" })).toHaveCount(0);
  await expect(page.getByText("Synced").first()).toBeVisible();

  const region = page.getByRole("region", { name: "Reminders" });
  await expect(region).toHaveCount(0);
  await pass(page, 41);
  await expect(region.getByRole("heading", { name: "Pay the rent" })).toBeVisible();
  await expect(region.getByRole("listitem")).toHaveCount(1);
});
