import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, SWEDISH, test, type RunningServer } from "./fixtures.ts";

const FEED = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Example//Club//EN",
  "X-WR-CALNAME:Matcher",
  ...["20261125 Hammarby", "20261201 Kalmar"].flatMap((match) => {
    const [day = "", title = ""] = match.split(" ");
    const times = [`DTSTART:${day}T180000Z`, `DTEND:${day}T200000Z`];
    return [
      "BEGIN:VEVENT",
      `UID:${day}`,
      "DTSTAMP:20261101T120000Z",
      ...times,
      `SUMMARY:${title}`,
      "END:VEVENT",
    ];
  }),
  "END:VCALENDAR",
  "",
].join("\r\n");

// A server of its own: other tests would miss what is created and deleted here. It may fetch from this machine.
let server: RunningServer;
let club: Server;
let address: string;
let answer = FEED;
test.beforeAll(async () => {
  server = await startServer("SNART_FEED_NETWORKS=127.0.0.0/8");
  club = createServer((_request, response) => response.end(answer));
  await new Promise<void>((resolve) => club.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(club.address() as AddressInfo).port}/matcher.ics`;
});
test.afterAll(() => {
  server.stop();
  club.close();
});

async function open(page: Page, login?: string): Promise<void> {
  await signInAt(server, page, login);
  await page.goto(`${server.url}/settings/calendars`);
  await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
}
const rows = (page: Page) => page.getByRole("main").getByRole("listitem");
const more = (page: Page, name: string) => page.getByRole("button", { name: `More for “${name}”` });

test("a calendar is made, changed, moved with the keys, hidden and deleted", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "New calendar" }).click();
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("A calendar needs a name, such as Family.")).toBeVisible();
  await page.getByLabel("Name").fill("Kören");
  await page.getByRole("radio", { name: "Heather" }).check();
  await page.getByLabel("Reminder for new events").selectOption("-PT1H");
  await page.getByRole("button", { name: "Create" }).click();
  const row = rows(page).filter({ hasText: "Kören" });
  await expect(row).toBeVisible();
  await expect(row.locator("[data-colour=heather]")).toBeVisible();
  await more(page, "Kören").click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByLabel("Reminder for new events")).toHaveValue("-PT1H");
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel("Name").fill("Kyrkokören");
  await page.getByRole("button", { name: "Save" }).click();

  const handle = page.getByRole("button", { name: "Move “Kyrkokören”" });
  await handle.focus();
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes("sortOrder") === true,
  );
  for (let n = 0; n < 12; n++) await page.keyboard.press("ArrowUp");
  await page.clock.runFor(1_000);
  await saved;
  await expect(rows(page).first()).toContainText("Kyrkokören");
  await expect(handle).toBeFocused();
  await page.getByRole("switch", { name: "Show “Kyrkokören”" }).click();
  await page.reload();
  await expect(rows(page).first()).toContainText("Kyrkokören");
  await expect(page.getByRole("switch", { name: "Show “Kyrkokören”" })).not.toBeChecked();

  await more(page, "Kyrkokören").click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("link", { name: "Save a copy first" })).toBeVisible();
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("“Kyrkokören” deleted")).toBeVisible();
  await expect(rows(page).filter({ hasText: "Kyrkokören" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(rows(page).first()).toContainText("Kyrkokören");
});

test("a calendar beside the week has a menu: colour, only this, settings, sharing, links, file", async ({
  page,
}) => {
  await signInAt(server, page);
  const menuOf = (name: string) => page.getByRole("button", { name: `More for “${name}”` });
  const shown = page.getByRole("switch", { checked: true });
  await menuOf("Family").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Show only this" }).click();
  await expect(shown).toHaveCount(1);
  await menuOf("Family").click();
  await page.getByRole("menuitem", { name: "Show all calendars" }).click();
  await expect(page.getByRole("switch", { checked: false })).toHaveCount(0);
  expect(await shown.count()).toBeGreaterThan(1);
  const swatch = page.getByRole("switch", { name: /Family/ }).locator("[data-colour]");
  await expect(swatch).toHaveAttribute("data-colour", "cloudberry");
  await menuOf("Family").click();
  await page.getByRole("menuitem", { name: "Heather" }).click();
  await expect(swatch).toHaveAttribute("data-colour", "heather");
  await page.keyboard.press("Control+z");
  await expect(swatch).toHaveAttribute("data-colour", "cloudberry");
  await menuOf("Family").click();
  const file = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Export" }).click();
  expect((await file).suggestedFilename()).toBe("Family.ics");
  await menuOf("Family").click();
  await page.getByRole("menuitem", { name: "Publish" }).click();
  await expect(page.getByRole("dialog")).toContainText("Family");
  await page.keyboard.press("Escape");
  await page.goBack();
  await menuOf("Family").click();
  await page.getByRole("menuitem", { name: "Share" }).click();
  await expect(page).toHaveURL(/\/settings\/sharing#/);
  await page.goBack();
  await menuOf("Family").click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("dialog", { name: "Edit “Family”" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${server.url}/settings/calendars`);
});

