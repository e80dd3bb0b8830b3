import { axeProblems } from "./axe-problems.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";

const day = (after: number): string => new Date(Date.UTC(2026, 10, 23 + after)).toISOString().slice(0, 10);

test("everything is found, nearest first and part by part; the address holds the search", async ({
  page,
  request,
  server,
  signIn,
}) => {
  const zebras = [-400, -30, -2, ...Array.from({ length: 45 }, (_, index) => 10 + 9 * index)].map(
    (after) => ({
      title: `Zebra in ${after} days`,
      start: `${day(after)}T12:00:00`,
    }),
  );
  await makeEvents(request, server, zebras);
  await signIn(page, undefined, "/search?q=zebra");
  await expect(page.getByText("48 hits")).toBeVisible();
  const coming = page.getByRole("region", { name: /^Coming/ }).getByRole("link");
  const past = page.getByRole("region", { name: /^Past/ }).getByRole("link");
  await expect(coming.first()).toContainText("in 10 days");
  await expect(coming.first().locator("b")).toHaveText("Zebra");
  await expect(coming).toHaveCount(40);
  await page.getByText("Scroll for more.").scrollIntoViewIfNeeded();
  await expect(coming).toHaveCount(45);
  await expect(past).toHaveCount(3);
  await expect(past.first()).toContainText("2 days ago");
  await expect(past.last()).toContainText("2025");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel("When").selectOption("past");
  await expect(page).toHaveURL(/\/search\?q=zebra&when=past$/);
  await expect(page.getByText("3 hits")).toBeVisible();
  await page.reload();
  await expect(past).toHaveCount(3);
  await expect(coming).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(past.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Zebra in -2 days" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("3 hits")).toBeVisible();
});

test("on a phone what is not found can be made, and tasks and days of the almanac are found", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, SWEDISH, "/search");
  const field = page.getByLabel("Sökord");
  await field.fill("julafton");
  await expect(page.getByRole("link", { name: /Julafton.*almanackan/ })).toContainText("om ungefär en månad");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByLabel("Typ").selectOption("events");
  await field.fill("bastu söndag 17");
  await expect(page.getByText("Inget hittades för ”bastu söndag 17”")).toBeVisible();
  await page.getByRole("button", { name: /^Skapa/ }).click();
  await expect(page.getByRole("dialog", { name: "Ny händelse" })).toContainText("17:00–18:00");
});

test("without the server what is on this device is found, and it is said", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Lunch run/ }).first()).toBeVisible();
  await page.evaluate(() => history.pushState(null, "", "/search"));
  await page.route("**/jmap/api", (route) => route.abort());
  await page.getByLabel("Search words").fill("lunch run");
  await expect(page.getByRole("link", { name: /Lunch run/ }).first()).toBeVisible();
  await expect(page.getByText(/^Only events on this device have been searched/)).toBeVisible();
});
