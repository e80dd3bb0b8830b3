import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test } from "./fixtures.ts";

/** JMAP's answer to one call of the page's own session. */
const jmap = (page: Page, name: string, args: object): Promise<unknown> =>
  page.evaluate(
    async ([method, given]) => {
      const session = (await (await fetch("/jmap/session")).json()) as {
        primaryAccounts: Record<string, string>;
      };
      const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
      const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars", "urn:snart:jmap"];
      const body = JSON.stringify({
        using,
        methodCalls: [[method, { accountId, ...(given as object) }, "0"]],
      });
      const headers = { "Content-Type": "application/json" };
      const answer = await fetch("/jmap/api", { method: "POST", headers, body });
      const { methodResponses } = (await answer.json()) as { methodResponses: [string, unknown][] };
      return methodResponses[0]?.[1];
    },
    [name, args] as const,
  );

async function makeEvent(page: Page, title: string, start = "2026-11-25T08:00:00"): Promise<string> {
  const { list } = (await jmap(page, "Calendar/get", { ids: null })) as { list: { id: string }[] };
  const event = {
    calendarIds: { [list[0]?.id ?? ""]: true },
    title,
    start,
    timeZone: "Europe/Stockholm",
    duration: "PT1H",
  };
  const made = (await jmap(page, "CalendarEvent/set", { create: { e: event } })) as {
    created: { e: { id: string } };
  };
  return made.created.e.id;
}

test("a deleted item comes back from the trash, is undone, and is deleted permanently only on request", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  const id = await makeEvent(page, "Borttagen fika");
  await jmap(page, "CalendarEvent/set", { destroy: [id] });
  await page.goto("/trash");
  const row = page.locator("main").getByRole("listitem").filter({ hasText: "Borttagen fika" });
  await expect(row).toContainText(/Deleted .* ago by Elin/);
  await expect(row).toContainText(/Deleted permanently in (about )?3 months/);
  await expect(row).toContainText("the web app");
  expect(await axeProblems(page)).toEqual([]);
  // By the keyboard alone.
  await row.getByRole("button", { name: "Restore “Borttagen fika”" }).press("Enter");
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(row).toHaveCount(1);
  await page.getByRole("button", { name: "Empty the trash" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("This cannot be undone");
  await page.keyboard.press("Escape");
  await expect(row).toHaveCount(1);
  await page.getByRole("button", { name: "Empty the trash" }).click();
  await dialog.getByRole("button", { name: "Empty the trash" }).click();
  await expect(page.getByRole("heading", { name: "Nothing in the trash" })).toBeVisible();
  expect(await jmap(page, "TrashItem/query", {})).toMatchObject({ ids: [] });
});

test("history tells who changed what and puts a version back, and that is undone", async ({
  page,
  signIn,
}) => {
  await signIn(page, SWEDISH);
  const id = await makeEvent(page, "Styrelsemöte");
  await jmap(page, "CalendarEvent/set", {
    update: { [id]: { title: "Årsmöte", start: "2026-11-26T09:00:00" } },
  });
  await page.goto(`/history/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Historik för ”Årsmöte”");
  const table = page.getByRole("table");
  await expect(table.getByRole("row").nth(1)).toHaveText(/Titel\s*Styrelsemöte\s*Årsmöte/);
  await expect(table.getByRole("row").nth(2)).toContainText("onsdag 25 november 2026, 08:00–09:00");
  expect(await axeProblems(page)).toEqual([]);
  // A change of the hours alone is said in hours.
  await jmap(page, "CalendarEvent/set", { update: { [id]: { start: "2026-11-26T09:30:00" } } });
  await page.reload();
  await expect(page.getByRole("row", { name: /09:00–10:00\s*09:30–10:30$/ })).toBeVisible();
  await jmap(page, "CalendarEvent/set", { update: { [id]: { start: "2026-11-26T09:00:00" } } });
  await page.reload();
  await page
    .getByRole("button", { name: /^Återställ versionen/ })
    .last()
    .press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Historik för ”Styrelsemöte”");
  await page.getByRole("button", { name: "Ångra" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Historik för ”Årsmöte”");
  await expect(page.getByRole("table")).toHaveCount(5);
});

test("a whole calendar is put back after a look at what would change, and that is undone", async ({
  page,
}) => {
  // A server of its own, and its clock on the page: everything in it was made within the hour, and goes.
  const server = await startServer();
  try {
    await page.clock.setSystemTime(server.now());
    await signInAt(server, page);
    const id = await makeEvent(page, "Skräp");
    const found = (): Promise<unknown> =>
      jmap(page, "CalendarEvent/get", { ids: [id], properties: ["title"] });
    await page.goto(`${server.url}/trash`);
    await page.getByRole("button", { name: "Restore a calendar" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("combobox", { name: "Calendar" })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
    const day = dialog.getByRole("textbox", { name: "As it was at, day" });
    const thatDay = await day.inputValue();
    await day.fill("2190-01-01");
    await day.press("Enter");
    await expect(dialog).toContainText("Choose a time in the past.");
    await expect(dialog.getByRole("button", { name: "See what would change" })).toBeDisabled();
    await day.fill(thatDay);
    await day.press("Enter");
    await dialog.getByRole("button", { name: "See what would change" }).click();
    await expect(dialog.getByRole("listitem")).toHaveText(/^\d+ items? go(es)? to the trash$/);
    expect(await found(), "nothing is done yet").toMatchObject({ list: [{ title: "Skräp" }] });
    await dialog.getByRole("button", { name: "Restore" }).click();
    await expect(dialog).toHaveCount(0);
    // While it is pointed at, the message waits for the server.
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.hover();
    expect(await found()).toMatchObject({ list: [] });
    await undo.click();
    await expect(page.getByRole("heading", { name: "Nothing in the trash" })).toBeVisible();
    expect(await found()).toMatchObject({ list: [{ title: "Skräp" }] });
  } finally {
    server.stop();
  }
});

test("the trash is found by the menu and the palette, and an event's history by its popover", async ({
  page,
  signIn,
}) => {
  await signIn(page);
  await page.getByRole("button", { name: /Account/ }).click();
  await page.getByRole("menuitem", { name: "Trash" }).click();
  await expect(page).toHaveURL(/\/trash$/);
  await page.getByRole("link", { name: "Back to the calendar" }).click();
  // Beside the events of other tests it could be one of those that "+2" stands for.
  const id = await makeEvent(page, "Provsmakning", "2026-11-29T20:00:00");
  await page
    .getByRole("button", { name: /^Provsmakning/ })
    .first()
    .press("Enter");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`/history/${id}$`));
  // It stands in the frame of the settings, as the trash does, whose list leads there.
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Trash" }).click();
  await expect(page.getByRole("heading", { name: "Trash", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Trash" })).toHaveAttribute("aria-current", "page");
});

test("the trash and history fit a phone", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page);
  const id = await makeEvent(page, "En mycket lång rubrik ".repeat(8));
  await jmap(page, "CalendarEvent/set", {
    update: { [id]: { title: "Kort", description: "x".repeat(300) } },
  });
  for (const path of [`/history/${id}`, "/trash"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, path).toBeLessThanOrEqual(0);
    expect(await axeProblems(page), path).toEqual([]);
  }
});
