import type { Page } from "@playwright/test";
import type { CaughtMail } from "../../packages/server/src/testing/smtp-sink.ts";
import { expectEqual, expectThat } from "../checks.ts";

const MAIL = "ola@example.org";
const LONGEST_WAIT_MS = 60_000;

/** Books the first time that a page offers, without scripts, and proves the address by the link in the mail. */
export async function booksByMail(
  page: Page,
  address: string,
  path: string,
  mails: readonly CaughtMail[],
): Promise<void> {
  await page.goto(address + path);
  await page.getByRole("table").getByRole("link").last().click();
  await page.getByRole("main").getByRole("listitem").getByRole("link", { name: /in / }).first().click();
  await page.getByLabel("Your name").fill("Ola Ek");
  await page.getByLabel("Email").fill(MAIL);
  const book = page.getByRole("button", { name: /^Book / });
  const once = page.getByText("Press the button once more.");
  const sent = page.getByText(/^We have sent you a message\./);
  await book.click();
  await once.or(sent).first().waitFor();
  if (await once.isVisible()) await book.click();
  await sent.waitFor();
  const [first] = await mailsTo(mails, MAIL, 1);
  await page.goto(linkIn(first, address));
  await page
    .getByRole("button", { name: /^Confirm/ })
    .first()
    .click();
  await page.getByRole("heading", { name: /You are booked/ }).waitFor();
  const all = await mailsTo(mails, MAIL, 2);
  for (const mail of mails) expectEqual(outside(mail, address), [], `links in “${mail.read.subject ?? ""}”`);
  await page.goto(linkIn(all.at(-1), address));
  expectThat(page.url().startsWith(`${address}/`), `the link in the mail leads to ${page.url()}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

async function mailsTo(
  mails: readonly CaughtMail[],
  to: string,
  count: number,
): Promise<readonly CaughtMail[]> {
  for (const until = Date.now() + LONGEST_WAIT_MS; Date.now() < until;) {
    const found = mails.filter((mail) => mail.to.includes(to));
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${count} mails to ${to} have not come; ${mails.length} mails have`);
}

const linksIn = ({ read }: CaughtMail): readonly string[] =>
  `${read.text ?? ""} ${read.html ?? ""}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];

/** Addresses of Snart's host that are not below the path. */
const outside = (mail: CaughtMail, address: string): readonly string[] =>
  linksIn(mail).filter((link) => link.startsWith(new URL(address).origin) && !link.startsWith(`${address}/`));

function linkIn(mail: CaughtMail | undefined, address: string): string {
  const link = mail && linksIn(mail).find((one) => one.startsWith(`${address}/`));
  if (link === undefined) throw new Error(`no link below the path in ${mail?.read.text ?? "no mail"}`);
  return link;
}
