import type { Locator, Page } from "@playwright/test";
import { ENGLISH, expect, test } from "./fixtures.ts";

// What is shared and published is seen by others, and stays.
test.use({ isAlone: true });

/** More stops than any page has. */
const MOST_STOPS = 150;

/** Goes on by Tab, as somebody without a pointer does, until a control has the focus. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${String(control)}`);
}

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("main").getByRole("button", { name, exact: typeof name === "string" });

test("a calendar is shared, published and taken back by Tab and Enter alone", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/sharing");
  await reach(page, page.getByLabel("Name or email"));
  await page.keyboard.type("sand");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reach(page, page.getByLabel("What they may do"));
  await page.keyboard.type("Edits");
  await reach(page, button(page, "Share"));
  await page.keyboard.press("Enter");
  const level = page.getByLabel("What Elin Sand may do");
  await expect(level).toHaveValue("edit");
  await reach(page, button(page, "Stop sharing with Elin Sand"));
  await page.keyboard.press("Enter");
  await expect(level).toHaveCount(0);

  await reach(page, button(page, "New link"));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Who gets it")).toBeFocused();
  await page.keyboard.type("The club");
  await reach(page, button(page, "Create a link"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Addresses of “The club”" })).toBeVisible();
  await reach(page, button(page, "Revoke “The club”"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("“The club” revoked")).toBeVisible();
});
