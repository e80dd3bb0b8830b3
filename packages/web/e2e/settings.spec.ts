import { readFile } from "node:fs/promises";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, SWEDISH, test } from "./fixtures.ts";

test("settings are changed without a network, kept through a reload and sent when it is back", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/settings/look");
  const theme = page.getByRole("radio", { name: "Dark" });
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  await page.route("**/jmap/**", (route) => route.abort());
  await page.locator("label", { hasText: "Dark" }).or(theme).first().click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("Kept here. Your changes are sent when you are back online.")).toBeVisible();
  // Another tab shows it too.
  const other = await page.context().newPage();
  await other.goto("/settings/look");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await other.close();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.unroute("**/jmap/**");
  await page.reload();
  await expect(page.getByText(/^All changes are saved/)).toBeVisible();
  const saved = await page.evaluate(async () => (await fetch("/auth/session")).json() as Promise<unknown>);
  expect(saved).toMatchObject({ account: { preferences: { theme: "dark" } } });
});

test("whose red days are shown, and on which one is free, decides the squeeze days", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH);
  await page.goto("/year/2026");
  await expect(page.getByText("Klämdagar: 2 jan, 5 jan, 15 maj")).toBeVisible();
  await page.goto("/settings/look");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("combobox", { name: "Röda dagar" }).selectOption({ label: "Skottland" });
  await expect(page.getByText(/^Alla ändringar är sparade/)).toBeVisible();
  await page.goto("/year/2027");
  await expect(page.getByText("Klämdag: 29 nov")).toBeVisible();
});

test("one sees where one is signed in, and signs out elsewhere", async ({
  page,
  browser,
  server,
  signIn,
}) => {
  await signIn(page);
  const elsewhere = await (
    await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" })
  ).newPage();
  await signInAt(server, elsewhere);
  await page.goto("/settings/security");
  const row = page.getByRole("listitem").filter({ hasText: "Safari, iOS" });
  await expect(row).toBeVisible();
  await expect(page.getByText("this browser", { exact: true })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await row.getByRole("button", { name: "Sign out Safari, iOS" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("this browser", { exact: true })).toBeVisible();
  await elsewhere.goto(`${server.url}/settings/security`);
  await expect(elsewhere.getByLabel("Email")).toBeVisible();
  await elsewhere.context().close();
});

test("a setting is found by its name", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/settings");
  const list = page.getByRole("navigation", { name: "Settings" });
  await list.getByRole("searchbox", { name: "Search settings" }).fill("time zone");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await list.getByRole("link", { name: "Look and language" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Look and language" })).toBeVisible();
  await list.getByRole("searchbox").fill("sauna");
  await expect(list.getByText("No setting is called that. Try a shorter word")).toBeVisible();
});

test("a new app password comes as a profile for Apple's devices too", async ({ page, signIn }) => {
  await signIn(page);
  await page.goto("/settings/devices");
  await page.getByLabel("Name of the device").fill("Pocket");
  await page.getByRole("button", { name: "Create password" }).click();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Profile for iPhone, iPad and Mac" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toBe("snart.mobileconfig");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toMatch(/<key>CalDAVPassword<\/key><string>[a-z0-9]{4}(?:-[a-z0-9]{4}){3}<\/string>/);
  expect(text).toContain(`<key>CalDAVHostName</key><string>${new URL(page.url()).hostname}</string>`);
});
