import { openSmtpSink, type SmtpSink } from "../../server/src/testing/smtp-sink.ts";
import { axeProblems } from "./axe-problems.ts";
import { callAs } from "./call-as.ts";
import { expect, signInAt, startServer, test } from "./fixtures.ts";
import { freePort } from "./free-port.ts";
import { letOthersBook } from "./let-others-book.ts";
import { sendGuestForm } from "./send-guest-form.ts";

const linkIn = (sink: SmtpSink, to: string, part: RegExp): string =>
  sink.mails
    .filter((mail) => mail.to.includes(to))
    .map((mail) => new RegExp(`http://127\\.0\\.0\\.1:\\d+${part.source}`).exec(mail.read.text ?? "")?.[0])
    .findLast((link) => link !== undefined) ?? "";

test("a host answers a request by the link in the mail, on a small phone, signed in nowhere, by keys alone", async ({
  page,
  browser,
}) => {
  const [sink, port] = [await openSmtpSink(), await freePort()];
  const server = await startServer(
    `SNART_SMTP_URL=${sink.url}`,
    "SNART_MAIL_FROM=calendar@snart.example",
    `SNART_PUBLIC_URL=http://127.0.0.1:${port}`,
    `--port=${port}`,
  );
  try {
    await signInAt(server, page);
    const address = await letOthersBook(page, server.url);
    const [got] = await callAs(page, [["BookingPage/get", { ids: null }]]);
    const [own] = (got as never as { list: { id: string; types: { type: object }[] }[] }).list;
    const types = own?.types.map((each) => ({ ...each, type: { ...each.type, approval: true } }));
    await callAs(page, [["BookingPage/set", { update: { [own?.id ?? ""]: { types } } }]]);

    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, colorScheme: "dark" });
    const phone = await context.newPage();
    await phone.goto(`${address}?lang=en-GB`);
    await phone.getByRole("main").getByRole("listitem").getByRole("link").first().press("Enter");
    await phone.getByLabel("Your name").fill("Bo Ek");
    await phone.getByLabel("Email").fill("bo@example.org");
    const sent = phone.getByRole("heading", { level: 1, name: /mail|confirm/i });
    await sendGuestForm(phone.getByRole("main").getByRole("button").last(), sent);
    await expect.poll(() => linkIn(sink, "bo@example.org", /\/booking\/[^/\s]+/)).not.toBe("");
    await phone.goto(linkIn(sink, "bo@example.org", /\/booking\/[^/\s]+/));
    await phone.getByRole("button", { name: /^Confirm/ }).press("Enter");
    const accept = /\/booking\/[^/\s]+\/answer\S*/;
    await expect.poll(() => linkIn(sink, "elin@tallkotten.example", accept)).not.toBe("");

    await phone.goto(linkIn(sink, "elin@tallkotten.example", accept).replace(/\?.*/, ""));
    expect(await axeProblems(phone)).toEqual([]);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await phone.getByRole("button", { name: /^Accept/ }).press("Enter");
    await expect(phone.getByRole("heading", { level: 1, name: /^✓/ })).toBeVisible();
    expect(await axeProblems(phone)).toEqual([]);
    const [booked] = await callAs(page, [["PageBooking/get", { ids: null }]]);
    expect(JSON.stringify(booked)).toContain('"state":"confirmed"');
    await context.close();
  } finally {
    server.stop();
    await sink.close();
  }
});
