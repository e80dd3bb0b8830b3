import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeHousehold, makeRooms, PASSES } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  // What can be booked is what the server's clock says: here the page's.
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const LAUNDRY = { ...PASSES, cancel: { until: "PT12H" } };

/** Makes a group that manages, and a laundry room; returns its id. The page is of an administrator. */
async function makeLaundry(page: Page): Promise<string> {
  const [id = ""] = await makeRooms(page, { name: "Laundry room", place: "House 3", rules: LAUNDRY });
  return id;
}

/** Opens a page of the board on which Tuesday 10–13 is free. */
async function openBoard(page: Page, id: string): Promise<void> {
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  await expect(page.getByRole("grid", { name: "Laundry room" })).toBeVisible();
}
const slot = (page: Page, name: string | RegExp) => page.getByRole("gridcell").getByRole("button", { name });
const TUESDAY = "Tuesday 24 November, 10 to 13";
const TISDAG = "tisdag 24 november, 10 till 13";

test("one finds the way there, books by one press, sees it first, and takes it back", async ({ page }) => {
  await signInAt(server, page);
  await makeLaundry(page);
  await page.getByRole("button", { name: /, Account, / }).click();
  await page.getByRole("menuitem", { name: "Book shared things" }).click();
  await expect(page).toHaveURL(/\/bookables$/);
  const others = page.getByRole("region", { name: "More to book" });
  await expect(others.getByRole("link", { name: "Laundry room" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await others.getByRole("button", { name: "Book now, until 13" }).click();
  const yours = page.getByRole("region", { name: "Yours" });
  await expect(yours.getByText("Now, until 13")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(/Cancelled: Laundry room, today 10:15–13/)).toBeVisible();
  await expect(others.getByRole("button", { name: "Book now, until 13" })).toBeVisible();
  await others.getByRole("button", { name: "Book now, until 13" }).click();
  await yours.getByRole("button", { name: "Book today 13–16" }).click();
  // Two of two are booked: it says why no third.
  await yours.getByRole("button", { name: "Why not? Laundry room" }).click();
  await expect(
    page.getByRole("dialog").getByText(/You already have 2 of 2 upcoming bookings\./),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await yours.getByRole("link", { name: "Laundry room" }).click();
  await expect(slot(page, "Monday 23 November, 13 to 16, Yours")).toBeVisible();
  await expect(page).toHaveURL(/\/2026-W48$/);
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page).toHaveURL(/\/2026-W49$/);
  await expect(slot(page, "Monday 30 November, 7 to 10")).toHaveCount(0);
  await expect(slot(page, "Monday 30 November, 07 to 10")).toBeVisible();
});

test("the frame of the calendar stands around it, and the sidebar leads there and back", async ({ page }) => {
  await signInAt(server, page);
  await expect(page.getByRole("region", { name: "Bookable" })).toHaveCount(0);
  const id = await makeLaundry(page);
  await page.reload();
  const list = page.getByRole("navigation", { name: "Calendars" }).getByRole("region", { name: "Bookable" });
  await list.getByRole("link", { name: "Laundry room" }).click();
  await expect(page).toHaveURL(new RegExp(`/bookables/${id}/2026-W48$`));
  await expect(page.getByRole("grid", { name: "Laundry room" })).toBeVisible();
  await expect(list.getByRole("link", { name: "Laundry room" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bookable");
  // The calendar of what one looks after is no other calendar that one is shown: it is folded, and hidden at first.
  await expect(page.getByRole("region", { name: "Shared with me" }).getByText("Laundry room")).toHaveCount(0);
  const fold = list.getByRole("button", { name: "Their calendars" });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.click();
  await expect(
    list.getByRole("checkbox", { name: "Show all in Their calendars: 0 of 1 shown" }),
  ).not.toBeChecked();
  // The keys of the calendar work, and what one goes back to is the calendar.
  await page.locator("body").press("ArrowRight");
  await expect(page).toHaveURL(new RegExp(`/bookables/${id}/2026-W48$`));
  await list.getByRole("link", { name: "All" }).click();
  await expect(page).toHaveURL(/\/bookables$/);
  await page.keyboard.press("w");
  await expect(page).toHaveURL(/\/week\/2026-W48$/);
  await page.goto(`${server.url}/bookables`);
  await expect(page.getByRole("link", { name: "Laundry room" }).first()).toBeVisible();
  await page.goto(server.url);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("button", { name: "Previous week" })).toBeVisible();
});

test("two want one slot: the second sees why not, and takes another time", async ({ page, browser }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  const context = await browser.newContext({ locale: "sv-SE" });
  const other = await context.newPage();
  await other.clock.install({ time: NOW });
  await signInAt(server, other, SWEDISH);
  await openBoard(page, id);
  await openBoard(other, id);

  // Both look at it; one confirms after the other.
  await slot(page, `${TUESDAY}, Free`).click();
  await slot(other, `${TISDAG}, Ledig`).click();
  await expect(page.getByRole("heading", { name: "Tuesday 24 November 10–13" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Book tomorrow 10–13" }).click();
  await expect(slot(page, `${TUESDAY}, Yours`)).toBeVisible();
  await other.getByRole("button", { name: "Boka i morgon 10–13" }).click();

  const no = other.getByRole("dialog", { name: "Någon hann före" });
  await expect(no.getByRole("listitem").first()).toHaveText("Passet är upptaget till 13:00.");
  const ways = no.getByRole("region", { name: "De här går att boka nu" });
  await expect(ways.getByRole("button")).toHaveCount(3);
  expect(await axeProblems(other)).toEqual([]);
  await ways.getByRole("button", { name: "Boka i morgon 13–16" }).click();
  await expect(slot(other, "tisdag 24 november, 13 till 16, Din")).toBeVisible();
  await expect(slot(other, `${TISDAG}, Upptagen`)).toBeVisible();
  await context.close();
});

test("the board is walked, booked and cancelled by keys alone", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await openBoard(page, id);
  await slot(page, /^Monday 23 November, 10:15 to 13, Free/).focus();
  await page.keyboard.press("ArrowDown");
  await expect(slot(page, "Monday 23 November, 13 to 16, Free")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(slot(page, TUESDAY)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(slot(page, `${TUESDAY}, Yours`)).toBeFocused();

  // What it says until when it costs nothing, and the way back to the slot.
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Tuesday 24 November 10–13" });
  await expect(
    sheet.getByText(/Cancel by today 22:00, in about \d+ hours, and it does not count\./),
  ).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(slot(page, `${TUESDAY}, Yours`)).toBeFocused();

  await page.keyboard.press("Delete");
  await expect(slot(page, `${TUESDAY}, Free`)).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Booked again: Laundry room, tomorrow 10–13")).toBeVisible();
  await expect(slot(page, `${TUESDAY}, Yours`)).toBeVisible();

  // A past slot has its reason.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("That time has already begun.")).toBeVisible();
});

test("the same time a week later is one press, by keys too, and a no says why and what is near", async ({
  page,
}) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await openBoard(page, id);
  await slot(page, TUESDAY).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Book / })
    .click();
  await slot(page, `${TUESDAY}, Yours`).press("Enter");
  const sheet = page.getByRole("dialog", { name: "Tuesday 24 November 10–13" });
  await sheet.getByRole("button", { name: "Same time a week later" }).press("Enter");
  await expect(page.getByText("Booked: Laundry room, Tue 1 Dec 10–13")).toBeVisible();
  await expect(sheet).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  // What is booked already is not offered again; the third is one too many.
  const later = page.getByRole("button", { name: /^A week later: book / });
  await expect(later).toHaveCount(1);
  await later.click();
  await expect(
    page.getByRole("dialog").getByText(/You already have 2 of 2 upcoming bookings\./),
  ).toBeVisible();
  const [bookings] = await callAs(page, [["Booking/get", { ids: null }]]);
  const { list } = bookings as never as { readonly list: readonly { start: string }[] };
  expect(list.map(({ start }) => start)).toEqual(["2026-11-24T09:00:00Z", "2026-12-01T09:00:00Z"]);
});

test("a booking that is to be confirmed says until when, and one press keeps it", async ({ page }) => {
  await signInAt(server, page);
  const rules = { ...LAUNDRY, confirmBy: "P1D", tail: "PT30M" };
  const [id = ""] = await makeRooms(page, { name: "Laundry room", place: "House 3", rules });
  await openBoard(page, id);
  await slot(page, "Friday 27 November, 10 to 13, Free").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Book / })
    .click();
  await slot(page, "Friday 27 November, 10 to 13, Yours").press("Enter");
  const sheet = page.getByRole("dialog", { name: "Friday 27 November 10–13" });
  await expect(
    sheet.getByText(/Confirm by Thu 26 Nov 10:00, in 3 days, or the booking is given back\./),
  ).toBeVisible();
  await expect(sheet.getByText("may run over until 13:30")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: "Confirm the booking" }).press("Enter");
  await expect(page.getByText("Confirmed: Laundry room")).toBeVisible();
  await expect(sheet.getByText(/Confirm by/)).toHaveCount(0);
  const [bookings] = await callAs(page, [["Booking/get", { ids: null }]]);
  const { list } = bookings as never as { readonly list: readonly object[] };
  expect(list).toMatchObject([{ state: "confirmed", confirmUntil: null }]);
});

test("several slots in a row are one booking, chosen by keys or by when it ends", async ({ page }) => {
  await signInAt(server, page);
  const rules = { ...LAUNDRY, lengths: { maxPasses: 3 } };
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules });
  await openBoard(page, id);
  await slot(page, TUESDAY).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("Chosen: tomorrow 10–16. Enter books it.")).toBeVisible();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Tuesday 24 November 10–16" });
  const until = sheet.getByRole("combobox", { name: "How long?" });
  await expect(until.locator("option")).toHaveText(["until 13", "until 16", "until 19"]);
  await until.selectOption({ label: "until 19" });
  await page
    .getByRole("dialog", { name: "Tuesday 24 November 10–19" })
    .getByRole("button", { name: "Book tomorrow 10–19" })
    .click();
  for (const time of ["10 to 13", "13 to 16", "16 to 19"])
    await expect(slot(page, `Tuesday 24 November, ${time}, Yours`)).toBeVisible();
  const [mine] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect(mine).toMatchObject({ list: [{ start: "2026-11-24T09:00:00Z", end: "2026-11-24T18:00:00Z" }] });
});

