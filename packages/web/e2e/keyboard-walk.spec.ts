import type { Locator, Page } from "@playwright/test";
import { ENGLISH, expect, test } from "./fixtures.ts";
import { reachByTab } from "./reach-by-tab.ts";

// Settings are changed, and events deleted.
test.use({ isAlone: true });

/** Goes to a page by the palette, as somebody without a pointer does from everywhere. */
async function goTo(page: Page, words: string, heading: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type(words);
  await expect(page.getByRole("option", { name: heading }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
}

const inMain = (page: Page, role: "button" | "checkbox", name: string | RegExp): Locator =>
  page.getByRole("main").getByRole(role, { name }).first();

/** Opens the week and waits until it takes keys. */
async function openWeek(page: Page, signIn: (page: Page, login: string, path: string) => Promise<void>) {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await expect(inMain(page, "button", /^Debrief/)).toBeVisible();
}

/** The events of a week are one stop for Tab; arrows lead from one to the next. */
async function reachEvent(page: Page, event: Locator): Promise<void> {
  await reachByTab(page, page.getByRole("main").locator("[data-event][tabindex='0']").first());
  for (let n = 0; n < 60 && !(await event.evaluate((it) => it === document.activeElement)); n++)
    await page.keyboard.press("ArrowDown");
  await expect(event).toBeFocused();
}

test("deleted, found in the trash, restored, and its history read and put back, by keys alone", async ({
  page,
  signIn,
}) => {
  await openWeek(page, signIn);
  const dentist = inMain(page, "button", /^Dentist, Viggo/);
  await reachEvent(page, dentist);
  await page.keyboard.press("Delete");
  await expect(dentist).toHaveCount(0);

  await goTo(page, "trash", "Trash");
  await reachByTab(page, inMain(page, "button", "Restore “Dentist, Viggo”"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Nothing in the trash" })).toBeVisible();
  await reachByTab(page, page.getByRole("link", { name: "Back to the calendar" }));
  await page.keyboard.press("Enter");

  await reachEvent(page, dentist);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await reachByTab(page, dialog.getByRole("button", { name: "More", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu").locator(":focus")).toHaveCount(1);
  // Letters lead to its lines, L too, which copies the link where no menu is open.
  await page.keyboard.type("l");
  await expect(page.getByText("The link is copied.")).toHaveCount(0);
  const history = page.getByRole("menuitem", { name: "History" });
  for (let n = 0; n < 40 && !(await history.evaluate((it) => it === document.activeElement)); n++)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("History of “Dentist, Viggo”");
});

test("what is told how is chosen by keys alone, and stays", async ({ page, signIn }) => {
  await openWeek(page, signIn);
  await goTo(page, "notifications", "Notifications");
  const box = inMain(page, "checkbox", /New invitation.*Email|Email.*New invitation/);
  await expect(box).not.toBeChecked();
  await reachByTab(page, box);
  await page.keyboard.press("Space");
  await expect(box).toBeChecked();
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(box).toBeChecked();
});

test("a file is chosen and imported by keys alone", async ({ page, signIn }) => {
  await openWeek(page, signIn);
  await goTo(page, "import and", "Import and export");
  await reachByTab(page, inMain(page, "button", "Choose files"));
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  const event = ["BEGIN:VEVENT", "UID:keys", "DTSTAMP:20261120T100000Z", "DTSTART:20261127T050000Z"];
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//C//EN", ...event, "SUMMARY:Brought in"];
  const buffer = Buffer.from([...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n"));
  await (await choosing).setFiles({ name: "keys.ics", mimeType: "text/calendar", buffer });
  await reachByTab(page, page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 event added").first()).toBeVisible();
});
