import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, test } from "./fixtures.ts";

const AGENDA = { name: "Agenda å.txt", mimeType: "text/plain", buffer: Buffer.from("1. Coffee\n") };

/** Opens an event without other participants. */
async function open(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole("button", { name }).first().click();
  return page.getByRole("dialog");
}

async function attach(page: Page, popover: Locator, label: string, file = AGENDA): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await popover.getByRole("button", { name: label }).click();
  await (await choosing).setFiles(file);
}

test("a file is attached, opened, taken off and brought back", async ({ page, signIn }) => {
  await signIn(page);
  const popover = await open(page, /^Debrief/);
  await expect(popover.getByRole("heading", { name: "Attachments" })).toBeVisible();
  await attach(page, popover, "Attach a file");
  const link = popover.getByRole("link", { name: "Agenda å.txt" });
  await expect(link).toBeVisible();
  await expect(popover.getByText("1 kB")).toBeVisible();
  // Once the server has the file, the link leads to the attachment and no longer to the upload.
  const downloading = page.waitForEvent("download");
  await link.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("Agenda å.txt");
  expect(readFileSync(await download.path(), "utf8")).toBe("1. Coffee\n");
  expect(await axeProblems(page)).toEqual([]);

  await popover.getByRole("button", { name: "Remove Agenda å.txt" }).click();
  await expect(link).toHaveCount(0);
  await expect(popover.getByRole("button", { name: "Attach a file" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(popover).toBeHidden();
  await page.getByRole("button", { name: /^Undo/ }).last().click();
  await expect(page.getByText("is back as it was").last()).toBeVisible();
  await page.reload();
  const again = await open(page, /^Debrief/);
  const back = again.getByRole("link", { name: "Agenda å.txt" });
  await expect(back).toBeVisible();
  const second = page.waitForEvent("download");
  await back.click();
  expect(readFileSync(await (await second).path(), "utf8")).toBe("1. Coffee\n");
});

test("a file that is too large is not sent, and the reason is shown", async ({ page, signIn }) => {
  await signIn(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/jmap/upload/")) sent.push(request.url());
  });
  const popover = await open(page, /^Debrief/);
  const buffer = Buffer.alloc(10 * 1024 * 1024 + 1);
  await attach(page, popover, "Attach a file", { name: "large.bin", mimeType: "application/zip", buffer });
  await expect(page.getByText("The attachment is larger than the server takes.")).toBeVisible();
  expect(sent).toEqual([]);
  await expect(popover.getByRole("link", { name: "large.bin" })).toHaveCount(0);
});
