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

test.describe("by touch", () => {
  test.use({ hasTouch: true, isAlone: true, viewport: { width: 390, height: 844 } });

  test("a phone's day says its month, turns by a swipe, comes back to today, and takes a tap on an empty hour", async ({
    page,
    signIn,
  }) => {
    await signIn(page, SWEDISH, "/day/2026-11-23");
    const title = page.getByRole("heading", { level: 1 });
    const today = page.getByRole("button", { name: "I dag", exact: true });
    await expect(title).toHaveText(/^Mån 23 nov\s+i dag$/);
    await expect(today).toHaveCount(0);
    const client = await page.context().newCDPSession(page);
    const touch = (type: string, x: number, y: number) =>
      client.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x, y }],
      });
    const swipe = async (fromX: number, toX: number, toY = 500): Promise<void> => {
      await touch("touchStart", fromX, 500);
      for (let step = 1; step <= 4; step++)
        await touch("touchMove", fromX + ((toX - fromX) * step) / 4, 500 + ((toY - 500) * step) / 4);
      await touch("touchEnd", toX, toY);
    };
    await swipe(300, 280, 300);
    await expect(page).toHaveURL(/\/day\/2026-11-23$/);
    // On a busy machine a swipe may take so long that it is a drag.
    await expect(async () => {
      await swipe(300, 100);
      await expect(page).toHaveURL(/\/day\/2026-11-24$/, { timeout: 2_000 });
    }).toPass();
    await expect(title).toHaveText(/^Tis 24 nov\s+om en dag$/);
    await expect(async () => {
      await swipe(100, 300);
      await expect(page).toHaveURL(/\/day\/2026-11-23$/, { timeout: 2_000 });
    }).toPass();
    for (const back of [today, page.getByRole("button", { name: "Dagar", exact: true })]) {
      await page.goto("/day/2027-01-01");
      await expect(title).toHaveText(/^Fre 1 jan\b/);
      await back.click();
      await expect(title).toHaveText(/^Mån 23 nov\b/);
    }
    await page.getByRole("button", { name: "Mån 23 nov" }).click();
    await expect(page).toHaveURL(/\/month\/2026-11$/);
    await page.goto("/day/2026-12-08");
    const column = page.getByRole("main").getByRole("region");
    const box = await column.boundingBox();
    await page.touchscreen.tap(200, (box?.y ?? 0) + (10.4 * (box?.height ?? 0)) / 24);
    await expect(page.getByRole("dialog", { name: "Ny händelse" })).toContainText("tis 8 dec 10:00–11:00");
  });
});
