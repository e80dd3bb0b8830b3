import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const HOUSE_RULES = { text: { en: "Clean the filter.", sv: "Rensa filtret." }, version: 1, mustAccept: true };

test("house rules are accepted once, not at each booking, and again when they change; the report says who has", async ({
  page,
}) => {
  await signInAt(server, page);
  const rules = { ...PASSES, limits: [], houseRules: HOUSE_RULES };
  const [id = ""] = await makeRooms(page, { name: "Laundry room", rules });
  const board = `${server.url}/bookables/${id}/2026-W48`;
  await page.goto(board);
  const sheet = page.getByRole("dialog");
  const tick = sheet.getByRole("checkbox", { name: "I follow the house rules" });
  const open = (hours: RegExp) => page.getByRole("button", { name: hours }).click();
  await open(/^Tuesday 24 November, 0?7 to 10, Free/i);
  await expect(sheet.getByRole("button", { name: /^Book / })).toBeDisabled();
  await tick.check();
  await sheet.getByRole("button", { name: /^Book / }).click();
  await expect(page.getByRole("button", { name: /^Tuesday 24 November, 0?7 to 10, Yours/i })).toBeVisible();
  await open(/^Wednesday 25 November, 0?7 to 10, Free/i);
  await expect(sheet.getByRole("button", { name: /^Book / })).toBeEnabled();
  await expect(tick).toHaveCount(0);
  await page.keyboard.press("Escape");

  const part = page.getByRole("group").filter({ hasText: "House rules" });
  await expect(part).toContainText(/accepted .* ago/);
  const next = { ...rules, houseRules: { ...HOUSE_RULES, version: 2 } };
  await callAs(page, [["Bookable/set", { update: { [id]: { rules: next } } }]]);
  await page.reload();
  await part.getByText("House rules", { exact: true }).click();
  await expect(part.getByText("Clean the filter.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.goto(`${server.url}/bookables/${id}/report`);
  await expect(page.getByText("House rules, version 2: nobody has accepted them")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "version 1, Mon 23 Nov" })).toBeVisible();
  await page.goto(board);
  await part.getByText("House rules", { exact: true }).click();
  await part.getByRole("button", { name: "I follow the house rules" }).click();
  await expect(part).toContainText(/accepted .* ago/);
  await open(/^Wednesday 25 November, 0?7 to 10, Free/i);
  await expect(tick).toHaveCount(0);
  await page.goto(`${server.url}/bookables/${id}/report`);
  await expect(page.getByText("House rules, version 2: 1 has accepted them")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

test("times that are drawn by lot say so with until when to wish, and lead there", async ({ page }) => {
  await signInAt(server, page);
  const draw = {
    periods: [
      { from: "2026-12-07", to: "2026-12-14", opens: "2026-11-20T00:00", closes: "2026-11-29T20:00" },
    ],
    weight: "equal",
    wishes: 3,
  };
  const [id = ""] = await makeRooms(page, { name: "Sauna", rules: { ...PASSES, limits: [], draw } });
  await page.goto(`${server.url}/bookables/${id}/2026-W50`);
  const slot = page.getByRole("button", { name: /^Tuesday 8 December, 0?7 to 10, By lot, wishes until / });
  await expect(slot).toContainText(/^By lotwishes until Sun 29 Nov 20:00 in 6 days/);
  await expect(page.getByRole("button", { name: /, Closed/ })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "What the slots look like" })).toContainText("By lot");
  expect(await axeProblems(page)).toEqual([]);
  await slot.click();
  await page.getByRole("dialog").getByRole("link", { name: "Make your wishes" }).click();
  await expect(page.getByRole("dialog", { name: "Your wishes, in order" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(`${server.url}/bookables/${id}/2026-W50`);
});

test("a sign for the door has a picture code that leads to this week", async ({ page }) => {
  await signInAt(server, page);
  const [id = ""] = await makeRooms(page, { name: "Laundry room", place: "House 3", rules: PASSES });
  await page.goto(`${server.url}/bookables/${id}/2026-W50`);
  await page.getByRole("button", { name: "Manage Laundry room" }).click();
  await page.getByRole("menuitem", { name: "Print a sign for the door" }).click();
  const sign = page.getByRole("region", { name: "Sign for Laundry room" });
  await expect(
    sign.getByRole("img", { name: "QR code that leads to where Laundry room is booked" }),
  ).toBeVisible();
  await expect(sign.getByText("Rikta mobilens kamera")).toBeVisible();
  await expect(sign.getByText("Point your phone’s camera")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const address = await sign.getByText(/\/bookables\/.*\/now$/).textContent();
  await page.goto(address ?? "");
  await expect(page).toHaveURL(`${server.url}/bookables/${id}/2026-W48`);
});
