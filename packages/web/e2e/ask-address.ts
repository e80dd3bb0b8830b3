import type { Page } from "@playwright/test";

/** The dialog behind the button beside a person's own address. */
export const addressDialog = (page: Page) => page.getByRole("dialog", { name: "Change your email address" });

/** Fills in that dialog and sends it. */
export async function askAddress(page: Page, email: string, password: string): Promise<void> {
  const dialog = addressDialog(page);
  await dialog.getByLabel("New email address").fill(email);
  await dialog.getByRole("textbox", { name: "Your password" }).fill(password);
  await dialog.getByRole("button", { name: "Change", exact: true }).click();
}
