import type { Browser, Page } from "@playwright/test";
import type { Principal, PrincipalId } from "../../server/src/app/types.ts";
import { guestByCalDav, organizerByCalDav } from "../../server/src/testing/meeting/by-caldav.ts";
import { counter, guestByMail } from "../../server/src/testing/meeting/by-mail.ts";
import { readFile } from "../../server/src/testing/meeting/calendar-file.ts";
import { calendarOf, deliveriesOf, mailsOf, statusesOf } from "../../server/src/testing/meeting/picture.ts";
import { pathsIn, type Site } from "../../server/src/testing/meeting/site.ts";
import { expect } from "./fixtures.ts";
import { ANSWERED, ASA, CHANGED, INVITED, OVER, SMALLER, TUESDAYS } from "./meeting-expected.ts";
import { invite, question } from "./invite-guests.ts";
import { choose, council, test, turnTo, type Meeting } from "./meeting-fixture.ts";

// A recurring meeting from the first invitation to the last message, organized in the web app for three guests at
// once: one answers in the web app in Swedish, one in a CalDAV client, and one by mail. meeting-life.test.ts covers
// every program.

async function inSwedish(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "sv-SE", timezoneId: "Europe/Stockholm" });
  return context.newPage();
}

/** Says yes to all of it in the web app in Swedish, and no to the last one. */
async function answerInTheWebApp(page: Page, { settled }: Pick<Meeting, "settled">): Promise<void> {
  await council(page).click();
  await page.getByRole("radio", { name: "Ja" }).click();
  await expect(page.getByRole("button", { name: "Bara den här gången" })).toBeVisible();
  await expect(council(page)).toHaveAccessibleName(/^Council, tisdag/);
  await settled();
  await turnTo(page, "2026-W53");
  await council(page).click();
  await page.getByRole("radio", { name: "Nej" }).click();
  await expect(page.getByRole("button", { name: "Alla gånger" })).toBeVisible();
  await expect(council(page)).toHaveAccessibleName(/^Council, avböjd/);
  await settled();
}

/** Takes over from the bell what a guest proposes. */
async function takeOver(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Notifications, \d unread/ }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  const row = notifications
    .getByRole("listitem")
    .filter({ hasText: "asa@elsewhere.example proposes another time" });
  await expect(row).toContainText(/Tuesday 8 December, 15(:00)?–16(:00)?/);
  await expect(row).toContainText("After lunch");
  // On a slow machine a key comes before anything else has taken the focus of the button that is gone.
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await row.getByRole("button", { name: "Move it there" }).click();
  await expect(row).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(notifications).toHaveCount(0);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  // Else the focus goes back to the bell when something else has it already.
  await expect(page.getByRole("button", { name: /^Notifications/ })).toBeFocused();
  await turnTo(page, "2026-W50");
  await expect(council(page)).toHaveAccessibleName(/15:00 to 16:00/);
}

