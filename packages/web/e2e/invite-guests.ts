import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** The question before others are notified. */
export const question = (page: Page) => page.getByRole("alertdialog");

/** Begins an event by words in quick add and writes its guests into the editor, which stays open. */
export async function invite(page: Page, words: string, guests: readonly string[]): Promise<void> {
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "New event in words" }).fill(words);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Edit details/ })
    .click();
  const form = page.getByRole("form", { name: "New event" });
  const field = form.getByRole("combobox", { name: "Guests" });
  for (const guest of guests) {
    await field.fill(guest);
    await field.press("Enter");
    await expect(field).toHaveValue("");
  }
}
