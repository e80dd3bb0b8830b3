import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const block = (page: Page) =>
  page
    .getByRole("main")
    .getByRole("button", { name: /^Debrief/ })
    .first();
const panel = (page: Page) => page.getByRole("region", { name: "Sign-up" });

/** Makes the Debrief an event for two with sign-up. */
async function offer(page: Page): Promise<void> {
  await signInAt(server, page);
  await page.goto(`${server.url}/week/2026-W48`);
  await block(page).focus();
  await page.keyboard.press("e");
  const form = page.getByRole("form", { name: "Edit event" });
  await form.getByLabel("Sign-up").check();
  await form.getByLabel("Places").fill("0");
  await expect(
    form.getByText("Places are a whole number, from 1 to 100,000.", { exact: false }),
  ).toBeVisible();
  await expect(form.getByRole("button", { name: /^Save/ })).toBeDisabled();
  await form.getByLabel("Places").fill("2");
  await form.getByLabel("Sign-up closes").selectOption({ label: "1 hour before" });
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("“Debrief” changed")).toBeVisible();
  await expect(page.getByText("Synced").first()).toBeVisible();
}

/** Signs the page's person up, and opens the list. */
async function joinAndOpen(page: Page): Promise<void> {
  await block(page).click();
  await expect(panel(page).getByText("0 of 2 places taken")).toBeVisible();
  await panel(page).getByLabel("Note to the organiser").fill("Tar med kaffe");
  await panel(page).getByRole("button", { name: "Join" }).click();
  await expect(panel(page).getByText("You have a place")).toBeVisible();
  await expect(panel(page).getByText("1 of 2 places taken")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await panel(page).getByRole("link", { name: "Open the list" }).click();

  await expect(page.getByRole("heading", { name: "Sign-up: Debrief" })).toBeVisible();
  await page.getByRole("button", { name: "Create a link" }).click();
}

/** Two come by the link; the second has to wait. */
async function comeByLink(guest: Page, link: string): Promise<void> {
  for (const [name, said] of [
    ["Åsa Berg", "Du har en plats."],
    ["Bo Ek", "Du är nummer 1 på väntelistan."],
  ] as const) {
    await guest.goto(link);
    expect(await axeProblems(guest)).toEqual([]);
    await guest.getByLabel("Ditt namn").fill(name);
    await guest.getByRole("button", { name: /^(Anmäl mig|Ställ mig på väntelistan)$/ }).click();
    await expect(guest.getByText(said)).toBeVisible();
    await expect(guest).toHaveURL(/\/signup\/o\./);
  }
  expect(await axeProblems(guest)).toEqual([]);
}

const placed = (page: Page) => page.getByRole("region", { name: "Have a place" });

/** Ticks one off and saves the file. */
async function tickAndSave(page: Page): Promise<void> {
  await page.reload();
  await expect(placed(page).getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Waiting list" }).getByText("Bo Ek")).toBeVisible();
  await page.getByLabel("Åsa Berg was there").check();
  await expect(page.getByText("1 of 2 answers ticked off")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as CSV" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe("Debrief.csv");
  expect(readFileSync(await file.path(), "utf8")).toMatch(
    /"Åsa Berg","1","Have a place","","","",".+","yes"/,
  );
}

test("an event gets a sign-up, people come by account and by link, one waits, and the list is ticked off and saved", async ({
  page,
  browser,
}) => {
  await offer(page);
  await joinAndOpen(page);
  const link = (await page.getByTitle(/\/signup\/j\./).textContent()) ?? "";
  const visitor = await browser.newContext({ locale: "sv-SE" });
  const guest = await visitor.newPage();
  await comeByLink(guest, link);
  const own = guest.url();
  await tickAndSave(page);
  await page.getByRole("button", { name: "Take Åsa Berg off the list" }).click();
  await expect(placed(page).getByText("Bo Ek")).toBeVisible();
  await guest.goto(own);
  await expect(guest.getByText("Du har en plats.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off the link" }).click();
  await expect(page.getByText("The link does not work any more")).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText("Länken används inte längre")).toBeVisible();
  // By the keys: the message may have gone meanwhile.
  await page.keyboard.press("Control+z");
  await expect(page.getByText(link)).toBeVisible();
  await guest.goto(own);
  await guest.getByRole("button", { name: "Avanmäl mig" }).click();
  await expect(guest.getByText("Du är inte anmäld.")).toBeVisible();
  await visitor.close();
});

test("a list that is not there says so, and no more", async ({ page }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/sign-up/none/none`);
  await expect(page.getByRole("alert").or(page.getByText("There is no sign-up here"))).toBeVisible();
});