/** A task of Elin's, as another app of hers writes it. */
async function putTask(summary: string, due: readonly string[]): Promise<void> {
  const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", "BEGIN:VTODO", `UID:${summary}`];
  const times = ["DTSTAMP:20261120T100000Z", ...due];
  const answer = await fetch(`${server.url}/dav/calendars/elin/calendar/${summary.length}.ics`, {
    method: "PUT",
    headers: { authorization: `Basic ${btoa(`${ENGLISH}:${server.password}`)}` },
    body: [...head, ...times, `SUMMARY:${summary}`, "END:VTODO", "END:VCALENDAR", ""].join("\r\n"),
  });
  expect(answer.status).toBe(201);
}

test("what somebody takes part in is shown alone from the menu of views, and from the palette", async ({
  page,
}) => {
  await signInAt(server, page);
  await putTask("Book the sitter", ["DUE:20261124T143000Z"]);
  await putTask("Pay the boiler man", []);
  await page.goto(`${server.url}/week/2026-W48`);
  const grid = page.getByRole("main");
  await expect(grid.getByRole("button", { name: /^Dentist/ })).toBeVisible();
  const task = grid.getByText("Book the sitter");
  const toPlan = page.getByRole("region", { name: "To plan" });
  await expect(task.first()).toBeVisible();
  await expect(toPlan).toContainText("Pay the boiler man");
  await page.getByRole("button", { name: "More views" }).click();
  await page.getByRole("menuitem", { name: "Show only …" }).click();
  const only = page.getByRole("menu", { name: "Show only …" });
  const people = only.getByRole("group", { name: "People" }).getByRole("menuitemradio");
  const names = await people.allTextContents();
  expect(names.length).toBeGreaterThan(2);
  expect(names).toEqual(names.toSorted(new Intl.Collator("en-GB").compare));
  await page.getByRole("menuitemradio", { name: "Karin Björk" }).click();
  await expect(page.getByText("Showing only Karin Björk")).toBeVisible();
  await expect(grid.getByRole("button", { name: /^Design review/ })).toBeVisible();
  await expect(grid.getByRole("button", { name: /^Dentist/ })).toHaveCount(0);
  // Nobody else takes part in a task of one's own.
  await expect(task).toHaveCount(0);
  await expect(toPlan).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show everything");
  await page.keyboard.press("Enter");
  await expect(grid.getByRole("button", { name: /^Dentist/ })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show only karin");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Showing only Karin Björk")).toBeVisible();
  await expect(grid.getByRole("button", { name: /^Dentist/ })).toHaveCount(0);
});

