import { openSmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import { ENGLISH, expect, signInAt, startServer, test } from "./fixtures.ts";

test("an administrator tests mail, and sees the mail server's answer", async ({ page }) => {
  const sink = await openSmtpSink();
  const server = await startServer(`SNART_SMTP_URL=${sink.url}`, "SNART_MAIL_FROM=calendar@snart.example");
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/mail`);
    await expect(page.getByText("calendar@snart.example")).toBeVisible();
    await expect(page.getByText("No mailbox is read.", { exact: false })).toBeVisible();
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(
      page.getByText(`The mail server has accepted the message to ${ENGLISH}.`, { exact: false }),
    ).toBeVisible();
    expect(sink.mails.map(({ to }) => to)).toEqual([[ENGLISH]]);
    sink.answer = () => ({ code: 550, text: "no such box" });
    await page.getByRole("button", { name: "Send a test message" }).click();
    await expect(page.getByText(/refused the message.*no such box/)).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
    await sink.close();
  }
});

test("an administrator sees who has sent invitations, and how many", async ({ page }) => {
  const sink = await openSmtpSink();
  const server = await startServer(`SNART_SMTP_URL=${sink.url}`, "SNART_MAIL_FROM=calendar@snart.example");
  try {
    await signInAt(server, page);
    await page.goto(`${server.url}/admin/mail`);
    await expect(page.getByRole("heading", { name: "Not delivered" })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Invitations in the last 24 hours" })).toHaveCount(0);
    const status = await page.evaluate(async () => {
      const home = await fetch("/jmap/session");
      const session = (await home.json()) as { primaryAccounts: Record<string, string> };
      const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
      const call = async (method: string, args: object): Promise<Record<string, never>> => {
        const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
        const body = JSON.stringify({ using, methodCalls: [[method, { accountId, ...args }, "0"]] });
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch("/jmap/api", { method: "POST", headers, body });
        return ((await answer.json()) as { methodResponses: [string, Record<string, never>][] })
          .methodResponses[0]?.[1] as Record<string, never>;
      };
      const { list } = (await call("Calendar/get", { ids: null })) as unknown as { list: { id: string }[] };
      const guest = (email: string): object => ({
        "@type": "Participant",
        calendarAddress: `mailto:${email}`,
        roles: { attendee: true },
      });
      const event = {
        "@type": "Event",
        calendarIds: { [list[0]?.id ?? ""]: true },
        title: "Dinner",
        start: "2030-01-01T18:00:00",
        timeZone: "Europe/London",
        participants: { a: guest("a@elsewhere.example"), b: guest("b@elsewhere.example") },
      };
      const made = await call("CalendarEvent/set", { create: { e: event }, sendSchedulingMessages: true });
      return JSON.stringify(made);
    });
    expect(status).toContain('"created":{"e"');
    await page.reload();
    const section = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Invitations in the last 24 hours" }) });
    await expect(section.getByRole("listitem")).toHaveCount(1);
    await expect(section.getByText("2 messages", { exact: true })).toBeVisible();
    expect(await axeProblems(page)).toEqual([]);
  } finally {
    server.stop();
    await sink.close();
  }
});
