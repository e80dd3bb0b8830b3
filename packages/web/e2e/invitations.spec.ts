import type { Browser, Page } from "@playwright/test";
import { openImapServer, type ImapServer } from "../../server/src/testing/imap-server.ts";
import { calendarText, plain, AUTH_SERVER, proved } from "../../server/src/testing/mail-corpus.ts";
import { valueOf } from "../../server/src/testing/meeting/calendar-file.ts";
import { linkIn, messageIn } from "../../server/src/testing/meeting/read-mail.ts";
import { openSmtpSink, type CaughtMail, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import {
  ENGLISH,
  expect,
  NOW,
  signInAt,
  startServer,
  SWEDISH,
  test,
  type RunningServer,
} from "./fixtures.ts";
import { freePort } from "./free-port.ts";
import { invite, question } from "./invite-guests.ts";

const ASA = "asa@elsewhere.example";
const council = (page: Page, name: RegExp) => page.getByRole("main").getByRole("button", { name }).first();

/** Writes an event for tomorrow at two with these guests, up to the question whether to notify them. */
async function write(page: Page, guests: readonly string[]): Promise<void> {
  await invite(page, "Council tomorrow 14:00", guests);
  const form = page.getByRole("form", { name: "New event" });
  await form.getByRole("button", { name: /^Create/ }).click();
  await expect(question(page).getByRole("heading", { name: "Invite the guests?" })).toBeVisible();
}

interface MailedServer extends RunningServer {
  readonly sink: SmtpSink;
  readonly imap: ImapServer;
}

/** A separate server that sends mail and reads a mailbox, with the household in it. */
const mailed = test.extend<{ readonly mail: MailedServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from this pattern
  mail: async ({}, provide) => {
    const [sink, imap, port] = await Promise.all([openSmtpSink(), openImapServer(), freePort()]);
    const server = await startServer(
      `SNART_SMTP_URL=${sink.url}`,
      "SNART_MAIL_FROM=calendar@snart.example",
      "SNART_MAIL_REPLIES=answers@snart.example",
      `SNART_IMAP_URL=${imap.url}`,
      `SNART_MAIL_AUTH_SERVER=${AUTH_SERVER}`,
      // So that links in mail lead to a page.
      `SNART_PUBLIC_URL=http://127.0.0.1:${port}`,
      `--port=${port}`,
    );
    await provide({ ...server, sink, imap });
    server.stop();
    await Promise.all([sink.close(), imap.close()]);
  },
});

/** Somebody with an account says yes, in the other language. */
async function answerInside(browser: Browser, server: RunningServer): Promise<void> {
  const page = await (await browser.newContext()).newPage();
  await page.clock.install({ time: NOW });
  await signInAt(server, page, SWEDISH);
  const blocks = page.getByRole("main");
  await blocks
    .getByRole("button", { name: /^Council, inte besvarad/ })
    .first()
    .click();
  // It is seen at once, and has been said when the server has heard it.
  const heard = page.waitForResponse((it) => it.request().postData()?.includes("CalendarEvent/set") === true);
  await page.getByRole("radio", { name: "Ja" }).click();
  await expect(blocks.getByRole("button", { name: /^Council, tisdag/ }).first()).toBeVisible();
  await heard;
  await page.context().close();
}

