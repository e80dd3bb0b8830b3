import type { Page } from "@playwright/test";
import { expect as hurried, test } from "./fixtures.ts";
import { ACTING, holdBack } from "./hold-back.ts";

/** How many times slower than it is. */
const SLOWED = 6;
/** What takes a second takes six, and a minute where others work beside it. A passing test does not wait for it. */
const expect = hurried.configure({ timeout: 120_000 });

/** Opens the week on a slow machine where all that acts comes after what the test does. @returns what lets it come */
async function openSlowly(page: Page, signIn: (page: Page) => Promise<void>): Promise<() => void> {
  await signIn(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const release = await holdBack(page, ACTING);
  await page.goto("/week/2026-W48");
  await expect(debrief(page)).toBeVisible();
  return release;
}

const debrief = (page: Page) => page.getByRole("button", { name: /^Debrief/ }).first();

test("a key pressed before the page is idle works", async ({ page, signIn }) => {
  const release = await openSlowly(page, signIn);
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/month\//);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("a line that is typed before the page is idle becomes the event that it says", async ({
  page,
  signIn,
}) => {
  const release = await openSlowly(page, signIn);
  await page.keyboard.type("nMeet Bos at 15x");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  release();
  await expect(page.getByText(/“Meet Bos” created/).first()).toBeVisible();
});

test("a title that is typed before the page is idle stands in its field", async ({ page, signIn }) => {
  const release = await openSlowly(page, signIn);
  await debrief(page).focus();
  await page.keyboard.press("e");
  await page.keyboard.type(" with cake");
  release();
  await expect(page.getByLabel("Title")).toHaveValue("Debrief with cake");
  // None of its letters was a shortcut.
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
});

test("an event that is dragged before the page is idle goes there", async ({ page, signIn }) => {
  const release = await openSlowly(page, signIn);
  const before = await debrief(page).boundingBox();
  if (!before) throw new Error("not placed");
  await page.mouse.move(before.x + 40, before.y + 12);
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + 12 + 52, { steps: 6 });
  await page.mouse.up();
  release();
  await expect(page.getByText(/“Debrief” moved to/).first()).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await debrief(page).boundingBox())?.y).toBe(before.y);
});

test("a file that is dropped before the page is idle is offered", async ({ page, signIn }) => {
  const release = await openSlowly(page, signIn);
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(
      new File(["BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"], "early.ics", { type: "text/calendar" }),
    );
    return transfer;
  });
  await page.dispatchEvent("body", "drop", { dataTransfer: files });
  release();
  await expect(page.getByRole("dialog").getByText("early.ics")).toBeVisible();
});
