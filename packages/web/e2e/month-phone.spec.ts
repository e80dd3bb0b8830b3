import { axeProblems } from "./axe-problems.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";

test("on a phone: a month with dashes and the chosen day beneath, in Swedish", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, SWEDISH, "/");
  await page.getByRole("button", { name: "Månad", exact: true }).click();
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("November 2026 den här månaden");
  await page.getByRole("button", { name: /^torsdag 26 november,/ }).click();
  await expect(page.getByRole("heading", { level: 2 })).toContainText("Torsdag 26 november om tre dagar");
  await expect(page.getByRole("button", { name: /^Platsbesök i Malmö/ })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("button", { name: /^torsdag 3 december,/ })).toBeFocused();
  await expect(page).toHaveURL(/\/month\/2026-12$/);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});
