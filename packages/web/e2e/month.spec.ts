import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, test } from "./fixtures.ts";

/** A day of the month by how its name begins. */
const dayOf = (page: Page, name: string): Locator =>
  page.getByRole("main").getByRole("gridcell", { name: new RegExp(`^${name},`) });
const eventOf = (page: Page, name: string): Locator =>
  page.getByRole("main").getByRole("button", { name: new RegExp(`^${name}`) });

async function middleOf(locator: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not on screen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function openMonth(page: Page): Promise<void> {
  await page.goto("/month/2026-11");
  await expect(eventOf(page, "Malmö site visit").first()).toBeVisible();
}

test.beforeEach(async ({ page, signIn }) => signIn(page));

test("the month has weeks with numbers, red days, distances, and a heading that names its weeks", async ({
  page,
}) => {
  await page.getByRole("radio", { name: "Month" }).check({ force: true });
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("November 2026 Weeks 44–49 this month");
  await expect(page.getByRole("main").getByRole("columnheader").first()).toHaveText("Week");
  await expect(page.getByRole("main").getByRole("rowheader", { name: "Week 48" })).toBeVisible();
  await expect(dayOf(page, "Monday 23 November")).toHaveAttribute("aria-current", "date");
  await expect(dayOf(page, "Sunday 29 November")).toHaveAccessibleName(
    /^Sunday 29 November, in 6 days, \d+ events, Advent Sunday, red day$/,
  );
  await expect(dayOf(page, "Saturday 31 October")).toHaveAccessibleName(/All Saints’ Day, red day$/);
  await expect(eventOf(page, "Malmö site visit").first()).toContainText("in 3 days");
  // A bar over two days is one, and lies over both.
  const [bar, day] = [
    await eventOf(page, "Malmö site visit").first().boundingBox(),
    await dayOf(page, "Thursday 26 November").boundingBox(),
  ];
  expect((bar?.width ?? 0) / (day?.width ?? 1)).toBeGreaterThan(1.9);
  expect(await axeProblems(page)).toEqual([]);
});

test("surplus events open in place, by keys too, and the focus returns", async ({ page }) => {
  await openMonth(page);
  const more = page.getByRole("button", { name: /^\d+ more on Monday 23 November/ });
  await more.focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /^Monday 23 November/ });
  await expect(list.getByRole("button", { name: /^Laundry room/ })).toBeVisible();
  await expect(list).toContainText("today");
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(more).toBeFocused();

  await more.click();
  await list.getByRole("button", { name: /^Laundry room/ }).click();
  await expect(page.getByRole("dialog", { name: /Laundry room/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(more).toBeFocused();
});

test("dragging over days makes whole days; dragging an event moves it and can be undone", async ({
  page,
}) => {
  await openMonth(page);
  const from = await middleOf(dayOf(page, "Wednesday 4 November"));
  const to = await middleOf(dayOf(page, "Friday 6 November"));
  await page.mouse.move(from.x, from.y + 40);
  await page.mouse.down();
  await page.mouse.move(to.x - 20, to.y + 40, { steps: 4 });
  await page.mouse.move(to.x, to.y + 40);
  await expect(page.getByText("Wed 4 Nov–Fri 6 Nov")).toBeVisible();
  await page.mouse.up();
  await page.getByPlaceholder("What").fill("Dragged out");
  await page.keyboard.press("Enter");
  const made = eventOf(page, "Dragged out, Wednesday 4 November to Friday 6 November, all day");
  await expect(made).toBeVisible();

  const bar = await middleOf(made);
  const target = await middleOf(dayOf(page, "Thursday 12 November"));
  await page.mouse.move(bar.x, bar.y);
  await page.mouse.down();
  await page.mouse.move(target.x - 10, target.y, { steps: 4 });
  await page.mouse.move(target.x, target.y);
  await page.mouse.up();
  await expect(eventOf(page, "Dragged out, Wednesday 11 November to Friday 13 November")).toBeVisible();
  await expect(page.getByText(/“Dragged out” moved to/).first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(made).toBeVisible();
  await expect(eventOf(page, "Dragged out")).toHaveCount(1);
  await made.focus();
  await page.keyboard.press("Delete");
  await expect(made).toHaveCount(0);
});

test("a time that is moved to another day keeps its clock time, and a series is asked about", async ({
  page,
}) => {
  await openMonth(page);
  const train = eventOf(page, "Train to Malmö, Thursday 26 November, 07:21");
  const at = await middleOf(train);
  const target = await middleOf(dayOf(page, "Thursday 3 December"));
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(target.x - 10, target.y, { steps: 4 });
  await page.mouse.move(target.x, target.y);
  await page.mouse.up();
  await expect(eventOf(page, "Train to Malmö, Thursday 3 December, 07:21")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(train).toBeVisible();

  const choir = eventOf(page, "Choir rehearsal, Wednesday 11 November");
  const there = await middleOf(dayOf(page, "Thursday 12 November"));
  const here = await middleOf(choir);
  await page.mouse.move(here.x, here.y);
  await page.mouse.down();
  await page.mouse.move(there.x - 10, there.y, { steps: 4 });
  await page.mouse.move(there.x, there.y);
  await page.mouse.up();
  await page.getByRole("button", { name: "Change this one" }).click();
  await expect(eventOf(page, "Choir rehearsal, Thursday 12 November, 18:00")).toBeVisible();
  await expect(eventOf(page, "Choir rehearsal, Wednesday 18 November")).toBeVisible();
  await expect(choir).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(choir).toBeVisible();
});

test("without a pointer: arrows between days, Enter creates and opens, Space carries", async ({ page }) => {
  await openMonth(page);
  await dayOf(page, "Monday 23 November").focus();
  await page.keyboard.press("ArrowDown");
  await expect(dayOf(page, "Monday 30 November")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(dayOf(page, "Thursday 3 December")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("What")).toBeFocused();
  await page.keyboard.type("Made by keys");
  await page.keyboard.press("Enter");
  const made = eventOf(page, "Made by keys, Thursday 3 December, 09:00 to 10:00");
  await expect(made).toBeVisible();

  await made.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const moved = eventOf(page, "Made by keys, Friday 11 December, 09:00 to 10:00");
  await expect(moved).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(made).toBeVisible();

  await dayOf(page, "Thursday 3 December").focus();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /^Thursday 3 December/ });
  await expect(list.getByRole("button", { name: /^Made by keys/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dayOf(page, "Thursday 3 December")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(made).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dayOf(page, "Thursday 3 December")).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Delete");
  await expect(made).toHaveCount(0);
});

test("weeks scroll on without end, few are drawn, and heading and address follow", async ({ page }) => {
  await openMonth(page);
  const grid = page.getByRole("grid").last();
  const { x, y } = await middleOf(grid);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 132 * 5);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("December 2026");
  await expect(page).toHaveURL(/\/month\/2026-12$/);
  await expect(page.getByRole("main").getByRole("rowheader", { name: "Week 53" })).toBeVisible();
  await page.mouse.wheel(0, 132 * 40);
  await expect(page).toHaveURL(/\/month\/2027-/);
  expect(await page.locator("[role=row][aria-rowindex]").count()).toBeLessThan(14);
  await page.keyboard.press("t");
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  await expect(dayOf(page, "Monday 23 November")).toBeInViewport();
  await page.keyboard.press("j");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("December 2026 Weeks 49–53 in 8 days");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("October 2026");
  await page.goBack();
  await expect(dayOf(page, "Sunday 29 November")).toBeInViewport();
});

test("numbers lead to days and weeks, letters to views, and the month is remembered", async ({ page }) => {
  await openMonth(page);
  await page.getByRole("button", { name: "Open the day, Friday 27 November" }).click();
  await expect(page).toHaveURL(/\/day\/2026-11-27$/);
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  await page.getByRole("main").getByRole("rowheader", { name: "Week 46" }).getByRole("button").click();
  await expect(page).toHaveURL(/\/week\/2026-W46$/);
  await page.keyboard.press("m");
  await expect(page.getByRole("main").getByRole("rowheader", { name: "Week 46" })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Weeks 44–49");
  await dayOf(page, "Tuesday 10 November").click({ position: { x: 80, y: 125 } });
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/week\/2026-W46$/);
});

test("a click alone makes nothing; a double click names an hour", async ({ page }) => {
  await openMonth(page);
  const day = dayOf(page, "Thursday 5 November");
  await day.click({ position: { x: 60, y: 110 } });
  await expect(day).toHaveAttribute("aria-selected", "true");
  await expect(page.getByPlaceholder("What")).toHaveCount(0);
  await day.dblclick({ position: { x: 60, y: 110 } });
  await expect(page.getByPlaceholder("What")).toBeFocused();
  await expect(page.getByRole("dialog")).toContainText("09:00–10:00");
  await page.keyboard.press("Escape");
  await expect(page.getByPlaceholder("What")).toHaveCount(0);
});

test("dates stand while events are fetched", async ({ page }) => {
  const held: (() => void)[] = [];
  let isHeld = true;
  await page.route("**/jmap", async (route) => {
    if (isHeld && (route.request().postData() ?? "").includes("CalendarEvent/"))
      await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.goto("/month/2027-06");
  await expect(dayOf(page, "Sunday 6 June")).toHaveAccessibleName(/National Day of Sweden, red day$/);
  await expect(page.getByRole("main").getByRole("grid")).toHaveAttribute("aria-busy", "true");
  isHeld = false;
  for (const release of held) release();
  await expect(page.getByRole("main").getByRole("grid")).toHaveAttribute("aria-busy", "false");
  await expect(eventOf(page, "Stand-up, Monday 14 June").first()).toBeVisible();
});
