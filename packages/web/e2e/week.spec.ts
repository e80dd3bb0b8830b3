import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, test } from "./fixtures.ts";

test.beforeEach(async ({ page, signIn }) => signIn(page));

test("the week says how soon, with week numbers, Monday first", async ({ page }) => {
  const days = page.getByRole("main").getByRole("region");
  await expect(page.getByRole("heading", { name: /November 2026/ }).first()).toContainText("2026");
  await expect(page.getByText("Week 48").first()).toBeVisible();
  await expect(days.first()).toHaveAccessibleName(/Monday 23 November/);
  await expect(
    page
      .getByRole("button", {
        name: /^Client presentation, Friday 27 November, 09:30 to 11:00, in 4 days, Björk & Sand/,
      })
      .first(),
  ).toBeVisible();
  await expect(page.getByText("this week").first()).toBeVisible();
});

test("text at 200 % makes hours as tall as their words, and a drag makes the hour under the pointer", async ({
  page,
}) => {
  const lunch = page.getByRole("button", { name: /^Lunch, Nordic Light/ }).first();
  const usual = await lunch.boundingBox();
  await page.addInitScript(() =>
    document.addEventListener("readystatechange", () =>
      document.documentElement.style.setProperty("font-size", "32px"),
    ),
  );
  await page.reload();
  await lunch.evaluate((it) => it.scrollIntoView({ block: "center" }));
  const large = await lunch.boundingBox();
  if (!usual || !large) throw new Error("no lunch");
  // An hour without the gap beneath it.
  expect(large.height + 2).toBeCloseTo((usual.height + 2) * 2, 0);
  expect(
    await lunch
      .locator("[data-lines]")
      .first()
      .evaluate((it) => getComputedStyle(it).fontSize),
  ).toBe("24px");
  const [x, two] = [large.x + large.width / 2, large.y + 1.5 * 104];
  await page.mouse.move(x, two);
  await page.mouse.down();
  await page.mouse.move(x, two + 60, { steps: 4 });
  await page.mouse.move(x, two + 98, { steps: 4 });
  await expect(page.getByText("in 2 days · 13:30–14:30")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
});

test("dragging makes an event, moving and deleting it can be undone", async ({ page }) => {
  const column = page.getByRole("region", { name: /Wednesday 25 November/ }).first();
  const box = await column.boundingBox();
  if (!box) throw new Error("no Wednesday");
  const hour = 52;
  const lunch = page.getByRole("button", { name: /^Lunch, Nordic Light/ }).first();
  const noon = await lunch.boundingBox();
  if (!noon) throw new Error("no lunch");
  const x = box.x + box.width / 2;
  const two = noon.y + 1.5 * hour;
  await page.mouse.move(x, two);
  await page.mouse.down();
  await page.mouse.move(x, two + hour / 2, { steps: 4 });
  await page.mouse.move(x, two + hour - 4, { steps: 4 });
  await expect(page.getByText(/in 2 days/).first()).toBeVisible();
  await page.mouse.up();
  await page.getByPlaceholder("What").fill("Made by hand");
  await page.keyboard.press("Enter");
  const made = page.getByRole("button", { name: /^Made by hand, Wednesday 25 November/ }).first();
  await expect(made).toBeVisible();

  const before = await made.boundingBox();
  if (!before) throw new Error("not placed");
  await page.mouse.move(before.x + 40, before.y + 12);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + 12 + hour, { steps: 6 });
  await page.mouse.up();
  await expect(page.getByText(/“Made by hand” moved to/).first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await made.boundingBox())?.y).toBe(before.y);

  await made.focus();
  await page.keyboard.press("Delete");
  await expect(made).toHaveCount(0);
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(made).toBeVisible();
  await made.focus();
  await page.keyboard.press("Delete");
  await expect(made).toHaveCount(0);
});

test("changing one of a series asks which, and changes only that one", async ({ page }) => {
  const lunches = page.getByRole("button", { name: /^Lunch run, Tuesday/ });
  await lunches.first().click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Title").fill("Long lunch run");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByRole("button", { name: "Change this one" }).click();
  await expect(page.getByRole("button", { name: /^Long lunch run, Tuesday/ }).first()).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText("Week 49").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Lunch run, Tuesday 1 December/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Long lunch run/ })).toHaveCount(0);
});

test("Escape closes the top layer and returns the focus", async ({ page }) => {
  const event = page.getByRole("button", { name: /^Debrief/ }).first();
  await event.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(event).toBeFocused();
});

test("keys move through time, and none acts while one types", async ({ page }) => {
  await page.keyboard.press("k");
  await expect(page.getByText("Week 47").first()).toBeVisible();
  await page.keyboard.press("t");
  await expect(page.getByText("Week 48").first()).toBeVisible();
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/day\/2026-11-23$/);
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
  await page.keyboard.press("n");
  await page.keyboard.type("jkdw t");
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
});

/** Puts five events at one time, on Tuesday 2 March 2027 from 09:00. */
const crowd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const session = (await (await fetch("/jmap/session")).json()) as {
      capabilities: Record<string, unknown>;
      primaryAccounts: Record<string, string>;
    };
    const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
    const call = async (name: string, args: object) => {
      const body = {
        using: Object.keys(session.capabilities),
        methodCalls: [[name, { accountId, ...args }, "0"]],
      };
      const answer = await fetch("/jmap/api", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
      return ((await answer.json()) as { methodResponses: [string, { list?: { id: string }[] }][] })
        .methodResponses[0]?.[1];
    };
    const calendars = await call("Calendar/get", { ids: null });
    const event = (number: number) => ({
      "@type": "Event",
      calendarIds: { [calendars?.list?.[0]?.id ?? ""]: true },
      title: `Crowd ${number}`,
      start: "2027-03-02T09:00:00",
      duration: "PT1H",
      timeZone: "Europe/Stockholm",
    });
    await call("CalendarEvent/set", {
      create: Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`k${number}`, event(number)])),
    });
  });

test("events without room are in a list that opens in place, by keys and by touch; a day draws all", async ({
  page,
}) => {
  await page.goto("/week/2027-W09");
  await crowd(page);
  const drawn = page.getByRole("region").getByRole("button", { name: /^Crowd \d/ });
  const more = page.getByRole("button", { name: "3 more events" });
  await expect(drawn).toHaveCount(2);
  // The arrows lead from the events to it.
  await drawn.first().focus();
  for (const _ of [1, 2]) await page.keyboard.press("ArrowDown");
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: /^5 at the same time, Tuesday 2 March/ });
  await expect(list.getByRole("button", { name: /^Crowd \d/ })).toHaveCount(5);
  expect(await axeProblems(page)).toEqual([]);
  await list.getByRole("button", { name: /^Crowd 4/ }).press("Enter");
  await expect(page.getByRole("dialog", { name: /Crowd 4/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();

  await page.goto("/day/2027-03-02");
  await expect(drawn).toHaveCount(5);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(drawn).toHaveCount(5);
  await page.goto("/days/3/2027-03-01");
  await expect(drawn).toHaveCount(1);
  await page.getByRole("button", { name: "4 more events" }).click();
  await list.getByRole("button", { name: /^Crowd 5/ }).click();
  await expect(page.getByRole("dialog", { name: /Crowd 5/ })).toBeVisible();
});
