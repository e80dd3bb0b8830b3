import type { Locator } from "@playwright/test";
import { expect } from "./fixtures.ts";

/**
 * Sends a guest's form by the keyboard. The server asks once more where nobody can have filled it in so fast; everything is still there then.
 * @param done what is to be seen when it is taken
 */
export async function sendGuestForm(button: Locator, done: Locator): Promise<void> {
  const again = button.page().getByText(/Press the button once more\.|Tryck på knappen en gång till\./);
  await button.press("Enter");
  await expect(done.or(again).first()).toBeVisible();
  if (!(await done.isVisible())) await button.press("Enter");
  await expect(done).toBeVisible();
}
