import type { Page } from "@playwright/test";
import { ENGLISH, expect, test, type RunningServer } from "./fixtures.ts";

// Where somebody was before they were signed out: Soon opens when they are back.

async function signInByForm(page: Page, server: RunningServer, path: string): Promise<void> {
  await page.goto(path);
  // Notes every bar that is drawn on its way, however short.
  await page.evaluate(() => {
    const seen = { bars: 0 };
    Object.assign(window, { seen });
    new MutationObserver(() => {
      seen.bars = Math.max(seen.bars, document.querySelectorAll("[data-becoming] > *").length);
    }).observe(document.body, { childList: true });
  });
  await page.getByLabel(/^Email or user name/).fill(ENGLISH);
  await page.getByLabel("Password", { exact: true }).fill(server.password);
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-horizon], main [data-event], search").first()).toBeVisible();
}
const barsSeen = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { seen: { bars: number } }).seen.bars);

test("the bars of signing in become the horizon of Soon, and nothing of them stays", async ({
  page,
  server,
}) => {
  await signInByForm(page, server, "/soon");
  expect(await barsSeen(page)).toBe(14);
  await expect(page.locator("[data-becoming]")).toHaveCount(0);
  await expect(page.locator("[data-horizon]")).toHaveCSS("opacity", "1");
});

for (const width of [1440, 1100])
  test(`beside a week they become the ticks of the rail, ${width} px`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 900 });
    await signInByForm(page, server, "/week/2026-W48");
    await expect.poll(() => barsSeen(page)).toBe(14);
    await expect(page.locator("[data-becoming]")).toHaveCount(0);
    await expect(page.getByRole("complementary", { name: "Soon" })).toHaveCSS("opacity", "1");
  });

test("whoever wants little motion sees none, and nor does a page without a horizon", async ({
  page,
  server,
}) => {
  await page.goto("/");
  await signInByForm(page, server, "/search");
  expect(await barsSeen(page)).toBe(0);
  await page.request.post(`${server.url}/auth/sign-out`);
  await page.context().clearCookies();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInByForm(page, server, "/soon");
  expect(await barsSeen(page)).toBe(0);
});
