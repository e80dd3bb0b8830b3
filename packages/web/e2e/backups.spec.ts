import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, test } from "./fixtures.ts";

test("an administrator makes a backup, by keyboard alone, and sees that it was tested", async ({ page }) => {
  test.setTimeout(90_000);
  const server = await startServer("--backups");
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/backups`);
    const main = page.getByRole("main");
    await expect(main.getByText("No copy has been made yet.")).toBeVisible();
    await expect(main.getByText("None yet.")).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await main.getByRole("button", { name: "Back up now" }).focus();
    await page.keyboard.press("Enter");
    await expect(main.getByRole("progressbar", { name: "Backing up now" })).toBeVisible();
    await expect(main.getByText(/and restored as a test\. Nothing was missing\./)).toBeVisible({
      timeout: 60_000,
    });
    const copies = main.getByRole("listitem");
    await expect(copies).toHaveCount(1);
    await expect(copies.first()).toContainText("Restored as a test");
    await expect(copies.first()).toContainText("asked for");
    await expect(main.getByText(/^1 copy, [\d.]+ [kM]B$/)).toBeVisible();
    await expect(main.getByRole("progressbar")).toHaveCount(0);
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
  }
});

test("an administrator sets when backups are made and how many stay", async ({ page }) => {
  const server = await startServer("--backups");
  try {
    await signInAt(server, page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/admin/backups`);
    const main = page.getByRole("main");
    await expect(main.getByText("By the clock of UTC")).toBeVisible();
    await main.getByLabel("Time of the nightly copy").fill("04:30");
    await page.keyboard.press("Tab");
    await expect(main.getByText("When fewest people use Snart")).toBeVisible();
    await main.getByRole("button", { name: "Change" }).click();
    await main.getByLabel("Days").fill("400");
    await expect(main.getByText("A whole number from 0 to 366")).toBeVisible();
    await main.getByRole("button", { name: "Save" }).click();
    await expect(main.getByText("7 days, 4 weeks, 6 months")).toBeVisible();
    await main.getByLabel("Days").fill("14");
    await main.getByRole("button", { name: "Save" }).click();
    await expect(main.getByText("14 days, 4 weeks, 6 months")).toBeVisible();
    await main.getByRole("switch", { name: "Every night" }).click();
    await expect(main.getByLabel("Time of the nightly copy")).toHaveCount(0);
    await page.reload();
    await expect(main.getByText("14 days, 4 weeks, 6 months")).toBeVisible();
    await expect(main.getByRole("switch", { name: "Every night" })).not.toBeChecked();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
  }
});

test("an administrator rehearses, restores what somebody had lost, and downloads a copy", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const server = await startServer("--backups");
  try {
    const authorization = `Basic ${Buffer.from(`${ENGLISH}:${server.password}`).toString("base64")}`;
    const dav = (method: string, path: string, data?: string) =>
      page.request.fetch(server.url + path, {
        method,
        headers: { authorization, depth: "1", "content-type": "text/calendar; charset=utf-8" },
        ...(data !== undefined && { data }),
      });
    const home = await (await dav("PROPFIND", "/dav/calendars/elin/")).text();
    const [, calendar = ""] = /href>(\/dav\/calendars\/elin\/[^/<]+\/)</.exec(home) ?? [];
    const path = `${calendar}lost.ics`;
    const text =
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VEVENT\r\nUID:lost\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261124T120000Z\r\nSUMMARY:Lost\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    expect((await dav("PUT", path, text)).status()).toBe(201);
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/backups`);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: "Back up now" }).click();
    await expect(main.getByText(/and restored as a test\. Nothing was missing\./)).toBeVisible({
      timeout: 60_000,
    });
    expect((await dav("DELETE", path)).status()).toBe(204);
    await main.getByRole("button", { name: /^Restore from the copy of / }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("What", { exact: true }).selectOption({ label: "Elin Sand" });
    await expect(dialog.getByRole("button", { name: "Restore" })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Rehearse" }).click();
    await expect(dialog.getByText("The rehearsal worked. Nothing has been changed.")).toBeVisible({
      timeout: 60_000,
    });
    expect((await dav("GET", path)).status()).toBe(404);
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(dialog.getByText("Restored. Nobody was notified.")).toBeVisible({ timeout: 60_000 });
    expect(await (await dav("GET", path)).text()).toBe(text);
    await dialog.getByRole("button", { name: "Close" }).click();
    const downloading = page.waitForEvent("download");
    await main.getByRole("button", { name: /^Download the copy of / }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^snart-.*-manual\.tar$/);
  } finally {
    server.stop();
  }
});

test("an administrator goes back to a moment: for one person, and for the whole server", async ({ page }) => {
  test.setTimeout(180_000);
  const server = await startServer("--backups", "SNART_POINT_IN_TIME=1");
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/backups`);
    const main = page.getByRole("main");
    const open = main.getByRole("button", { name: "Restore from a moment" });
    // The first moments are there as soon as the server has copied its database.
    await expect(async () => {
      await page.reload();
      await expect(open).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await open.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Restore from a moment" });
    const time = dialog.getByRole("textbox", { name: /^Moment.*time/i });
    const rehearse = dialog.getByRole("button", { name: "Rehearse" });
    const kept = await time.inputValue();
    await time.fill("04:00");
    await time.press("Enter");
    await expect(dialog.getByText("Nothing was kept of this moment.")).toBeVisible();
    await expect(rehearse).toBeDisabled();
    await time.fill(kept);
    await time.press("Enter");
    await expect(dialog.getByText("Nothing was kept of this moment.")).toHaveCount(0);
    await dialog.getByLabel("What", { exact: true }).selectOption({ label: "Elin Sand" });
    await rehearse.click();
    await expect(dialog.getByText("The rehearsal worked. Nothing has been changed.")).toBeVisible({
      timeout: 60_000,
    });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByLabel("What", { exact: true }).selectOption({ label: "The whole server" });
    await expect(rehearse).toHaveCount(0);
    await dialog.getByRole("button", { name: "Restore into a folder" }).click();
    await expect(dialog.getByText(/^Restored into a folder of its own/)).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText(/^SNART_DATA=.*restored-\d{8}T/)).toBeVisible();
    await expect(dialog.getByRole("row", { name: /^Calendars [1-9]\d* [1-9]\d*$/ })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await axeProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  } finally {
    server.stop();
  }
});
