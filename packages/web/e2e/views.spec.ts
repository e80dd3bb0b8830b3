import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

test("the work week, some days and some weeks are chosen in the menu and by keys, and come back", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await page.getByRole("button", { name: "More views" }).click();
  await page.getByRole("menuitemradio", { name: /^Work week/ }).click();
  await expect(page).toHaveURL(/\/workweek\/2026-W48$/);
  const days = page.getByRole("main").getByRole("region");
  await expect(days).toHaveCount(5);
  await expect(page.getByRole("button", { name: "View: Work week" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("4");
  await expect(page).toHaveURL(/\/days\/4\/2026-11-23$/);
  await expect(days).toHaveCount(4);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/\/days\/4\/2026-11-27$/);
  await expect(days.first()).toHaveAccessibleName(/Friday 27 November/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("in 4 days");
});

test("weeks one below the other begin with this one, scroll on, and come back", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/days/4/2026-12-24");
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(4);
  // The last choice is what opens, without the days of then.
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("region").first()).toHaveAccessibleName(/Monday 23 November/);
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/\/weeks\/4\/2026-W48$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("November–December 2026 Weeks 48–51");
  await expect(page.getByRole("main").getByRole("row", { name: "Week 48" })).toBeInViewport();
  await expect(page.getByRole("main").getByRole("row", { name: "Week 51" })).toBeInViewport();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("j");
  await expect(page).toHaveURL(/\/weeks\/4\/2026-W52$/);
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/week\/2026-W52$/);
});

test("typing into a field changes no view", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search, / })).toBeFocused();
  await page.keyboard.type("b4v");
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
});

test("between a phone and a desktop three days stand side by side", async ({ page, signIn }) => {
  await signIn(page);
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto("/week/2026-W48");
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(3);
});

test("a phone shows three days on request, with their dates, and one again", async ({ page, signIn }) => {
  await signIn(page, SWEDISH);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/day/2026-11-23");
  await page.getByRole("button", { name: "Tre dagar", exact: true }).click();
  await expect(page).toHaveURL(/\/days\/3\/2026-11-23$/);
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(3);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("23–25 nov");
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page
    .getByRole("button", { name: /^torsdag 26 november/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/days\/3\/2026-11-26$/);
  await page.getByRole("button", { name: "Tre dagar", exact: true }).click();
  await expect(page.getByRole("main").getByRole("region")).toHaveCount(1);
});

test("working hours and a second time zone are chosen in the settings and seen in the week", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/settings/look");
  await page.getByLabel("Second time zone").selectOption({ label: "Tokyo, Asia" });
  await page.getByRole("checkbox", { name: "Work on Saturday" }).check();
  await page.getByRole("checkbox", { name: "Work on Monday" }).uncheck();
  await page.getByRole("button", { name: "Different hours on some days" }).click();
  const from = page.getByLabel("Tuesday, from");
  await from.fill("11:30");
  await from.press("Enter");
  await expect(page.getByText(/All changes are saved/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.goto("/workweek/2026-W48");
  const days = page.getByRole("main").getByRole("region");
  await expect(days).toHaveCount(5);
  await expect(days.first()).toHaveAccessibleName(/Tuesday 24 November/);
  await expect(days.first()).toHaveCSS("--from", "11.5");
  await expect(page.getByText("Tokyo")).toBeVisible();
  await expect(page.locator("main").getByText("18:00").first()).toBeVisible();
  await page.keyboard.press("w");
  await expect(days.first()).toHaveAttribute("data-off", "");
  await expect(days.nth(5)).not.toHaveAttribute("data-off", "");
  expect(await axeProblems(page)).toEqual([]);
  // The others of the household see their own hours.
  await page.goto("/settings/look");
  await page.getByLabel("Second time zone").selectOption({ label: "None" });
  for (const [day, isOn] of [
    ["Saturday", false],
    ["Monday", true],
  ] as const)
    await page.getByRole("switch", { name: `Work on ${day}` }).setChecked(isOn);
  await page.getByLabel("Tuesday, from").fill("08:00");
  await page.getByLabel("Tuesday, from").press("Enter");
  await expect(page.getByText(/All changes are saved/)).toBeVisible();
});
