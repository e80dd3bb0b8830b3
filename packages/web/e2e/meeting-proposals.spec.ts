import type { Browser, Page } from "@playwright/test";
import { rightsOf } from "@snart/calendar/access/rights.ts";
import { PASSWORD, type Person } from "../../server/src/testing/meeting/site.ts";
import { expect } from "./fixtures.ts";
import { mailsTo } from "../../server/src/testing/meeting/by-mail.ts";
import { messageIn } from "../../server/src/testing/meeting/read-mail.ts";
import { calendarText, plain, proved, type About } from "../../server/src/testing/mail-corpus.ts";
import { choose, council, test, turnTo, type Meeting } from "./meeting-fixture.ts";

// What a guest does about an invitation besides answering it: proposes another time, or sends somebody else.

const WEEK = "2026-W49";

/** Invites to a council on Tuesday at noon, in the organizer's calendar or in somebody else's. */
async function invite(
  organizer: Person,
  guests: readonly Person[],
  { account = organizer, fields = {} }: { readonly account?: Person; readonly fields?: object } = {},
): Promise<void> {
  const { accountId } = account;
  const calendarId = (await organizer.jmap("Calendar/get", { accountId, ids: null })).list[0].id;
  const participants = guests.map(({ login, email }) => [
    login,
    { "@type": "Participant", name: login, calendarAddress: `mailto:${email}`, roles: { attendee: true } },
  ]);
  const event = {
    "@type": "Event",
    uid: "council",
    calendarIds: { [calendarId]: true },
    title: "Council",
    start: "2026-12-01T12:00:00",
    duration: "PT1H",
    timeZone: "Europe/Stockholm",
    organizerCalendarAddress: `mailto:${organizer.email}`,
    participants: Object.fromEntries(participants),
    ...fields,
  };
  await organizer.jmap("CalendarEvent/set", {
    accountId,
    create: { k: event },
    sendSchedulingMessages: true,
  });
}

/** Opens the calendar of somebody else in a browser of their own. */
async function openFor(browser: Browser, meeting: Meeting, person: Person): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await meeting.open(page, person, WEEK);
  return page;
}

/** The same on a phone, which has no line about what is synced. */
async function openOnPhone(browser: Browser, { site }: Meeting, { login }: Person): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const { url } = site.server;
  await page.request.post(`${url}/auth/sign-in`, { data: { login, password: PASSWORD } });
  await page.clock.install({ time: new Date("2026-11-30T10:20:00+01:00") });
  await page.goto(`${url}/day/2026-12-01`);
  return page;
}

/** Proposes three o'clock, by keyboard alone, on the page with everybody's times. */
async function propose(page: Page, note: string): Promise<void> {
  await council(page).click();
  const button = page
    .getByRole("dialog", { name: "Council" })
    .getByRole("button", { name: "Propose another time" });
  await button.focus();
  await page.keyboard.press("Enter");
  const finding = page.getByRole("region", { name: "Propose another time" });
  await expect(finding.getByRole("radiogroup", { name: "Suggestions" }).first()).toBeVisible();
  await finding.getByLabel("Starts at").fill("15");
  await page.keyboard.press("Tab");
  await expect(finding.getByLabel("Ends at")).toHaveValue(/^16/);
  await expect(finding.getByRole("button", { name: /^Propose .*15/ })).toBeEnabled();
  await finding.getByLabel("Add a note to your answer").fill(note);
  await page.keyboard.press("Enter");
  await expect(finding).toHaveCount(0);
}