/** Moves the third to Wednesday, and cancels the fourth. */
async function moveAndCancel(page: Page): Promise<void> {
  await turnTo(page, "2026-W51");
  await council(page).focus();
  for (const key of ["Space", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await expect(question(page).getByRole("checkbox", { name: "Notify the 3 guests" })).toBeChecked();
  await choose(page, "Only this one", "Change this one");
  await expect(council(page)).toHaveAccessibleName(/Wednesday 16 December/);
  await turnTo(page, "2026-W52");
  await council(page).focus();
  await page.keyboard.press("Delete");
  await choose(page, "Only this one", "Delete this one");
  await expect(council(page)).toHaveCount(0);
}

/** Asks somebody no more. */
async function uninvite(page: Page, name: string): Promise<void> {
  await turnTo(page, "2026-W49");
  await council(page).focus();
  await page.keyboard.press("e");
  await page.getByRole("button", { name: `Remove ${name}` }).click();
  await page.getByLabel("Title").press("Control+Enter");
  await choose(page, "All", "Change all");
  await expect(page.getByRole("form", { name: "Edit event" })).toHaveCount(0);
}

/** Sees what became of the mail where the meeting is read, and calls it off. */
async function cancelAll(page: Page): Promise<void> {
  await council(page).click();
  const mail = page.getByRole("region", { name: "By email" });
  await expect(mail.getByRole("listitem").filter({ hasText: ASA })).toContainText("sent");
  await page.keyboard.press("Escape");
  await council(page).focus();
  await page.keyboard.press("Delete");
  await choose(page, "All", "Delete all");
  await expect(council(page)).toHaveCount(0);
}

test("a meeting that is arranged in the web app is the same for guests there, in a CalDAV client and by mail", async ({
  page,
  browser,
  meeting,
}) => {
  const { site, clock } = meeting;
  const elin = await site.person("elin");
  const bengt = await site.person("bengt");
  const cilla = await site.person("cilla");
  const asa = guestByMail(site, clock, ASA);
  const everybody = async () => ({
    elin: await calendarOf(elin),
    bengt: await calendarOf(bengt),
    cilla: await calendarOf(cilla),
    statuses: await statusesOf(elin),
    log: await deliveriesOf(site, elin),
    mails: mailsOf(site),
  });
  await meeting.open(page, elin, "2026-W49");
  await invite(page, "Council every Tuesday 12-13 until 29 December", [bengt.email, cilla.email, ASA]);
  await page
    .getByRole("form", { name: "New event" })
    .getByRole("button", { name: /^Create/ })
    .click();
  await expect(question(page)).toBeVisible();
  expect(site.sink.mails).toEqual([]);
  await question(page).getByRole("button", { name: "Create and invite 3 guests" }).click();
  await expect.poll(() => site.sink.mails.length).toBe(1);
  await meeting.settled();
  expect(await everybody()).toEqual(INVITED);

  const other = await inSwedish(browser);
  await meeting.open(other, bengt, "2026-W49");
  await answerInTheWebApp(other, meeting);
  await guestByCalDav(cilla).answer("ACCEPTED");
  await asa.answer("TENTATIVE");
  await meeting.settled();
  expect(await everybody()).toEqual(ANSWERED);

  counter(site, clock, ASA, "2026-12-08", 15, "After lunch");
  await meeting.settled();
  await takeOver(page);
  await moveAndCancel(page);
  await meeting.settled();
  expect(await everybody()).toEqual(CHANGED);

  await uninvite(page, "Cilla");
  await meeting.settled();
  expect(await everybody()).toEqual(SMALLER);
  await cancelAll(page);
  await meeting.settled();
  expect(await everybody()).toEqual(OVER);
  // A guest sees it struck out, and nobody got mail twice.
  await turnTo(other, "2026-W49");
  await expect(council(other)).toHaveAccessibleName(/inställd/);
  expect(new Set(site.sink.mails.map(({ read }) => read.messageId)).size).toBe(site.sink.mails.length);
  await other.context().close();
});

/** A room with a calendar, as a guest of events. */
async function addRoom({ server: { app } }: Site, name: string, email: string): Promise<void> {
  const room: Principal = {
    id: app.newId() as PrincipalId,
    kind: "bookable",
    login: name.toLowerCase(),
    displayName: name,
    email,
    formerLogins: [],
    formerEmails: [],
    status: "active",
    isAdmin: false,
    preferences: {},
    createdAt: app.now(),
  };
  expect(await app.storage.write((tx) => tx.principals.insert(room))).toBe("inserted");
}

test("a group and a room are invited by name, and a delegating guest is shown with the delegate", async ({
  page,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, bengt, cilla, dag] = [
    await site.person("elin", "administrator"),
    await site.person("bengt"),
    await site.person("cilla"),
    await site.person("dag"),
  ];
  await addRoom(site, "Attic", "attic@snart.example");
  const members = Object.fromEntries(
    [elin, bengt, cilla].map(({ accountId }, at) => [accountId, { isManager: at === 0 }]),
  );
  await elin.jmap("Group/set", { create: { g: { name: "The board", members } } });
  await meeting.open(page, elin, "2026-W49");
  await invite(page, "Council tuesday 12-13", ["Attic", "The board"]);
  const form = page.getByRole("form", { name: "New event" });
  await expect(form.getByText("2 people from The board were added")).toBeVisible();
  const asked = form.getByRole("list", { name: "Guests" }).getByRole("listitem");
  for (const name of ["Bengt", "Cilla", "Attic"])
    await expect(asked.filter({ hasText: name })).toHaveCount(1);
  await form.getByRole("button", { name: /^Create/ }).click();
  await question(page).getByRole("button", { name: "Create and invite 3 guests" }).click();
  await expect(council(page)).toBeVisible();
  await expect.poll(async () => (await pathsIn(bengt, bengt.calendarPath)).length).toBe(1);
  await meeting.settled();
  // The room is invited as a room (RFC 5545 §3.2.3), and the group as its members.
  const [path = ""] = await pathsIn(elin, elin.calendarPath);
  const lines = readFile((await elin.dav("GET", path)).body).events.flat();
  expect(lines.filter((line) => line.startsWith("ATTENDEE") && /CUTYPE=/.test(line))).toEqual([
    expect.stringMatching(/CUTYPE=(?:RESOURCE|ROOM).*mailto:attic@snart\.example$/),
  ]);

  // A person who reads it meanwhile sees the change.
  await council(page).click();
  const popover = page.getByRole("dialog", { name: "Council" });
  await expect(popover.getByText("1 yes, 3 not answered", { exact: true })).toBeVisible();
  await guestByCalDav(bengt).passOn(dag.email);
  await meeting.settled();
  await expect(popover.getByText("1 yes, 3 not answered, 1 delegated")).toBeVisible();
  expect(await calendarOf(dag)).toEqual([
    "12-01T11:00/12:00 confirmed attic=needs-action bengt=delegated cilla=needs-action dag=needs-action elin=accepted",
  ]);
});

test("a meeting that a CalDAV client arranges is followed in the web app from beginning to end", async ({
  page,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, cilla] = [await site.person("elin"), await site.person("cilla")];
  const organizer = organizerByCalDav(cilla);
  await meeting.open(page, elin, "2026-W49");
  await organizer.invite([elin.email, ASA]);
  await expect(council(page)).toHaveAccessibleName(/^Council, not answered/);
  await council(page).click();
  await page.getByRole("radio", { name: "Yes" }).click();
  await expect(council(page)).toHaveAccessibleName(/^Council, Tuesday/);
  await expect(page.getByText(/^You said yes\. .*cilla.* is notified\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Only this time" })).toBeVisible();
  await meeting.settled();
  expect(await calendarOf(cilla)).toEqual(
    TUESDAYS.map((when) => `${when}:00/12:00 confirmed asa=needs-action cilla=accepted elin=accepted`),
  );
  await organizer.move("2026-12-15", { date: "2026-12-16", hour: 12 });
  await organizer.cancel("2026-12-22");
  await meeting.settled();
  await turnTo(page, "2026-W51");
  await expect(council(page)).toHaveAccessibleName(/^Council, not answered, Wednesday 16 December/);
  await turnTo(page, "2026-W52");
  await expect(council(page)).toHaveAccessibleName(/cancelled/);
  await organizer.uninvite([elin.email]);
  await turnTo(page, "2026-W49");
  await expect(council(page)).toHaveAccessibleName(/cancelled/);
  await organizer.cancelAll();
  await meeting.settled();
  expect(mailsOf(site)).toEqual({
    [ASA]: ["REQUEST 1", "REQUEST 2", "CANCEL 1", "CANCEL 1"],
  });
});