/** Somebody without an account says maybe by the link in the mail, on a phone in the dark. */
async function answerByLink(browser: Browser, server: RunningServer, mail: CaughtMail): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    locale: "sv-SE",
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/rsvp/${linkIn(mail)}?answer=tentative`);
  await expect(page.getByRole("heading", { name: "Council" })).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Kanske" }).click();
  await expect(page.getByRole("status")).toContainText("Du har svarat kanske.");
  expect(await axeProblems(page)).toEqual([]);
  await context.close();
}

/** The same person's mail program proposes two hours later. */
async function propose({ imap }: MailedServer, mail: CaughtMail): Promise<void> {
  const about = {
    uid: valueOf(messageIn(mail).events[0] ?? [], "UID") ?? "",
    organizer: "answers@snart.example",
    attendee: ASA,
    stamp: "20270101T000000Z",
    start: "DTSTART:20261124T150000Z",
  };
  const lines = [
    "DTEND:20261124T160000Z",
    `ATTENDEE;CN=Åsa Öst;PARTSTAT=TENTATIVE:mailto:${ASA}`,
    "COMMENT:The train is late",
  ];
  imap.deliver(proved(plain(about, "COUNTER", calendarText("COUNTER", about, "x", ...lines))).toString());
  await expect.poll(() => imap.folder("INBOX").every(({ flags }) => flags.includes("$SnartDone"))).toBe(true);
}

mailed.describe("without proof", () => {
  mailed(
    "a mail that nobody proves waits until its recipient says that it is genuine",
    async ({ page, mail }) => {
      const boss = "boss@firm.example";
      const about = { uid: "held@firm.example", organizer: boss, attendee: ENGLISH, from: boss };
      const lines = ["SUMMARY:Budget", `ORGANIZER:mailto:${boss}`, `ATTENDEE;RSVP=TRUE:mailto:${ENGLISH}`];
      const when = { ...about, start: "DTSTART:20261124T150000Z", lines: ["DTEND:20261124T160000Z"] };
      await signInAt(mail, page, ENGLISH);
      mail.imap.deliver(plain(about, "REQUEST", calendarText("REQUEST", when, "x", ...lines)));
      const bell = page.getByRole("button", { name: /^Notifications, \d+ unread/ });
      await bell.click();
      const dialog = page.getByRole("dialog", { name: "Notifications" });
      await expect(dialog.getByText("boss@firm.example invites you to “Budget”")).toBeVisible();
      await expect(dialog.getByText("Sent from boss@firm.example")).toBeVisible();
      expect(await axeProblems(page)).toEqual([]);
      await expect(council(page, /^Budget/)).toHaveCount(0);
      await dialog.getByRole("button", { name: "It is genuine" }).click();
      await expect(dialog.getByText("Is this email genuine?")).toHaveCount(0);
      await page.keyboard.press("Escape");
      await expect(council(page, /^Budget/)).toBeVisible();
    },
  );
});

mailed.describe("with mail", () => {
  mailed(
    "guests are asked once that is wanted, answer here and by link, and propose another time",
    async ({ page, browser, mail }) => {
      const { sink } = mail;
      await signInAt(mail, page, ENGLISH);
      await write(page, [SWEDISH, ASA]);
      expect(await axeProblems(page)).toEqual([]);
      expect(sink.mails).toEqual([]);
      await expect(question(page).getByText(/sends no email/)).toHaveCount(0);
      await question(page).getByRole("button", { name: "Create and invite 2 guests" }).click();
      await expect.poll(() => sink.mails.map(({ to }) => to)).toEqual([[ASA]]);
      const [invitation] = sink.mails;
      if (!invitation) throw new Error("no mail");
      await answerInside(browser, mail);
      await answerByLink(browser, mail, invitation);
      await propose(mail, invitation);

      await page.reload();
      const bell = page.getByRole("button", { name: /^Notifications, \d unread/ });
      await bell.click();
      const notifications = page.getByRole("dialog", { name: "Notifications" });
      await expect(notifications.getByText("Åsa Öst proposes another time for “Council”")).toBeVisible();
      await expect(notifications.getByRole("button", { name: "Keep the time" })).toBeVisible();
      expect(await axeProblems(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await council(page, /^Council/).click();
      const popover = page.getByRole("dialog", { name: "Council" });
      await expect(popover.getByText("2 yes, 1 maybe")).toBeVisible();
      await expect(popover.getByText("answered", { exact: true })).toBeVisible();
      await expect(
        popover.getByText(/^Åsa Öst proposes Tuesday 24 November, 16(:00)?–17(:00)?/),
      ).toBeVisible();
      await expect(popover.getByText("The train is late")).toBeVisible();
      expect(await axeProblems(page)).toEqual([]);
      await popover.getByRole("button", { name: "Move it there" }).click();
      await expect
        .poll(() => sink.mails.map(({ read }) => read.subject?.split(":")[0]))
        .toEqual(["Invitation", "Changed"]);
      await expect(council(page, /^Council.*16(:00)? to 17(:00)?/)).toBeVisible();
      // An answer given while reading the meeting leaves no notification.
      await page.keyboard.press("Escape");
      await bell.click();
      await expect(notifications.getByText(/ said yes to “Council”/)).toBeVisible();
      await expect(notifications.getByText(/proposes another time/)).toHaveCount(0);
    },
  );
});

test("without mail it shows who will not be notified, before anybody is", async ({ page, signIn }) => {
  await signIn(page);
  await write(page, [SWEDISH, ASA]);
  await expect(question(page).getByRole("status")).toHaveText(
    `${ASA} cannot be notified: this server sends no email.`,
  );
  expect(await axeProblems(page)).toEqual([]);
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: `Remove ${ASA}` }).click();
  await page
    .getByRole("form", { name: "New event" })
    .getByRole("button", { name: /^Create/ })
    .click();
  await expect(question(page).getByText("1 guest is invited to “Council”.")).toBeVisible();
  await expect(question(page).getByText(/sends no email/)).toHaveCount(0);
});