test("Jonas proposes another time, and Elin moves the meeting there", async ({ page, browser, meeting }) => {
  const [elin, jonas] = [await meeting.site.person("elin"), await meeting.site.person("jonas")];
  await invite(elin, [jonas]);
  await meeting.settled();
  await meeting.open(page, elin, WEEK);
  const his = await openFor(browser, meeting, jonas);
  await propose(his, "I teach until two");
  await expect(his.getByText(/gets your proposal\./)).toBeVisible();
  await meeting.settled();

  await page.getByRole("button", { name: /^Notifications, 1 unread/ }).click();
  const notifications = page.getByRole("dialog", { name: "Notifications" });
  await expect(notifications.getByText(/jonas.* proposes another time for “Council”/i)).toBeVisible();
  await expect(notifications.getByText("I teach until two")).toBeVisible();
  await page.keyboard.press("Escape");
  await council(page).click();
  const popover = page.getByRole("dialog", { name: "Council" });
  await expect(popover.getByText(/jonas.* proposes Tuesday 1 December, 15(:00)?–16(:00)?/i)).toBeVisible();
  await expect(popover.getByText("I teach until two")).toBeVisible();
  await popover.getByRole("button", { name: "Move it there" }).click();
  await meeting.settled();

  const moved = /^Council.*15(:00)? to 16(:00)?/;
  await expect(page.getByRole("main").getByRole("button", { name: moved })).toBeVisible();
  await expect(his.getByRole("main").getByRole("button", { name: moved })).toBeVisible();
  await his.getByRole("button", { name: /^Notifications/ }).click();
  await expect(
    his.getByRole("dialog", { name: "Notifications" }).getByText(/changed “Council”/),
  ).toBeVisible();
  await his.context().close();
});

test("on a phone a proposal for a meeting in somebody else's calendar is declined, and its guest is told", async ({
  page,
  browser,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, jonas, nils] = [
    await site.person("elin"),
    await site.person("jonas"),
    await site.person("nils"),
  ];
  const [{ id }] = (await nils.jmap("Calendar/get", { ids: null })).list;
  const shareWith = { [elin.accountId]: rightsOf("write") };
  await nils.jmap("Calendar/set", { update: { [id]: { shareWith } } });
  await invite(elin, [jonas], { account: nils });
  await meeting.settled();
  const his = await openOnPhone(browser, meeting, jonas);
  await propose(his, "");
  await expect(his.getByText(/gets your proposal\./)).toBeVisible();
  await meeting.settled();
  await meeting.open(page, elin, WEEK);
  await council(page).click();
  const popover = page.getByRole("dialog", { name: "Council" });
  await popover.getByRole("button", { name: "Keep the time" }).click();
  await expect(popover.getByText(/proposes/)).toHaveCount(0);
  await meeting.settled();
  const { list } = await jonas.jmap("CalendarEventNotification/get", { ids: null });
  expect(list.map((one: Record<string, string>) => one["snart:news"])).toContain("proposalDeclined");
  expect((await jonas.jmap("CalendarEvent/get", { ids: null })).list[0].start).toBe("2026-12-01T12:00:00");
  await his.context().close();
});

test("Jonas sends Nils in his place, and everybody sees who sends whom", async ({
  page,
  browser,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, jonas, nils] = [
    await site.person("elin"),
    await site.person("jonas"),
    await site.person("nils"),
  ];
  await invite(elin, [jonas]);
  await meeting.settled();
  const his = await openFor(browser, meeting, jonas);
  await council(his).click();
  await his.getByRole("button", { name: "Delegate…" }).click();
  const dialog = his.getByRole("dialog", { name: "Delegate the invitation" });
  await dialog.getByLabel("Who comes instead").fill("nobody at all");
  await his.keyboard.press("Enter");
  await expect(dialog.getByText(/^Enter the name/)).toBeVisible();
  await dialog.getByLabel("Who comes instead").fill(nils.email);
  await dialog.getByRole("button", { name: "Delegate", exact: true }).click();
  await expect(his.getByText(/^You delegated the invitation to /)).toBeVisible();
  await meeting.settled();

  await meeting.open(page, elin, WEEK);
  await council(page).click();
  const guests = page.getByRole("dialog").getByRole("list", { name: "Guests" });
  await expect(guests.getByText(/^delegated to .*nils/i)).toBeVisible();
  const other = await openFor(browser, meeting, nils);
  await council(other).click();
  await expect(other.getByRole("dialog").getByText(/^delegated to /)).toBeVisible();
  await other.getByRole("dialog").getByRole("radio", { name: "Yes" }).click();
  await meeting.settled();
  await expect(guests.getByText("Yes", { exact: true })).toBeVisible();
  await his.context().close();
  await other.context().close();
});

