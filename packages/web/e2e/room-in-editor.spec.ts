import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, NOW, signInAt, startServer, test, type RunningServer } from "./fixtures.ts";
import { question } from "./invite-guests.ts";
import { makeRooms } from "./make-bookables.ts";
import { smallTargets } from "./touch-sizes.ts";

let server: RunningServer;
test.beforeEach(async () => {
  server = await startServer(`--clock=${NOW.toISOString()}`);
});
test.afterEach(() => server.stop());

const RULES = {
  mode: "free",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  recurring: "skipTaken",
};
const ROOMS = [
  { name: "Loftet", capacity: 8, place: "Floor 2", equipment: ["screen", "camera"] },
  { name: "Verkstan", capacity: 12, place: "Floor 1" },
  { name: "Telefonhytten", capacity: 1, place: "Floor 1" },
];

const makeThree = (page: Page): Promise<readonly string[]> =>
  makeRooms(page, ...ROOMS.map((room) => ({ ...room, rules: RULES })));

const book = (page: Page, bookableId: string, start: string, end: string) =>
  callAs(page, [["Booking/set", { create: { b: { bookableId, start, end } } }]]);

/** What each room answers, by its name, in the events of the page's own person. */
async function answers(page: Page, title: string): Promise<readonly string[]> {
  const [got] = await callAs(page, [["CalendarEvent/get", { ids: null }]]);
  interface Event {
    readonly title?: string;
    readonly participants?: Readonly<
      Record<
        string,
        { readonly name?: string; readonly kind?: string; readonly participationStatus?: string }
      >
    >;
    readonly recurrenceOverrides?: Readonly<Record<string, object>>;
  }
  const { list } = got as never as { readonly list: readonly Event[] };
  const event = list.find((one) => one.title === title);
  const rooms = Object.values(event?.participants ?? {}).filter(({ kind }) => kind === "location");
  const said = rooms.map(({ name, participationStatus }) => `${name ?? ""} ${participationStatus ?? ""}`);
  return [...said, ...Object.keys(event?.recurrenceOverrides ?? {})];
}

const form = (page: Page) => page.getByRole("form", { name: "New event" });
/** Opens the editor on a new event, by words. */
async function newEvent(page: Page, title: string, words = "Wed 14-15"): Promise<void> {
  await page.keyboard.press("n");
  await page.getByRole("textbox", { name: "New event in words" }).fill(`${title} ${words}`);
  await page.keyboard.press("Tab");
  await expect(form(page)).toBeVisible();
}
const head = (page: Page) => form(page).getByRole("button", { name: /Add a room|Loftet|Verkstan/ });
const rooms = (page: Page) => form(page).getByRole("radiogroup", { name: "Room" });

test("the editor offers rooms that are free and large enough, and books one with the event", async ({
  page,
}) => {
  await signInAt(server, page);
  const [loftet = ""] = await makeThree(page);
  await page.reload();
  await newEvent(page, "Facade group");
  await head(page).click();
  await expect(rooms(page).getByRole("radio")).toHaveCount(4);
  await expect(rooms(page).getByText("Free", { exact: true })).toHaveCount(3);
  await expect(rooms(page).getByText("8 seats, Floor 2, screen, camera")).toBeVisible();
  // Only rooms with what is asked for are offered, and all of them again once it is not.
  const chips = form(page).getByRole("group", { name: "Equipment" });
  await chips.getByRole("button", { name: "camera 1 room has it" }).press("Enter");
  await expect(rooms(page).getByRole("radio")).toHaveCount(2);
  await expect(form(page).getByRole("status").filter({ hasText: "1 room has it" })).toBeVisible();
  await chips.getByRole("button", { name: /^camera/ }).press("Space");
  await expect(rooms(page).getByRole("radio")).toHaveCount(4);
  expect(await axeProblems(page)).toEqual([]);
  await rooms(page)
    .getByRole("radio", { name: /^Loftet/ })
    .check();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => answers(page, "Facade group")).toEqual(["Loftet accepted"]);
  // Somebody else's meeting of the same hour finds it taken, and says until when.
  await newEvent(page, "Other group");
  await head(page).click();
  await expect(rooms(page).getByRole("radio", { name: /^Loftet/ })).toBeDisabled();
  await expect(rooms(page).getByText("Taken until 15:00")).toBeVisible();
  // The nearest time at which it is free: the event goes there, and takes it along.
  await rooms(page).getByRole("button", { name: "Move to Wed 25 Nov 15:00–16:00: Loftet" }).click();
  await expect(rooms(page).getByRole("radio", { name: /^Loftet/ })).toBeChecked();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => answers(page, "Other group")).toEqual(["Loftet accepted"]);
  expect(loftet).not.toBe("");
});

