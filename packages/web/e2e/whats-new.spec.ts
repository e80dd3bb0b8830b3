import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test } from "./fixtures.ts";

test("an administrator hears once of an upgrade, by the bell, and reads what is new", async ({ page }) => {
  const server = await startServer("--upgraded-to=9.0.0");
  try {
    await signInAt(server, page);
    const bell = page.getByRole("button", { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName(/1 unread/);
    await bell.focus();
    await page.keyboard.press("Enter");
    const row = page.getByRole("link", { name: "This server now runs Snart 9.0.0. See what’s new" });
    await expect(row).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await row.focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/whats-new$/);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { name: "What’s new" })).toBeVisible();
    await expect(main.getByText(/^This server was upgraded from 0\.1\.0 to 9\.0\.0 /)).toBeVisible();
    await expect(main.getByRole("heading", { name: "Snart 0.1.0" })).toBeVisible();
    await expect(main.getByText("The first version: shared calendars")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/`);
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  } finally {
    server.stop();
  }
});

test("the notice is put away without reading it, and nobody else has it", async ({ page }) => {
  const server = await startServer("--upgraded-to=9.0.0");
  try {
    await signInAt(server, page);
    await page.getByRole("button", { name: /^Notifications, 1 unread/ }).click();
    await page.getByRole("button", { name: /^Mark as read: This server now runs/ }).click();
    await expect(page.getByText("Nothing new.")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
    await signInAt(server, page, SWEDISH);
    await expect(page.getByRole("button", { name: "Aviseringar", exact: true })).toBeVisible();
  } finally {
    server.stop();
  }
});
