import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

test("beside the board stand how many bookings are left, one's own times, what is free next, and the rules", async ({
  page,
}) => {
  await signInAt(server, page);
  const cancel = { until: "PT2H" };
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules: { ...PASSES, cancel } });
  const time = { bookableId: id, start: "2026-11-23T15:00:00Z", end: "2026-11-23T18:00:00Z" };
  await callAs(page, [["Booking/set", { create: { k: time } }]]);
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  const side = page.getByRole("complementary", { name: "What you have here, and what is free" });
  await expect(side.getByRole("heading", { name: "You have 1 of 2 bookings left" })).toBeVisible();
  await expect(side).toContainText(
    "A booking comes back when its time is over, the next one in about 9 hours.",
  );
  await expect(side.getByRole("listitem").first()).toContainText(
    "Today 16–19in about 6 hoursCancel no later than today 14:00",
  );
  await expect(side).toContainText("Each household has at most 2 bookings ahead.");
  // What is his own is not free.
  const free = side.getByRole("button", { name: /^(Free now|Today|Tomorrow)/ });
  await expect(free).toHaveText([
    /^Free now, until 13in about 3 hours$/,
    /^Today 13–16/,
    /^Tomorrow 07–10/,
    /^Tomorrow 10–13/,
  ]);
  expect(await axeProblems(page)).toEqual([]);

  await free.nth(1).click();
  await page.getByRole("dialog").getByRole("button", { name: "Book today 13–16" }).click();
  await expect(side.getByRole("heading", { name: "You have 0 of 2 bookings left" })).toBeVisible();
  await side.getByRole("button", { name: "Cancel today 16–19" }).click();
  await expect(side.getByRole("heading", { name: "You have 1 of 2 bookings left" })).toBeVisible();
  const [left] = await callAs(page, [["Booking/get", { ids: null }]]);
  const { list } = left as never as { list: readonly { readonly state: string; readonly start: string }[] };
  const standing = list.filter(({ state }) => state === "confirmed");
  expect(standing.map(({ start }) => start)).toEqual(["2026-11-23T12:00:00Z"]);

  const ahead = page.getByRole("region", { name: "next week" });
  await ahead.getByRole("link", { name: "Monday 30 November: 4 free" }).click();
  await expect(page).toHaveURL(`${server.url}/bookables/${id}/2026-W49`);
});

test("what is booked by the hour has a lane for each day, walked and booked by keys", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const rules = {
    mode: "free",
    timeZone: "Europe/Stockholm",
    cellMinutes: 15,
    units: 1,
    sees: "names",
    open: [{ days: ["mo", "tu", "we", "th", "fr"], from: "07:00", to: "18:00" }],
    lengths: { min: "PT30M", max: "PT4H" },
  };
  const [id = ""] = await makeRooms(page, { name: "The Loft", rules });
  const other = await browser.newPage();
  await signInAt(server, other, SWEDISH);
  const taken = { bookableId: id, start: "2026-11-24T12:00:00Z", end: "2026-11-24T14:00:00Z" };
  await callAs(other, [["Booking/set", { create: { k: taken } }]]);
  await other.close();
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  const grid = page.getByRole("grid", { name: "The Loft" });
  await expect(grid.getByRole("row")).toHaveCount(8);
  // Four fields, one block, said once.
  await expect(grid.getByText("Elin Sand", { exact: true })).toHaveCount(1);
  await expect(
    grid.getByRole("button", { name: /^Tuesday 24 November, 13 to 13:30, Taken, Elin Sand, in 1 day$/ }),
  ).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  // It begins at the first that can be had: to the side goes the time, down the day.
  const first = grid.getByRole("button", { name: /^Monday 23 November, 10:30 to 11, Free/ });
  await first.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(grid.getByRole("button", { name: /^Tuesday 24 November, 11 to 11:30, Free/ })).toBeFocused();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("Chosen: tomorrow 11–12. Enter books it.")).toBeVisible();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Book tomorrow 11–12" }).click();
  await expect(grid.getByRole("button", { name: /^Tuesday 24 November, 11 to 11:30, Yours/ })).toBeVisible();
  await expect(grid.getByRole("button", { name: /^Tuesday 24 November, 12 to 12:30, Free/ })).toBeVisible();
});