test("who cancels and loses the time meanwhile is told so", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await openBoard(page, id);
  await slot(page, TUESDAY).focus();
  await page.keyboard.press("Enter");
  await expect(slot(page, `${TUESDAY}, Yours`)).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(slot(page, `${TUESDAY}, Free`)).toBeVisible();
  const second = await page.context().browser()?.newPage();
  if (!second) throw new Error("no browser");
  await signInAt(server, second, SWEDISH);
  const time = { bookableId: id, start: "2026-11-24T09:00:00Z", end: "2026-11-24T12:00:00Z" };
  await callAs(second, [["Booking/set", { create: { k: time } }]]);
  await second.close();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(
    page.getByText(/“Laundry room” could not be booked again\. Somebody got there first/),
  ).toBeVisible();
  await expect(slot(page, `${TUESDAY}, Taken`)).toBeVisible();
});

test("who is in two households is asked for whom, and sees for whom it was", async ({ page }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await makeHousehold(page, "1203", "Sand");
  await makeHousehold(page, "1204", "Ek");
  await openBoard(page, id);
  await slot(page, TUESDAY).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Tuesday 24 November 10–13" });
  const who = sheet.getByRole("radiogroup", { name: "Who books?" });
  await expect(who.getByRole("radio", { name: "1203 Sand" })).toBeChecked();
  // The group that manages the room is no household, and whoever is in one books for it.
  await expect(who.getByRole("radio")).toHaveCount(2);
  await expect(who.getByRole("radio", { name: "1204 Ek" })).toBeVisible();
  await sheet.getByRole("button", { name: "Book tomorrow 10–13" }).click();
  await slot(page, `${TUESDAY}, Yours`).click();
  await expect(sheet.getByText("Yours · 1203 Sand")).toBeVisible();
  await sheet.getByRole("button", { name: "Cancel the booking" }).click();
  await expect(slot(page, `${TUESDAY}, Free`)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a finger books one day at a time, and nothing is too small or scrolls sideways", async ({ page }) => {
    await signInAt(server, page);
    const id = await makeLaundry(page);
    await page.reload();
    const tab = page.getByRole("navigation", { name: "View" }).getByRole("button", { name: "Book" });
    await tab.tap();
    await expect(page).toHaveURL(/\/bookables$/);
    await expect(tab).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("button", { name: "Book now, until 13" })).toBeVisible();
    const look = async (): Promise<void> => {
      expect(await smallTargets(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.setViewportSize({ width: 390, height: 844 });
    };
    await look();
    await openBoard(page, id);
    // What is over is folded away.
    await expect(page.getByRole("gridcell")).toHaveCount(3);
    await page.getByRole("button", { name: "1 earlier time" }).tap();
    await expect(page.getByRole("gridcell")).toHaveCount(4);
    await look();
    await page.getByRole("button", { name: "Tuesday 24 November: 4 free" }).tap();
    await look();
    await slot(page, TUESDAY).tap();
    await page.getByRole("dialog").getByRole("button", { name: "Book tomorrow 10–13" }).tap();
    await expect(page.getByRole("button", { name: "Tuesday 24 November: 3 free" })).toBeVisible();
    // Without the message that it is booked.
    await page.reload();
    await page.getByRole("button", { name: "Tuesday 24 November: 3 free" }).tap();
    await slot(page, `${TUESDAY}, Yours`).tap();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
    expect(await axeProblems(page)).toEqual([]);
  });
});

test("without a network nothing is booked, and it says so", async ({ page, context }) => {
  await signInAt(server, page);
  const id = await makeLaundry(page);
  await openBoard(page, id);
  await context.setOffline(true);
  await expect(page.getByText("a booking is never left to wait in a queue", { exact: false })).toBeVisible();
  await slot(page, TUESDAY).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No connection: nothing was booked or cancelled.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByText("a booking is never left", { exact: false })).toHaveCount(0);
  await expect(slot(page, `${TUESDAY}, Free`)).toBeVisible();
});

test("with nothing to book it says what is booked here, and an address of nothing says so", async ({
  page,
}) => {
  await signInAt(server, page, SWEDISH, "/bookables");
  await expect(page.getByRole("heading", { name: "Inget att boka än" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.goto(`${server.url}/bookables/nothing/2026-W48`);
  await expect(page.getByRole("heading", { name: "Det här går inte att boka" })).toBeVisible();
});
