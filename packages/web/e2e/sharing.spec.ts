import type { APIRequestContext, Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";

// A server of its own: the changes here would be visible elsewhere.
let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

const main = (page: Page) => page.getByRole("main");

test("a calendar is shared, the level is changed, and taken back by undo", async ({ page }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/settings/calendars`);
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Share", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sharing", level: 1 })).toBeVisible();
  await page.getByLabel("Name or email").fill("nobody at all");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText("Nobody here has that name, or several people do.")).toBeVisible();
  await page.getByLabel("Name or email").fill("");
  const suggestion = page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first();
  await page.getByLabel("Name or email").press("ArrowDown");
  await expect(suggestion).toHaveAttribute("aria-selected", "true");
  await page.getByLabel("Name or email").press("Enter");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  const name = (await page.getByLabel("Name or email").inputValue()).split(",")[0] ?? "";
  await page.getByLabel("What they may do").selectOption("freeBusy");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const level = page.getByLabel(`What ${name} may do`);
  await expect(level).toHaveValue("freeBusy");
  expect(await axeProblems(page)).toEqual([]);
  await level.selectOption("edit");
  await page.reload();
  await expect(level).toHaveValue("edit");
  await page.getByRole("button", { name: `Stop sharing with ${name}` }).click();
  await expect(level).toBeHidden();
  await page.getByRole("button", { name: /Undo/ }).click();
  await expect(level).toHaveValue("edit");
});

test("a shared calendar is there at once, can be left, and comes back by undo and when it is shown again", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const other = await browser.newContext();
  await shareFrom(other.request, "Båthuset", await accountOf(page.request));
  const inSidebar = page.getByRole("switch", { name: /Båthuset/ });
  const event = main(page).getByRole("button", { name: /Vinterförvaring/ });
  await expect(inSidebar).toBeVisible();
  await expect(event).toBeVisible();
  await page.goto(`${server.url}/settings/sharing`);
  const leave = page.getByRole("button", { name: "Leave Båthuset" });
  const join = page.getByRole("button", { name: "Show Båthuset again" });
  await leave.click();
  await expect(join).toBeVisible();
  // The message waits while it is pointed at, and keys run its action when it has gone.
  const undo = page.getByRole("button", { name: /^Undo/ });
  await undo.hover();
  await page.clock.runFor(10_000);
  expect(await axeProblems(page)).toEqual([]);
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(8_000);
  await expect(undo).toHaveCount(0);
  await expect(join).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(leave).toBeVisible();
  await page.getByRole("link", { name: "Back to the calendar" }).click();
  await expect(event).toBeVisible();
  await page.getByRole("button", { name: "More for “Båthuset”" }).click();
  await page.getByRole("menuitem", { name: "Leave", exact: true }).click();
  await expect(page.getByText("You have left Båthuset.")).toBeVisible();
  await expect(inSidebar).toBeHidden();
  await expect(event).toBeHidden();
  await page.goto(`${server.url}/settings/sharing`);
  await join.click();
  await expect(leave).toBeVisible();
  await page.getByRole("link", { name: "Back to the calendar" }).click();
  await expect(inSidebar).toBeVisible();
  await expect(event).toBeVisible();
  await other.close();
});

const accountOf = async (request: APIRequestContext): Promise<string> => {
  const session = (await (await request.get(`${server.url}/auth/session`)).json()) as {
    account: { id: string };
  };
  return session.account.id;
};

const READS: object = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };

/** A calendar of somebody else's with an event of today, that the sharee may read. */
async function shareFrom(
  request: APIRequestContext,
  name: string,
  sharee: string,
  { rights = READS, title = "Vinterförvaring", start = "2026-11-23T18:00:00" } = {},
): Promise<void> {
  const data = { login: SWEDISH, password: server.password };
  expect((await request.post(`${server.url}/auth/sign-in`, { data })).status()).toBe(200);
  const accountId = await accountOf(request);
  const event = {
    "@type": "Event",
    uid: title,
    title,
    start,
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    calendarIds: { "#k": true },
  };
  const answer = await request.post(`${server.url}/jmap/api`, {
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"],
      methodCalls: [
        ["Calendar/set", { accountId, create: { k: { name, shareWith: { [sharee]: rights } } } }, "0"],
        ["CalendarEvent/set", { accountId, create: { e: event } }, "1"],
      ],
    },
  });
  const text = await answer.text();
  expect(text).toMatch(/"created":\{"k".*"created":\{"e"/s);
}

test("a calendar that shows when somebody is busy is in the list, and grey without a title in every view", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  const other = await browser.newContext();
  const title = "Tandläkare";
  await shareFrom(other.request, "Upptaget", await accountOf(page.request), {
    rights: { mayReadFreeBusy: true },
    title,
    // Early, so that a day of the month has room for it.
    start: "2026-11-24T07:00:00",
  });
  await expect(page.getByRole("switch", { name: /Upptaget/ })).toBeVisible();
  const busy = main(page).getByRole("button", { name: /^Busy,/ });
  for (const view of ["soon", "month", "week"]) {
    await page.goto(`${server.url}/${view}`);
    await expect(busy.first()).toBeVisible();
    await expect(busy.first()).toHaveAccessibleName(/07:00/);
    const coloured = main(page)
      .locator("[data-colour]")
      .filter({ has: page.getByText("Busy") });
    await expect(coloured.last()).toHaveAttribute("data-colour", "granite");
    await expect(page.getByText(title)).toHaveCount(0);
  }
  await busy.first().click();
  const popover = page.getByRole("dialog");
  await expect(popover.getByRole("heading", { name: "Busy" })).toBeVisible();
  await expect(popover.getByRole("button", { name: "Edit" })).toHaveCount(0);
  await expect(page.getByText(title)).toHaveCount(0);
  await other.close();
});

test("somebody is invited, makes the account, is suspended and let in again", async ({ page, browser }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/admin/people`);
  // The list comes first, and the form when it is asked for, with the focus in it.
  await expect(main(page).getByRole("listitem").first()).toBeVisible();
  await expect(page.getByLabel(/^Email/)).toHaveCount(0);
  await page.getByRole("button", { name: "Invite someone" }).press("Enter");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page
    .getByLabel("Your name")
    .or(page.getByLabel("Name", { exact: true }))
    .first()
    .fill("Bo Ek");
  await page.getByLabel(/^Email/).fill("bo@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  // Its middle is hidden visually: the whole is selected and copied.
  const link = await page.getByTitle(/\/invite\/[\w-]{40,}/).textContent();
  expect(await axeProblems(page)).toEqual([]);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await theirs.goto(link ?? "");
  await expect(theirs.getByRole("heading", { name: "Welcome to Snart" })).toBeVisible();
  expect(await axeProblems(theirs)).toEqual([]);
  await theirs.getByLabel(/^Password/).fill("kort");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(theirs.getByText(/^The password is too short or too easily guessed\./)).toBeVisible();
  await theirs.getByLabel(/^Password/).fill("granar i dimma");
  await theirs.getByRole("button", { name: "Create account" }).click();
  await expect(theirs.getByRole("button", { name: /^New\b/ }).first()).toBeVisible();
  await theirs.goto(link ?? "");
  await expect(theirs.getByText("This link does not work any more.")).toBeVisible();
  // A member has no administration, and is led away from it.
  await theirs.goto(`${server.url}/admin/people`);
  await expect(theirs).toHaveURL(`${server.url}/settings`);
  await expect(theirs.getByRole("link", { name: "Audit log" })).toHaveCount(0);

  await page.reload();
  const more = page.getByRole("button", { name: "More for “Bo Ek”" });
  await more.click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Bo Ek" });
  await expect(row).toContainText("suspended");
  await theirs.goto(`${server.url}/settings/profile`);
  await expect(theirs.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  // By the keys: the message may have gone meanwhile.
  await page.keyboard.press("Control+z");
  await expect(row).not.toContainText("suspended");
  await other.close();
});

test("a link is copied by hand where there is no https, and who is only invited is not put into a group yet", async ({
  page,
}) => {
  // Browsers give a clipboard to pages of https alone.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await signInAt(server, page);
  await page.goto(`${server.url}/admin/people`);
  await page.getByRole("button", { name: "Invite someone" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Disa Lund");
  await page.getByLabel(/^Email/).fill("disa@example.com");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const link = (await page.getByTitle(/\/invite\/[\w-]{40,}/).textContent()) ?? "";
  await page.getByRole("button", { name: "Copy the link" }).press("Enter");
  await expect(page.getByText(/^The text is selected: copy it with/)).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(link);

  await page.goto(`${server.url}/admin/groups`);
  await page.getByLabel("Name of the group").fill("Kören");
  await page.getByRole("button", { name: "Create group" }).click();
  const group = main(page).locator("section").filter({ hasText: "Kören" });
  await group
    .getByRole("textbox")
    .or(group.getByRole("combobox", { name: /Kören/ }))
    .last()
    .fill("disa@example.com");
  await group.getByRole("button", { name: "Add", exact: true }).click();
  await expect(
    group.getByText(
      "This person has been invited but has not created an account yet. Add them once they have.",
    ),
  ).toBeVisible();
  await expect(group.getByText("Disa Lund")).toHaveCount(0);
});

test("a group is made, given a calendar, and deleted and brought back", async ({ page }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/admin/groups`);
  await page.getByLabel("Name of the group").fill("Styrelsen");
  await page.getByRole("button", { name: "Create group" }).click();
  const group = main(page).locator("section").filter({ hasText: "Styrelsen" });
  await expect(group.getByText("1 member, 1 calendar")).toBeVisible();
  // The last calendar for events stays, so that invitations have a place.
  await page.goto(`${server.url}/settings/calendars`);
  await page.getByRole("button", { name: "New calendar" }).click();
  await page.getByLabel("Name").fill("Föreningen");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(main(page).getByRole("listitem").filter({ hasText: "Föreningen" })).toBeVisible();
  await page.goto(`${server.url}/settings/sharing`);
  await page.getByRole("navigation", { name: "Calendars" }).getByRole("button").first().click();
  await page.getByRole("button", { name: "Hand over" }).click();
  await page.getByLabel("New owner").selectOption({ label: "Styrelsen" });
  await page.getByRole("dialog").getByRole("button", { name: "Hand over" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.goto(`${server.url}/admin/groups`);
  await expect(group.getByText("1 member, 2 calendars")).toBeVisible();
  // It stands at the heading, where it is of the group and not of its last member; and the list has the groups once.
  await expect(page.getByRole("navigation").getByRole("link", { name: "Groups" })).toHaveCount(1);
  const heading = group.getByRole("heading", { name: "Styrelsen" }).locator("..");
  await heading.getByRole("button", { name: "Delete group: Styrelsen" }).click();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("This group has been deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(group.getByText("1 member, 2 calendars")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});

test("sharing fits a phone, in Swedish", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAt(server, page, SWEDISH);
  await page.goto(`${server.url}/settings/sharing`);
  await expect(page.getByRole("heading", { name: "Delning", level: 1 })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  // Many calendars are one list, and not rows of names.
  await page.getByLabel("Kalender", { exact: true }).selectOption({ label: "Träning" });
  await expect(main(page).locator("svg").first()).toBeVisible();
  await expect(page).toHaveURL(/#[\w-]+$/);
  await expect(main(page).locator('[data-colour="moss"] h3')).toHaveCount(5);
});

test("a link is made beside the shares, and opens the calendar to somebody without an account", async ({
  page,
  browser,
}) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/settings/sharing`);
  await page.getByRole("navigation", { name: "Calendars" }).getByRole("button", { name: "Training" }).click();
  await page.getByRole("button", { name: "New link" }).press("Enter");
  await expect(page.getByLabel("Who gets it")).toBeFocused();
  await page.getByLabel("Who gets it").fill("The club");
  await page.getByRole("button", { name: "Create a link" }).click();
  const shown = page.getByRole("region", { name: "Addresses of “The club”" });
  const address = (await shown.getByTitle(/\/c\//).or(shown.getByText(/\/c\//)).first().textContent()) ?? "";
  expect(await axeProblems(page)).toEqual([]);
  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(address);
  await expect(guest.getByRole("heading", { name: "Training", level: 1 })).toBeVisible();
  await other.close();
});

test("the audit log tells what happened", async ({ page }) => {
  await signInAt(server, page);
  await page.goto(`${server.url}/admin/audit`);
  await expect(
    main(page)
      .getByText(/^Signed in/)
      .first(),
  ).toBeVisible();
  // When it happened, and then how long ago.
  await expect(
    main(page)
      .getByRole("listitem")
      .filter({ hasText: /^Signed in.*2[23] Nov 2026, \d\d:\d\d.* ago$/ })
      .first(),
  ).toBeVisible();
  await page.getByLabel("Find in the log").fill("no such thing at all");
  await expect(page.getByText("Nothing in the log matches.")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});
