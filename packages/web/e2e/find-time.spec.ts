import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { smallTargets } from "./touch-sizes.ts";
import { ENGLISH, expect, NOW, signInAt, startServer, SWEDISH, test as base } from "./fixtures.ts";
import { callAs } from "./call-as.ts";
import { makeRooms } from "./make-bookables.ts";

interface Fixtures {
  /** another member of the household, signed in elsewhere: has busy times and an absence */
  readonly other: Page;
}
const test = base.extend<Fixtures>({
  other: async ({ page, browser }, provide) => {
    const server = await startServer(`--clock=${NOW.toISOString()}`);
    const context = await browser.newContext();
    const other = await context.newPage();
    try {
      await signInAt(server, page, ENGLISH);
      await signInAt(server, other, SWEDISH);
      await provide(other);
    } finally {
      await context.close();
      server.stop();
    }
  },
});

const SECRET = "Kejsarpingvin";

/** Busy on Wednesday from 12, with lunch, to 14, away from Thursday to Friday, and shown to the other as busy alone. */
async function prepare(other: Page): Promise<void> {
  const [calendars, people] = await callAs(other, [
    ["Calendar/get", { ids: null }],
    ["Principal/get", { ids: null }],
  ]);
  const id = calendars?.["list"]?.[0]?.id ?? "";
  const reader = people?.["list"]?.find(({ email }) => email === ENGLISH)?.id ?? "";
  const own = people?.["list"]?.find(({ email }) => email === SWEDISH)?.id ?? "";
  const rights = { mayReadFreeBusy: true };
  const event = {
    "@type": "Event",
    calendarIds: { [id]: true },
    title: SECRET,
    start: "2026-11-25T13:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
  };
  const away = { utcStart: "2026-11-25T23:00:00Z", utcEnd: "2026-11-27T23:00:00Z", text: "I fjällen" };
  await callAs(other, [
    ["Calendar/set", { update: { [id]: { [`shareWith/${reader}`]: rights } } }],
    ["CalendarEvent/set", { create: { k: event } }],
    ["Availability/set", { update: { singleton: { "absences/a": away } } }],
    // Only this calendar counts, not all of the busy times that members of a server see of each other.
    ["Profile/set", { update: { [own]: { "preferences/visibleTo": "nobody" } } }],
  ]);
}

/** Writes a new event with two guests: one with known busy times, and one without. */
async function beginEvent(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .click();
  await page.keyboard.type("Board meeting wed 13-14:30");
  await page.keyboard.press("Tab");
  const guests = page.getByRole("combobox", { name: "Guests" });
  await guests.fill("elin, nils@else.example");
  await guests.press("Enter");
  // Who has a name here is known when the server has said who there is.
  await expect(page.getByRole("list", { name: "Guests" }).getByRole("listitem")).toHaveCount(3);
}

test("guests' busy times stand beside the chosen one, which is moved by keys or dragged", async ({
  page,
  other,
}) => {
  await prepare(other);
  await beginEvent(page);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByText("Elin Sand is busy 12:00–14:00.")).toBeVisible();
  await expect(form.getByRole("listitem").filter({ hasText: "nils" })).toContainText("calendar not shared");
  expect(await axeProblems(page)).toEqual([]);

  const chosen = form.getByRole("slider", { name: "Chosen time" });
  const isFree = form.getByText(/^Everyone whose calendar you can see is free then/);
  await chosen.focus();
  for (let quarters = 0; quarters < 4; quarters++) await page.keyboard.press("ArrowRight");
  await expect(chosen).toHaveAttribute("aria-valuetext", /14:00–15:30, in 2 days/);
  await expect(isFree).toBeVisible();
  await expect(form.getByLabel("Starts at")).toHaveValue("14:00");

  const box = await chosen.boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 29, box.y + 40, { steps: 5 });
  await page.mouse.up();
  await expect(form.getByText("Elin Sand is busy 12:00–14:00.")).toBeVisible();
  await form.getByRole("button", { name: /^Move to / }).click();
  await expect(isFree).toBeVisible();

  await chosen.focus();
  await page.keyboard.press("PageUp");
  await expect(form.getByText(/^Elin Sand is away until Sat 28 Nov: I fjällen/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  // The draft is kept, and continued on the phone.
  await page.reload();
  await chosen.scrollIntoViewIfNeeded();
  expect(await axeProblems(page)).toEqual([]);
});

