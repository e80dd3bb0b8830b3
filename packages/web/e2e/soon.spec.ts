import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ACTING, holdBack } from "./hold-back.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";

const main = (page: Page) => page.getByRole("main");
const row = (page: Page, name: RegExp) =>
  main(page).locator("[data-soon]").and(page.getByRole("button", { name }));

// What other tests put into the day would fill its gaps.
test.use({ isAlone: true });

test("begins with running events, leads by the horizon's bars into the list, and shows the focused row beside it", async ({
  page,
  signIn,
}) => {
  await signIn(page, undefined, "/soon");
  await expect(main(page)).toContainText(
    "Design review, Kv. Lärkan ends in about 1 hour, then 30 minutes free.",
  );
  const details = main(page).getByRole("region", { name: "Details of the chosen row" });
  await expect(details.getByRole("heading", { level: 2 })).toHaveText("Design review, Kv. Lärkan");

  const horizon = main(page).getByRole("img", { name: /^\d+ events in the next 12 months/ });
  await horizon.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(main(page).getByRole("status")).toHaveText("in about 3 hours · Dentist, Viggo");
  await page.keyboard.press("Enter");
  const dentist = row(page, /^Dentist, Viggo, Monday/);
  await expect(dentist).toBeFocused();
  await expect(details.getByRole("heading", { level: 2 })).toHaveText("Dentist, Viggo");

  await page.keyboard.press("ArrowUp");
  await expect(row(page, /^Lunch with Jonas/)).toBeFocused();
  await expect(details).toContainText("12:00–12:45");
  await page.keyboard.press("ArrowDown");
  await expect(dentist).toBeFocused();
  await details.getByRole("button", { name: "Edit" }).focus();
  await page.keyboard.press("Escape");
  await expect(dentist).toBeFocused();
  expect(await axeProblems(page)).toEqual([]);

  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("Dentist, Viggo");
  await expect(details).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dentist).toBeFocused();
});

test("a row shows three discs at most, of which the last counts whoever has none", async ({
  page,
  request,
  server,
  signIn,
}) => {
  const guest = (name: string) => ({
    "@type": "Participant" as const,
    name,
    calendarAddress: `mailto:${name.toLowerCase()}@far.example`,
    roles: { attendee: true },
  });
  const guests = (names: string) => Object.fromEntries(names.split(" ").map((it) => [it, guest(it)]));
  await makeEvents(request, server, [
    { title: "Three", start: "2026-11-23T20:40:00", participants: guests("Ada Bo Cy") },
    { title: "Seven", start: "2026-11-23T21:50:00", participants: guests("Ada Bo Cy Di Ed Flo Gus") },
  ]);
  await signIn(page, undefined, "/soon");
  const discs = (title: string) =>
    main(page)
      .getByRole("listitem")
      .filter({ hasText: title })
      .locator("span[aria-hidden] > span[title], [data-rest]");
  await expect(discs("Three")).toHaveText(["A", "B", "C"]);
  await expect(discs("Seven")).toHaveText(["A", "B", "+5"]);
});

test("shows a series from next week on once, with its rule", async ({ page, signIn }) => {
  // The whole list is in sight.
  await page.setViewportSize({ width: 1440, height: 3600 });
  await signIn(page, undefined, "/soon");
  const choir = row(page, /^Choir rehearsal/);
  await expect(choir).toHaveCount(2);
  await expect(choir.last()).toHaveAccessibleDescription(/every Wednesday$/);
  await expect(choir.last()).toContainText("every Wednesday");
  await expect(choir.first()).not.toContainText("every Wednesday");
});

test("answers in the row, and fills free time with an event described in words", async ({ page, signIn }) => {
  await signIn(page, undefined, "/soon");
  const call = row(page, /^Structural engineer, call/);
  await expect(call).toHaveAccessibleName(/not answered/);
  await main(page)
    .getByRole("group", { name: /^Structural engineer, call/ })
    .getByRole("button", { name: "Maybe" })
    .click();
  await expect(call).toHaveAccessibleName(/^Structural engineer, call, maybe/);
  await expect(main(page).getByRole("group", { name: /^Structural engineer, call/ })).toHaveCount(0);

  await main(page)
    .getByRole("button", { name: /^15:30–16:00, 30 min free/ })
    .click();
  const line = page.getByRole("textbox", { name: "New event in words" });
  await expect(line).toHaveValue("15:30–16:00 ");
  await expect(line).toBeFocused();
  await page.keyboard.type("Buns");
  await page.keyboard.press("Enter");
  await expect(row(page, /^Buns, Monday 23 November, 15:30 to 16:00/)).toBeVisible();
  await expect(main(page).getByRole("button", { name: /^15:30–16:00/ })).toHaveCount(0);
});

