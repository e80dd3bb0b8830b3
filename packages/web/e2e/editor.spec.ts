import type { Page } from "@playwright/test";
import { expect, NOW, test } from "./fixtures.ts";
import { ACTING, holdBack } from "./hold-back.ts";

test("no key is lost between N, the words and the editor, however late they come", async ({
  page,
  signIn,
}) => {
  const release = await holdBack(page, ACTING);
  await signIn(page);
  await expect(page.getByRole("button", { name: /^Debrief/ }).first()).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("Hello world");
  await page.keyboard.press("Tab");
  await page.keyboard.type(", good day");
  await expect(page.getByRole("textbox", { name: "New event in words" })).toHaveCount(0);
  release();
  await expect(page.getByRole("form", { name: "New event" })).toBeVisible();
  await page.keyboard.type("!");
  await expect(page.getByLabel("Title")).toHaveValue("Hello world, good day!");
  // No typed letter was taken for a shortcut, such as D for the day.
  expect(new URL(page.url()).pathname).not.toMatch(/^\/day/);
});

test("a key pressed before anything is drawn works afterwards", async ({ page, signIn }) => {
  const releaseSession = await holdBack(page, /\/auth\/session$/);
  await signIn(page, undefined, "/week/2026-W48");
  await page.keyboard.type("nLunch");
  await expect(page.locator("#root > *")).toHaveCount(0);
  releaseSession();
  await expect(page.getByRole("textbox", { name: "New event in words" })).toHaveValue("Lunch");
  // None of its letters was a shortcut.
  expect(new URL(page.url()).pathname).toBe("/week/2026-W48");
});

test("the grid shows where an unsaved change would lie, until it is dropped", async ({ page, signIn }) => {
  await signIn(page);
  const preview = page.locator("[data-drag-preview]");
  await page
    .getByRole("button", { name: /^Debrief/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Title")).toBeFocused();
  await expect(preview).toHaveCount(0);
  await page.getByLabel("Starts at").fill("14:00");
  await page.keyboard.press("Tab");
  await expect(preview).toHaveText(/Debrief14:00/);
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await expect(preview).toHaveCount(0);
});

test("guests have their faces in the editor as well, and the hours above their time stand evenly", async ({
  page,
  signIn,
}) => {
  await signIn(page, undefined, "/week/2026-W48");
  await page
    .getByRole("button", { name: /^Design review/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  const form = page.getByRole("form");
  const rows = form.getByRole("list", { name: "Guests" }).getByRole("listitem");
  await expect(rows).toHaveCount(4);
  await expect(rows.first().locator("[data-colour]")).toHaveText("ES");
  await expect(rows.filter({ hasText: "Karin Björk" }).locator("[data-colour]")).toHaveText("KB");
  const hours = await form
    .getByText(/^(0[5-9]|1\d|2\d)$/)
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).map(({ x, width }) => x + width / 2));
  const steps = hours.slice(1).map((at, index) => Math.round(at - (hours[index] ?? 0)));
  expect(steps.length).toBeGreaterThan(3);
  expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(1);
});

test("a date is typed freely, or chosen by keys; an invalid one stays and nothing is saved", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await beginEvent(page);
  const form = page.getByRole("form", { name: "New event" });
  const day = form.getByRole("textbox", { name: "Starts on" });
  await day.fill("v. 49 fredag");
  await expect(form.getByText("Friday 4 December 2026 in 11 days")).toBeVisible();
  await day.press("Enter");
  await expect(day).toHaveValue("Fri 4 Dec 2026");
  await expect(form.getByText("in 11 days", { exact: true })).toBeVisible();
  await day.fill("33 dec");
  await day.press("Control+Enter");
  await expect(form.getByRole("alert")).toContainText("“33 dec” cannot be read as a date.");
  await form.getByRole("button", { name: /^Create/ }).click();
  await expect(day).toBeFocused();
  await expect(day).toHaveValue("33 dec");
  // Escape puts the day back and closes nothing.
  await day.press("Escape");
  await expect(day).toHaveValue("Fri 4 Dec 2026");
  await day.press("Alt+ArrowDown");
  await expect(page.getByRole("button", { name: "Friday 4 December 2026" }).last()).toBeFocused();
  // A red day is red here as everywhere.
  const christmas = page
    .getByRole("dialog", { name: "Starts on" })
    .getByRole("gridcell", { name: /^Friday 25/ });
  await expect(christmas).toHaveAttribute("data-red", "true");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("button", { name: "Saturday 5 December 2026" }).last()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(day).toHaveValue("Sat 5 Dec 2026");
  await expect(day).toBeFocused();
  // The last typed value is saved.
  await day.fill("7 dec");
  await day.press("Control+Enter");
  await expect(form).toHaveCount(0);
  await expect(page.getByText("“Half written” created")).toBeVisible();
  await page.goto("/week/2026-W50");
  await expect(page.getByRole("button", { name: /^Half written, Monday 7 December, 14:00/ })).toBeVisible();
});

test("a time is typed freely, in words too; an invalid one stays, is explained, and nothing is saved", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await beginEvent(page);
  const form = page.getByRole("form", { name: "New event" });
  const start = form.getByRole("textbox", { name: "Starts at" });
  await start.fill("halv tre");
  await start.press("Tab");
  await expect(start).toHaveValue("14:30");
  await expect(form.getByRole("textbox", { name: "Ends at" })).toHaveValue("15:30");
  await start.fill("99 mellan");
  await start.press("Tab");
  await expect(start).toHaveValue("99 mellan");
  await expect(form.getByRole("alert")).toContainText("“99 mellan” cannot be read as a time.");
  await form.getByRole("button", { name: /^Create/ }).click();
  await expect(form).toBeVisible();
  await expect(start).toBeFocused();
  await start.press("Control+Enter");
  await expect(form).toBeVisible();
  await expect(page.getByText("“Half written” created")).toHaveCount(0);
  await start.press("Escape");
  await expect(start).toHaveValue("14:30");
  await expect(form.getByRole("alert")).toHaveCount(0);
  await start.fill("kvart i nio");
  await start.press("Control+Enter");
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Half written, .*08:45/ }).first()).toBeVisible();
});

