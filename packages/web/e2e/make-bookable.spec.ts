import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

/** Counts every press of a pointer or key on a page, whatever was meant by it. */
async function countPresses(page: Page, presses: string[]): Promise<void> {
  await page.exposeFunction("noteThePress", (what: string) => presses.push(what));
  await page.addInitScript(() => {
    const note = (window as never as { noteThePress: (what: string) => void }).noteThePress;
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, (event) => event.isTrusted && note(kind), { capture: true });
  });
}

interface Things {
  readonly list: readonly {
    readonly name: string;
    readonly rules: Record<string, unknown>;
    readonly managersId: string;
  }[];
}
const bookables = async (page: Page): Promise<Things["list"]> => {
  const [asked] = await callAs(page, [["Bookable/get", { ids: null }]]);
  return (asked as never as Things).list;
};

test("from nothing to a neighbour's first booking it takes twelve presses at most", async ({
  page,
  browser,
}) => {
  const presses: string[] = [];
  await countPresses(page, presses);
  await signInAt(server, page);
  await page.getByRole("button", { name: /, Account, / }).click();
  await page.getByRole("menuitem", { name: "Book shared things" }).click();
  await page.getByRole("link", { name: "Add the first one" }).click();
  await expect(page.getByRole("radio", { name: "Laundry room fixed slots" })).toBeChecked();
  await page.getByRole("button", { name: "Create Laundry room" }).click();
  // It opens with what comes next.
  const next = page.getByRole("region", { name: "Laundry room can be booked now" });
  await expect(next.getByText(`${server.url}/bookables`)).toBeVisible();
  await expect(page.getByRole("grid", { name: "Laundry room" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  const context = await browser.newContext({ locale: "sv-SE" });
  const neighbour = await context.newPage();
  await neighbour.clock.install({ time: NOW });
  await countPresses(neighbour, presses);
  await signInAt(server, neighbour, SWEDISH);
  await neighbour.getByRole("button", { name: /, Konto, / }).click();
  await neighbour.getByRole("menuitem", { name: "Boka gemensamt" }).click();
  await neighbour.getByRole("button", { name: "Boka nu, till 13" }).click();
  await expect(neighbour.getByRole("region", { name: "Dina" }).getByText("Nu, till 13")).toBeVisible();
  expect(presses.length).toBeGreaterThanOrEqual(7);
  expect(presses.length).toBeLessThanOrEqual(12);
  // Who is no administrator makes nothing, and cannot.
  await expect(neighbour.getByRole("link", { name: "Nytt att boka" })).toHaveCount(0);
  await neighbour.goto(`${server.url}/bookables/new`);
  await expect(neighbour).toHaveURL(/\/bookables$/);
  await context.close();
});

test("the answers become the rules, as the preview shows them", async ({ page }) => {
  await signInAt(server, page, undefined, "/bookables/new");
  await page.getByRole("radio", { name: "Sauna fixed slots" }).check();
  await page.getByLabel("What is it called?").fill("");
  await page.getByRole("button", { name: /^Create/ }).click();
  await expect(page.getByText("Write what people call it.")).toBeVisible();
  await page.getByLabel("What is it called?").fill("The wood-fired sauna");
  await page.getByRole("radiogroup", { name: "How many of them are there?" }).getByText("more").click();
  await page.getByRole("spinbutton", { name: "How many of them are there?" }).fill("6");
  await page.getByRole("radiogroup", { name: "How long is a slot?" }).getByText("3 hours").click();
  await expect(page.getByText("Between 16:00 and 22:00, 2 slots a day.")).toBeVisible();
  await page
    .getByRole("radiogroup", { name: /How many bookings ahead/ })
    .getByText("3", { exact: true })
    .click();
  await page
    .getByRole("combobox", { name: "How far ahead can people book?" })
    .selectOption({ label: "7 days ahead" });
  const preview = page.getByRole("region", { name: "How neighbours see it" });
  await expect(preview.getByText("Each household has at most 3 bookings ahead.")).toBeVisible();
  await expect(preview.getByText("Times open 7 days ahead.")).toBeVisible();
  await expect(preview.getByText("The first time is today 16–19")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Create The wood-fired sauna" }).click();
  await expect(page.getByRole("region", { name: "The wood-fired sauna can be booked now" })).toBeVisible();
  expect(await bookables(page)).toMatchObject([
    {
      name: "The wood-fired sauna",
      rules: {
        mode: "slots",
        timeZone: "Europe/Stockholm",
        units: 6,
        opens: { before: "P7D" },
        limits: [{ max: 3, of: "bookings", per: "upcoming", over: "this" }],
        slotPlans: [
          {
            passes: [
              { from: "16:00", to: "19:00" },
              { from: "19:00", to: "22:00" },
            ],
          },
        ],
      },
    },
  ]);
  // A second thing is managed by the same group, which is not made again.
  await page.goto(`${server.url}/bookables`);
  await page.getByRole("link", { name: "New bookable" }).click();
  await page.getByRole("radio", { name: "Guest flat nights" }).check();
  const managers = page.getByRole("combobox", { name: "Who looks after it?" });
  await expect(managers.locator("option:checked")).toHaveText("The wood-fired sauna, managers");
  await page.getByRole("button", { name: "Create Guest flat" }).click();
  await expect(page.getByRole("region", { name: "Guest flat can be booked now" })).toBeVisible();
  const made = await bookables(page);
  expect(new Set(made.map(({ managersId }) => managersId)).size).toBe(1);
});

test("a stay of several nights is booked in one go", async ({ page }) => {
  await signInAt(server, page, undefined, "/bookables/new");
  await page.getByRole("radio", { name: "Guest flat nights" }).check();
  await page.getByRole("button", { name: "Create Guest flat" }).click();
  const grid = page.getByRole("grid", { name: "Guest flat" });
  const night = (from: string) => grid.getByRole("button", { name: new RegExp(`^Night from ${from} to`) });
  await night("Thursday 26 November").click();
  await night("Saturday 28 November").click();
  await page.getByRole("button", { name: "Book Thu 26 Nov to Sun 29 Nov" }).click();
  await expect(grid.getByText("Your stay, 3 nights")).toBeVisible();
  const [asked] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect((asked as never as { readonly list: unknown }).list).toMatchObject([
    { start: "2026-11-26T14:00:00Z", end: "2026-11-29T11:00:00Z" },
  ]);
});

test("it is made by keys alone", async ({ page }) => {
  await signInAt(server, page, undefined, "/bookables");
  await page.getByRole("link", { name: "Add the first one" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("radio", { name: "Laundry room fixed slots" }).focus();
  for (let at = 0; at < 4; at++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "Car free times" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("What is it called?")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Car can be booked now" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("every question can be answered with a finger, and nothing scrolls sideways", async ({ page }) => {
    await signInAt(server, page, SWEDISH, "/bookables");
    await expect(page.getByText("En administratör lägger upp dem.")).toBeVisible();
    await signInAt(server, page, undefined, "/bookables/new");
    await expect(page.getByRole("radio", { name: "Laundry room fixed slots" })).toBeVisible();
    for (const at of [0, 600, 1200]) {
      await page.evaluate((top) => scrollTo(0, top), at);
      expect(await smallTargets(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Create Laundry room" }).tap();
    await expect(page.getByRole("region", { name: "Laundry room can be booked now" })).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
  });
});
