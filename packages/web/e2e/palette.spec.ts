import { axeProblems } from "./axe-problems.ts";
import type { Page } from "@playwright/test";
import { expect, SWEDISH, test } from "./fixtures.ts";
import { makeEvents } from "./make-events.ts";

test("goes to dates, weeks and years, and says how soon they are", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search, go to a date or give a command" });
  await expect(dialog).toBeVisible();
  await page.keyboard.type("week 7");
  const first = dialog.getByRole("option").first();
  await expect(first).toContainText("Week 7, 2027");
  await expect(first).toContainText("odd week");
  await expect(first).toContainText("in about 3 months");
  await expect(dialog.getByRole("option", { name: /Week 7, 2026/ })).toContainText("about 9 months ago");
  await expect(dialog.getByRole("option", { name: "New event in week 7, 2027" })).toBeVisible();
  await expect(dialog.getByRole("option", { name: /^Week view/ }).locator("kbd")).toHaveText("W");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/week\/2026-W07$/);
  await expect(dialog).toHaveCount(0);
});

test("asks the almanac, in Swedish", async ({ page, signIn }) => {
  await signIn(page, SWEDISH);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("klämdagar 2027");
  const option = page.getByRole("option").first();
  await expect(option).toContainText("Ta ledigt 1 dag, få 4");
  await expect(option).toContainText("fredag 7 maj 2027");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/week\/2027-W18$/);
});

test("runs commands by name, and remembers them", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("dark");
  await expect(page.getByRole("option").first()).toContainText("Theme: dark");
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("group", { name: "Recent" }).getByRole("option").first()).toContainText(
    "Theme: dark",
  );
  await page.keyboard.type("month v");
  await expect(page.getByRole("option").first().locator("kbd")).toHaveText("M");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/month\/2026-11$/);
  // A calendar is switched off, and its events are gone.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("hide family");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("switch", { name: "Show Family" })).not.toBeChecked();
  // Later tests of this server see the calendar only once it has been shown there, too.
  const saved = page.waitForResponse(
    (it) => it.request().postData()?.includes('"isVisible":true') === true && it.ok(),
  );
  await page.keyboard.press("Control+z");
  await expect(page.getByRole("switch", { name: "Show Family" })).toBeChecked();
  await saved;
});

test("finds what only the server has, below local results, and keeps the selection", async ({
  page,
  request,
  server,
  signIn,
}) => {
  await makeEvents(request, server, [{ title: "Lunch of long ago", start: "1987-06-05T12:00:00" }]);
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lunch");
  const chosen = page.getByRole("option", { selected: true });
  await expect(chosen).toHaveCount(1);
  const before = await chosen.textContent();
  const there = page.getByRole("group", { name: "Found on the server" });
  await expect(there.getByRole("option", { name: /Lunch of long ago/ })).toContainText("39 years ago");
  expect(await chosen.textContent()).toBe(before);
  await expect(page.getByText(/^The whole calendar has been searched, \d+ hits$/)).toBeVisible();
  await there.getByRole("option", { name: /Lunch of long ago/ }).click();
  await expect(page).toHaveURL(/\/week\/1987-W23$/);
  await expect(page.getByRole("dialog", { name: "Lunch of long ago" })).toContainText("12:00–13:00");
});

test("ranks what it finds, lists the events of a week, and leads to everything", async ({
  page,
  request,
  server,
  signIn,
}) => {
  const start = (day: number): string => `2027-02-${day}T12:00:00`;
  const many = [16, 17, 18, 19].map((day) => ({ title: `Quokka ${day}`, start: start(day) }));
  await makeEvents(request, server, [
    { title: "New quokka", start: start(10) },
    ...many,
    { title: "Quokka", start: start(20) },
    { title: "Hide the quokkas", start: start(12) },
  ]);
  await signIn(page, undefined, "/week/2027-W07");
  await expect(page.getByRole("button", { name: /^Quokka 16/ }).first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("week 7");
  const inWeek = page.getByRole("group", { name: "Events in week 7, 2027" }).getByRole("option");
  await expect(inWeek.first()).toContainText("Mon 15 Feb 2027");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("quokka");
  const best = page.getByRole("group", { name: "Best hits" }).getByRole("option");
  await expect(best).toHaveText([
    /^QuokkaSat 20 Feb 2027/,
    /^Quokka 16/,
    /^Quokka 17/,
    /^Quokka 18/,
    /^Quokka 19/,
  ]);
  await expect(best.first().locator("b")).toHaveText("Quokka");
  await expect(page.getByRole("option", { name: /^Create “Quokka”/ })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(/\/search\?q=quokka$/);
  await expect(page.getByText("7 hits")).toBeVisible();
});

test("says so when only this machine could be searched", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.route("**/jmap/api", (route) => route.abort());
  await page.keyboard.press("Control+k");
  await page.keyboard.type("lunch run");
  await expect(page.getByRole("option", { name: /Lunch run/ }).first()).toBeVisible();
  await expect(page.getByText(/^Only events on this device have been searched/)).toBeVisible();
});

/** Gives a command of the palette by its name. */
async function give(page: Page, name: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(name);
  await expect(page.getByRole("option").first()).toContainText(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox")).toHaveCount(0);
}

test("all keys are listed from the same place, and can be switched off", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByText("Work week view")).toBeVisible();
  await expect(keys.getByRole("heading", { level: 3 })).toHaveCount(5);
  const said = await keys.getByRole("term").allTextContents();
  expect(said.length).toBe(new Set(said).size);
  await page.keyboard.press("Escape");
  await give(page, "Turn single-key shortcuts off");
  await page.keyboard.press("m");
  await give(page, "Keyboard shortcuts");
  await expect(keys.getByText("Single-key shortcuts are turned off")).toBeVisible();
  await expect(keys.getByText("Work week view")).toHaveCount(0);
  await expect(page).not.toHaveURL(/month/);
  await page.keyboard.press("Escape");
  await give(page, "Turn single-key shortcuts on");
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/month/);
});

test("words that nothing is called are made into an event", async ({ page, signIn }) => {
  await signIn(page);
  await expect(page.locator("button[data-event]").first()).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zumba sunday 17");
  const create = page.getByRole("option", { name: /Create “Zumba”.*29 November.*17:00–18:00/ });
  await expect(create).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New event in words" });
  await expect(dialog.getByText("Zumba", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Zumba.*29 November/ }).first()).toBeVisible();
});
