import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { ENGLISH, expect, signInAt, startServer, test } from "./fixtures.ts";

const column = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: new RegExp(`^${name}\\b`) });

async function dragTo(page: Page, event: Locator, target: Locator): Promise<void> {
  const [from, to] = [await event.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("there is nothing to drag, or nowhere to go");
  await page.mouse.move(from.x + 40, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 12);
  await page.mouse.move(to.x + 60, from.y + 10, { steps: 4 });
  await page.mouse.up();
}

test("a day stands in columns by calendar: dragging across them moves to that calendar, and back by undo", async ({
  page,
  signIn,
}) => {
  await signIn(page, ENGLISH, "/day/2026-11-23");
  await page.getByRole("radio", { name: "By calendar" }).check({ force: true });
  const lunch = page.getByRole("button", { name: /^Lunch with Jonas/ }).and(page.locator("[data-event]"));
  await expect(column(page, "Elin").getByRole("button", { name: /^Lunch with Jonas/ })).toBeVisible();
  await expect(column(page, "Family").getByRole("button", { name: /^Lunch with Jonas/ })).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);

  await dragTo(page, lunch, column(page, "Family"));
  await expect(
    column(page, "Family").getByRole("button", { name: /^Lunch with Jonas.*12:00/ }),
  ).toBeVisible();
  await expect(column(page, "Elin").getByRole("button", { name: /^Lunch with Jonas/ })).toHaveCount(0);
  await expect(page.getByText(/moved to .?Family/).first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(column(page, "Elin").getByRole("button", { name: /^Lunch with Jonas/ })).toBeVisible();

  // The same by keys: picked up, one column on, kept.
  await lunch.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(
    column(page, "Family").getByRole("button", { name: /^Lunch with Jonas.*12:00/ }),
  ).toBeVisible();

  // An event begun in a column belongs to it.
  const box = await column(page, "Family").boundingBox();
  if (!box) throw new Error("no column");
  const beneath = await lunch.boundingBox();
  await page.mouse.dblclick(box.x + 60, (beneath?.y ?? 0) + 240);
  await expect(page.getByRole("combobox", { name: "Calendar" })).toHaveValue(/./);
  await expect(page.getByRole("combobox", { name: "Calendar" }).locator("option:checked")).toHaveText(
    "Family",
  );
  await page.keyboard.press("Escape");

  // Remembered, and left alone by a phone.
  await page.keyboard.press("w");
  await page.goto("/day/2026-11-24");
  await expect(page.getByRole("radio", { name: "By calendar" })).toBeChecked();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("radio", { name: "By calendar" })).toHaveCount(0);
});

test("by person a meeting stands with everybody who takes part", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/week/2026-W48");
  await expect(page.getByRole("button", { name: /^Design review/ }).first()).toBeVisible();
  await page.keyboard.press("p");
  await expect(page).toHaveURL(/\/day\//);
  for (const name of ["Elin Sand", "Karin Björk"])
    await expect(column(page, name).getByRole("button", { name: /^Design review/ })).toBeVisible();
  await expect(column(page, "Karin Björk").getByRole("button", { name: /^Lunch with Jonas/ })).toHaveCount(0);
});

test("more people than there is room for scroll beside one's own column, with who is away and when all are free", async ({
  page,
  browser,
}) => {
  const server = await startServer("--office=11");
  const context = await browser.newContext();
  try {
    const away = await context.newPage();
    await signInAt(server, away, "person2@office.example");
    const absence = {
      utcStart: "2026-11-22T23:00:00Z",
      utcEnd: "2026-11-25T23:00:00Z",
      text: "",
      isTold: true,
    };
    await callAs(away, [["Availability/set", { update: { singleton: { "absences/a": absence } } }]]);

    await signInAt(server, page, "person0@office.example");
    await page.keyboard.press("p");
    const heads = page.locator("main [id][data-person]");
    const shown = () => heads.allTextContents();
    await expect(heads.first()).toContainText("Person 0");
    await expect(heads.first()).toContainText("you, ");
    const pager = page.getByRole("status").filter({ hasText: /of 10$/ });
    await expect(pager).toHaveText(/^1–\d of 10$/);
    expect((await shown())[1]).toContain("Person 1");
    const columns = await heads.count();
    expect(columns).toBeGreaterThan(3);
    expect(columns).toBeLessThan(11);
    // Each has a colour of their own.
    const colours = await heads
      .locator("[data-colour]")
      .evaluateAll((all) => all.map((it) => it.getAttribute("data-colour")));
    expect(new Set(colours).size).toBe(columns);
    await expect(column(page, "Person 2").getByText("Away, back in 3 days")).toBeVisible();
    await expect(heads.nth(2)).toContainText("away");
    await expect(page.getByText(/^All but Person 2 are free \d\d:\d\d–\d\d:\d\d/)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);

    const later = page.getByRole("button", { name: "Later columns" });
    await later.focus();
    await page.keyboard.press("Enter");
    await expect(heads.nth(1)).not.toContainText("Person 1");
    await expect(heads.first()).toContainText("Person 0");
    for (let turns = 0; turns < 3; turns++) await page.keyboard.press("Enter");
    await expect(heads.last()).toContainText("Person 10");
    await expect(pager).toHaveText(/–10 of 10$/);
    await expect(later).toBeFocused();
    await expect(column(page, "Person 10").getByRole("button").first()).toBeVisible();

    // A wheel with Shift, and the bar beneath.
    await column(page, "Person 10").hover();
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, -2000);
    await page.keyboard.up("Shift");
    await expect(heads.nth(1)).toContainText("Person 1");
    await page.locator("main [data-kept]").evaluate((bar) => bar.scrollTo(10_000, 0));
    await expect(heads.last()).toContainText("Person 10");
  } finally {
    await context.close();
    server.stop();
  }
});