/** The page on which a time is found. */
const pageOf = (page: Page, title = "Find a time") => page.getByRole("region", { name: title });

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** The start and length of the meeting, as it is in somebody's calendar. */
async function meetingOf(page: Page): Promise<string | undefined> {
  const [found] = await callAs(page, [["CalendarEvent/get", { ids: null }]]);
  const events = (found?.["list"] ?? []) as unknown as { title: string; start: string; duration: string }[];
  const meeting = events.find(({ title }) => title === "Board meeting");
  return meeting && `${meeting.start.slice(11, 16)} ${meeting.duration}`;
}

/** Drags by some pixels from the middle of what is dragged. */
async function drag(page: Page, what: Locator, by: number): Promise<void> {
  const box = await what.boundingBox();
  if (!box) throw new Error("not drawn");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 8 });
  await page.mouse.up();
}

test("a time is found on a page of its own by keys alone, and the guests are invited to it", async ({
  page,
  other,
}) => {
  await prepare(other);
  const told: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/jmap/api"))
      void response.text().then(
        (text) => told.push(text),
        () => {},
      );
  });
  await beginEvent(page);
  await page.getByRole("button", { name: "Find a time" }).press("Enter");
  const finding = pageOf(page);
  await expect(finding.getByRole("heading", { level: 1, name: "Find a time" })).toBeVisible();
  const suggestions = finding.getByRole("radiogroup", { name: "Suggestions" });
  const radios = suggestions.getByRole("radio");
  await expect(radios.first()).toBeChecked();
  await expect(radios.first()).toBeFocused();
  // Working hours of everybody come first, and who would have to give way is named.
  await expect(suggestions.getByRole("heading")).toHaveText([
    "In everyone’s working hours",
    "Someone has to give way",
  ]);
  await expect(suggestions.getByText("Elin Sand is busy 12:00–14:00.").first()).toBeVisible();
  await expect(finding.getByRole("listitem").filter({ hasText: "nils" })).toContainText("Does not share");
  expect(await axeProblems(page)).toEqual([]);

  await page.keyboard.press("ArrowDown");
  await expect(radios.nth(1)).toBeChecked();
  const band = finding.getByRole("slider", { name: "Chosen time" });
  const timeOf = async () =>
    /(\d\d):(\d\d)–(\d\d):(\d\d)/.exec((await band.getAttribute("aria-valuetext")) ?? "");
  const [, hour, minute, lastHour, lastMinute] = ((await timeOf()) ?? []).map(Number) as number[];
  const start = (hour ?? 0) * 60 + (minute ?? 0);
  const end = (lastHour ?? 0) * 60 + (lastMinute ?? 0);
  expect(end - start).toBe(90);
  await page.keyboard.press("ArrowRight");
  await expect(band).toBeFocused();
  await page.keyboard.press("Shift+ArrowLeft");
  const moved = `${clock(start + 15)}–${clock(end)}`;
  await expect(band).toHaveAttribute("aria-valuetext", new RegExp(`${moved}, in \\d+ days?\\.`));
  await page.keyboard.press("Enter");
  await expect(finding).toHaveCount(0);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByLabel("Starts at")).toHaveValue(clock(start + 15));
  await expect(page.getByRole("button", { name: "Find a time" })).toBeFocused();

  await page.getByRole("textbox", { name: "Title" }).press("Control+Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("heading", { name: "Invite the guests?" })).toBeVisible();
  // This server sends no email.
  await expect(question).toContainText("nils@else.example cannot be notified");
  await question.getByRole("button", { name: "Create and invite 1 guest" }).click();
  await expect(page.getByText("“Board meeting” created")).toBeVisible();
  // The other one has been invited to the time that was found.
  await expect.poll(() => meetingOf(other)).toBe(`${clock(start + 15)} PT1H15M`);
  expect(told.some((text) => text.includes('"FreeBusy/get"'))).toBe(true);
  expect(told.filter((text) => text.includes(SECRET))).toEqual([]);
});

