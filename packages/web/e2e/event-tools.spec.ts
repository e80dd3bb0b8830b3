import type { Locator, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, test } from "./fixtures.ts";

// Each test makes events of its own in a week of its own: the server is the same for all of them.
test.beforeEach(async ({ page, signIn }) => {
  await signIn(page);
});

const named = (page: Page, name: string): Locator =>
  page.locator("main").getByRole("button", { name: new RegExp(`^${name},`) });

/** The deferred parts of the calendar are here. */
const ready = (page: Page): Promise<void> =>
  page.locator("[data-keeps-chosen]").first().waitFor({ state: "attached" });

async function make(page: Page, line: string): Promise<void> {
  await page.keyboard.press("n");
  await page
    .getByRole("dialog")
    .getByRole("combobox")
    .or(page.getByRole("dialog").getByRole("textbox"))
    .first()
    .fill(line);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a card tells what a block has no room for, and leaves the pointer alone", async ({ page }) => {
  await ready(page);
  await named(page, "Client presentation").hover();
  const card = page.locator("[data-hover-card]");
  await expect(card).toContainText("Kajkontoret");
  await expect(card).toContainText("in 4 days");
  await page.keyboard.press("Shift");
  await expect(card).toHaveCount(0);
});

test("the menu of an event works by the other button and by keys, gives a colour, and undo takes it back", async ({
  page,
}) => {
  await ready(page);
  await page.goto("/week/2027-W06");
  await ready(page);
  await make(page, "Painted 9 Feb 2027 10-11");
  const event = named(page, "Painted");
  const colour = event.locator("xpath=..");
  const before = await colour.getAttribute("data-colour");
  await event.click({ button: "right" });
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Lingonberry" }).click();
  await expect(colour).toHaveAttribute("data-colour", "lingon");
  await page.keyboard.press("Control+z");
  await expect(colour).toHaveAttribute("data-colour", before ?? "");
  // Each message offers the way back, and counts only where there is one.
  const toast = page.getByRole("region", { name: "Messages" });
  await toast.getByRole("button", { name: /^Redo/ }).click();
  await expect(colour).toHaveAttribute("data-colour", "lingon");
  await expect(toast.locator("circle")).toHaveCount(2);
  await toast.getByRole("button", { name: /^Undo/ }).click();
  await expect(colour).toHaveAttribute("data-colour", before ?? "");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+y");
  await expect(toast.getByText("Nothing to redo")).toBeVisible();
  await expect(toast.locator("circle")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(colour).toHaveAttribute("data-colour", before ?? "");
  await event.focus();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await event.click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(event).toHaveCount(2);
});

test("a copy is pasted at the time cursor, else at its time on the current day", async ({ page }) => {
  await page.goto("/week/2027-W07");
  await ready(page);
  await make(page, "Original 16 Feb 2027 10-11");
  await named(page, "Original").focus();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+v");
  await expect(named(page, "Original")).toHaveCount(2);
  await expect(named(page, "Original").filter({ hasText: "Original" }).nth(0)).toBeVisible();
  const names = await named(page, "Original").evaluateAll((all) => all.map((it) => it.ariaLabel ?? ""));
  expect(names.some((name) => name.includes("16 February, 09:15 to 10:15"))).toBe(true);
  await page.goto("/day/2027-02-18");
  await ready(page);
  await expect(named(page, "Original")).toHaveCount(0);
});

test("several are chosen by press and by keys, move together, go together, and one undo brings them back", async ({
  page,
}) => {
  await page.goto("/week/2027-W08");
  await ready(page);
  await make(page, "First 23 Feb 2027 10-11");
  await make(page, "Second 24 Feb 2027 10-11");
  await make(page, "Bystander 25 Feb 2027 12-13");
  await named(page, "First").click({ modifiers: ["Control"] });
  await named(page, "Second").click({ modifiers: ["Control"] });
  await expect(page.getByText("2 events selected")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  const box = await named(page, "First").boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 72, { steps: 6 });
  await page.mouse.up();
  await expect(named(page, "First")).toHaveAccessibleName(/11:00 to 12:00/);
  await expect(named(page, "Second")).toHaveAccessibleName(/11:00 to 12:00/);
  await expect(named(page, "Bystander")).toHaveAccessibleName(/12:00 to 13:00/);
  await page.keyboard.press("Control+z");
  await expect(named(page, "First")).toHaveAccessibleName(/10:00 to 11:00/);
  await expect(named(page, "Second")).toHaveAccessibleName(/10:00 to 11:00/);
  await page.keyboard.press("Escape");
  await expect(page.getByText("2 events selected")).toHaveCount(0);
  await named(page, "First").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByText("2 events selected")).toBeVisible();
  await expect(named(page, "Second")).toBeFocused();
  await page.keyboard.press("Delete");
  await expect(named(page, "First")).toHaveCount(0);
  await expect(named(page, "Second")).toHaveCount(0);
  await expect(named(page, "Bystander")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(named(page, "First")).toHaveCount(1);
  await expect(named(page, "Second")).toHaveCount(1);
});

test("an event and a task are chosen together: they move and go together, and undo brings both back", async ({
  page,
  server,
}) => {
  const at = "TZID=Europe/Stockholm:20270309T";
  const task = ["UID:cupboard", "SUMMARY:Cupboard", `DTSTART;${at}100000`, `DUE;${at}110000`];
  const whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//C//EN", "BEGIN:VTODO", ...task];
  const home = ENGLISH.replace(/@.*/, "");
  const put = await fetch(`${server.url}/dav/calendars/${home}/calendar/cupboard.ics`, {
    method: "PUT",
    headers: { authorization: `Basic ${btoa(`${ENGLISH}:${server.password}`)}` },
    body: [...whole, "DTSTAMP:20261120T100000Z", "END:VTODO", "END:VCALENDAR", ""].join("\r\n"),
  });
  expect(put.status).toBe(201);
  await page.goto("/week/2027-W10");
  await ready(page);
  await make(page, "Meeting 10 Mar 2027 10-11");
  await named(page, "Meeting").click({ modifiers: ["Control"] });
  await named(page, "Cupboard").click({ modifiers: ["Control"] });
  await expect(page.getByText("1 event and 1 task selected")).toBeVisible();
  const box = await named(page, "Meeting").boundingBox();
  if (!box) throw new Error("not drawn");
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 72, { steps: 6 });
  await page.mouse.up();
  await expect(named(page, "Meeting")).toHaveAccessibleName(/11:00 to 12:00/);
  await expect(named(page, "Cupboard")).toHaveAccessibleName(/11:00 to 12:00/);
  await page.keyboard.press("Control+z");
  await expect(named(page, "Cupboard")).toHaveAccessibleName(/10:00 to 11:00/);
  await expect(named(page, "Meeting")).toHaveAccessibleName(/10:00 to 11:00/);
  await named(page, "Cupboard").focus();
  await page.keyboard.press("Delete");
  await expect(named(page, "Meeting")).toHaveCount(0);
  await expect(named(page, "Cupboard")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(page.getByText("1 event and 1 task are back as they were")).toBeVisible();
  await expect(named(page, "Meeting")).toHaveCount(1);
  await named(page, "Cupboard").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(named(page, "Cupboard")).toHaveCount(2);
  await expect(page.getByRole("complementary", { name: "Task" })).toHaveCount(0);
});

test("an event that is dropped on a day of the mini-month goes there at its own time", async ({ page }) => {
  await page.goto("/week/2027-W09");
  await ready(page);
  await make(page, "Wanderer 2 Mar 2027 10-11");
  const box = await named(page, "Wanderer").boundingBox();
  const day = page.locator("nav").getByRole("button", { name: /Saturday 20 March 2027/ });
  const to = await day.boundingBox();
  if (!box || !to) throw new Error("not drawn");
  await page.mouse.move(box.x + 40, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(to.x + 30, to.y + 12, { steps: 8 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
  await expect(day).toHaveAttribute("data-drop", "");
  await page.mouse.up();
  await expect(page.getByText(/“.*Wanderer.*” moved to Saturday 10:00/).first()).toBeVisible();
  await expect(day).not.toHaveAttribute("data-drop", "");
  // The week did not turn meanwhile.
  await expect(page).toHaveURL(/2027-W09/);
  await expect(named(page, "Wanderer")).toHaveCount(0);
  await page.goto("/week/2027-W11");
  await expect(named(page, "Wanderer")).toHaveAccessibleName(/Saturday 20 March, 10:00 to 11:00/);
});

test("a filter shows one person's events only, says so, and is removed again", async ({ page }) => {
  await page.goto("/week/2026-W48");
  await ready(page);
  for (const name of ["Client presentation", "School run"])
    await expect(named(page, name).first()).toBeVisible();
  const all = await page.locator("main [data-event]").count();
  await named(page, "Client presentation").click({ button: "right" });
  await page
    .getByRole("menuitem", { name: /Show only/ })
    .first()
    .click();
  await expect(page.getByText(/^Showing only/)).toBeVisible();
  await expect(named(page, "Client presentation")).toBeVisible();
  await expect(named(page, "School run")).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page.locator("main [data-event]")).toHaveCount(all);
  await expect(page.getByText(/^Showing only/)).toHaveCount(0);
});