test("a room that a calendar app invites by its mail address is the event's room", async ({ page }) => {
  await signInAt(server, page);
  const [loftet = ""] = await makeThree(page);
  const email = "loftet@rooms.example";
  await callAs(page, [["Bookable/set", { update: { [loftet]: { email } } }]]);
  const [calendars] = await callAs(page, [["Calendar/get", { ids: null }]]);
  const { list } = calendars as never as { readonly list: readonly { id: string; isDefault: boolean }[] };
  const calendarIds = { [list.find(({ isDefault }) => isDefault)?.id ?? ""]: true };
  // As an app writes what somebody typed into it: a guest like any other.
  const typed = { "@type": "Participant", calendarAddress: `mailto:${email}`, roles: { attendee: true } };
  const event = {
    "@type": "Event",
    uid: "typed-room",
    title: "Typed group",
    start: "2026-11-25T14:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    participants: { typed },
    calendarIds,
  };
  const how = { sendSchedulingMessages: true };
  await callAs(page, [["CalendarEvent/set", { create: { e: event }, ...how }]]);
  const bookings = async (): Promise<number> => {
    const [got] = await callAs(page, [["Booking/get", { ids: null }]]);
    return (got as never as { readonly list: readonly object[] }).list.length;
  };
  expect(await bookings()).toBe(1);
  await page.reload();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Typed group/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  const editor = page.getByRole("form", { name: "Edit event" });
  const row = editor.getByRole("button", { name: /Loftet/ });
  await expect(row).toHaveCount(1);
  await expect(editor.getByRole("list", { name: "Guests" }).getByText("Loftet")).toHaveCount(0);
  await row.press("Enter");
  await expect(editor.getByRole("radio", { name: /^Loftet/ })).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);
  await editor.getByRole("radio", { name: "No room" }).check();
  await page.keyboard.press("Control+Enter");
  await question(page)
    .getByRole("button", { name: /notify/i })
    .first()
    .click();
  await expect.poll(bookings).toBe(0);
});

test("rooms stand in one order from the first answer on, whatever they answer later", async ({ page }) => {
  await signInAt(server, page);
  const [, verkstan = "", booth = ""] = await makeThree(page);
  await book(page, verkstan, "2026-11-25T13:00:00Z", "2026-11-25T14:00:00Z");
  const gates: PromiseWithResolvers<undefined>[] = [];
  await page.route(/\/jmap/, async (route) => {
    if (route.request().postData()?.includes("Bookable/tryEvent")) {
      const gate = Promise.withResolvers<undefined>();
      gates.push(gate);
      await gate.promise;
    }
    await route.continue();
  });
  await page.reload();
  await newEvent(page, "Stable group");
  await head(page).click();
  const list = form(page);
  // There is no row to press that could move away below the finger.
  await expect.poll(() => gates.length).toBe(1);
  await expect(list.getByText("Asking…")).toBeVisible();
  await expect(list.getByRole("radio", { name: /^(Loftet|Verkstan|Telefonhytten)/ })).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  gates[0]?.resolve(undefined);
  const rows = rooms(page).getByRole("radio");
  const namesOf = (): Promise<readonly string[]> =>
    rooms(page)
      .locator("label > span")
      .evaluateAll((spans) =>
        spans.map(({ firstChild }) => firstChild?.textContent?.replace(/\P{L}/gu, "") ?? ""),
      );
  await expect(rows).toHaveCount(4);
  const order = await namesOf();
  expect(order).toEqual(["Telefonhytten", "Loftet", "Verkstan", "Noroom"]);
  // At another time another room is taken: the words change, and no row does.
  await book(page, booth, "2026-11-25T15:00:00Z", "2026-11-25T16:00:00Z");
  await list.getByLabel("Starts at").fill("16:00");
  await page.keyboard.press("Tab");
  await expect.poll(() => gates.length).toBe(2);
  expect(await namesOf()).toEqual(order);
  gates[1]?.resolve(undefined);
  await expect(rooms(page).getByText("Taken until 17:00")).toBeVisible();
  expect(await namesOf()).toEqual(order);
});