test("the proposed time is dragged to another day and by its edge, and Back leaves the event as it was", async ({
  page,
  other,
}) => {
  await prepare(other);
  await beginEvent(page);
  await page.getByRole("button", { name: "Find a time" }).click();
  const finding = pageOf(page);
  const band = finding.getByRole("slider", { name: "Chosen time" });
  await expect(finding.getByRole("radio").first()).toBeChecked();
  const choose = finding.getByRole("button", { name: /^Choose / });
  const before = await choose.textContent();
  const days = finding.getByRole("heading", { level: 2 }).filter({ hasText: /in \d+ day|today/ });
  const [first, second] = [await days.nth(0).boundingBox(), await days.nth(1).boundingBox()];
  if (!first || !second) throw new Error("there are not two days side by side");
  await drag(page, band, second.x - first.x);
  await expect(choose).not.toHaveText(before ?? "");
  const weekday = /^\d+ (\w+)/.exec((await days.nth(1).textContent()) ?? "")?.[1];
  await expect(choose).toContainText(`Choose ${weekday} `);
  await expect(finding.getByLabel("Length")).toHaveValue("90");
  const box = await band.boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.move(box.x - 2, box.y + box.height / 2);
  await page.mouse.down();
  // Slowly enough that the browser would begin a drag of its own.
  for (let step = 1; step <= 5; step++)
    await page.mouse.move(box.x - 2 - (box.width / 15) * step, box.y + box.height / 2);
  await page.mouse.up();
  await expect(finding.getByLabel("Length")).toHaveValue("120");

  await page.goBack();
  await expect(finding).toHaveCount(0);
  await expect(page.getByLabel("Starts at")).toHaveValue("13:00");
  await page.goForward();
  await expect(finding).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(finding).toHaveCount(0);
  await expect(page.getByLabel("Starts at")).toHaveValue("13:00");
});

/** Two rooms with hours, of which the smaller is taken on Wednesday afternoon, and one for a single person; returns the larger. */
async function prepareRooms(page: Page, other: Page): Promise<string> {
  const open = [{ days: ["mo", "tu", "we", "th", "fr"], from: "08:00", to: "17:00" }];
  const rules = { mode: "free", timeZone: "Europe/Stockholm", cellMinutes: 15, units: 1, open };
  const [loftet, verkstan = ""] = await makeRooms(
    page,
    { name: "Loftet", capacity: 8, place: "Floor 2", rules },
    { name: "Verkstan", capacity: 12, place: "Floor 1", rules },
    { name: "Telefonhytten", capacity: 1, rules },
  );
  const time = { start: "2026-11-25T11:30:00Z", end: "2026-11-25T16:00:00Z" };
  await callAs(other, [["Booking/set", { create: { b: { bookableId: loftet, ...time } } }]]);
  return verkstan;
}

