import { ENGLISH, expect, test } from "./fixtures.ts";

test("from signing in to an event made, moved, changed, deleted and brought back, without a pointer", async ({
  page,
  server,
}) => {
  await page.goto("/signin");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.getByLabel(/^Email/).focus();
  await page.keyboard.type(ENGLISH);
  await page.keyboard.press("Tab");
  await page.keyboard.type(server.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();

  // The time cursor: one focusable place that says which hour it is at.
  await page.keyboard.press("c");
  const cursor = page.locator(":focus");
  await expect(cursor).toHaveAttribute("role", "application");
  await expect(cursor).toHaveAccessibleName(/November, \d\d:\d\d to \d\d:\d\d/);
  const before = await cursor.getAttribute("aria-label");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await cursor.getAttribute("aria-label")).not.toBe(before);
  await page.keyboard.press("Enter");
  await expect(page.getByPlaceholder("What")).toBeFocused();
  await page.keyboard.type("Made by keys");
  await page.keyboard.press("Enter");
  const made = page.getByRole("button", { name: /^Made by keys, Tuesday 24 November/ }).first();
  await expect(made).toBeVisible();

  // Space picks it up, arrows carry it, Enter keeps it.
  const name = (await made.getAttribute("aria-label")) ?? "";
  await made.focus();
  await page.keyboard.press("Space");
  for (let n = 0; n < 4; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/“Made by keys” moved to/).first()).toBeVisible();
  await expect(made).not.toHaveAttribute("aria-label", name);
  await page.keyboard.press("Control+z");
  await expect(made).toHaveAttribute("aria-label", name);

  await made.focus();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Changed by keys");
  await page.keyboard.press("Control+Enter");
  const changed = page.getByRole("button", { name: /^Changed by keys/ }).first();
  await expect(changed).toBeVisible();
  await changed.focus();
  await page.keyboard.press("Delete");
  await expect(changed).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(changed).toBeVisible();
});

test("arrows walk between events in the order of time", async ({ page, signIn }) => {
  await signIn(page);
  const first = page.getByRole("button", { name: /^Client presentation/ }).first();
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator(":focus")).toHaveAccessibleName(/^Debrief, Friday/);
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(":focus")).toHaveAccessibleName(/Saturday 28 November/);
});

test("the first stop is a way past everything else", async ({ page, signIn }) => {
  await signIn(page);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "To the calendar" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});
