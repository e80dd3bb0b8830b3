import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  // What can be booked is what the server's clock says: here the page's.
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

/** A typed arrival is chosen, and the month goes to it; nobody chooses a night that is over. */
async function typeAStay(page: Page, id: string): Promise<void> {
  const grid = page.getByRole("grid", { name: "Guest flat" });
  const panel = page.getByRole("complementary", { name: "The stay" });
  const field = (name: RegExp) => panel.getByRole("textbox", { name });
  await field(/^In from 15:00/).fill("12 feb");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Guest flat February 2027" })).toBeVisible();
  await field(/^Out by 12:00/).fill("14 feb");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("heading", { name: "Fri 12 Feb to Sun 14 Feb" })).toBeVisible();
  await expect(panel.getByText("It can be booked.")).toBeVisible();
  await expect(grid.getByText("Chosen, 2 nights")).toBeVisible();

  await page.goto(`${server.url}/bookables/${id}/2026-W47`);
  const over = grid.getByRole("button", { name: /^Night from Friday 20 November to/ });
  await expect(over).toHaveAttribute("aria-disabled", "true");
  await over.click({ force: true });
  await expect(panel.getByText("Choose the first and the last night in the month.")).toBeVisible();
}

test("a stay is chosen night by night, by pointer and by keys, and the rules say at once what they say", async ({
  page,
}) => {
  await signInAt(server, page);
  const rules = {
    mode: "nights",
    timeZone: "Europe/Stockholm",
    cellMinutes: 60,
    units: 1,
    almanac: "SE",
    nights: { checkIn: "15:00", checkOut: "12:00" },
    lengths: { minNights: 2, maxNights: 7 },
    cancel: { until: "P2D", at: "12:00" },
  };
  const [id = ""] = await makeRooms(page, { name: "Guest flat", description: "300 kr a night", rules });
  const time = { bookableId: id, start: "2026-12-09T14:00:00Z", end: "2026-12-12T11:00:00Z" };
  const other = await page.context().browser()?.newPage();
  if (!other) throw new Error("no browser");
  await signInAt(server, other, SWEDISH);
  await callAs(other, [["Booking/set", { create: { k: time } }]]);
  await other.close();
  await page.goto(`${server.url}/bookables/${id}/2026-W50`);
  const grid = page.getByRole("grid", { name: "Guest flat" });
  const panel = page.getByRole("complementary", { name: "The stay" });
  const night = (from: string) => grid.getByRole("button", { name: new RegExp(`^Night from ${from} to`) });
  await expect(page.getByRole("heading", { name: "Guest flat December 2026" })).toBeVisible();
  await expect(grid.getByText("Christmas Day")).toBeVisible();
  await expect(night("Thursday 10 December")).toHaveAccessibleName(/, Taken, /);
  await expect(panel.getByText("300 kr a night")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  // One night is too short; with Shift it grows.
  await night("Monday 14 December").click();
  await expect(panel.getByText("At least 2 nights at a time. This is 1.")).toBeVisible();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(panel.getByText("It can be booked.")).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Mon 14 Dec to Wed 16 Dec" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel.getByText("Choose the first and the last night in the month.")).toBeVisible();

  // Over somebody's stay there is no way, but others near it.
  await night("Tuesday 8 December").click();
  await night("Wednesday 9 December").click();
  await expect(panel.getByText(/^The nights are taken until/)).toBeVisible();
  await night("Friday 18 December").click();
  await night("Saturday 19 December").click();
  await expect(grid.getByText("Chosen, 2 nights")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await panel.getByRole("button", { name: "Book Fri 18 Dec to Sun 20 Dec" }).click();
  await expect(grid.getByText("Your stay, 2 nights")).toBeVisible();
  await expect(panel.getByRole("heading", { name: "Your stays" })).toBeVisible();
  // Without the message that it is booked.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(night("Friday 18 December")).toHaveAccessibleName(/, Yours, /);
  expect(await smallTargets(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("main").getByRole("button", { name: "Next month" }).click();
  await expect(page).toHaveURL(/\/2027-W01$/);
  await expect(page.getByRole("heading", { name: "Guest flat January 2027" })).toBeVisible();

  await typeAStay(page, id);
});
