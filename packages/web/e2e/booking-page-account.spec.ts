import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { letOthersBook } from "./let-others-book.ts";
import { sendGuestForm } from "./send-guest-form.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

/** Signs in by the form of the app, by keyboard. */
async function signInHere(page: Page): Promise<void> {
  await page.getByLabel(/^(Email or user name|E-post eller användarnamn)$/).fill(SWEDISH);
  await page.getByLabel(/^(Password|Lösenord)$/).fill(server.password);
  await page.keyboard.press("Enter");
}

/**
 * The session ends while the form is filled in. This browser's app remembers it until the server has answered, which it does late: it is asked
 * before anybody is led back.
 */
async function comeBackFromSigningIn(guest: Page): Promise<void> {
  const context = guest.context();
  await context.clearCookies();
  await guest.getByRole("button", { name: /^Boka / }).press("Enter");
  await expect(guest.getByText("Du är inte inloggad, så inget är bokat.")).toBeVisible();
  expect(await axeProblems(guest)).toEqual([]);
  await context.route("**/auth/session", async (route) => {
    await new Promise((done) => setTimeout(done, 1_000));
    await route.continue();
  });
  const opened = context.waitForEvent("page");
  await guest.getByRole("link", { name: "Logga in" }).press("Enter");
  const beside = await opened;
  await signInHere(beside);
  await beside.waitForURL(/\/b\//);
  await expect(beside.getByLabel("E-post")).toHaveValue(SWEDISH);
}

test("only people with an account book where the owner says so: a stranger signs in and is back at the same time", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const address = await letOthersBook(page, server.url);

  const context = await browser.newContext({ locale: "sv-SE", viewport: { width: 320, height: 640 } });
  const guest = await context.newPage();
  await guest.clock.install({ time: new Date("2026-11-23T10:20:00+01:00") });
  await guest.goto(address);
  await guest.getByRole("table").getByRole("link").last().click();
  const time = await guest
    .getByRole("main")
    .getByRole("listitem")
    .getByRole("link")
    .first()
    .getAttribute("href");

  await page.getByRole("button", { name: /^Edit the page/ }).press("Enter");
  const form = page.getByRole("dialog", { name: "Edit the page" });
  await form.getByRole("checkbox", { name: "Only people who are signed in here may book" }).press("Space");
  expect(await axeProblems(page)).toEqual([]);
  await form.getByRole("button", { name: "Save" }).press("Enter");
  await expect(form).toBeHidden();
  await expect(page.getByText("· only signed in")).toBeVisible();

  await guest.goto(`${server.url}${time ?? ""}`);
  await expect(guest.getByText("Bara den som har ett konto här kan boka")).toBeVisible();
  await expect(guest.getByRole("textbox")).toHaveCount(0);
  expect(await axeProblems(guest)).toEqual([]);
  expect(await guest.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await guest.getByRole("link", { name: "Logga in" }).press("Enter");
  await signInHere(guest);
  await guest.waitForURL(/\/b\//);
  await expect(guest.getByLabel("E-post")).toHaveValue(SWEDISH);
  expect(new URL(guest.url()).pathname).toBe(new URL(time ?? "", server.url).pathname);
  await expect(guest.getByLabel("Ditt namn")).not.toBeEditable();
  expect(await axeProblems(guest)).toEqual([]);

  await comeBackFromSigningIn(guest);
  await guest.getByRole("button", { name: "Fortsätt med det jag skrev" }).press("Enter");
  await sendGuestForm(
    guest.getByRole("button", { name: /^Boka / }),
    guest.getByRole("heading", { name: "✓ Du är bokad" }),
  );
  await page.reload();
  await expect(page.getByText(SWEDISH)).toBeVisible();
  await context.close();
});

test("whoever is signed in already goes straight on, and a foreign address leads to the calendar", async ({
  page,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/signin?to=${encodeURIComponent("/b/no-such-page?lang=en-GB")}`);
  await expect(page.getByRole("heading", { name: "This page cannot be opened" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/b/no-such-page");
  for (const to of [
    "https://else.example/b/x",
    "//else.example/b/x",
    "/b/../auth/session",
    "/\\else.example",
  ]) {
    await page.goto(`${server.url}/signin?to=${encodeURIComponent(to)}`);
    await expect(page.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
    expect(new URL(page.url()).origin).toBe(server.url);
  }
});