test("Jonas sends Nils in his place on one date of a series, and comes to the others himself", async ({
  page,
  browser,
  meeting,
}) => {
  const { site } = meeting;
  const [elin, jonas, nils] = [
    await site.person("elin"),
    await site.person("jonas"),
    await site.person("nils"),
  ];
  await invite(elin, [jonas], { fields: { recurrenceRule: { frequency: "weekly", count: 4 } } });
  await meeting.settled();
  const his = await openFor(browser, meeting, jonas);
  await turnTo(his, "2026-W50");
  await council(his).click();
  await his.getByRole("button", { name: "Delegate…" }).focus();
  await his.keyboard.press("Enter");
  const dialog = his.getByRole("dialog", { name: "Delegate the invitation" });
  await dialog.getByLabel("Who comes instead").fill(nils.email);
  await his.keyboard.press("Enter");
  await choose(his, "Only this one", "Delegate this one");
  await expect(his.getByText(/^You delegated the invitation to /)).toBeVisible();
  await meeting.settled();

  await meeting.open(page, elin, WEEK);
  const guests = page.getByRole("dialog").getByRole("list", { name: "Guests" });
  await council(page).click();
  await expect(guests.getByText("not answered")).toBeVisible();
  await expect(guests.getByText(/nils/i)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await turnTo(page, "2026-W50");
  await council(page).click();
  await expect(guests.getByText(/^delegated to .*nils/i)).toBeVisible();
  const other = await openFor(browser, meeting, nils);
  await expect(other.getByRole("main").getByRole("button", { name: /^Council/ })).toHaveCount(0);
  await turnTo(other, "2026-W50");
  await council(other).click();
  await other.getByRole("dialog").getByRole("radio", { name: "Yes" }).click();
  await meeting.settled();
  await expect(guests.getByText("Yes", { exact: true })).toBeVisible();
  await his.context().close();
  await other.context().close();
});

test("Jonas proposes another time by mail to somebody without an account, who declines and then accepts", async ({
  browser,
  meeting,
}) => {
  const { site, clock } = meeting;
  const jonas = await site.person("jonas");
  const asa = "asa@elsewhere.example";
  const send = async (method: string, hour: number, ...lines: readonly string[]): Promise<void> => {
    const about: About = {
      uid: "council",
      organizer: asa,
      attendee: jonas.email,
      from: asa,
      stamp: new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, ""),
      start: `DTSTART;TZID=Europe/Stockholm:20261201T${hour}0000`,
    };
    const end = `DTEND;TZID=Europe/Stockholm:20261201T${hour + 1}0000`;
    const people = [`ORGANIZER;CN=Åsa Öst:mailto:${asa}`, `ATTENDEE;RSVP=TRUE:mailto:${jonas.email}`];
    const text = calendarText(
      method,
      about,
      "-//Example//Mail//EN",
      end,
      "SUMMARY:Council",
      ...people,
      ...lines,
    );
    site.imap.deliver(proved(plain(about, method, text)).toString());
    await meeting.settled();
  };
  await send("REQUEST", 12);
  const his = await openFor(browser, meeting, jonas);
  await propose(his, "I teach until two");
  await meeting.settled();
  const [mail] = mailsTo(site, asa);
  expect(mail?.raw).toMatch(/multipart\/alternative/);
  expect(mail && messageIn(mail)).toMatchObject({
    method: "COUNTER",
    events: [expect.arrayContaining(["DTSTART;TZID=Europe/Stockholm:20261201T150000"])],
  });

  await send("DECLINECOUNTER", 15, "COMMENT:The room is taken then");
  await his.getByRole("button", { name: /^Notifications/ }).click();
  const notifications = his.getByRole("dialog", { name: "Notifications" });
  await expect(notifications.getByText(/Åsa Öst keeps the time of “Council”/)).toBeVisible();
  await expect(notifications.getByText("The room is taken then")).toBeVisible();
  await his.keyboard.press("Escape");
  await send("REQUEST", 15, "SEQUENCE:1");
  const moved = /^Council.*15(:00)? to 16(:00)?/;
  await expect(his.getByRole("main").getByRole("button", { name: moved })).toBeVisible();
  await his.context().close();
});
