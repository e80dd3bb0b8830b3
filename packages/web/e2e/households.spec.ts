import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
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
  await page.getByRole("button", { name: "Go on" }).click();
  await expect(page.getByRole("heading", { name: "Book with 1203 Sand" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name" }).fill("Lotta Sand");
  await page.getByRole("textbox", { name: "Email" }).fill("lotta@example.org");
  await page.getByRole("button", { name: "Go on" }).click();
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
  const lines = paste.getByRole("list", { name: "What is understood" }).getByRole("listitem");
  await expect(lines).toHaveText([
    /1203.*Sand.*bo@example\.org/,
    /lgh 1203.*stands twice/,
    /Somebody.*no number/,
    /1204.*Ek.*nobody yet/,
  ]);
  await paste.getByRole("button", { name: "Make 2 households" }).click();
  // What was not understood stays in the field.
  await expect(paste.getByRole("textbox")).toHaveValue("lgh 1203 Twice\nSomebody, x@example.org");
  await paste.getByRole("textbox").press("Escape");
  const row = page.getByRole("row", { name: /1203/ });
  await expect(row).toContainText("bo");
  await expect(row).toContainText("none");
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole("button", { name: "Print 2 letters" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make the letters" }).click();
  const letter = page.getByRole("region", { name: "1203 Sand" });
  const code = (/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/.exec(await letter.innerText()) ?? [""])[0];
  await expect(letter.getByRole("img", { name: "Picture code for 1203 Sand" })).toBeVisible();
  await expect(letter.getByText(/^PIN \d{4}$/)).toBeAttached();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Leave without printing" }).click();
  await expect(row).toContainText("from the letter");
  const [got] = await callAs(page, [["Household/get", { ids: null }]]);
  const household = got?.["list"]?.find((one) => (one as never as { label: string }).label === "1203");
  const time = { start: "2026-11-24T06:00:00Z", end: "2026-11-24T09:00:00Z" };
  // A manager books for the household, too.
  await callAs(page, [
    ["Booking/set", { create: { k: { bookableId: id, ...time, partyId: household?.id } } }],
  ]);

  const neighbour = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: "en-GB" });
  await comeIn(neighbour, code);
  await bookTheRest(neighbour, id);
  await neighbour.close();
});