test("a time is found at which people and a room are free, and both are set", async ({ page, other }) => {
  await prepare(other);
  const verkstan = await prepareRooms(page, other);
  await page.reload();
  await beginEvent(page);
  await page.getByRole("button", { name: "Find a time" }).click();
  const finding = pageOf(page);
  const radios = finding.getByRole("radiogroup", { name: "Suggestions" }).getByRole("radio");
  await expect(radios.first()).toBeChecked();
  await finding.getByRole("button", { name: "No room" }).press("Enter");
  const sought = finding.getByRole("group", { name: "Rooms of which one is wanted" });
  await expect(sought.getByRole("checkbox", { name: /^Telefonhytten/ })).toBeDisabled();
  await sought.getByRole("checkbox", { name: /^Loftet/ }).check();
  const rooms = finding.getByRole("list", { name: "Rooms" });
  // Every time that is suggested has the one room.
  const times = finding.getByRole("radiogroup", { name: "Suggestions" }).locator("label");
  await expect(times.first()).toContainText("Loftet is free.");
  await expect(times.filter({ hasNotText: "Loftet is free." })).toHaveCount(0);
  await expect(times.filter({ hasText: /Wed 25 Nov 1[2-6]/ })).toHaveCount(0);
  await expect(rooms.getByRole("radio", { name: /^Loftet/ })).toBeChecked();
  expect(await axeProblems(page)).toEqual([]);
  // With any of two rooms, Wednesday afternoon is one again, in the other.
  await sought.getByRole("checkbox", { name: "Any room that is large enough" }).check();
  await times.filter({ hasText: /Wed 25 Nov.*1[45]:/ }).click();
  await expect(rooms.getByRole("radio", { name: /^Verkstan/ })).toBeChecked();
  await expect(rooms.getByRole("radio", { name: /^Loftet/ })).toBeDisabled();
  await expect(rooms.getByRole("listitem").filter({ hasText: "Loftet" })).toContainText("taken until 17:00");
  // Where no room is free nothing can be chosen, and why is said.
  await finding.getByRole("slider", { name: "Chosen time" }).focus();
  for (let quarters = 0; quarters < 12; quarters++) await page.keyboard.press("ArrowRight");
  await expect(finding.getByText("No room is free then.").first()).toBeVisible();
  await expect(finding.getByRole("button", { name: /^Choose / })).toBeDisabled();
  await expect(rooms.getByRole("listitem").filter({ hasText: "Verkstan" })).toContainText(/closed/i);
  await times.filter({ hasText: /Wed 25 Nov.*1[45]:/ }).click();
  const chosen = finding.getByRole("button", { name: /^Choose / });
  const start = / (\d\d:\d\d)/.exec((await chosen.textContent()) ?? "")?.[1] ?? "";
  await chosen.click();
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByLabel("Starts at")).toHaveValue(start);
  await expect(form.getByRole("button", { name: /^Verkstan/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Title" }).press("Control+Enter");
  await page.getByRole("button", { name: "Create and invite 1 guest" }).click();
  await expect.poll(() => meetingOf(other)).toBe(`${start} PT1H30M`);
  const [booked] = await callAs(page, [["Booking/get", { ids: null }]]);
  expect(booked).toMatchObject({ list: [{ bookableId: verkstan, state: "confirmed" }] });
});

test("on a phone the suggestions are the page, and the rows of the chosen one stand beneath it", async ({
  page,
  other,
}) => {
  await prepare(other);
  await other.setViewportSize({ width: 1440, height: 900 });
  await beginEvent(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByRole("button", { name: "Find a time" }).click();
  const finding = pageOf(page);
  const radios = finding.getByRole("radio");
  await expect(radios.first()).toBeChecked();
  const people = finding.getByRole("list", { name: "People" });
  await expect(people).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  expect(await smallTargets(page)).toEqual([]);
  await finding
    .locator("label")
    .filter({ has: page.locator("input[type=radio]") })
    .nth(1)
    .click();
  await expect(radios.nth(1)).toBeChecked();
  const [row, rows, next] = [
    await radios.nth(1).boundingBox(),
    await people.boundingBox(),
    await radios.nth(2).boundingBox(),
  ];
  expect(row && rows && next && row.y < rows.y && rows.y < next.y).toBe(true);
  const name = (await finding.getByRole("button", { name: /^Choose / }).textContent()) ?? "";
  await finding.getByRole("button", { name: /^Choose / }).click();
  await expect(finding).toHaveCount(0);
  await expect(page.getByLabel("Starts at")).toHaveValue(/ (\d\d:\d\d)–/.exec(name)?.[1] ?? "");
});

test("a poll asks about the times that were found, with those who are invited", async ({ page, other }) => {
  await prepare(other);
  await beginEvent(page);
  await page.getByRole("button", { name: "Find a time" }).click();
  await pageOf(page)
    .getByRole("button", { name: /^Ask with a poll about \d times$/ })
    .press("Enter");
  await expect(page.getByLabel("What do you want to ask?")).toHaveValue("Board meeting");
  await expect(page.getByRole("heading", { name: /^5 times$/ })).toBeVisible();
  // Of whom one knows here when they are free, the other one not.
  await expect(page.getByText("unknown: nils@else.example").first()).toBeVisible();
  await page.getByRole("button", { name: "Ask 2 people" }).click();
  await expect(page.getByRole("heading", { name: "Board meeting" })).toBeVisible();
  await expect(page.getByRole("row", { name: /^Elin Sand/ })).toBeVisible();
  const [found] = await callAs(other, [
    ["Poll/get", { ids: null, properties: ["title", "minutes", "options"] }],
  ]);
  const [poll] = (found as never as { list: { title: string; minutes: number; options: unknown[] }[] }).list;
  expect(poll).toMatchObject({ title: "Board meeting", minutes: 90 });
  expect(poll?.options).toHaveLength(5);
});

test("hours and absences are said in the settings, kept, and taken back", async ({ page, signIn }) => {
  await signIn(page, SWEDISH, "/settings/hours");
  const shown = page.getByRole("switch", { name: "Andra ser min arbetstid" });
  await expect(shown).not.toBeChecked();
  await shown.click();
  await expect(shown).toBeChecked();
  await page.getByRole("textbox", { name: "Text" }).fill("Skidor i fjällen");
  await page.getByRole("button", { name: "Lägg till" }).click();
  const list = page.getByRole("list", { name: "Borta" });
  await expect(list).toContainText("Skidor i fjällen");
  await expect(list.getByText("i dag")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.reload();
  await expect(shown).toBeChecked();
  await list.getByRole("button", { name: /^Ta bort / }).click();
  await expect(page.getByText("Du är inte borta.")).toBeVisible();
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(list).toContainText("Skidor i fjällen");
  await list.getByRole("button", { name: /^Ta bort / }).click();
  await shown.click();
  await expect(shown).not.toBeChecked();
});
