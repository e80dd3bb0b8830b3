import { ENGLISH, expect, test } from "./fixtures.ts";

test("the tab says what is on screen, in the language of the page", async ({ page, signIn }) => {
  await page.goto("/signin");
  await expect(page).toHaveTitle("Sign in · Snart");
  await signIn(page, ENGLISH, "/week/2026-W53");
  await expect(page).toHaveTitle("December 2026 · Week 53 · Snart");
  await page.goto("/day/2026-11-23");
  await expect(page).toHaveTitle("Monday 23 November · Week 48 · Snart");
  await page.goto("/soon");
  await expect(page).toHaveTitle("Soon · Snart");
  await page.goto("/settings/import");
  await expect(page).toHaveTitle("Import and export · Snart");
});

test("in a narrow window every distance is there whole or not at all", async ({ page, signIn }) => {
  await signIn(page);
  await page.setViewportSize({ width: 640, height: 700 });
  await page.goto("/week/2026-W53");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const distances = page.locator("main time, h1 time");
  await expect(distances).not.toHaveCount(0);
  const cut = await distances.evaluateAll((times) =>
    times
      .filter((time) => {
        const own = time.getBoundingClientRect();
        const frame = (time.parentElement ?? time).getBoundingClientRect();
        const isSeen = own.top < frame.bottom && own.width > 0;
        return isSeen && own.right > frame.right + 1;
      })
      .map((time) => time.textContent),
  );
  expect(cut).toEqual([]);
});
