import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { readPdf, type PdfPage } from "./read-pdf.ts";

const sheets = "[data-sheets] > section";

async function askToPrint(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toBeVisible();
  await page.keyboard.press("Control+p");
  await expect(page.locator(sheets).first()).toBeVisible();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^(Print|Skriv ut)$/ })).toBeEnabled();
}

/** The printed output, as a PDF. */
const printed = async (page: Page): Promise<readonly PdfPage[]> =>
  readPdf(await page.pdf({ preferCSSPageSize: true }));

/** Elements that do not fit into their sheet, except titles that are cut on purpose and given in the list. */
const clipped = (page: Page): Promise<readonly string[]> =>
  page.locator("[data-sheet-body]").evaluateAll((bodies) =>
    bodies.flatMap((body) => {
      const { bottom, right } = body.getBoundingClientRect();
      return [...body.querySelectorAll("*")]
        .filter((it) => {
          const box = it.getBoundingClientRect();
          return box.bottom > bottom + 2 || box.right > right + 2;
        })
        .map((it) => `${it.tagName} ${it.textContent.slice(0, 40)}`);
    }),
  );

test.describe("of a household alone", () => {
  test.use({ isAlone: true });
  test("Ctrl P sets the month out on one sheet of A4, light in the dark, and says when it was printed instead of how soon", async ({
    page,
    signIn,
  }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await signIn(page);
    await page.goto("/month/2026-11");
    await askToPrint(page);
    expect(await axeProblems(page)).toEqual([]);
    const first = page.locator(sheets).first();
    await expect(first).toContainText("November 2026");
    // The first cell says which month it is of.
    await expect(first.getByText("26 Oct", { exact: true })).toBeVisible();
    await expect(first).toContainText("Weeks 44–49");
    await expect(first).toContainText("Printed Monday 23 November 2026");
    await expect(first).not.toContainText(/\bin \d+ (?:day|hour|minute)s?\b|\bago\b/);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await clipped(page)).toEqual([]);
    expect(
      await first.evaluate((sheet) => {
        const { backgroundColor, color } = getComputedStyle(sheet);
        return [backgroundColor, Number(/oklch\(([\d.]+)/.exec(color)?.[1]) < 0.3];
      }),
    ).toEqual(["rgb(255, 255, 255)", true]);
    const pages = await printed(page);
    expect(pages.map(({ width, height }) => [width, height])).toEqual([[297, 210]]);
    for (const words of ["November 2026", "Granny Birgitta visiting", "Advent Sunday", "Printed Monday 23"])
      expect(pages[0]?.text).toContain(words);
    // The page beneath is not on the paper.
    expect(pages[0]?.text).not.toContain("Synced");
  });
});

test("Ctrl P is heard before what comes later is here", async ({ page, signIn }) => {
  // The deferred parts of the calendar never come.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  await signIn(page);
  await askToPrint(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a list on A3 in Swedish goes on over sheets with its heads, and what was chosen is remembered", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH);
  await page.goto("/soon");
  await askToPrint(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "A3" }).check({ force: true });
  await dialog.getByLabel("Stort, för anslagstavlan").check();
  await dialog.getByLabel("Svartvitt").check();
  await expect(dialog.getByText(/läsbart på ungefär 2,5 m håll/)).toBeVisible();
  const size = await page
    .locator(`${sheets} li p`)
    .first()
    .evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize) * 0.75);
  expect(size).toBeGreaterThanOrEqual(16);
  const count = await page.locator(sheets).count();
  expect(count).toBeGreaterThan(1);
  await page.emulateMedia({ media: "print" });
  expect(await clipped(page)).toEqual([]);
  const pages = await printed(page);
  expect(pages).toHaveLength(count);
  for (const [index, { width, height, text }] of pages.entries()) {
    expect([width, height]).toEqual([297, 420]);
    expect(text).toContain(`Sida ${index + 1} av ${count}`);
    expect(text).toContain("23 november till 20 december 2026");
  }
  await page.emulateMedia({ media: null });
  await dialog.getByRole("button", { name: "Avbryt" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/day/2026-11-24");
  await askToPrint(page);
  await expect(dialog.getByRole("radio", { name: "A3" })).toBeChecked();
  await expect(dialog.getByLabel("Svartvitt")).toBeChecked();
});

test("by keys alone, from the palette, with other calendars and days; the screen stays as it was", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.goto("/week/2026-W48");
  await expect(page.getByRole("main")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("print");
  await expect(page.getByRole("option", { name: /^Print/ }).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Print" });
  await expect(dialog.getByRole("radio", { name: "Week" })).toBeChecked();
  const first = page.locator(sheets).first();
  await expect(first).toContainText("Board meeting");
  // Private events are shown without their contents.
  await expect(first).toContainText("Busy");
  const board = dialog.getByRole("checkbox", { name: "Tallkotten, board" });
  await board.focus();
  await page.keyboard.press("Space");
  await expect(first).not.toContainText("Board meeting");
  const leftOut = dialog.getByText("What repeats at a time of day is left out of the year.");
  await expect(leftOut).toHaveCount(0);
  await dialog.getByRole("radio", { name: "Week" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(first).toContainText("2026");
  await expect(first.locator("h4")).toHaveCount(12);
  await expect(leftOut).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /pages?, legible/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: /^Board meeting/ }).first()).toBeVisible();
});

test("on a phone the choices and the sheets lie under each other", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: "Print" }).click();
  await expect(page.locator(sheets).first()).toBeAttached();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Print" })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeProblems(page)).toEqual([]);
});
