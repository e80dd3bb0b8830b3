import { ENGLISH, expect, test } from "./fixtures.ts";

// A reader who has set twice the usual size of text in the browser.
const executablePath = process.env["SNART_TEST_CHROMIUM"];
const args = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--blink-settings=defaultFontSize=32"];
test.use({ launchOptions: { ...(executablePath && { executablePath }), args } });

const VIEWS = [
  "/week/2026-W48",
  "/month/2026-11",
  "/day/2026-11-23",
  "/year/2026",
  "/soon",
  "/tasks",
  "/search?q=lunch",
  "/settings/notifications",
];

test("at 200 % of text no screen scrolls sideways, and no heading, button or link is cut or outside", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  const found: Record<string, readonly string[]> = {};
  for (const path of VIEWS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [1920, 1440, 1280, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const wrong = await page.evaluate(() => {
        const problems = new Set<string>();
        const over = document.documentElement.scrollWidth - innerWidth;
        if (over > 0) problems.add(`${over} px too wide`);
        for (const it of document.querySelectorAll<HTMLElement>("h1, h1 *, h2, header *, button, a")) {
          const { left, right, top, bottom, width: wide, height } = it.getBoundingClientRect();
          const isSeen =
            it.checkVisibility() && Math.min(wide, height) > 3 && bottom > 0 && top < innerHeight;
          if (!isSeen || it.children.length > 2 || !it.textContent.trim()) continue;
          const isCut = getComputedStyle(it).overflowX !== "visible" && it.scrollWidth > it.clientWidth + 1;
          if ((isCut && it.closest("header")) || right > innerWidth + 1 || left < -1)
            problems.add(`${it.tagName} ${it.textContent.trim().slice(0, 30)}`);
        }
        return [...problems];
      });
      if (wrong.length > 0) found[`${path} at ${width}`] = wrong;
    }
  }
  expect(found).toEqual({});
});
