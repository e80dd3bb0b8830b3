import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, SWEDISH, test } from "./fixtures.ts";

const dayOf = (page: Page, name: string): Locator =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`^${name},`) });
const month = (page: Page, name: string): Locator => page.getByRole("main").getByRole("grid", { name });

test("the year has twelve months with weeks, red days and how full each day is", async ({ page, signIn }) => {
  await signIn(page);
  await page.getByRole("radio", { name: "Year" }).check({ force: true });
  await expect(page).toHaveURL(/\/year\/2026$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "2026 53 weeks Week 48 now, 38 days left",
  );
  await expect(page.getByRole("main").getByRole("grid")).toHaveCount(12);
  await expect(month(page, "December").getByRole("rowheader", { name: "Week 53" })).toBeVisible();
  await expect(dayOf(page, "Monday 23 November 2026")).toHaveAttribute("aria-current", "date");
  await expect(dayOf(page, "Saturday 26 December 2026")).toHaveAccessibleName(
    /in about 1 month, no events, Boxing Day, red day$/,
  );
  // The week of the household is full, the quiet spring before it is empty.
  await expect(dayOf(page, "Thursday 26 November 2026")).toHaveAttribute("data-level", /[34]/);
  await expect(dayOf(page, "Wednesday 4 February 2026")).not.toHaveAttribute("data-level");
  await expect(page.getByRole("main").locator("footer")).toContainText("13 red days");
  await expect(page.getByRole("main").locator("footer")).toContainText("Busiest: Week 48");
  // The marks that stand at days of this year are explained, and no others.
  await expect(page.getByRole("main").locator("footer")).toContainText("squeeze day");
  await expect(page.getByRole("main").locator("footer")).not.toContainText("tasks");
  expect(await axeProblems(page)).toEqual([]);
  await dayOf(page, "Sunday 13 December 2026").hover();
  await expect(page.getByText(/in 20 days · Sun 13 Dec, \d+ events?$/)).toBeVisible();
});

test("arrows walk the days over months and years, Enter opens one, and everything leads on", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/year/2026");
  await dayOf(page, "Monday 23 November 2026").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(dayOf(page, "Tuesday 1 December 2026")).toBeFocused();
  await expect(page.getByText(/in 8 days · Tue 1 Dec/)).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(dayOf(page, "Friday 1 January 2027")).toBeFocused();
  await expect(page).toHaveURL(/\/year\/2027$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2027 52 weeks in about 1 month");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/day\/2027-01-01$/);
  await page.keyboard.press("y");
  await expect(page).toHaveURL(/\/year\/2027$/);
  await page.keyboard.press("k");
  await expect(page).toHaveURL(/\/year\/2026$/);
  await month(page, "June").getByRole("button", { name: "Week 25" }).click();
  await expect(page).toHaveURL(/\/week\/2026-W25$/);
  await page.goto("/year/2026");
  await page.getByRole("main").getByRole("button", { name: "March", exact: true }).click();
  await expect(page).toHaveURL(/\/month\/2026-03$/);
  await page.keyboard.press("y");
  await expect(page).toHaveURL(/\/year\/2026$/);
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("grid")).toHaveCount(12);
  await page.keyboard.press("t");
  await expect(dayOf(page, "Monday 23 November 2026")).toBeVisible();
});

test("on a phone the months lie under each other and begin with this one, in Swedish", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, SWEDISH);
  await page.getByRole("button", { name: "Mer" }).click();
  await page.getByRole("button", { name: "År", exact: true }).click();
  await expect(page).toHaveURL(/\/year/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2026 53 veckor");
  await expect(dayOf(page, "måndag 23 november 2026")).toBeInViewport();
  await expect(page.getByRole("button", { name: "Snart" })).toBeInViewport();
  expect(await axeProblems(page)).toEqual([]);
  // The tip of a day has its own ground.
  await page.emulateMedia({ colorScheme: "dark" });
  await dayOf(page, "måndag 23 november 2026").hover();
  await expect(page.getByText("mån 23 nov")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test("a squeeze day ahead is taken off by one press, not offered again, and is an event like others", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/year/2026");
  // Those of the year were in January and May.
  await expect(page.getByRole("main").locator("footer")).toContainText("13 red days");
  await expect(page.getByRole("button", { name: /^Take .* off/ })).toHaveCount(0);
  await page.goto("/year/2027");
  const offer = page.getByRole("button", { name: /^Take Fri 7 May off, get 4 days/ });
  await offer.click();
  await expect(offer).toHaveCount(0);
  await dayOf(page, "Friday 7 May 2027").click();
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: /^Leave,/ })
      .first(),
  ).toBeVisible();
  await page.goto("/year/2027");
  await expect(offer).toHaveCount(0);
});
