import type { Browser, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { makeRooms, PASSES } from "./make-bookables.ts";

let server: RunningServer;
test.beforeEach(async () => {
  // What can be booked is what the server's clock says: here the page's.
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const slot = (page: Page, name: string | RegExp) => page.getByRole("gridcell").getByRole("button", { name });
const LAUNDRY = { ...PASSES, cancel: { until: "PT12H" } };

test("who manages grants one request and refuses another with a reason, and who asked is told", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const rules = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1, approval: "always" };
  const [bookableId = ""] = await makeRooms(page, { name: "Guest flat", rules });
  const other = await browser.newPage();
  await signInAt(server, other, SWEDISH);
  for (const day of ["25", "26"])
    await callAs(other, [
      [
        "Booking/set",
        { create: { b: { bookableId, start: `2026-11-${day}T12:00:00Z`, end: `2026-11-${day}T14:00:00Z` } } },
      ],
    ]);
  await page.goto(`${server.url}/bookables`);
  const waiting = page.getByRole("region", { name: "Waiting for your answer" });
  await expect(waiting.getByRole("listitem")).toHaveCount(2);
  expect(await axeProblems(page)).toEqual([]);
  await waiting
    .getByRole("button", { name: /^Grant/ })
    .first()
    .press("Enter");
  await expect(waiting.getByRole("listitem")).toHaveCount(1);
  await waiting.getByRole("button", { name: /^Refuse/ }).press("Enter");
  await waiting.getByRole("textbox", { name: /Why not/ }).fill("The painters come");
  await waiting.getByRole("button", { name: /^Refuse/ }).press("Enter");
  await expect(waiting).toHaveCount(0);
  const [got] = await callAs(other, [["CalendarEvent/get", { ids: null }]]);
  const text = JSON.stringify(got);
  expect(text).toContain("The painters come");
  const [mine] = await callAs(other, [["Booking/get", { ids: null }]]);
  expect(JSON.stringify(mine)).toContain('"state":"confirmed"');
  await other.close();
});

test("who comes says so, is done early, and others see the rest as free; the release is said before", async ({
  page,
}) => {
  await signInAt(server, page);
  const checkIn = { from: "PT15M", within: "PT30M", by: ["app"] };
  const rooms = ["Laundry room", "Sauna"].map((name) => ({ name, rules: { ...LAUNDRY, checkIn } }));
  const [laundry, sauna] = await makeRooms(page, ...rooms);
  const time = { start: "2026-11-23T09:15:00Z", end: "2026-11-23T12:00:00Z" };
  const create = { l: { bookableId: laundry, ...time }, s: { bookableId: sauna, ...time } };
  await callAs(page, [["Booking/set", { create }]]);
  await page.goto(`${server.url}/bookables`);
  const row = page
    .getByRole("region", { name: "Yours" })
    .getByRole("listitem")
    .filter({ hasText: "Laundry" });
  await expect(row).toContainText("Your slot is released at 10:50, in 30 minutes.");
  await row.getByRole("button", { name: "I am here" }).click();
  await expect(page.getByText("You are here. Laundry room is yours until 13:00.")).toBeVisible();
  await expect(row).not.toContainText("released");

  // In the sheet one comes later, by keys.
  await page.goto(`${server.url}/bookables/${sauna}/2026-W48`);
  await slot(page, "Monday 23 November, 10 to 13, Yours").press("Enter");
  const sheet = page.getByRole("dialog", { name: /^Monday 23 November/ });
  await sheet.getByRole("button", { name: "I am coming later" }).press("Enter");
  await sheet.getByLabel("When are you coming?").selectOption({ label: "11:30" });
  expect(await axeProblems(page)).toEqual([]);
  await sheet.getByRole("button", { name: "I am coming at 11:30" }).press("Enter");
  await expect(page.getByText("Sauna is yours from 11:30.", { exact: false })).toBeVisible();
  await page.keyboard.press("Escape");

  // Who is done early has it no more.
  await page.goto(`${server.url}/bookables`);
  await row.getByRole("button", { name: "Done, release the rest until 13:00" }).click();
  await expect(page.getByText("The rest of the time is free for others")).toBeVisible();
  await expect(page.getByRole("region", { name: "More to book" }).getByRole("listitem")).toContainText(
    "Laundry room",
  );
});

/** Something that the page's own person has until 13:00, with a neighbour who would like it and the screen at its door. */
async function wantedByAnother(page: Page, browser: Browser, name: string) {
  await signInAt(server, page);
  const checkIn = { from: "PT15M", within: "PT30M", by: ["app"] };
  const [id = ""] = await makeRooms(page, { name, rules: { ...LAUNDRY, sees: "names", checkIn } });
  const time = { start: "2026-11-23T09:15:00Z", end: "2026-11-23T12:00:00Z" };
  await callAs(page, [["Booking/set", { create: { b: { bookableId: id, ...time } } }]]);
  const [made] = await callAs(page, [["Display/set", { create: { d: { name, bookableIds: [id] } } }]]);
  const { created } = made as never as Record<"created", Record<"d", { readonly token: string }>>;
  const door = await browser.newPage({ locale: "en-GB", viewport: { width: 800, height: 480 } });
  await door.clock.install({ time: NOW });
  await door.goto(`${server.url}/wall/${created.d.token}`);
  const state = door.getByRole("heading", { level: 1 });
  await expect(state).not.toHaveText("Free");
  const neighbour = await browser.newPage();
  await neighbour.clock.install({ time: NOW });
  await signInAt(server, neighbour, SWEDISH);
  // Until then nobody else can have it now.
  await neighbour.goto(`${server.url}/bookables`);
  await expect(neighbour.getByRole("button", { name: /^Boka i dag 13/ })).toBeVisible();
  await expect(neighbour.getByRole("button", { name: /^Boka nu/ })).toHaveCount(0);
  /** The neighbour sees it free, and has it by one press; the door says so. */
  const isTaken = async (until: string): Promise<void> => {
    await door.reload();
    await expect(state).toHaveText("Free");
    await neighbour.reload();
    await neighbour.getByRole("button", { name: `Boka nu, till ${until}` }).press("Enter");
    await expect(neighbour.getByText(`Bokat: ${name}`)).toBeVisible();
    await door.reload();
    await expect(state).not.toHaveText("Free");
    await neighbour.close();
    await door.close();
  };
  return { id, door, isTaken };
}

test("who comes later leaves the time before to another, and the door says until when", async ({
  page,
  browser,
}) => {
  const { id, door, isTaken } = await wantedByAnother(page, browser, "Sauna");
  await page.goto(`${server.url}/bookables/${id}/2026-W48`);
  await slot(page, "Monday 23 November, 10 to 13, Yours").press("Enter");
  const sheet = page.getByRole("dialog", { name: /^Monday 23 November/ });
  await sheet.getByRole("button", { name: "I am coming later" }).press("Enter");
  await sheet.getByLabel("When are you coming?").selectOption({ label: "11:30" });
  await sheet.getByRole("button", { name: "I am coming at 11:30" }).press("Enter");
  await expect(page.getByText("Sauna is yours from 11:30.", { exact: false })).toBeVisible();
  await door.reload();
  await expect(door.getByText(/^Until 11:30, then /)).toBeVisible();
  await isTaken("11:30");
});

test("who is done early leaves the rest to another", async ({ page, browser }) => {
  const { isTaken } = await wantedByAnother(page, browser, "Laundry room");
  await page.goto(`${server.url}/bookables`);
  const row = page.getByRole("region", { name: "Yours" }).getByRole("listitem");
  await row.getByRole("button", { name: "I am here" }).press("Enter");
  await row.getByRole("button", { name: "Done, release the rest until 13:00" }).press("Enter");
  await expect(page.getByText("The rest of the time is free for others")).toBeVisible();
  await isTaken("13");
});