test("a draft survives work on other events", async ({ page, signIn }) => {
  await signIn(page);
  await page
    .getByRole("button", { name: /^Debrief/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill("Half written");

  // Deleting something else leaves the panel alone; the keys work while it is being read.
  await page
    .getByRole("button", { name: /^Invoices/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Invoices" })).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(page.getByText("“Invoices” deleted")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half written");

  // Editing something else takes its place, and gives it back.
  await page
    .getByRole("button", { name: /^Boiler inspection/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Boiler inspection" })).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Title")).toHaveValue("Boiler inspection");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Half written");
});

/** Opens the editor of a new event from its words. */
async function beginEvent(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^New\b/ })
    .first()
    .click();
  await page.getByRole("textbox", { name: "New event in words" }).fill("Half written tomorrow 14:00");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Edit details/ })
    .click();
  await expect(page.getByRole("form", { name: "New event" })).toBeVisible();
}

test("a new event goes on when the screen turns into a phone's, and its whole days take nobody's time", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await beginEvent(page);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByLabel("Title")).toHaveValue("Half written");
  await form.getByLabel("Title").fill("Half written by now");
  const shownAs = form.getByRole("combobox", { name: "Show as" });
  await expect(shownAs).toHaveValue("busy");
  await form.getByLabel("All day").check();
  await expect(shownAs).toHaveValue("free");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeVisible();
  await expect(form.getByLabel("Title")).toHaveValue("Half written by now");
  await expect(form.getByLabel("All day")).toBeChecked();
  await shownAs.selectOption("busy");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(form.getByLabel("Title")).toHaveValue("Half written by now");
  await form.getByLabel("All day").uncheck();
  await form.getByLabel("All day").check();
  await expect(shownAs).toHaveValue("busy");
});

test("guests named before the people are known are added by themselves", async ({ page, signIn }) => {
  await signIn(page);
  const held = Promise.withResolvers<void>();
  await page.route("**/jmap/**", async (route) => {
    if (route.request().postData()?.includes('"Principal/get"')) await held.promise;
    await route.continue();
  });
  await beginEvent(page);
  const field = page.getByRole("form", { name: "New event" }).getByRole("combobox", { name: "Guests" });
  await field.fill("elin");
  await field.press("Enter");
  await expect(field).toHaveValue("elin");
  const listed = page.getByRole("button", { name: "Remove Elin Sand" });
  await expect(listed).toHaveCount(0);
  held.resolve();
  await expect(listed).toBeVisible();
  await expect(field).toHaveValue("");
});

test("a series goes to another calendar as a whole, and says so first", async ({ page, signIn }) => {
  await signIn(page);
  await page
    .getByRole("button", { name: /^Choir rehearsal/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await page.getByRole("combobox", { name: "Calendar" }).selectOption({ label: "Training" });
  await page.keyboard.press("Control+Enter");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("radio")).toHaveCount(1);
  await question.getByRole("button", { name: "Change all" }).click();
  const rehearsals = page.getByRole("button", { name: /^Choir rehearsal.*Training\.$/ });
  await expect(rehearsals.first()).toBeVisible();
  await page.getByRole("button", { name: "Next week" }).click();
  await expect(page.getByRole("button", { name: /^Choir rehearsal.*2 December.*Training\.$/ })).toBeVisible();
});

test("a draft for an event that is deleted meanwhile is not lost", async ({ page, signIn, context }) => {
  await signIn(page);
  await page
    .getByRole("button", { name: /^Train home/ })
    .first()
    .focus();
  await page.keyboard.press("e");
  await page.getByLabel("Title").fill("Written at length");

  const other = await context.newPage();
  await other.clock.install({ time: NOW });
  await other.goto("/");
  await other
    .getByRole("button", { name: /^Train home/ })
    .first()
    .focus();
  await other.keyboard.press("Delete");
  await expect(other.getByText("“Train home” deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Train home/ })).toHaveCount(0);

  await page.getByLabel("Title").focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/has been deleted in the meantime/)).toBeVisible();
  await expect(page.getByRole("form", { name: "New event" })).toBeVisible();
  await page.getByLabel("Title").focus();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: /^Written at length, Friday 27 November/ })).toBeVisible();
});