test("a calendar is dragged to another place", async ({ page }) => {
  await open(page);
  const names = await rows(page).allInnerTexts();
  const [from, to] = [rows(page).nth(0), rows(page).nth(1)];
  const box = await to.boundingBox();
  const grip = await from.getByRole("button", { name: /^Move/ }).boundingBox();
  if (!box || !grip) throw new Error("nothing to drag");
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  const saved = page.waitForResponse(
    (response) => response.request().postData()?.includes("sortOrder") === true,
  );
  await page.mouse.move(grip.x + 8, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await page.clock.runFor(1_000);
  await saved;
  expect((await rows(page).allInnerTexts())[1]).toBe(names[0]);
});

test("a calendar elsewhere is looked at, followed, read again, and left", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Follow a calendar" }).click();
  const field = page.getByLabel("Address");
  const look = page.getByRole("button", { name: "Preview", exact: true });
  await field.fill("http://169.254.169.254/latest");
  await look.click();
  await expect(page.getByText(/is on a private network/)).toBeVisible();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  answer = "<!doctype html><title>Sign in</title>";
  await field.fill(address);
  await look.click();
  await expect(page.getByText(/There is a page at that address, but no calendar/)).toBeVisible();
  answer = FEED;
  await look.click();
  await expect(page.getByText("2 events and tasks")).toBeVisible();
  await expect(page.getByText("Hammarby")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await expect(page.getByLabel("Name")).toHaveValue("Matcher");
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  const row = rows(page).filter({ hasText: "Matcher" });
  await expect(row).toContainText("Updated");
  await page.goto(`${server.url}/week/2026-W48`);
  await expect(page.getByRole("button", { name: /^Hammarby,/ })).toBeVisible();
  const followed = page.getByRole("region", { name: "Subscriptions" });
  await expect(followed.getByRole("switch", { name: "Show Matcher" })).toBeVisible();
  await expect(page.getByRole("region", { name: "My calendars" }).getByText("Matcher")).toHaveCount(0);

  await page.goto(`${server.url}/settings/calendars`);
  answer = "gone";
  await more(page, "Matcher").click();
  await page.getByRole("menuitem", { name: "Source" }).click();
  // The menu that led here may still be closing, and is a dialog too.
  await expect(page.getByRole("dialog").filter({ hasText: address })).toBeVisible();
  await expect(page.getByRole("menu")).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel("Update").selectOption("15");
  await page.getByRole("button", { name: "Done" }).click();
  await more(page, "Matcher").click();
  await page.getByRole("menuitem", { name: "Stop following" }).click();
  await page.getByRole("button", { name: "Stop following" }).click();
  await expect(row).toHaveCount(0);
});

test("a calendar is published as busy times, shown to anybody, revoked and given back", async ({
  page,
  browser,
}) => {
  await open(page);
  const name =
    (await page
      .getByRole("button", { name: /^More for/ })
      .first()
      .getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Publish" }).click();
  await page.getByRole("button", { name: "Create a link" }).click();
  await expect(page.getByText("Write who gets the link, such as Website.")).toBeVisible();
  await page.getByLabel("Who gets it").fill("Hemsidan");
  await page.getByLabel("Other websites may embed it").check();
  await page.getByRole("button", { name: "Create a link" }).click();
  const shown = page.getByRole("region", { name: "Addresses of “Hemsidan”" });
  // Only its creator sees the link's name; the code has the calendar's name.
  await expect(shown).toContainText(/<iframe [^>]*title="(?!Hemsidan)/);
  expect(await axeProblems(page)).toEqual([]);
  const path = /\/c\/[\w-]+/.exec(await shown.innerText())?.[0] ?? "";

  const stranger = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/Stockholm" });
  const guest = await stranger.newPage();
  await guest.clock.install({ time: new Date("2026-11-23T10:20:00+01:00") });
  const given = await guest.goto(`${server.url}${path}`);
  expect(given?.headers()["content-security-policy"]).toContain("frame-ancestors *");
  await expect(guest.getByText("Busy").first()).toBeVisible();
  for (const view of ["Week", "Month", "List"]) {
    await guest.getByText(view, { exact: true }).click();
    await expect(guest.getByText("Busy").first()).toBeVisible();
    expect(await axeProblems(guest)).toEqual([]);
  }
  const texts = new Set(await guest.locator("[data-title]").allInnerTexts());
  expect([...texts]).toEqual(["Busy"]);

  answer = `<!doctype html><title>Club</title><iframe src="${server.url}${path}" width="900" height="600"></iframe>`;
  await guest.goto(address);
  await expect(guest.frameLocator("iframe").getByText("Busy").first()).toBeVisible();
  await guest.goto(`${server.url}${path}`);

  await page.getByRole("button", { name: "Revoke “Hemsidan”" }).click();
  await expect(page.getByText("“Hemsidan” revoked")).toBeVisible();
  await guest.reload();
  await expect(guest.getByText(/This link is no longer valid/)).toBeVisible();
  await page.getByRole("button", { name: "Restore “Hemsidan”" }).click();
  await expect(page.getByRole("button", { name: "Revoke “Hemsidan”" })).toBeVisible();
  await guest.reload();
  await expect(guest.getByText("Busy").first()).toBeVisible();
  const closed = await guest.goto(`${server.url}/c/nobody`);
  expect(closed?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await stranger.close();
});

test("the page speaks Swedish and fits a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, SWEDISH);
  await expect(page.getByRole("heading", { name: "Kalendrar" }).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Följ en kalender" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
});
