import type { Locator, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** More stops than any page has. */
const MOST_STOPS = 150;

/** Goes on by Tab, as somebody without a pointer does, until a control has the focus. */
export async function reachByTab(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await control.evaluate((it) => it === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no Tab leads to ${String(control)}`);
}
