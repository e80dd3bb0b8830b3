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
