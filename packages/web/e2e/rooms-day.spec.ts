import { messageIn } from "../../server/src/testing/meeting/read-mail.ts";
import { openSmtpSink, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";
import { createdId, makeRooms } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

const PETRA = "petra@elsewhere.example";
let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const BY_THE_HOUR = {
  mode: "free",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  open: [{ days: ["mo", "tu", "we", "th", "fr"], from: "07:00", to: "18:00" }],
  lengths: { min: "PT30M", max: "PT8H" },
};

test("rooms are compared on one day, narrowed, and booked by keyboard", async ({ page }) => {
  await page.clock.install({ time: NOW });
  await signInAt(server, page);
  const [loft, cabin] = await makeRooms(
    page,
    { name: "Loft", capacity: 8, place: "Floor 3", rules: BY_THE_HOUR },
    { name: "Cabin", capacity: 4, place: "Floor 2", rules: BY_THE_HOUR },
    { name: "Workshop", capacity: 12, place: "Floor 2", rules: BY_THE_HOUR },
  );
  // The Cabin is somebody's now.
  const time = { start: "2026-11-23T09:30:00Z", end: "2026-11-23T11:00:00Z" };
  const [booked] = await callAs(page, [["Booking/set", { create: { k: { bookableId: cabin, ...time } } }]]);
  expect(booked?.["created"]).toBeTruthy();
  await page.goto(`${server.url}/bookables`);
  await page.getByRole("link", { name: "Side by side" }).click();
  await expect(page).toHaveURL(/\/bookables\/day\/2026-11-23$/);
  const main = page.getByRole("main");
  const grids = main.getByRole("grid");
  await expect(grids).toHaveCount(3);
  const count = main.getByRole("status").filter({ hasText: /room|thing/ });
  await expect(count).toHaveText(/3 rooms$/);
  await expect(main.getByRole("rowheader", { name: /^Cabin/ })).toContainText("4 seats, Floor 2");
  await expect(main.getByRole("rowheader", { name: /^Cabin/ })).toContainText("Busy, free in about");
  await expect(main.getByRole("rowheader", { name: /^Loft/ })).toContainText("Free now, until 18");
  expect(await axeProblems(page)).toEqual([]);

  await main.getByRole("button", { name: "Free now (2)" }).press("Enter");
  await expect(grids).toHaveCount(2);
  await expect(count).toHaveText(/2 of 3 rooms$/);
  await main.getByLabel("Seats").selectOption({ label: "At least 12 seats" });
  await expect(grids).toHaveCount(1);
  await main.getByLabel("Where").selectOption({ label: "Floor 3" });
  await expect(main.getByText("Nothing fits what you ask for.")).toBeVisible();
  // What is asked for stays over a reload, and can be given up at once.
  await page.reload();
  await expect(main.getByText("Nothing fits what you ask for.")).toBeVisible();
  await main.getByRole("button", { name: "Show all" }).press("Enter");
  await expect(grids).toHaveCount(3);

  const first = grids
    .filter({ has: page.getByRole("rowheader", { name: /^Loft/ }) })
    .locator("[tabindex='0']");
  await first.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: /^Book/ }).press("Enter");
  await expect(sheet).toBeHidden();
  await expect(main.getByRole("rowheader", { name: /^Loft/ })).toContainText("Busy, free in about");
  const [mine] = await callAs(page, [["Booking/get", { ids: null }]]);
  const of = (mine as never as { list: readonly { bookableId: string; start: string; end: string }[] }).list;
  expect(of.filter(({ bookableId }) => bookableId === loft)).toMatchObject([
    { start: "2026-11-23T09:30:00Z", end: "2026-11-23T10:30:00Z" },
  ]);
  await main.getByRole("button", { name: "Next day" }).click();
  await expect(page).toHaveURL(/\/bookables\/day\/2026-11-24/);
  await expect(main.getByRole("button", { name: /^Free now/ })).toHaveCount(0);
  await expect(main.getByRole("rowheader", { name: /^Cabin/ })).not.toContainText("Busy");
});

