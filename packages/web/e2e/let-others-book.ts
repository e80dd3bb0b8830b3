import type { Page } from "@playwright/test";

/** Makes a booking page by the one press, as who is signed in. @returns its address for guests */
export async function letOthersBook(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/booking-pages`);
  await page.getByRole("button", { name: "Let others book a time" }).click();
  return (await page.getByRole("link", { name: "See the page as a guest" }).getAttribute("href")) ?? "";
}
