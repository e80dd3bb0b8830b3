import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { readPdf } from "./read-pdf.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

/** Makes a laundry room of the template, as the page's administrator; the page shows its board. */
async function makeLaundry(page: Page): Promise<string> {
  await signInAt(server, page, undefined, "/bookables/new");
  await page.getByRole("button", { name: "Create Laundry room" }).click();
  await expect(page.getByRole("grid", { name: "Laundry room" })).toBeVisible();
  return /bookables\/([^/]+)\//.exec(page.url())?.[1] ?? "";
}

/** Tries to book passes of Tuesday 24 November, by their first hour in UTC. */
async function book(page: Page, bookableId: string, ...hours: readonly number[]): Promise<void> {
  for (const hour of hours) {
    const [start, end] = [hour, hour + 3].map((at) => `2026-11-24T${String(at).padStart(2, "0")}:00:00Z`);
    await callAs(page, [["Booking/set", { create: { k: { bookableId, start, end } } }]]);
  }
}
const manage = async (page: Page, what: string): Promise<void> => {
  await page.getByRole("button", { name: "Manage Laundry room" }).click();
  await page.getByRole("menuitem", { name: what }).click();
};

test("a manager reads who booked and was refused how much, sorts it, and takes it along as CSV", async ({
  page,
  browser,
}) => {
  const id = await makeLaundry(page);
  const other = await browser.newPage();
  await other.clock.install({ time: NOW });
  await signInAt(server, other, SWEDISH);
  // Two of two; the third is one too many.
  await book(other, id, 6, 9, 12);
  await book(page, id, 6, 12);
  await manage(page, "Report");
  await expect(page.getByRole("heading", { name: "Laundry room, report" })).toBeVisible();
  await expect(
    page.getByText("3 times were booked and 0 of them used so far.", { exact: false }),
  ).toBeVisible();
  const names = page.getByRole("rowheader");
  await expect(names).toHaveCount(3);
  const rows = page.getByRole("row");
  await expect(rows.nth(1).getByRole("cell")).toHaveText(["2", "–", "–", "–", "1"]);
  await expect(rows.nth(2).getByRole("cell")).toHaveText(["1", "–", "–", "–", "1"]);
  const reasons = page.getByRole("region", { name: "Why 2 attempts were refused" });
  await expect(reasons.getByText("The time was taken")).toBeVisible();
  await expect(reasons.getByText("Too many bookings ahead")).toBeVisible();
  await page.getByRole("button", { name: "Household" }).click();
  await expect(page.getByRole("columnheader", { name: "Household" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  expect(await axeProblems(page)).toEqual([]);

  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe("Laundry room 2026-11.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text.split("\r\n")[0]).toBe("\uFEFFHousehold,Booked,Used,Released,Too late,Refused");
  expect(text).toMatch(/,2,0,0,0,1\r\n/);

  await page.getByRole("button", { name: "Previous month" }).click();
  await expect(page.getByText("Nothing was booked in October 2026.")).toBeVisible();
  await expect(page).toHaveURL(/month=2026-10/);
  // Who manages nothing sees nothing of it.
  await other.goto(`${server.url}/bookables/${id}/report`);
  await expect(other.getByRole("alert")).toBeVisible();
  await expect(other.getByRole("rowheader")).toHaveCount(0);
  await other.close();
});

test("a manager renames a thing, closes it for a time, and removes it", async ({ page, browser }) => {
  const id = await makeLaundry(page);
  const other = await browser.newPage();
  await other.clock.install({ time: NOW });
  await signInAt(server, other, SWEDISH);
  await book(other, id, 6);
  await manage(page, "Close for a time…");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("1 booking falls within that time.", { exact: false })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const end = dialog.getByRole("textbox", { name: "until, time" });
  await end.fill("07:00");
  await end.press("Tab");
  await dialog.getByRole("button", { name: "Close it" }).click();
  await expect(dialog.getByText("The end must be after the start.")).toBeVisible();
  await end.fill("16:00");
  await end.press("Tab");
  await dialog.getByLabel("Reason").fill("New drum");
  await dialog.getByRole("button", { name: "Close it" }).click();
  const noon = page.getByRole("gridcell").getByRole("button", { name: /^Tuesday 24 November, 10 to 13/ });
  await expect(noon).toHaveAccessibleName(/Closed/);
  await noon.click();
  await expect(dialog.getByText("Closed until 16:00: New drum.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(noon).toHaveAccessibleName(/Free/);

  await manage(page, "Name and place…");
  await dialog.getByLabel("Name").fill("Wash house");
  await dialog.getByLabel("Place").fill("Yard");
  await dialog.getByLabel("People it has room for").fill("3");
  await dialog.getByLabel("Labels").fill("wash, dry,wash");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Wash house Week 48" })).toBeVisible();
  const [changed] = await callAs(page, [["Bookable/get", { ids: [id] }]]);
  expect((changed as never as { readonly list: unknown }).list).toMatchObject([
    { name: "Wash house", place: "Yard", capacity: 3, labels: ["wash", "dry"] },
  ]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("heading", { name: "Laundry room Week 48" })).toBeVisible();

  await manage(page, "Remove…");
  const ask = page.getByRole("alertdialog", { name: "Remove Laundry room?" });
  await ask.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("grid", { name: "Laundry room" })).toBeVisible();
  await manage(page, "Remove…");
  expect(await axeProblems(page)).toEqual([]);
  await ask.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByRole("heading", { name: "Nothing to book yet" })).toBeVisible();
  await other.goto(`${server.url}/bookables`);
  await expect(other.getByRole("heading", { name: "Inget att boka än" })).toBeVisible();
  await other.close();
});

test("the week is one sheet of paper, with names as far as neighbours may know them", async ({ page }) => {
  const id = await makeLaundry(page);
  await book(page, id, 6);
  await manage(page, "Print the week");
  await expect(page.getByRole("button", { name: "Print" })).toBeEnabled();
  const sheet = page.getByRole("region", { name: "Laundry room, week 48 on paper" });
  await expect(sheet.getByRole("columnheader", { name: "Tue 24 Nov" })).toBeVisible();
  await expect(sheet.getByRole("cell", { name: "Taken" })).toHaveCount(1);
  await expect(sheet.getByText("Each household has at most 2 bookings ahead.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const pages = readPdf(await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toMatchObject([{ width: 297, height: 210 }]);
  expect(pages[0]?.text).toContain("Taken");
  expect(pages[0]?.text).not.toContain("One sheet of A4");
  const rules = (await callAs(page, [["Bookable/get", { ids: [id] }]])) as never as [
    { readonly list: readonly { readonly rules: object }[] },
  ];
  const named = { ...rules[0].list[0]?.rules, sees: "names" };
  await callAs(page, [["Bookable/set", { update: { [id]: { rules: named } } }]]);
  await page.reload();
  await expect(sheet.getByRole("cell", { name: "Elin Sand" })).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("the report and the menu of managers are large enough for a finger", async ({ page }) => {
    const id = await makeLaundry(page);
    await book(page, id, 6, 6);
    await page.goto(`${server.url}/bookables/${id}/report`);
    await expect(page.getByRole("row")).toHaveCount(3);
    expect(await smallTargets(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/bookables/${id}/2026-W48`);
    await page.getByRole("button", { name: "Manage Laundry room" }).tap();
    await expect(page.getByRole("menu")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  });
});

test("an administrator types the address by which calendar apps book a thing, and takes it back", async ({
  page,
  browser,
}) => {
  const id = await makeLaundry(page);
  await manage(page, "Name and place…");
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("Email address");
  await field.fill("tvatt");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("The email address is not complete", { exact: false })).toBeVisible();
  await field.fill("Tvatt@our.example");
  expect(await axeProblems(page)).toEqual([]);
  await field.press("Enter");
  await expect(dialog).toBeHidden();
  const told = page.getByText("Other calendar apps book it when they invite tvatt@our.example.");
  await expect(told).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(told).toBeHidden();

  // Everybody who may book it reads the address.
  await callAs(page, [["Bookable/set", { update: { [id]: { email: "tvatt@our.example" } } }]]);
  const other = await browser.newPage();
  await other.clock.install({ time: NOW });
  await signInAt(server, other, SWEDISH);
  await other.goto(`${server.url}/bookables/${id}/2026-W48`);
  await expect(
    other.getByText("Andra kalenderappar bokar när de bjuder in tvatt@our.example."),
  ).toBeVisible();
});
