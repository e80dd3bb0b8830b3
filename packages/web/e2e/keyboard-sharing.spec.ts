import type { Locator, Page } from "@playwright/test";
import { ENGLISH, expect, test } from "./fixtures.ts";
import { reachByTab } from "./reach-by-tab.ts";

// What is shared and published is seen by others, and stays.
test.use({ isAlone: true });

const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole("main").getByRole("button", { name, exact: typeof name === "string" });

test("a calendar is shared, published and taken back by Tab and Enter alone", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/sharing");
  await reachByTab(page, page.getByLabel("Name or email"));
  await page.keyboard.type("sand");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await reachByTab(page, page.getByLabel("What they may do"));
  await page.keyboard.type("Edits");
  await reachByTab(page, button(page, "Share"));
  await page.keyboard.press("Enter");
  const level = page.getByLabel("What Elin Sand may do");
  await expect(level).toHaveValue("edit");
  await reachByTab(page, button(page, "Stop sharing with Elin Sand"));
  await page.keyboard.press("Enter");
  await expect(level).toHaveCount(0);

  await reachByTab(page, button(page, "New link"));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Who gets it")).toBeFocused();
  await page.keyboard.type("The club");
  await reachByTab(page, button(page, "Create a link"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Addresses of “The club”" })).toBeVisible();
  await reachByTab(page, button(page, "Revoke “The club”"));
  await page.keyboard.press("Enter");
  await expect(page.getByText("“The club” revoked")).toBeVisible();
});
