import type { Locator, Page } from "@playwright/test";
import { ENGLISH, expect, test } from "./fixtures.ts";

/** Waits until the calendar is drawn with its events: the test moves to them. */
const drawn = (page: Page): Promise<void> =>
  expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();

/** Opens a dialog or menu by Enter and closes it by Escape: the keys are in it, and are given back to what opened it. */
async function opensAndGivesBack(page: Page, button: Locator, opened: Locator): Promise<void> {
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(opened).toBeVisible();
  await expect(opened.locator(":focus").or(opened.and(page.locator(":focus")))).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(opened).toBeHidden();
  await expect(button).toBeFocused();
}

test("from signing in to an event made, moved, changed, deleted and brought back, without a pointer", async ({
  page,
  server,
}) => {
  await page.goto("/signin");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await page.getByLabel(/^Email/).focus();
  await page.keyboard.type(ENGLISH);
  await page.keyboard.press("Tab");
  await page.keyboard.type(server.password);
  await page.keyboard.press("Enter");
  await drawn(page);

  // The time cursor: one focusable place that names its hour.
  await page.keyboard.press("c");
  const cursor = page.locator(":focus");
  await expect(cursor).toHaveAttribute("role", "application");
  await expect(cursor).toHaveAccessibleName(/November, \d\d:\d\d to \d\d:\d\d/);
  const before = (await cursor.getAttribute("aria-label")) ?? "";
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(cursor).not.toHaveAttribute("aria-label", before);
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("What")).toBeFocused();
  await page.keyboard.type("Made by keys");
  await page.keyboard.press("Enter");
  const made = page.getByRole("button", { name: /^Made by keys, Tuesday 24 November/ }).first();
  await expect(made).toBeVisible();

  // Space picks it up, arrows carry it, Enter keeps it.
  const name = (await made.getAttribute("aria-label")) ?? "";
  await made.focus();
  await page.keyboard.press("Space");
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/“Made by keys” moved to/).first()).toBeVisible();
  await expect(made).not.toHaveAttribute("aria-label", name);
  await page.keyboard.press("Control+z");
  await expect(made).toHaveAttribute("aria-label", name);

  await made.focus();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Changed by keys");
  await page.keyboard.press("Control+Enter");
  const changed = page.getByRole("button", { name: /^Changed by keys/ }).first();
  await expect(changed).toBeVisible();
  await changed.focus();
  await page.keyboard.press("Delete");
  await expect(changed).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(changed).toBeVisible();
});

test("arrows walk between events in the order of time", async ({ page, signIn }) => {
  await signIn(page);
  await drawn(page);
  await expect(page.getByRole("button", { name: /, Saturday 28 November/ }).first()).toBeVisible();
  const first = page.getByRole("button", { name: /^Client presentation/ }).first();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Debrief, Friday/);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName(/Saturday 28 November/);
});

test("the first stop is a way past everything else", async ({ page, signIn }) => {
  await signIn(page);
  await page.reload();
  await drawn(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the calendar" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

test("every menu and dialog of the toolbar takes the keys and gives them back; a folded sidebar leaves them on its button", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await drawn(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await opensAndGivesBack(page, button("More views"), page.getByRole("menu", { name: "More views" }));
  await opensAndGivesBack(page, button("Search"), page.getByRole("dialog", { name: /^Search/ }));
  await opensAndGivesBack(page, button("Notifications"), page.getByRole("dialog", { name: "Notifications" }));
  await opensAndGivesBack(page, button("New"), page.getByRole("dialog", { name: "New event in words" }));
  await opensAndGivesBack(page, button(/, Account, /), page.getByRole("menu", { name: "Account" }));
  const event = page.getByRole("button", { name: /^Debrief/ }).first();
  await opensAndGivesBack(page, event, page.getByRole("dialog", { name: "Debrief" }));
  await button("Fold sidebar").focus();
  await page.keyboard.press("Enter");
  await expect(button("Unfold sidebar")).toBeFocused();
  await page.keyboard.press("[");
  await expect(button("Fold sidebar")).toBeFocused();
});

test("the keys are where they were after the editor, its question, and what the palette opened", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await drawn(page);
  const event = page.getByRole("button", { name: /^Debrief/ }).first();
  const field = page.getByRole("form", { name: "Edit event" }).getByLabel("Title");
  await event.focus();
  await page.keyboard.press("e");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(event).toBeFocused();
  await page.keyboard.press("e");
  await field.fill("Debrief by keys");
  await page.keyboard.press("Control+Enter");
  const changed = page.getByRole("button", { name: /^Debrief by keys/ }).first();
  await expect(changed).toBeFocused();
  await page.keyboard.press("z");
  await expect(changed).toHaveCount(0);

  const series = page.getByRole("button", { name: /^Stand-up, Friday/ }).first();
  await series.focus();
  await page.keyboard.press("e");
  await field.fill("Stand-up by keys");
  await page.keyboard.press("Control+Enter");
  const answer = page.getByRole("alertdialog").getByRole("button", { name: "Change this one" });
  await expect(answer).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(field).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(answer).toBeFocused();
  await page.keyboard.press("Enter");
  const one = page.getByRole("button", { name: /^Stand-up by keys, Friday/ }).first();
  await expect(one).toBeFocused();
  await page.keyboard.press("z");
  await expect(one).toHaveCount(0);
  await series.focus();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search, / }).fill("print");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Print" })).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press("Escape");
  await expect(series).toBeFocused();
});

test.describe("alone", () => {
  test.use({ isAlone: true });
  test("a day is read out as it is seen: its name, then its events in the order of time", async ({
    page,
    signIn,
  }) => {
    await signIn(page);
    await drawn(page);
    const friday = page.getByRole("region", { name: /Friday 27 November/ });
    await expect(friday).toMatchAriaSnapshot(`
    - region "27 Friday 27 November":
      - list:
        - listitem:
          - button "Stand-up, Friday 27 November, 08:30 to 09:00, in 4 days, Björk & Sand."
        - listitem:
          - button "Client presentation, Friday 27 November, 09:30 to 11:00, in 4 days, Björk & Sand."
        - listitem:
          - button "Debrief, Friday 27 November, 11:15 to 11:45, in 4 days, Björk & Sand."
        - listitem:
          - button "Train home, Friday 27 November, 13:07 to 17:35, in 4 days, Björk & Sand."
        - listitem:
          - button "Salary talk, not answered, Friday 27 November, 14:00 to 14:45, in 4 days, Elin."
        - listitem:
          - button "Friday tacos, Friday 27 November, 18:30 to 20:00, in 4 days, Family."
  `);
  });
});