test("what rooms have is said by their managers, and narrows the rooms of a day by keyboard", async ({
  page,
}) => {
  await page.clock.install({ time: NOW });
  await signInAt(server, page);
  const [loft = ""] = await makeRooms(
    page,
    { name: "Loft", capacity: 8, place: "Floor 3", rules: BY_THE_HOUR },
    { name: "Cabin", equipment: ["screen", "camera"], rules: BY_THE_HOUR },
    { name: "Workshop", equipment: ["Screen"], rules: BY_THE_HOUR },
  );
  await page.goto(`${server.url}/bookables/${loft}/2026-W48`);
  const main = page.getByRole("main");
  await expect(main.getByText("8 seats, Floor 3", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Manage Loft" }).click();
  await page.getByRole("menuitem", { name: "Name and place…" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("Equipment", { exact: true });
  await field.fill(Array.from({ length: 13 }, (_, at) => `thing ${String(at)}`).join(","));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("At most 12 words")).toBeVisible();
  await field.fill("hearing loop, , Hearing Loop");
  // What other rooms have is offered, the commonest first, until it is there.
  const used = dialog.getByRole("group", { name: "Used for other things" }).getByRole("button");
  await expect(used).toHaveText(["screen", "camera"]);
  expect(await axeProblems(page)).toEqual([]);
  await used.first().press("Enter");
  await expect(field).toHaveValue("hearing loop, screen");
  await expect(field).toBeFocused();
  await expect(used).toHaveText(["camera"]);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(main.getByText("8 seats, Floor 3, hearing loop, screen", { exact: true })).toBeVisible();

  await page.goto(`${server.url}/bookables/day/2026-11-23`);
  const grids = main.getByRole("grid");
  const menu = main.getByRole("button", { name: /^Equipment/ });
  const words = page.getByRole("menuitemcheckbox");
  const count = main.getByRole("status").filter({ hasText: "rooms" });
  await menu.press("Enter");
  await expect(words).toHaveText([/^screen/, /^camera/, /^hearing loop/]);
  await expect(words.nth(0)).toHaveAccessibleName("screen 3 rooms have it");
  expect(await axeProblems(page)).toEqual([]);
  await expect(main.getByRole("rowheader", { name: /^Cabin/ })).toContainText("screen, camera");
  // The menu stays open while words are pressed.
  await words.nth(2).press("Enter");
  await expect(words.nth(2)).toHaveAttribute("aria-checked", "true");
  await expect(page).toHaveURL(/\?has=hearing\+loop$/);
  await words.nth(1).press("Space");
  await page.keyboard.press("Escape");
  await expect(menu).toHaveText("Equipment (2)");
  await expect(menu).toBeFocused();
  await expect(count).toHaveText(/0 of 3 rooms$/);
  await expect(main.getByText("Nothing fits what you ask for.")).toBeVisible();
  // It stays over a reload and on the next day.
  await page.reload();
  await menu.press("Enter");
  await words.filter({ hasText: "camera" }).press("Space");
  await page.keyboard.press("Escape");
  await expect(count).toHaveText(/1 of 3 rooms$/);
  await main.getByRole("button", { name: "Next day" }).click();
  await expect(page).toHaveURL(/2026-11-24\?has=hearing\+loop$/);
  await expect(grids).toHaveCount(1);
  await expect(main.getByRole("rowheader", { name: /^Loft/ })).toBeVisible();
});

test("a time is asked about beside the rooms of a wide window, and over them in a narrow one", async ({
  page,
}) => {
  await page.clock.install({ time: NOW });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAt(server, page);
  const [loft] = await makeRooms(
    page,
    { name: "Loft", capacity: 8, rules: BY_THE_HOUR },
    { name: "Cabin", capacity: 4, rules: BY_THE_HOUR },
  );
  const later = { start: "2026-11-23T14:30:00Z", end: "2026-11-23T15:00:00Z" };
  const [booked] = await callAs(page, [["Booking/set", { create: { k: { bookableId: loft, ...later } } }]]);
  expect(booked?.["created"]).toBeTruthy();
  await page.goto(`${server.url}/bookables/day/2026-11-23`);
  const main = page.getByRole("main");
  const timeIn = (room: string, from: string) =>
    main.getByRole("grid", { name: room }).getByRole("button", { name: new RegExp(` ${from} to .*Free`) });
  const panel = main.getByRole("dialog");

  // Enter would book it at once.
  await timeIn("Loft", "13").press("Space");
  await expect(panel).toBeFocused();
  await expect(panel).toHaveAccessibleName("Monday 23 November 13–13:30");
  await expect(main.getByRole("complementary", { name: "Loft" })).toContainText(
    "Coming up in Loft15:30 Yours",
  );
  expect(await axeProblems(page)).toEqual([]);
  // Esc gives the focus back to the time.
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(timeIn("Loft", "13")).toBeFocused();

  // The same time of another room takes its place without closing it.
  await timeIn("Loft", "14").click();
  await timeIn("Cabin", "14").click();
  await expect(panel).toHaveCount(1);
  await expect(panel).toContainText("Cabin");
  await expect(panel).toBeFocused();
  await panel.getByLabel("To", { exact: true }).fill("15");
  await panel.getByLabel("To", { exact: true }).press("Tab");
  await panel.getByRole("button", { name: /^Book/ }).press("Enter");
  await expect(panel).toHaveCount(0);
  const yours = main.getByRole("grid", { name: "Cabin" }).getByRole("button", { name: / 14 to .*Yours/ });
  await expect(yours).toBeVisible();
  await yours.click();
  await expect(panel.getByRole("button", { name: "Cancel the booking" })).toBeVisible();

  await page.setViewportSize({ width: 1100, height: 900 });
  await expect(main.getByRole("complementary")).toHaveCount(0);
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel the booking" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

const mailed = test.extend<{ readonly site: RunningServer & { readonly sink: SmtpSink } }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
  site: async ({}, provide) => {
    const sink = await openSmtpSink();
    const mails = [`SNART_SMTP_URL=${sink.url}`, "SNART_MAIL_FROM=calendar@snart.example"];
    const site = await startServer(...mails, `--clock=${NOW.toISOString()}`);
    await provide({ ...site, sink });
    site.stop();
    await sink.close();
  },
});

mailed(
  "a room is booked with people from there by keyboard, in one go, or not at all",
  async ({ page, site }) => {
    await page.clock.install({ time: NOW });
    await page.setViewportSize({ width: 1440, height: 900 });
    await signInAt(site, page);
    const [loft = ""] = await makeRooms(page, { name: "Loft", capacity: 8, rules: BY_THE_HOUR });
    await page.goto(`${site.url}/bookables/day/2026-11-23`);
    const main = page.getByRole("main");
    const panel = main.getByRole("dialog");
    const timeIn = (from: string) =>
      main
        .getByRole("grid", { name: "Loft" })
        .getByRole("button", { name: new RegExp(` ${from} to .*Free`) });

    await timeIn("14").press("Space");
    await expect(panel).toContainText("Loft is free until 18.");
    await panel.getByLabel("What for?").fill("Brick samples");
    await panel.getByLabel("From", { exact: true }).press("ArrowUp");
    await panel.getByLabel("To", { exact: true }).fill("15:30");
    await panel.getByLabel("To", { exact: true }).press("Tab");
    await expect(panel).toHaveAccessibleName("Monday 23 November 14:15–15:30");
    const guests = panel.getByRole("combobox", { name: "Guests" });
    for (const guest of [SWEDISH, PETRA]) {
      await guests.fill(guest);
      await guests.press("Enter");
    }
    const invited = panel.getByRole("list", { name: "Guests" }).getByRole("listitem");
    await expect(invited).toHaveCount(2);
    await expect(invited.first()).toContainText(/free|busy/);
    expect(await axeProblems(page)).toEqual([]);

    // Somebody is first. Nothing is written, nobody is told, and what was written is kept for another time.
    const time = { start: "2026-11-23T13:30:00Z", end: "2026-11-23T14:00:00Z" };
    const [other] = await callAs(page, [["Booking/set", { create: { k: { bookableId: loft, ...time } } }]]);
    const takenId = createdId(other, "k");
    await panel.getByRole("button", { name: /^Book/ }).press("Enter");
    await expect(panel).toHaveAccessibleName("Somebody got there first");
    const titles = async (): Promise<readonly unknown[]> => {
      const [got] = await callAs(page, [["CalendarEvent/get", { ids: null }]]);
      return (got as never as { readonly list: readonly { readonly title?: string }[] }).list
        .map(({ title }) => title)
        .filter((title) => title === "Brick samples");
    };
    expect(await titles()).toEqual([]);
    expect(site.sink.mails).toEqual([]);
    await callAs(page, [["Booking/set", { destroy: [takenId] }]]);
    await panel.getByRole("button", { name: /^Book/ }).first().press("Enter");
    await expect(panel).toHaveCount(0);
    await expect.poll(titles).toEqual(["Brick samples"]);

    // The guest outside has it by mail; the room stands in the same event and has said yes.
    await expect.poll(() => site.sink.mails.map(({ to }) => to)).toEqual([[PETRA]]);
    const [mail] = site.sink.mails;
    expect(mail?.read.subject).toContain("Brick samples");
    expect(JSON.stringify(mail ? messageIn(mail).events : [])).toMatch(/CUTYPE=ROOM/);
    const [got] = await callAs(page, [["Booking/get", { ids: null }]]);
    expect((got as never as { readonly list: readonly object[] }).list).toMatchObject([
      { bookableId: loft, state: "confirmed" },
    ]);
    // One way back for all of it.
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(titles).toEqual([]);
    await expect.poll(() => site.sink.mails.map(({ to }) => to)).toEqual([[PETRA], [PETRA]]);
    const [after] = await callAs(page, [["Booking/get", { ids: null }]]);
    expect((after as never as { readonly list: readonly object[] }).list).toEqual([]);
  },
);

test("rooms of a day fit a phone, in Swedish, in the dark", async ({ page }) => {
  await page.clock.install({ time: NOW });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await signInAt(server, page, SWEDISH);
  await page.goto(`${server.url}/bookables/day/2026-11-23`);
  await expect(page.getByText("Inget här bokas per timme.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("what is asked for of rooms is one line on a phone, which scrolls to what rooms have", async ({
  page,
}) => {
  await page.clock.install({ time: NOW });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page);
  const equipment = ["screen", "camera", "whiteboard", "hearing loop", "coffee machine"];
  await makeRooms(
    page,
    { name: "Loft", capacity: 8, place: "Floor 3", equipment, rules: BY_THE_HOUR },
    { name: "Cabin", capacity: 4, place: "Floor 2", equipment, rules: BY_THE_HOUR },
  );
  await page.goto(`${server.url}/bookables/day/2026-11-23`);
  const main = page.getByRole("main");
  const menu = main.getByRole("button", { name: /^Equipment/ });
  const tops = await Promise.all(
    [main.getByRole("button", { name: /^Free now/ }), main.getByLabel("Seats"), menu].map(
      async (one) => (await one.boundingBox())?.y ?? NaN,
    ),
  );
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await menu.press("Enter");
  const words = page.getByRole("menuitemcheckbox");
  await expect(words).toHaveCount(5);
  await words.last().press("Enter");
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveText("Equipment (1)");
  await expect(menu).toBeInViewport();
  expect(await smallTargets(page)).toEqual([]);
  expect(await axeProblems(page)).toEqual([]);
});

test("what is booked by the night stands below the rooms, in two weeks, with what is one's own", async ({
  page,
}) => {
  await page.clock.install({ time: NOW });
  await signInAt(server, page);
  const nights = { checkIn: "15:00", checkOut: "11:00" };
  const rules = { mode: "nights", timeZone: "Europe/Stockholm", cellMinutes: 60, units: 1, nights };
  const [flat = ""] = await makeRooms(
    page,
    { name: "Guest flat", capacity: 2, rules },
    { name: "Trailer", rules },
    { name: "Loft", rules: BY_THE_HOUR },
  );
  const stay = { start: "2026-11-25T14:00:00Z", end: "2026-11-28T10:00:00Z" };
  const [booked] = await callAs(page, [["Booking/set", { create: { k: { bookableId: flat, ...stay } } }]]);
  expect(booked?.["created"]).toBeTruthy();
  await page.goto(`${server.url}/bookables/day/2026-11-23`);
  const part = page.getByRole("region", { name: "By the night" });
  const row = (name: string) => part.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  await expect(part.getByRole("columnheader")).toHaveCount(15);
  await expect(row("Guest flat").getByRole("link", { name: "Yours, 25–28 Nov" })).toBeVisible();
  await expect(row("Guest flat")).toContainText("in 2 days");
  await expect(row("Trailer")).toContainText("Everything is free.");
  await expect(page.getByRole("main").getByRole("rowheader", { name: /^Loft/ })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  // A day in the middle of the stay begins with its rest; the day after it has nothing.
  await page.goto(`${server.url}/bookables/day/2026-11-28`);
  await expect(row("Guest flat").getByRole("link", { name: /^Yours, / })).toBeVisible();
  await page.getByRole("button", { name: "Next day" }).click();
  await expect(row("Guest flat")).toContainText("Everything is free.");
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await row("Guest flat").getByRole("link", { name: "Guest flat" }).press("Enter");
  await expect(page.getByRole("grid", { name: "Guest flat" })).toBeVisible();
});
