import { ENGLISH, expect, test } from "./fixtures.ts";

test("the tab says what is on screen, in the language of the page", async ({ page, signIn }) => {
  await page.goto("/signin");
  await expect(page).toHaveTitle("Sign in · Snart");
  await signIn(page, ENGLISH, "/week/2026-W53");
  await expect(page).toHaveTitle("December 2026 – January 2027 · Week 53 · Snart");
  await page.goto("/day/2026-11-23");
  await expect(page).toHaveTitle("Monday 23 November · Week 48 · Snart");
  await page.goto("/soon");
  await expect(page).toHaveTitle("Soon · Snart");
  await page.goto("/settings/import");
  await expect(page).toHaveTitle("Import and export · Snart");
});

test("the tab says what begins within half an hour, on every page, until it begins", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await expect(page).toHaveTitle("November 2026 · Week 48 · Snart");
  await page.clock.setFixedTime(new Date("2026-11-23T11:50:00+01:00"));
  await page.reload();
  await expect(page).toHaveTitle("in 10 minutes · Lunch with Jonas · November 2026 · Week 48 · Snart");
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveTitle(/^in 10 minutes · Lunch with Jonas · .*Week 49 · Snart$/);
  await page.clock.setFixedTime(new Date("2026-11-23T12:00:10+01:00"));
  await page.reload();
  await expect(page).toHaveTitle(/Week 49 · Snart$/);
  await expect(page).not.toHaveTitle(/Lunch with Jonas/);
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

const VIEWS = [
  "/day/2026-11-23",
  "/week/2026-W48",
  "/month/2026-11",
  "/year/2026",
  "/soon",
  "/tasks",
  "/days/4/2026-11-23",
  "/weeks/4/2026-W48",
];

test("whether the sidebar is there or not, every view fills the window, and nothing sticks out", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await expect(page.getByRole("button", { name: "Fold sidebar", exact: true })).toBeVisible();
  const wrong: string[] = [];
  for (const view of VIEWS) {
    await page.evaluate(
      `history.pushState(null, "", "${view}"); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    for (const width of [1920, 1440, 1280, 1016, 768]) {
      await page.setViewportSize({ width, height: 900 });
      for (let turn = 0; turn < 2; turn++) {
        const button = page.getByRole("button", { name: /^(Fold|Unfold) sidebar/ });
        const state = await button.first().getAttribute("aria-label");
        const found = await page.evaluate(() => {
          const main = document.querySelector("main")?.getBoundingClientRect();
          const right = main?.right ?? 0;
          const beside = [...(document.querySelector("main")?.parentElement?.children ?? [])];
          const end = Math.max(right, ...beside.map((it) => it.getBoundingClientRect().right));
          return { end, width: innerWidth, over: document.documentElement.scrollWidth - innerWidth };
        });
        if (Math.abs(found.end - found.width) > 1 || found.over > 0)
          wrong.push(`${view} at ${width}, ${state}: ends at ${found.end}, ${found.over} px too wide`);
        await button.first().click();
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("in a narrow window the sidebar lies over the rest, and goes by Escape, a click beside it, and a chosen day", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await page.setViewportSize({ width: 768, height: 1024 });
  const sidebar = page.getByRole("navigation", { name: "Calendars" });
  const open = page.getByRole("button", { name: "Unfold sidebar" });
  await expect(sidebar).toHaveCount(0);
  await open.click();
  await expect(page.getByRole("button", { name: "Fold sidebar", exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(sidebar).toHaveCount(0);
  await expect(open).toBeFocused();
  await open.click();
  await page.mouse.click(700, 500);
  await expect(sidebar).toHaveCount(0);
  await open.click();
  await sidebar.getByRole("gridcell", { name: /Tuesday 1 December/ }).click();
  await expect(sidebar).toHaveCount(0);
  await expect(page).toHaveURL(/2026-W49/);
  await open.click();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(sidebar).toHaveCount(0);
});

test("with less room the view switch becomes one menu, and the title keeps its words", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await page.setViewportSize({ width: 1024, height: 700 });
  const title = page.getByRole("heading", { level: 1 });
  const cut = () =>
    title.evaluate(
      (it) =>
        [...it.children].filter((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0)
          .length,
    );
  await expect(title).toHaveText(/November 2026\s+Week 48\s+this week/);
  expect(await cut()).toBe(0);
  await page.getByRole("button", { name: "View: Week" }).click();
  await page.getByRole("menuitemradio", { name: /^Month/ }).click();
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  await page.getByRole("button", { name: "View: Month" }).click();
  await page.getByRole("menuitem", { name: /^7 days/ }).click();
  await expect(page.getByRole("button", { name: "View: 7 days" })).toBeVisible();
});

test("the menu of views counts days and weeks by keys and by pointer, and the switch stays as wide as it is", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  const more = page.getByRole("button", { name: /^(More views|View: )/ });
  const views = page.getByRole("radiogroup", { name: "View" });
  await more.click();
  const menu = page.getByRole("menu", { name: "More views" });
  const row = (name: RegExp) => menu.getByRole("menuitem", { name });
  const box = await views.boundingBox();
  await row(/^7 days, fewer and more/).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page).toHaveURL(/\/days\/6\/2026-11-23$/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(row(/^4 days/)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(5);
  await row(/^1 week/)
    .locator("[data-step='1']")
    .click();
  await expect(page).toHaveURL(/\/weeks\/2\//);
  await expect(row(/^2 weeks/)).toBeVisible();
  await row(/^2 weeks/)
    .locator("[data-step='-1']")
    .click();
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
  // No further than to one.
  await row(/^1 week/)
    .locator("[data-step='-1']")
    .click();
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
  await row(/^7 days/)
    .locator("[data-step='-1']")
    .click();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("button", { name: "View: 6 days" })).toBeFocused();
  expect(await views.boundingBox()).toEqual(box);
});