test("a time is found for a room alone, without a guest", async ({ page }) => {
  await signInAt(server, page);
  const [loftet = ""] = await makeThree(page);
  await book(page, loftet, "2026-11-25T09:00:00Z", "2026-11-25T16:00:00Z");
  await page.reload();
  await newEvent(page, "Paint the door");
  await expect(form(page).getByRole("button", { name: "Find a time" })).toHaveCount(0);
  await head(page).click();
  await rooms(page)
    .getByRole("radio", { name: /^Verkstan/ })
    .check();
  await form(page).getByRole("button", { name: "Find a time" }).click();
  const finding = page.getByRole("region", { name: "Find a time" });
  await finding.getByRole("button", { name: "Verkstan" }).press("Enter");
  const sought = finding.getByRole("group", { name: "Rooms of which one is wanted" });
  await sought.getByRole("checkbox", { name: /^Loftet/ }).check();
  await sought.getByRole("checkbox", { name: /^Verkstan/ }).uncheck();
  const times = finding.getByRole("radiogroup", { name: "Suggestions" }).locator("label");
  await expect(times.first()).toContainText("You are free. Loftet is free.");
  await expect(times.filter({ hasText: /Wed 25 Nov 1[0-6]/ })).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  await finding.getByRole("button", { name: /^Choose / }).click();
  await expect(form(page).getByRole("button", { name: /^Loftet/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => answers(page, "Paint the door")).toEqual(["Loftet accepted"]);
});

test("the clashing dates of a series get another room or time before it is saved", async ({ page }) => {
  await signInAt(server, page);
  const [loftet = ""] = await makeThree(page);
  await book(page, loftet, "2026-12-02T13:00:00Z", "2026-12-02T14:00:00Z");
  await book(page, loftet, "2026-12-09T13:00:00Z", "2026-12-09T14:00:00Z");
  await page.reload();
  await newEvent(page, "Talk", "every Wednesday 14-15");
  await head(page).click();
  await expect(rooms(page).getByRole("radio", { name: /^Verkstan/ })).toBeVisible();
  await rooms(page)
    .getByRole("radio", { name: /^Loftet/ })
    .check();
  const clashes = form(page).getByRole("region", { name: "Loftet is taken on 2 dates" });
  await expect(clashes).toBeVisible();
  const other = clashes.getByRole("combobox", { name: /Wed 2 Dec/ });
  await expect(other).toHaveValue(/./);
  await expect(other.locator("option:checked")).toHaveText("Telefonhytten 14:00");
  // The other date goes to the nearest time at which the room itself is free.
  const moved = clashes.getByRole("combobox", { name: /Wed 9 Dec/ });
  await expect(moved.locator("option")).toHaveText([
    "Loftet 15:00",
    "Loftet 13:00",
    "Loftet 15:30",
    "Telefonhytten 14:00",
    "Verkstan 14:00",
    "No room",
  ]);
  await moved.selectOption("Loftet 15:00");
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await expect
    .poll(() => answers(page, "Talk"))
    .toEqual(["Loftet accepted", "2026-12-02T14:00:00", "2026-12-09T14:00:00"]);
  // The other room has that date, and no other.
  const [got] = await callAs(page, [["CalendarEvent/get", { ids: null }]]);
  expect(JSON.stringify(got)).toContain("Telefonhytten");
  const times = { start: "2026-12-09T14:00:00Z", end: "2026-12-09T15:00:00Z" };
  const [free] = await callAs(page, [
    ["Bookable/freeTimes", { bookableIds: [loftet], ...times, minutes: 15 }],
  ]);
  expect(free).toMatchObject({ list: [{ taken: [times] }] });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("rooms are chosen with a finger, and nothing is too small or scrolls sideways", async ({ page }) => {
    await signInAt(server, page);
    await makeThree(page);
    await page.reload();
    await page.getByRole("button", { name: "New event" }).tap();
    await page.getByRole("textbox", { name: "New event in words" }).fill("Group Wed 14-15");
    await page.getByRole("button", { name: "All fields" }).tap();
    await form(page).getByRole("button", { name: "Add a room" }).tap();
    await expect(rooms(page).getByText("Free", { exact: true })).toHaveCount(3);
    await rooms(page)
      .getByRole("radio", { name: /^Verkstan/ })
      .tap();
    expect(await smallTargets(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: /^Create/ }).tap();
    await expect.poll(() => answers(page, "Group")).toEqual(["Verkstan accepted"]);
  });
});