test("keeps everything in its place while it loads", async ({ page, signIn }) => {
  const release = await Promise.all([holdBack(page, /\/jmap\/api/), holdBack(page, ACTING)]);
  await signIn(page, undefined, "/soon");
  const horizon = main(page).getByRole("img");
  await expect(horizon).toHaveAccessibleName(/^0 events/);
  const views = page.getByRole("radiogroup", { name: "View" });
  const before = [await horizon.boundingBox(), await views.boundingBox()];
  for (const letThrough of release) letThrough();
  await expect(row(page, /^Lunch with Jonas/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Notifications/ })).toBeVisible();
  const after = [await horizon.boundingBox(), await views.boundingBox()];
  expect(after.map((it) => [it?.x, it?.y].map((at) => Math.round(at ?? 0)))).toEqual(
    before.map((it) => [it?.x, it?.y].map((at) => Math.round(at ?? 0))),
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: "sv-SE", colorScheme: "dark" });

  test("is one column in Swedish, and a row opens its sheet", async ({ page, signIn }) => {
    await signIn(page, SWEDISH, "/soon");
    await expect(main(page)).toContainText(
      "Gestaltningsmöte, kv. Lärkan slutar om ungefär en timme, sedan 30 minuter ledigt.",
    );
    await expect(main(page).getByRole("heading", { name: "I morgon" })).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeProblems(page)).toEqual([]);
    await row(page, /^Lunch med Jonas/).click();
    await expect(page.getByRole("dialog", { name: "Lunch med Jonas" })).toContainText(
      "om ungefär två timmar",
    );
    await expect(main(page).getByRole("region", { name: "Mer om den valda raden" })).toHaveCount(0);

    // A message's action can be pressed while a sheet lies above the page.
    await page.getByRole("dialog").getByRole("button", { name: "Mer", exact: true }).click();
    await page.getByRole("menuitem", { name: "Ta bort" }).click();
    await expect(row(page, /^Lunch med Jonas/)).toHaveCount(0);
    await page.getByRole("button", { name: "Mer", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Mer" });
    await expect(sheet).toBeVisible();
    await page.getByRole("region", { name: "Meddelanden" }).getByRole("button", { name: "Ångra" }).click();
    await expect(page.getByText("”Lunch med Jonas” är som förut")).toBeVisible();
    await expect(sheet).toBeVisible();
  });
});

test("a pointer that is drawn along the horizon takes the list with it, and the distance is beside it", async ({
  page,
  signIn,
}) => {
  await signIn(page, undefined, "/soon");
  const horizon = main(page).getByRole("img", { name: /^\d+ events in the next 12 months/ });
  // It is measured in the page, where it is never between two drawings.
  const measure = () => horizon.evaluate((it) => it.getBoundingClientRect().toJSON() as DOMRect);
  const tip = main(page).getByRole("status");
  // Something above it may grow between the pointer's coming and its press, which then goes beside it.
  await expect(async () => {
    await page.mouse.up();
    const { width, height } = await measure();
    await horizon.hover({ position: { x: width * 0.05, y: height / 3 } });
    await page.mouse.down();
    await expect(tip).toHaveText(/ · /, { timeout: 1_000 });
  }).toPass();
  const { x, y, width, height } = await measure();
  const near = await tip.textContent();
  await page.mouse.move(x + width * 0.8, y + height / 3, { steps: 8 });
  // The list has gone far down beneath the horizon, which stays.
  await expect(tip).toHaveText(/^in .*months? · /);
  expect(await tip.textContent()).not.toBe(near);
  await expect(horizon).toBeInViewport();
  const focused = page.locator("[data-soon]:focus, [data-row]:focus");
  await expect(focused).toBeInViewport();
  await page.mouse.move(x + width * 0.05, y + height / 3, { steps: 8 });
  await expect(tip).toHaveText(near ?? "");
  await page.mouse.up();
  // What only passes moves nothing.
  const before = await focused.textContent();
  await page.mouse.move(x + width * 0.5, y + height / 3, { steps: 4 });
  expect(await focused.textContent()).toBe(before);
});
