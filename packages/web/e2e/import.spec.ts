import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { bigExport } from "../../server/src/testing/big-export.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, SWEDISH, expect, signInAt, startServer, test } from "./fixtures.ts";
import type { Page } from "@playwright/test";

/** Drops a file on the middle of the page, as from a folder. */
async function drop(page: Page, name: string, text: string, type = "text/calendar"): Promise<void> {
  const files = await page.evaluateHandle(
    ([fileName, content, mime]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ""], fileName ?? "", { type: mime ?? "" }));
      return transfer;
    },
    [name, text, type],
  );
  for (const kind of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent("body", kind, { dataTransfer: files });
}

test("a dropped export of 5,000 events is imported with a report and shown", async ({ page }) => {
  // A server of its own: so many events would crowd the week of every other test.
  const server = await startServer();
  try {
    await signInAt(server, page);
    const { text, objects, broken } = bigExport(5_000);
    await drop(page, "old.ics", text);
    await page.getByRole("button", { name: /^Import/ }).click();
    const count = new RegExp(`${objects.toLocaleString("en-GB")}|${objects}`);
    await expect(page.getByText(count).first()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("BROKEN", { exact: true })).toHaveCount(broken.length);
    await page.keyboard.press("Escape");
    // Series, all-day, cancelled and floating ones of the file, in the week that is on screen.
    const events = page.locator("main").getByRole("button", { name: /^Event \d+ å ä ö 🎂, / });
    await expect(events.first()).toBeVisible();
    const cancelled = page.locator("main").getByRole("button", { name: /^Event \d+ å ä ö 🎂, cancelled, / });
    await expect(cancelled.first()).toBeVisible();
  } finally {
    server.stop();
  }
});

test("a file that is no calendar is refused in words", async ({ page, signIn }) => {
  await signIn(page);
  await drop(page, "picture.png", "not a calendar", "image/png");
  await expect(page.getByText(/not a calendar file/).first()).toBeVisible();
});

test("files dropped before the page is drawn are offered afterwards", async ({ page, server }) => {
  const data = { login: ENGLISH, password: server.password };
  expect((await page.request.post(`${server.url}/auth/sign-in`, { data })).status()).toBe(200);
  let answer = (): void => undefined;
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/auth/session", async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.goto("/week/2026-W48");
  await drop(page, "early.ics", bigExport(3).text);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  answer();
  await expect(page.getByRole("dialog").getByText("early.ics")).toBeVisible();
});

test("a file over the limit is refused before it is sent", async ({ page, signIn }) => {
  await signIn(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/jmap/upload/")) sent.push(request.url());
  });
  await drop(page, "huge.ics", `BEGIN:VCALENDAR\r\n${"X".repeat(50 * 1024 * 1024)}`);
  await expect(
    page.getByText(/^The file is larger than the 33\.6\sMB that the server takes/).first(),
  ).toBeVisible();
  expect(sent).toEqual([]);
});

test("imported events are exported again", async ({ page, signIn }) => {
  await signIn(page, ENGLISH, "/settings/import");
  await expect(page.getByRole("heading", { name: /Import/ }).first()).toBeVisible();
  const link = page.getByRole("link", { name: /^Download (?!everything)/ }).first();
  const download = page.waitForEvent("download");
  await link.click();
  const path = await (await download).path();
  expect(readFileSync(path, "utf8")).toMatch(
    /^BEGIN:VCALENDAR\r\n[\s\S]*BEGIN:VEVENT[\s\S]*END:VCALENDAR\r\n$/,
  );
});

test("everything comes out as one archive, which brings the calendars and their files to somebody else", async ({
  page,
}) => {
  // A server of its own: imported events appear in the week twice.
  const server = await startServer();
  try {
    await signInAt(server, page);
    // An archive itself, with a calendar inside: it stays the file that it is.
    const minutes = Buffer.from(zipSync({ "inside.ics": strToU8(bigExport(1).text) }, { level: 0 }));
    await page
      .getByRole("button", { name: /^Debrief/ })
      .first()
      .click();
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("dialog").getByRole("button", { name: "Attach a file" }).click();
    const file = { name: "Minutes å.zip", mimeType: "application/zip", buffer: minutes };
    await (await choosing).setFiles(file);
    await expect(page.getByRole("dialog").getByRole("link", { name: file.name })).toBeVisible();
    await expect(page.getByRole("dialog").getByText("Sending")).toHaveCount(0);
    await page.goto(`${server.url}/settings/import`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download everything" }).click();
    const archive = await download;
    expect(archive.suggestedFilename()).toMatch(/^snart-.+-\d{4}-\d\d-\d\d\.zip$/);
    const everything = readFileSync(await archive.path());
    await page.context().clearCookies();
    await signInAt(server, page, SWEDISH, "/settings/import");
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Välj filer" }).click();
    await (
      await chosen
    ).setFiles({
      name: archive.suggestedFilename(),
      mimeType: "application/zip",
      buffer: everything,
    });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(/\.ics$/)).not.toHaveCount(0);
    await expect(dialog.getByText("inside.ics")).toHaveCount(0);
    await expect(dialog.getByLabel("Till")).toHaveValue("each");
    await dialog.getByRole("button", { name: "Importera", exact: true }).click();
    await expect(dialog.getByText("1 bilaga följde med")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Ångra importen" })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    await page.goto(`${server.url}/`);
    await page
      .getByRole("button", { name: /^Debrief/ })
      .first()
      .click();
    const saved = page.waitForEvent("download");
    await page.getByRole("dialog").getByRole("link", { name: file.name }).click();
    expect(readFileSync(await (await saved).path()).equals(minutes)).toBe(true);
  } finally {
    server.stop();
  }
});

test("a Takeout tells which events came without a part, and that Google's tasks did not come", async ({
  page,
}) => {
  const server = await startServer();
  try {
    await signInAt(server, page, ENGLISH, "/settings/import");
    const event = (uid: string, line: string): string =>
      `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\nSUMMARY:${uid}\r\nDTSTART:20261127T100000Z\r\n${line}\r\nEND:VEVENT`;
    const calendar = [
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN",
      event("Odd rule", "RRULE:FREQ=SOMETIMES"),
      event("Backwards", "DTEND:20261127T090000Z"),
      "BEGIN:VEVENT\r\nUID:x\r\nSUMMARY:Without a start\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
    ];
    const takeout = zipSync({
      "Takeout/archive_browser.html": strToU8("<html>"),
      "Takeout/Calendar/Home.ics": strToU8(calendar.join("\r\n")),
      "Takeout/Tasks/Tasks.json": strToU8("{}"),
    });
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose files" }).click();
    await (
      await chosen
    ).setFiles({ name: "takeout.zip", mimeType: "application/zip", buffer: Buffer.from(takeout) });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("Tasks.json")).toBeVisible();
    await expect(dialog.getByText("archive_browser.html")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("2 events were imported in part", { exact: true })).toBeVisible();
    for (const name of ["Odd rule", "Backwards", "Without a start", "Tasks.json"])
      await expect(dialog.getByText(name, { exact: true })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
  }
});
