import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, NOW, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const TUESDAY = "Tuesday 24 November";

/** Somebody without an account, with a letter in their hand. */
async function comeIn(page: Page, code: string): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.goto(`${server.url}/h`);
  await page.getByRole("textbox", { name: "The code in the letter" }).fill(code.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Book with 1203 Sand" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).fill("Lotta Sand");
  await page.getByRole("textbox", { name: "Email" }).fill("lotta@example.org");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill("hjortron-och-gran");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/soon$/);
}

/** One slot is the household's already: a second is booked, and a third is refused. */
async function bookTheRest(page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  await page.getByRole("button", { name: /^Tuesday 24 November:/ }).click();
  const slot = (name: RegExp) => page.getByRole("gridcell").getByRole("button", { name });
  await expect(slot(new RegExp(`${TUESDAY}, 07 to 10, Yours`))).toBeVisible();
  await slot(new RegExp(`${TUESDAY}, 10 to 13`)).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByText("1203 Sand books.")).toBeVisible();
  await sheet.getByRole("button", { name: /^Book/ }).click();
  await expect(slot(new RegExp(`${TUESDAY}, 10 to 13, Yours`))).toBeVisible();
  await slot(new RegExp(`${TUESDAY}, 13 to 16`)).click();
  await expect(sheet.getByText(/2 of 2 upcoming bookings/)).toBeVisible();
}

test("from a pasted list and its letter a neighbour books, and the household has one limit", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules: PASSES });
  await page.goto(`${server.url}/admin/households`);
  await page.getByRole("button", { name: "Paste a list" }).click();
  const paste = page.getByRole("dialog", { name: "Paste a list" });
  await paste
    .getByRole("textbox")
    .fill("1203 Sand, bo@example.org\nlgh 1203 Twice\nSomebody, x@example.org\n1204 Ek");
  const lines = paste.getByRole("list", { name: "How the list is read" }).getByRole("listitem");
  await expect(lines).toHaveText([
    /1203.*Sand.*bo@example\.org/,
    /lgh 1203.*is in the list twice/,
    /Somebody.*no number/,
    /1204.*Ek.*nobody yet/,
  ]);
  await paste.getByRole("button", { name: "Add 2 households" }).click();
  // What was not understood stays in the field.
  await expect(paste.getByRole("textbox")).toHaveValue("lgh 1203 Twice\nSomebody, x@example.org");
  await paste.getByRole("textbox").press("Escape");
  const row = page.getByRole("row", { name: /1203/ });
  await expect(row).toContainText("bo");
  await expect(row).toContainText("none");
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Print 2 letters" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create the letters" }).click();
  const letter = page.getByRole("region", { name: "1203 Sand" });
  const code = (/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/.exec(await letter.innerText()) ?? [""])[0];
  await expect(letter.getByRole("img", { name: "QR code for 1203 Sand" })).toBeVisible();
  await expect(letter.getByText(/^PIN \d{4}$/)).toBeAttached();
  await expect(letter.getByText("Each household has at most 2 bookings ahead.")).toBeVisible();
  // Nobody is in it yet: in both languages.
  const both = page.getByRole("region", { name: "1204 Ek" });
  await expect(both.getByRole("heading", { level: 2 })).toHaveText([
    "Så bokar ni",
    "How your household books",
  ]);
  await expect(both.first()).toContainText("Reglerna i korthet");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Leave without printing" }).click();
  await expect(row).toContainText("from the letter");
  // A manager books for the household, too.
  const sheet = await bookFor(page, id, /07 to 10/);
  await expect(sheet).toHaveCount(0);

  const neighbour = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  await comeIn(neighbour, code);
  await bookTheRest(neighbour, id);
  await choosePin(neighbour);
  await neighbour.close();

  // And passes the rules by, which is recorded in the log.
  await page.reload();
  const no = await bookFor(page, id, /13 to 16/);
  await expect(no.getByText(/^1203 Sand already has 2 of 2 upcoming bookings/)).toBeVisible();
  await no.getByRole("checkbox", { name: "Book outside the rules. It is recorded in the log." }).check();
  expect(await axeProblems(page)).toEqual([]);
  await no.getByRole("button", { name: "Book tomorrow 13–16" }).click();
  await expect(no).toHaveCount(0);
  await page.goto(`${server.url}/admin/audit`);
  await expect(page.getByText(/Laundry room.*outside the rules/)).toHaveCount(1);
});

/** Somebody of the household chooses its PIN at doors; one that is easy to guess is refused. */
async function choosePin(page: Page): Promise<void> {
  await page.goto(`${server.url}/settings/security`);
  const field = page.getByLabel("New PIN for 1203 Sand");
  await expect(page.getByText("from the letter")).toBeVisible();
  await field.fill("1203");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/That PIN is easy to guess/)).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await field.fill("86420");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("The PIN of 1203 Sand at doors is changed.", { exact: false })).toBeVisible();
  await expect(page.getByText("own PIN")).toBeVisible();
  await expect(field).toHaveValue("");
}

/** A manager tries to book a slot of Tuesday for a household of others. @returns the sheet */
async function bookFor(page: Page, id: string, slot: RegExp): Promise<Locator> {
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  const name = new RegExp(`${TUESDAY}, ${slot.source}`);
  await page.getByRole("gridcell").getByRole("button", { name }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Who books?").selectOption({ label: "1203 Sand" });
  await sheet.getByRole("button", { name: /^Book/ }).click();
  return sheet;
}
